//! A full disk: the game warns, loses nothing, and saves again once there is space.
//!
//! The test runs itself on a private file system of 64 KiB. Linux needs `unshare` and `mount`
//! (util-linux) and the permission to use them.
use std::env;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::Command as Program;

use icochess::game::Boards;
use icochess::save::{Unsaved, store};
use icochess::ui::commands::command::{Command, CommandRequested};

use crate::runnable::runnable;
use crate::table::{NOTICE, Table};

/// Environment variable with the path of the small disk.
const DISK: &str = "ICOCHESS_SMALL_DISK";

#[test]
fn a_full_disk_is_told_and_costs_nothing() {
    match env::var_os(DISK) {
        Some(disk) => play_on(Path::new(&disk)),
        None => run_again("full_disk::a_full_disk_is_told_and_costs_nothing"),
    }
}

/// Returns the option for a private mount namespace: unprivileged where the system allows it,
/// otherwise for root.
fn view() -> Result<&'static str, String> {
    let works = |how: &&&str| {
        let tried = Program::new("unshare").args([how, "true"]).output();
        tried.is_ok_and(|it| it.status.success())
    };
    let found = ["-rm", "-m"].iter().find(works);
    found
        .copied()
        .ok_or("unshare (util-linux) makes no view of its own of the disks".into())
}

/// Reruns the test called `test` with a small disk.
fn run_again(test: &str) {
    let Some(view) = runnable("a full disk", view()) else {
        return;
    };
    let disk = tempfile::tempdir().expect("no temporary folder");
    let mount = "mount -t tmpfs -o size=64k tmpfs \"$0\" && exec \"$@\"";
    let output = Program::new("unshare")
        .args([view, "sh", "-c", mount])
        .arg(disk.path())
        .arg(env::current_exe().expect("this program"))
        .args(["--exact", test, "--nocapture"])
        .env(DISK, disk.path())
        .output()
        .expect("unshare runs");
    let log = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(output.status.success(), "{log}");
    assert!(log.contains("1 passed"), "{log}");
}

/// Fills the disk to its last byte.
fn fill(file: &Path) {
    let mut file = File::create(file).expect("a file");
    let error = loop {
        if let Err(error) = file.write_all(&[1; 1024]) {
            break error;
        }
    };
    assert_eq!(error.kind(), ErrorKind::StorageFull, "{error}");
}

/// Returns the number of plies in a saved game.
fn plies(file: &Path) -> usize {
    let game = store::read_game_file(file, Boards::default().by_likelihood());
    game.expect("a game").ply()
}

fn play_on(disk: &Path) {
    let data = disk.join("data");
    let (filler, current) = (disk.join("filler"), data.join("current.pgn"));
    let mut table = Table::saving(&data);
    let line = table.notice_line();
    table.play(&["e1e3", "m1m3"]);
    table.saved();
    assert_eq!(plies(&current), 2);

    fill(&filler);
    for (mv, count) in [("e3e1", 3), ("m3m1", 4)] {
        table.play(&[mv]);
        table.send(CommandRequested(Command::TileNames));
        table.frames(1);
        table.saved();
        let text = table.words(line);
        for part in ["Couldn't save", "there is no more room in", "make some"] {
            assert!(text.contains(part), "no {part}: {text}");
        }
        // The saved file is intact, and the game continues.
        assert_eq!((plies(&current), table.played().len()), (2, count));
    }
    // A new game doesn't replace an unsaved one.
    table.press(Command::Begin);
    table.press(Command::Confirm);
    table.play(&["b1n4"]);
    table.saved();
    assert!(table.get::<Unsaved>().why().is_some());
    let kept = data.join("games/game-1.pgn");
    let at = if kept.exists() { &kept } else { &current };
    assert_eq!(plies(at), 2);

    // All notices have been shown.
    table.pass(4.0 * NOTICE);
    fs::remove_file(&filler).expect("the filler goes");
    table.play(&["o1b3"]);
    table.saved();
    assert_eq!(table.words(line), "Your game is saved again.");
    assert_eq!((plies(&current), plies(&kept)), (2, 4));
    assert_eq!(*table.get::<Unsaved>(), Unsaved::default());
    let settings = fs::read_to_string(data.join("settings.ron")).expect("the settings");
    assert!(settings.contains("tile_names: false"), "{settings}");
    // No partial files remain.
    let mut left: Vec<_> = fs::read_dir(&data)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    left.sort();
    assert_eq!(left, ["current.pgn", "games", "lock", "settings.ron"]);
}
