//! Tests with data folders of earlier versions, some of them unusual or damaged. Each must still
//! load as before and lose nothing. `tests/folders` contains each folder with a text file of the
//! expected result.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bevy::tasks::block_on;

use super::folder::Folder;
use crate::entries;
use crate::player_files::PlayerFiles;
use crate::settings::Settings;
use crate::store::Store;
use icochess_base::platform::fs;
use icochess_boards::Variant;
use icochess_play::game::Boards;

const LIMIT: Duration = Duration::from_secs(10);

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/folders")
}

/// Copies a folder, preserving symbolic links.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            copy(&from, &to);
        } else if kind.is_symlink() {
            #[cfg(unix)]
            std::os::unix::fs::symlink(fs::read_link(&from).unwrap(), &to).unwrap();
        } else {
            fs::copy(&from, &to).unwrap();
        }
    }
}

/// Returns the settings that differ from the defaults, without the machine's number of cores.
fn others<'a>(text: &'a str, default: &str) -> impl Iterator<Item = &'a str> {
    let is_other = move |line: &&str| {
        !line.trim().starts_with("cores: ") && !default.lines().any(|it| it == *line)
    };
    text.lines().filter(is_other)
}

/// Lists all files below a folder, sorted.
fn files(dir: &Path, below: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let name = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.file_type().unwrap().is_dir() {
            files(&entry.path(), &format!("{name}/"), found);
        } else if !["lock", "games/index.ron"].contains(&name.as_str()) {
            found.push(name);
        }
    }
    found.sort();
}

/// Describes the content of a data folder, and the files after a changed setting and a new game.
fn describe(dir: &Path) -> String {
    let boards = Boards::default();
    let mut report = String::new();
    let mut say = |line: &str| writeln!(report, "{}", line.trim_end()).unwrap();
    let default = entries::to_text(&Settings::default(), &entries::Unknown::default());
    let store = Store::open(Some(dir)).unwrap();
    say("== settings");
    let mut settings = Settings::default();
    match store.read_settings() {
        Ok((read, problems)) => {
            settings = read;
            let text = entries::to_text(&settings, &entries::Unknown::default());
            others(&text, &default).for_each(&mut say);
            problems.iter().for_each(|problem| say(problem));
        }
        Err(damaged) => say(&store.set_aside(damaged).to_string()),
    }
    say("== players");
    let players = PlayerFiles::new(dir).read();
    for player in &players.players {
        let text = entries::to_text(player, &entries::Unknown::default());
        let own = text.lines().filter(|line| line.contains(": "));
        let is_empty = |line: &str| line.ends_with(": None,") || line.ends_with(": {},");
        own.filter(|line| !is_empty(line)).for_each(&mut say);
    }
    players.problems.iter().for_each(|problem| say(problem));
    say("== the game");
    match store.read_game(&boards) {
        Ok(None) => {}
        Ok(Some(game)) => game.to_pgn().lines().for_each(&mut say),
        Err(damaged) => say(&store.set_aside(damaged).to_string()),
    }
    say("== saved games");
    let mut folder = Folder::new(Arc::clone(store.data_dir()), boards);
    match block_on(folder.list(&mut |_| true)) {
        Ok(games) => {
            for game in games {
                let names = &game.names;
                let of = [
                    &game.file,
                    &game.date,
                    &game.board,
                    &names.event,
                    &names.white,
                    &names.black,
                    &game.result,
                ];
                let of = of.map(String::as_str).join(" | ");
                let problem = game.problem.unwrap_or_default();
                say(&format!("{of} | {} plies | {problem}", game.plies));
            }
        }
        Err(problem) => say(&problem.to_string()),
    }
    settings.tile_names ^= true;
    store.write_settings(settings);
    let mut game = Variant::Icochess.board().new_game();
    let mv = game.position().parse_uci("a4g1").unwrap();
    game.make_mut().play(mv).unwrap();
    store.write_game(game, true);
    assert!(store.queue().flush(LIMIT));
    say("== settings that are written");
    let written = fs::read_to_string(dir.join("settings.ron")).unwrap_or_default();
    others(&written, &default).for_each(&mut say);
    say("== files");
    let mut found = Vec::new();
    files(dir, "", &mut found);
    found.iter().for_each(|file| say(file));
    report.replace(&dir.display().to_string(), "FOLDER")
}

#[test]
fn folders_load_as_they_did_and_lose_nothing() {
    let mut count = 0;
    for entry in fs::read_dir(data()).unwrap() {
        let folder = entry.unwrap().path();
        if !folder.is_dir() {
            continue;
        }
        let dir = tempfile::tempdir().unwrap();
        copy(&folder, dir.path());
        let expected = fs::read_to_string(folder.with_extension("txt")).unwrap_or_default();
        let report = describe(dir.path());
        let name = folder.display();
        assert_eq!(report, expected, "{name}:\n{report}");
        count += 1;
    }
    assert!(count >= 30, "{count} folders");
}
