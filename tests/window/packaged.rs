//! Tests of the packaged game, without `--inspect`: they see only the window, the log and the
//! files. `scripts/try-packages` runs them on the packages.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use crate::driver::{Driver, OTHER_START, bare_place};
use crate::support::game;
use crate::support::place::Place;
use crate::support::plays::Plays;
use crate::support::process::Process;
use crate::support::wait_for;
use crate::support::xvfb::Button;
use crate::trouble::command;

/// Pause after each input. A frame takes up to half a second.
const PAUSE: Duration = Duration::from_secs(1);
/// Pixels of the squares F2 and F3 of 8×8 chess at the start.
const F2_F3: [(i32, i32); 2] = [(430, 256), (430, 230)];
/// Number of focus steps backwards from the menu's first button to the headset button.
const BACK_TO_HEADSET: usize = 6;

/// Starts the game in a window that fills the screen, and waits for its first frame.
fn start(place: &Place, name: &str, args: &[&str]) -> Process {
    let mut command = command(place);
    command.args(args).env("RUST_LOG", "icochess=debug");
    let mut game = game::start(command, &format!("window-{name}"));
    game.wait_for_log("first frame shown", Driver::PATIENCE);
    take_keyboard(place, &game);
    game
}

fn take_keyboard(place: &Place, game: &Process) {
    let window = place.screen.wait_for_window("^Icochess$", Driver::PATIENCE);
    let window = window.unwrap_or_else(|| panic!("no window; the log:\n{}", game.log()));
    place.screen.resize(window, place.size.0, place.size.1);
    place.screen.focus(window);
    sleep(PAUSE);
}

/// Waits until the saved game contains `part`.
fn wait_for_saved(place: &Place, part: &str, game: &Process) {
    let path = place.data().join("current.pgn");
    let saved = || fs::read_to_string(&path).unwrap_or_default();
    let is_there = wait_for(Driver::PATIENCE, || saved().contains(part).then_some(()));
    assert!(
        is_there.is_some(),
        "no {part} in {}; {}",
        saved(),
        game.log()
    );
}

/// Opens the move field, which stays open.
fn open_field(place: &Place) {
    place.screen.key("slash");
    sleep(PAUSE);
}

/// Types a move in UCI text, and waits until the saved game contains `part`.
fn type_move(place: &Place, mv: &str, part: &str, game: &Process) {
    for key in mv.chars() {
        place.screen.key(&key.to_string());
    }
    sleep(PAUSE);
    place.screen.key("Return");
    wait_for_saved(place, part, game);
}

#[test]
fn game_is_played_to_mate_across_a_kill() {
    let Some(place) = bare_place("the game from outside", "outside") else {
        return;
    };
    let game = start(&place, "outside", &["--variant", "chess"]);
    for (x, y) in F2_F3 {
        place.screen.move_to(x, y);
        sleep(PAUSE);
        place.screen.click(Button::Left);
        sleep(PAUSE);
    }
    wait_for_saved(&place, "1. f3 *", &game);
    open_field(&place);
    type_move(&place, "e7e5", "1. f3 e5 *", &game);
    drop(game);
    let game = start(&place, "outside-again", &["--resume"]);
    open_field(&place);
    type_move(&place, "g2g4", "2. g4 *", &game);
    type_move(&place, "d8h4", "2. g4 Qh4# 0-1", &game);
}

#[test]
fn second_game_leaves_the_saved_one_alone() {
    let Some(place) = bare_place("two games from outside", "outside-two") else {
        return;
    };
    let saved = "[Variant \"Icochess\"]\n\n1. a4g1 *\n";
    let current = place.data().join("current.pgn");
    fs::write(&current, saved).unwrap();
    let first = start(&place, "outside-first", &[]);
    let args = ["--position", OTHER_START];
    let second = start(&place, "outside-second", &args);
    let log = second.log();
    assert!(log.contains("another Icochess uses"), "{log}");
    assert_eq!(fs::read_to_string(&current).unwrap(), saved);
    drop((second, first));
    // A killed program leaves no lock.
    let log = start(&place, "outside-third", &[]).log();
    assert!(!log.contains("another Icochess"), "{log}");
}

#[test]
fn missing_headset_leaves_the_game_in_the_window() {
    let Some(place) = bare_place("the test of a missing headset", "missing") else {
        return;
    };
    let mut game = start(&place, "missing", &["--variant", "chess"]);
    open_field(&place);
    type_move(&place, "f2f3", "1. f3 *", &game);
    let back = ["shift+Tab"; BACK_TO_HEADSET];
    for key in ["Escape", "Escape"].iter().chain(&back).chain(&["Return"]) {
        place.screen.key(key);
        sleep(PAUSE);
    }
    game.wait_for_log("No headset found", Driver::PATIENCE);
    place.screen.key("Escape");
    sleep(PAUSE);
    open_field(&place);
    type_move(&place, "e7e5", "1. f3 e5 *", &game);
}
