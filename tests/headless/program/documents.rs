//! The docs match the program: lists are complete, and links are valid.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::CommandFactory;
use icochess::cli::Cli;

/// Word limit of the README, as counted by `wc -w`.
const MAX_WORDS: usize = 900;
/// Size limit of all assets and their sources, in bytes.
const MAX_ASSET_BYTES: u64 = 20_000_000;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns all pages, relative to the project's folder.
fn pages() -> Vec<PathBuf> {
    let mut pages = ["README.md", "CONTRIBUTING.md", "TEAM.md"]
        .map(PathBuf::from)
        .to_vec();
    let mut folders = vec![PathBuf::from("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).unwrap() {
            let path = folder.join(entry.unwrap().file_name());
            if root().join(&path).is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "md") {
                pages.push(path);
            }
        }
    }
    pages
}

/// Returns the section under a heading, up to the next heading of its level.
fn section<'a>(page: &'a str, heading: &str) -> &'a str {
    let start = page
        .find(&format!("\n{heading}\n"))
        .unwrap_or_else(|| panic!("no heading {heading:?}"))
        + 1;
    let level = heading.chars().take_while(|c| *c == '#').count();
    let rest = &page[start + heading.len()..];
    let end = (1..=level)
        .filter_map(|level| rest.find(&format!("\n{} ", "#".repeat(level))))
        .min();
    &rest[..end.unwrap_or(rest.len())]
}

/// Returns the cells of the first table, without its header.
fn table(text: &str) -> Vec<Vec<String>> {
    text.lines()
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'))
        .skip(2)
        .map(|line| {
            let cells = line.trim().trim_matches('|').split('|');
            cells.map(|cell| cell.trim().to_owned()).collect()
        })
        .collect()
}

/// Returns the link and image targets of a page.
fn targets(page: &str) -> Vec<&str> {
    let after = |mark: &'static str, end: char| {
        page.split(mark)
            .skip(1)
            .filter_map(move |rest| rest.split_once(end).map(|(target, _)| target))
    };
    after("](", ')').chain(after("src=\"", '"')).collect()
}

/// Returns the anchor of a heading.
fn anchor(heading: &str) -> String {
    heading
        .trim_start_matches('#')
        .trim()
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

#[test]
fn readme_is_short() {
    let words = read("README.md").split_whitespace().count();
    assert!(words <= MAX_WORDS, "{words} words");
}

#[test]
fn links_are_valid() {
    for page in pages() {
        let text = read(&page);
        let folder = page.parent().unwrap();
        for target in targets(&text) {
            if target.contains("://") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let file = match file {
                "" => page.clone(),
                file => folder.join(file),
            };
            let found = root().join(&file);
            assert!(found.exists(), "{}: {target}", page.display());
            if !heading.is_empty() {
                let headings = read(&file);
                let mut headings = headings.lines().filter(|line| line.starts_with('#'));
                let is_there = headings.any(|line| anchor(line) == heading);
                assert!(is_there, "{}: {target}", page.display());
            }
        }
    }
}

/// Returns the total size of the files in a folder, recursively, in bytes.
fn bytes_in(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).unwrap();
    let bytes = entries.map(|entry| {
        let path = entry.unwrap().path();
        if path.is_dir() {
            bytes_in(&path)
        } else {
            fs::metadata(&path).unwrap().len()
        }
    });
    bytes.sum()
}

#[test]
fn assets_are_small() {
    let bytes = bytes_in(&root().join("assets"));
    // A smaller size would mean that fonts or sounds are missing.
    let bounds = 3_000_000..MAX_ASSET_BYTES;
    assert!(bounds.contains(&bytes), "{bytes} bytes");
}

#[test]
fn commands_and_options_are_documented() {
    let page = read("docs/programs/command-line.md");
    let cli = Cli::command();
    let is_described = |text: &str, arg: &clap::Arg| {
        let Some(long) = arg.get_long().filter(|long| *long != "help") else {
            return true;
        };
        text.contains(&format!("--{long}")) || long == "version"
    };
    let options = section(&page, "## Options of the game");
    // Packages lack the option for developers.
    let (for_developers, for_players) = cli
        .get_arguments()
        .filter(|arg| !arg.is_hide_set())
        .partition::<Vec<_>, _>(|arg| arg.get_id() == "inspect");
    // Hidden options are for internal use.
    for arg in for_players {
        assert!(is_described(options, arg), "{arg}");
    }
    assert!(is_described(
        &read("docs/programs/inspect.md"),
        for_developers[0]
    ));
    let summary = page.split("\n## ").next().unwrap();
    for command in cli.get_subcommands() {
        let name = command.get_name();
        let is_named = summary.contains(&format!("icochess {name} "));
        assert!(is_named, "{name} is not in the summary");
        let described = format!("{summary}{}", section(&page, &format!("## {name}")));
        for arg in command.get_arguments() {
            // The page describes the board and position options once for all commands.
            let is_common = matches!(arg.get_id().as_str(), "variant" | "position");
            assert!(is_common || is_described(&described, arg), "{name}: {arg}");
        }
    }
}

#[test]
fn engine_options_are_documented() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_icochess"));
    command.arg("uci").stdin(Stdio::piped());
    let mut engine = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = engine.stdin.take().unwrap();
    stdin.write_all(b"uci\nquit\n").unwrap();
    let answers = engine.wait_with_output().unwrap().stdout;
    let answers = String::from_utf8(answers).unwrap();
    let page = read("docs/programs/uci.md");
    let mut count = 0;
    for line in answers.lines() {
        if let Some(option) = line.strip_prefix("option name ") {
            let name = option.split(" type ").next().unwrap();
            assert!(page.contains(&format!("`{name}`")), "{name}");
            count += 1;
        }
    }
    assert!(count > 5, "{answers}");
}

mod app {
    use std::collections::BTreeSet;

    use icochess::feedback::table::{Cue, FeedbackKind};
    use icochess::language::Words;
    use icochess::save::entries::{self, Read, Unknown};
    use icochess::save::setting::{Kind, Setting, Unit};
    use icochess::save::settings::Settings;
    use icochess::save::table::SETTINGS;
    use icochess::ui::commands::command::Command;
    use icochess::ui::commands::info::Shortcut;
    use icochess::ui::pages::window_controls;
    use icochess::xr::config::{ActionId, Profile, XrConfig};
    use icochess_boards::Variant;
    use icochess_message::{Msg, msg};

    use super::{read, section, table};

    #[test]
    fn docs_list_the_controls_of_the_windows_help() {
        let page = read("docs/play/controls.md");
        let listed: Vec<(&str, &str)> = section(&page, "## In the window")
            .lines()
            .filter_map(|line| line.strip_prefix("- **")?.split_once("**: "))
            .collect();
        let english = Words::default();
        let listed = listed.iter().map(|(a, b)| (a.to_string(), b.to_string()));
        let expected =
            window_controls().map(|(control, does)| (english.say(&control), english.say(&does)));
        assert!(listed.eq(expected));
    }

    /// Controls in the help that aren't commands: they turn the board, pick, choose and draw on
    /// it, or focus the buttons.
    const NO_COMMANDS: [&str; 12] = [
        "Left drag",
        "Middle drag",
        "Shift + left drag",
        "Wheel",
        "Left click",
        "Right click",
        "Right drag",
        "F6",
        "1 to 8",
        "Arrows",
        "Ctrl + arrows",
        "A piece's letter, or 1 to 9",
    ];

    /// Returns the name that the help uses for a shortcut.
    fn key_name(shortcut: &Shortcut) -> String {
        let (key, control) = match shortcut {
            Shortcut::Key(key) | Shortcut::Shared(key) => (key, ""),
            Shortcut::Control(key) => (key, "Ctrl+"),
            Shortcut::Sign(sign) => return (*sign).to_owned(),
        };
        let code = format!("{key:?}");
        let key = match code.as_str() {
            "Escape" => "Esc",
            "PageUp" => "Page up",
            "PageDown" => "Page down",
            // Two keys share this name.
            "NumpadEnter" => "Enter",
            other => other.strip_prefix("Key").unwrap_or(other),
        };
        format!("{control}{key}")
    }

    /// Returns the keys that a control in the help names, such as `F1 or H`, or `L, also held`.
    fn keys_of(control: &str) -> Vec<String> {
        let keys = control.split(", ").flat_map(|keys| keys.split(" or "));
        let keys = keys.filter(|key| *key != "also held");
        keys.map(str::to_owned).collect()
    }

    #[test]
    fn command_shortcuts_match_the_help() {
        let all = Command::all().into_iter();
        let given = all.flat_map(|command| command.info().shortcuts);
        let given: BTreeSet<String> = given.map(key_name).collect();
        let english = Words::default();
        let listed = window_controls().map(|(control, _)| english.say(&control));
        let (others, of_commands): (Vec<String>, Vec<String>) =
            listed.partition(|control| NO_COMMANDS.contains(&control.as_str()));
        assert_eq!(others, NO_COMMANDS);
        let documented = of_commands.iter().flat_map(|control| keys_of(control));
        assert_eq!(documented.collect::<BTreeSet<_>>(), given);
    }

    /// Returns the label of a view.
    fn label(title: &'static str) -> Msg {
        let key = title.to_lowercase().replace(' ', "-");
        msg!("view-title", view = key, title = title)
    }

    #[test]
    fn docs_list_the_views_of_every_board() {
        let page = read("docs/play/boards.md");
        let rows = table(section(&page, "## Views"));
        let words = Words::default();
        let titles = Variant::ALL.map(|variant| {
            let views = variant.shape().views;
            let titles = views.iter().map(|view| words.say(&label(view.title)));
            titles.collect::<Vec<_>>()
        });
        // Rule sets of one board share a column.
        let mut titles = Vec::from(titles);
        titles.dedup();
        assert_eq!(rows.len(), titles[0].len());
        for (key, row) in (1..).zip(&rows) {
            let listed: Vec<&str> = row[1..].iter().map(|cell| &**cell).collect();
            assert_eq!(row[0], key.to_string());
            let views: Vec<&str> = titles.iter().map(|titles| &*titles[key - 1]).collect();
            assert_eq!(listed, views);
        }
    }

    /// Returns the possible values of a setting, as the page describes them.
    fn possible(setting: &Setting) -> String {
        match setting.kind {
            Kind::Switch => "`true`, `false`".to_owned(),
            Kind::Number(number) => {
                let (least, most) = number.bounds;
                let unit = match number.unit {
                    Unit::None | Unit::Part => "",
                    Unit::Decibels => " dB",
                    Unit::Metres | Unit::MetresMore => " m",
                    Unit::Seconds => " s",
                    Unit::Mebibytes => " MiB",
                };
                format!("{least} to {most}{unit}")
            }
            Kind::Choice { all, .. } => {
                let text = |id| format!("`{}`", setting.text(&id));
                let all = all().into_iter().map(|choice| text(choice.id.into()));
                all.collect::<Vec<_>>().join(", ")
            }
            Kind::Language => "`\"auto\"`, or a code, as `\"de\"`".to_owned(),
            Kind::Text if setting.name.starts_with("computer.") => {
                "a program with its arguments".to_owned()
            }
            Kind::Text => "a text".to_owned(),
            Kind::Starts => "a [start](files.md#start-positions) by board".to_owned(),
            Kind::Rooms => "a room by board".to_owned(),
            Kind::KnownBoards => "a list of boards".to_owned(),
            Kind::Levels => "a level by board".to_owned(),
            Kind::Puzzles => "scores by board".to_owned(),
        }
    }

    /// Returns the table row of a setting, without its description.
    fn row(setting: &Setting) -> [String; 5] {
        let default = match setting.name {
            // These defaults depend on the machine and on the boards.
            "computer.cores" => "all but one".to_owned(),
            "start" => "the first of each".to_owned(),
            _ => format!("`{}`", setting.text(&setting.value(&Settings::default()))),
        };
        let words = Words::default();
        let page = setting.row.map_or("–".to_owned(), |row| {
            let (page, label) = (row.page.title(), (row.label)());
            format!("{}: {}", words.say(&page), words.say(&label))
        });
        let own = if setting.is_per_player { "yes" } else { "" };
        let name = format!("`{}`", setting.name);
        [name, default, possible(setting), page, own.to_owned()]
    }

    #[test]
    fn docs_list_all_settings_with_values() {
        let page = read("docs/programs/settings.md");
        let rows = table(section(&page, "## All settings"));
        let listed: Vec<_> = rows.iter().map(|cells| cells[..5].join(" | ")).collect();
        let expected: Vec<_> = SETTINGS.iter().map(|it| row(it).join(" | ")).collect();
        assert_eq!(listed, expected, "expected:\n{}", expected.join("\n"));
    }

    #[test]
    fn example_settings_file_is_valid() {
        let page = read("docs/programs/settings.md");
        let text = page.split("```ron\n").nth(1).unwrap();
        let text = text.split("```").next().unwrap();
        let Read {
            values,
            unknown,
            problems,
        } = entries::read::<Settings>(text).unwrap();
        assert_eq!((unknown, problems), (Unknown::default(), vec![]));
        assert_ne!(values, Settings::default());
    }

    #[test]
    fn docs_list_the_feedback_events() {
        let page = read("docs/play/headset.md");
        let rows = table(section(&page, "## Sound and vibration"));
        assert_eq!(rows.len(), FeedbackKind::ALL.len());
        for (row, event) in rows.iter().zip(FeedbackKind::ALL) {
            let response = event.response();
            let sound = response.sound.map_or("–".to_owned(), |cue| match cue {
                Cue::GameOver => "end".to_owned(),
                other => format!("{other:?}").to_lowercase(),
            });
            assert_eq!(row[1], sound, "{event:?}");
            let felt = response.vibration.map_or("–".to_owned(), |vibration| {
                format!("{} ms", vibration.pulse.duration.as_millis())
            });
            assert!(row[2].contains(&felt), "{event:?}: {}", row[2]);
        }
    }

    /// Returns the page's names for the controller parts bound to an action, in the order of the
    /// bindings.
    fn parts(profile: &Profile, action: ActionId) -> String {
        let mut parts: Vec<String> = Vec::new();
        for binding in profile.bound(action) {
            let path = binding.path.split("/input/").nth(1).unwrap();
            let mut pieces = path.split('/');
            let part = pieces.next().unwrap();
            let is_pressed = action == ActionId::HomeView && pieces.next() == Some("click");
            let name = match part {
                "squeeze" | "grasp_ext" if profile.name.starts_with("Bare hands") => "fist".into(),
                "squeeze" => "grip".into(),
                "shoulder" | "primary" | "secondary" => format!("{part} button"),
                "thumbstick" | "trackpad" if is_pressed => format!("{part} pressed"),
                one if one.len() == 1 => one.to_uppercase(),
                other => other.to_owned(),
            };
            if !parts.contains(&name) {
                parts.push(name);
            }
        }
        if parts.is_empty() {
            "–".to_owned()
        } else {
            parts.join(", ")
        }
    }

    #[test]
    fn docs_list_controllers_with_their_bindings() {
        let page = read("docs/play/headset.md");
        let rows = table(section(&page, "## Runtimes and controllers"));
        let config = XrConfig::built_in().unwrap();
        for profile in &config.profiles {
            let row = rows
                .iter()
                .find(|row| row[0].split(", ").any(|name| name == profile.name))
                .unwrap_or_else(|| panic!("no row for {}", profile.name));
            let expected = [
                ActionId::Grab,
                ActionId::Turn,
                ActionId::HomeView,
                ActionId::Menu,
            ]
            .map(|action| parts(profile, action));
            assert_eq!(row[1..], expected, "{}", profile.name);
        }
        let names = rows.iter().map(|row| row[0].split(", ").count());
        assert_eq!(names.sum::<usize>(), config.profiles.len());
    }
}
