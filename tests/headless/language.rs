//! Translated texts: every UI text is a message, every message exists in English, and translations
//! apply.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::a11y::AccessibilityNode;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::ui::UiGlobalTransform;
use fluent_syntax::ast::{
    CallArguments, Entry as Part, Expression, InlineExpression, Pattern, PatternElement,
};
use fluent_syntax::{parser, serializer};
use icochess::computer::Computer;
use icochess::display::Display;
use icochess::game::messages::GameRequest;
use icochess::language::Words;
use icochess::library::{Entry, Names};
use icochess::save::Notice;
use icochess::save::library::Library;
use icochess::save::settings::Settings;
use icochess::ui::state::saved::SavedView;
use icochess_boards::Variant;
use icochess_message::{Msg, msg};

use crate::asking::{add_panel, open, texts};
use crate::headless;

/// Marks around each text of the made-up language.
const MARKS: [char; 2] = ['⟦', '⟧'];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn english() -> String {
    fs::read_to_string(root().join("assets/language/en.ftl")).unwrap()
}

// --- Messages --------------------------------------------------------------------------

/// References of a message: its variables, and other messages.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct Named {
    variables: BTreeSet<String>,
    messages: BTreeSet<String>,
}

impl Named {
    fn pattern(&mut self, pattern: &Pattern<&str>) {
        for element in &pattern.elements {
            if let PatternElement::Placeable { expression } = element {
                self.expression(expression);
            }
        }
    }

    fn expression(&mut self, expression: &Expression<&str>) {
        match expression {
            Expression::Inline(inline) => self.inline(inline),
            Expression::Select { selector, variants } => {
                self.inline(selector);
                for variant in variants {
                    self.pattern(&variant.value);
                }
            }
        }
    }

    fn inline(&mut self, inline: &InlineExpression<&str>) {
        match inline {
            InlineExpression::VariableReference { id } => {
                self.variables.insert(id.name.to_owned());
            }
            InlineExpression::MessageReference { id, .. } => {
                self.messages.insert(id.name.to_owned());
            }
            InlineExpression::Placeable { expression } => self.expression(expression),
            InlineExpression::FunctionReference {
                arguments: CallArguments { positional, .. },
                ..
            } => positional.iter().for_each(|it| self.inline(it)),
            _ => {}
        }
    }
}

/// Returns the messages of a file, by id.
///
/// # Panics
///
/// If the file is not valid Fluent, or if it defines a message twice.
fn messages(text: &str) -> BTreeMap<String, Named> {
    let resource = parser::parse(text).unwrap_or_else(|(_, errors)| panic!("{errors:?}"));
    let mut all = BTreeMap::new();
    for entry in &resource.body {
        if let Part::Message(message) = entry {
            let mut named = Named::default();
            named.pattern(message.value.as_ref().unwrap());
            let before = all.insert(message.id.name.to_owned(), named);
            assert_eq!(before, None, "{} is there twice", message.id.name);
        }
    }
    all
}

/// Returns the references of a message, including indirect ones.
fn asked(all: &BTreeMap<String, Named>, id: &str) -> Named {
    let mut asked = all.get(id).unwrap_or_else(|| panic!("no {id}")).clone();
    for inner in asked.messages.clone() {
        let inner = self::asked(all, &inner);
        asked.variables.extend(inner.variables);
        asked.messages.extend(inner.messages);
    }
    asked
}

/// Returns the entries with more than one paragraph, that is, with a blank line inside.
fn in_paragraphs(text: &str) -> BTreeSet<String> {
    let resource = parser::parse(text).expect("Fluent");
    let has_empty_line = |pattern: &Pattern<&str>| {
        let mut said = String::new();
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => said.push_str(value),
                PatternElement::Placeable { .. } => said.push('x'),
            }
        }
        said.contains("\n\n")
    };
    let entries = resource.body.iter().filter_map(|entry| match entry {
        Part::Message(message) => Some((message.id.name, message.value.as_ref()?)),
        _ => None,
    });
    entries
        .filter(|(_, pattern)| has_empty_line(pattern))
        .map(|(id, _)| id.to_owned())
        .collect()
}

#[test]
fn line_breaks_in_the_file_are_not_line_breaks_on_screen() {
    let text = english();
    let (all, paragraphs) = (messages(&text), in_paragraphs(&text));
    assert!(text.lines().any(|line| line.starts_with("    ")));
    let words = Words::default();
    for id in all.keys() {
        let named = asked(&all, id);
        let id: &'static str = Box::leak(id.clone().into_boxed_str());
        let mut message = icochess_message::Msg::new(id);
        for variable in named.variables {
            let variable: &'static str = Box::leak(variable.into_boxed_str());
            message = message.with(variable, "x");
        }
        let said = words.say(&message);
        let may_end = paragraphs.contains(id) || !named.messages.is_disjoint(&paragraphs);
        assert!(may_end || !said.contains('\n'), "{id}: {said:?}");
        // A paragraph starts like a sentence, or with a variable.
        let mut begins = said.split('\n').filter_map(|line| line.chars().next());
        assert!(
            !may_end || begins.all(|first| !first.is_lowercase() || first == 'x'),
            "{id}: {said:?}"
        );
    }
}

// --- Sources ---------------------------------------------------------------------------

fn sources(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

/// Returns the messages created by a source file, with the names of their arguments. Skips comments
/// and the tests at its end.
fn made(source: &str) -> Vec<(String, BTreeSet<String>)> {
    let source = source.split("#[cfg(test)]").next().unwrap();
    let lines = source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let source = lines.collect::<Vec<_>>().join("\n");
    source.split("msg!(").skip(1).filter_map(one_made).collect()
}

/// Parses `rest`, the text after `msg!(`; returns `None` if it is not a call.
fn one_made(rest: &str) -> Option<(String, BTreeSet<String>)> {
    let (id, mut rest) = rest.trim_start().strip_prefix('"')?.split_once('"')?;
    let mut arguments = BTreeSet::new();
    let (mut depth, mut quoted) = (0, false);
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        match c {
            '\\' if quoted => {
                rest = &after[after.chars().next().map_or(0, char::len_utf8)..];
                continue;
            }
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => break,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                if let Some((name, _)) = after.split_once(" = ")
                    && name.trim().chars().all(|c| c.is_alphanumeric() || c == '_')
                {
                    arguments.insert(name.trim().to_owned());
                }
            }
            _ => {}
        }
        rest = after;
    }
    Some((id.to_owned(), arguments))
}

#[test]
fn english_messages_match_the_messages_in_use() {
    let all = messages(&english());
    let mut files = Vec::new();
    for folder in ["src", "crates"] {
        sources(&root().join(folder), &mut files);
    }
    // The language's own name is used outside of the sources.
    let mut used = BTreeSet::from(["language-name".to_owned()]);
    for file in files {
        for (id, given) in made(&fs::read_to_string(&file).unwrap()) {
            let file = file.display();
            assert!(all.contains_key(&id), "{file}: {id} is not in English");
            let asked = asked(&all, &id);
            assert_eq!(given, asked.variables, "{file}: {id}");
            used.insert(id);
            used.extend(asked.messages);
        }
    }
    let unused: Vec<_> = all.keys().filter(|id| !used.contains(*id)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

/// Returns the code and text of each shipped language except English.
fn shipped() -> Vec<(String, String)> {
    let files = fs::read_dir(root().join("assets/language")).unwrap();
    let files = files.map(|entry| entry.unwrap().path());
    let read = |path: PathBuf| {
        let code = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (code, fs::read_to_string(path).unwrap())
    };
    files.map(read).filter(|(code, _)| code != "en").collect()
}

#[test]
fn shipped_languages_are_registered() {
    let words = Words::default();
    let known: Vec<_> = words.languages().map(|(code, _)| code.to_owned()).collect();
    let mut files: Vec<_> = shipped().into_iter().map(|(code, _)| code).collect();
    files.push("en".to_owned());
    assert!(known.len() > 1);
    assert_eq!(BTreeSet::from_iter(known), BTreeSet::from_iter(files));
}

#[test]
fn shipped_translations_match_english() {
    let all = messages(&english());
    for (code, text) in shipped() {
        let translation = messages(&text);
        for id in all.keys() {
            assert!(translation.contains_key(id), "{code} lacks {id}");
            let (there, here) = (asked(&all, id), asked(&translation, id));
            assert_eq!(here.variables, there.variables, "{code}: {id}");
        }
        // A message used only by other messages of the translation is fine.
        for id in translation.keys().filter(|id| !all.contains_key(*id)) {
            let is_named = translation.values().any(|it| it.messages.contains(id));
            assert!(is_named, "{code}: {id} is not in English");
        }
    }
}

/// Messages that share their text because they mean the same thing.
const ALIKE: [&[&str]; 13] = [
    &["antialiasing-off", "off", "switched-off"],
    &["room-none", "clock-none"],
    &["draw", "headline-draw", "rules-title-draws"],
    &["delete", "delete-it", "delete-them"],
    &["keep-it", "keep-them"],
    &["resume", "go-on-with-it"],
    &["play-computer", "against-computer"],
    &["step-first", "place-start"],
    &["board-page", "settings-board", "setup-board"],
    &["settings-computer", "computer"],
    &["help-pieces", "volume-pieces"],
    &["rules-title-ranks", "cut-ranks"],
    &["in-the-headset", "who-has-headset"],
];
/// Prefixes of message ids that are neither commands nor headings, or that describe one.
const TOLD: [&str; 9] = [
    "does-",
    "key-",
    "hand-",
    "part-",
    "label-",
    "lesson-",
    "tutorial-",
    "whence-",
    "caption-",
];

#[test]
fn labels_are_unique() {
    let english = ("en".to_owned(), english());
    for (code, text) in shipped().into_iter().chain([english]) {
        let mut labels: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        let lines = text.lines().filter_map(|line| line.split_once(" = "));
        for (id, words) in lines.filter(|(_, words)| !words.contains('{')) {
            let is_name = id.starts_with(|first: char| first.is_ascii_lowercase());
            if is_name && !TOLD.iter().any(|begin| id.starts_with(begin)) {
                labels.entry(words.to_lowercase()).or_default().insert(id);
            }
        }
        assert!(labels.len() > 300, "{code}: {}", labels.len());
        // Names of cells are the same on every board.
        let is_names = |id: &&str| id.ends_with("-names") || *id == "names-of-cells";
        for (words, ids) in labels.into_iter().filter(|(_, ids)| ids.len() > 1) {
            let is_alike = ALIKE
                .iter()
                .any(|all| ids.iter().all(|id| all.contains(id)));
            assert!(
                is_alike || ids.iter().all(is_names),
                "{code}: {words}: {ids:?}"
            );
        }
    }
}

// --- Pages -----------------------------------------------------------------------------

/// Derives a language from another, with text before and after each message.
fn made_of(text: &str, around: impl Fn(&Pattern<&str>) -> [&'static str; 2]) -> String {
    let mut resource = parser::parse(text).unwrap();
    for entry in &mut resource.body {
        if let Part::Message(message) = entry
            && let Some(pattern) = &mut message.value
            && message.id.name != "language-name"
        {
            let [before, after] =
                around(pattern).map(|value| PatternElement::TextElement { value });
            pattern.elements.insert(0, before);
            pattern.elements.push(after);
        }
    }
    serializer::serialize(&resource)
}

/// Derives a language with marks around every message.
fn marked(text: &str) -> String {
    made_of(text, |_| ["⟦", "⟧"])
}

/// Derives a language whose texts are 30% longer, as translations may be.
fn longer() -> String {
    const MORE: &str = " and so on and so on and so on and so on and so on and so on and so on";
    made_of(&english(), |pattern| {
        let letters = pattern.elements.iter().map(|element| match element {
            PatternElement::TextElement { value } => value.chars().count(),
            PatternElement::Placeable { .. } => 0,
        });
        let letters: usize = letters.sum();
        ["", &MORE[..(3 * letters).div_ceil(10).min(MORE.len())]]
    })
}

/// Returns the part of a text outside of marks.
fn unmarked(text: &str) -> String {
    let mut depth = 0;
    let mut outside = String::new();
    for c in text.chars() {
        if c == MARKS[0] {
            depth += 1;
        } else if c == MARKS[1] {
            depth -= 1;
        } else if depth == 0 {
            outside.push(c);
        }
    }
    assert_eq!(depth, 0, "{text}");
    outside
}

/// Returns whether a text is the same in every language. Such texts are numbers, symbols, cells,
/// moves in notation, and the names of languages and of this test's players.
fn is_notation(text: &str) -> bool {
    text.split_whitespace().all(|word| {
        ["Ann", "Bob", "English", "Deutsch"].contains(&word)
            || word.chars().count() == 1
            || word.chars().any(|c| !c.is_alphabetic())
    })
}

fn words(text: String) -> Words {
    let mut words = Words::default();
    assert_eq!(words.add("fr.ftl", text), None);
    words
}

/// Creates the game in a window and on a panel, with a language that marks its texts.
fn app(settings: Settings) -> App {
    app_with(words(marked(&english())), settings)
}

fn app_with(words: Words, settings: Settings) -> App {
    let mut app = headless::window_with(Display::Flat, settings, |app| {
        app.insert_resource(words);
    });
    add_panel(&mut app);
    app
}

/// Returns all texts on the page, and the accessible names of its controls.
fn read(app: &mut App) -> Vec<String> {
    let mut read = texts(app);
    let world = app.world_mut();
    let mut controls = world.query_filtered::<&AccessibilityNode, With<TabIndex>>();
    let labels = controls.iter(world).filter_map(|node| node.label());
    read.extend(labels.map(str::to_owned));
    read
}

/// Returns the sorted names of all nodes.
fn names(app: &mut App) -> Vec<String> {
    let world = app.world_mut();
    let mut names = world.query_filtered::<&Name, With<Node>>();
    let mut names: Vec<String> = names.iter(world).map(ToString::to_string).collect();
    names.sort();
    names
}

/// Asserts that every text on every page is marked, except for notation.
fn check_all(app: &mut App) {
    for screen in headless::all_pages() {
        open(app, screen);
        let read = read(app);
        assert!(read.iter().any(|text| text.contains(MARKS[0])));
        for text in read {
            let outside = unmarked(&text);
            assert!(is_notation(&outside), "{screen:?}: {text:?}");
        }
    }
}

fn speak(app: &mut App, language: &str) {
    let mut settings = app.world_mut().resource_mut::<Settings>();
    language.clone_into(&mut settings.language);
    for _ in 0..2 {
        app.update();
    }
}

#[test]
fn every_text_uses_the_chosen_language() {
    for variant in Variant::ALL {
        let mut app = app(Settings {
            variant,
            frame_rate: true,
            ..Settings::default()
        });
        speak(&mut app, "fr");
        check_all(&mut app);
    }
}

#[test]
fn board_names_exist_in_every_shipped_language() {
    let mut words = Words::default();
    for (code, _) in shipped() {
        assert!(words.choose(&code));
        let assert_named = |named: &str, message: &Msg| {
            let (here, english) = (words.say(message), words.english(message));
            assert_ne!(here, english, "{code}: {named}");
        };
        let key = |title: &str| title.to_lowercase().replace(' ', "-");
        for variant in Variant::ALL {
            let board = variant.board();
            for name in board.roles().iter().map(|role| role.name) {
                assert_named(name, &msg!("piece", piece = name));
                assert_named(name, &msg!("piece-title", piece = name, title = name));
            }
            for view in variant.shape().views {
                let title = view.title;
                assert_named(title, &msg!("view-title", view = key(title), title = title));
            }
            for start in board.starts() {
                let title = start.title;
                assert_named(title, &msg!("start", start = key(title), title = title));
            }
        }
    }
}

#[test]
fn game_starts_in_system_language() {
    for (preferred, chosen, headline) in [
        ("de-AT", "de", "Weiß am Zug"),
        ("en-GB", "en", "White to move"),
        ("nl-NL", "en", "White to move"),
    ] {
        let mut words = Words::default();
        words.prefer([preferred.to_owned()]);
        let mut app = app_with(words, Settings::default());
        app.update();
        assert_eq!(app.world().resource::<Words>().chosen(), chosen);
        assert!(
            read(&mut app).iter().any(|text| text == headline),
            "{preferred}"
        );
        // An explicit choice overrides the system's language.
        speak(&mut app, "en");
        assert!(read(&mut app).contains(&"White to move".to_owned()));
    }
}

/// Games in progress, and a finished one, with named players.
const GAMES: [&str; 4] = [
    "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. f3 e5 2. g4 Qh4# 0-1",
    "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ *",
    "1. e4 f5 2. exf5 g5 3. fxg6 *",
    "[TimeControl \"180+2\"]\n\n1. e4 e5 *",
];

#[test]
fn game_texts_use_the_chosen_language() {
    let mut app = app(headless::set(|it| it.captions = true));
    speak(&mut app, "fr");
    let entry = |result: &str| Entry {
        file: "game-1.pgn".to_owned(),
        date: "2026.11.22".to_owned(),
        board: "chess".to_owned(),
        names: Names {
            white: "Ann".to_owned(),
            black: "Bob".to_owned(),
            ..Names::default()
        },
        result: result.to_owned(),
        plies: 3,
        ..Entry::default()
    };
    for (pgn, computers) in GAMES.into_iter().zip([0, 0, 1, 2].into_iter().cycle()) {
        let record = Variant::Chess.board().read_pgn(pgn).unwrap();
        app.world_mut().write_message(GameRequest::Load(record));
        let games = ["1-0", "1/2-1/2", "0-1", "*"].map(entry).into();
        *app.world_mut().resource_mut::<Library>() = Library {
            games: Arc::new(games),
            played: None,
            is_listed: true,
            progress: None,
        };
        let mut saved = app.world_mut().resource_mut::<SavedView>();
        saved.choose(&entry("*"));
        saved.asks_to_delete = computers == 1;
        app.update();
        let mut computer = app.world_mut().resource_mut::<Computer>();
        computer.white.computer = computers == 2;
        computer.black.computer = computers > 0;
        app.world_mut().write_message(Notice(msg!("auto-turn-off")));
        check_all(&mut app);
    }
}

#[test]
fn longer_texts_fit_the_window() {
    let settings = headless::set(|it| it.language = "fr".to_owned());
    let mut app = headless::window_with(Display::Flat, settings, |app| {
        headless::lay_out(app);
        headless::resize(app, 1280, 800);
        app.insert_resource(words(longer()));
    });
    assert_eq!(app.world().resource::<Words>().chosen(), "fr");
    for screen in headless::all_pages() {
        open(&mut app, screen);
        let world = app.world_mut();
        let mut texts =
            world.query_filtered::<(&Text, &ComputedNode, &UiGlobalTransform, &ChildOf), ()>();
        let mut nodes = world.query::<(&ComputedNode, &UiGlobalTransform)>();
        let across = |node: &ComputedNode, at: &UiGlobalTransform| {
            let (middle, half) = (at.translation.x, node.size().x / 2.0);
            (middle - half, middle + half)
        };
        let mut seen = 0;
        for (text, node, at, parent) in texts.iter(world) {
            if node.size().x == 0.0 || text.0.is_empty() {
                continue;
            }
            seen += 1;
            let (left, right) = across(node, at);
            assert!(
                left >= -1.0 && right <= 1281.0,
                "{screen:?}: {:?} is at {left} to {right}",
                text.0
            );
            let Ok((around, at)) = nodes.get(world, parent.parent()) else {
                continue;
            };
            let (from, to) = across(around, at);
            assert!(
                left >= from - 1.0 && right <= to + 1.0,
                "{screen:?}: {:?} is at {left} to {right} in {from} to {to}",
                text.0
            );
        }
        assert!(seen > 2, "{screen:?}");
    }
}

#[test]
fn changing_language_updates_texts_but_not_control_names() {
    let mut app = app(Settings::default());
    for screen in headless::all_pages() {
        speak(&mut app, "en");
        open(&mut app, screen);
        let (texts, named) = (read(&mut app), names(&mut app));
        assert!(texts.iter().all(|text| !text.contains(MARKS)), "{screen:?}");
        speak(&mut app, "fr");
        assert_eq!(names(&mut app), named, "{screen:?}");
        assert!(read(&mut app).iter().any(|text| text.contains(MARKS)));
        speak(&mut app, "en");
        assert_eq!(read(&mut app).len(), texts.len(), "{screen:?}");
        assert!(read(&mut app).iter().all(|text| !text.contains(MARKS)));
    }
    // An unavailable language is not lost from the settings.
    speak(&mut app, "nl");
    assert!(read(&mut app).iter().all(|text| !text.contains(MARKS)));
    assert_eq!(app.world().resource::<Settings>().language, "nl");
}
