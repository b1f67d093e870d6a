//! Trouble: what is missing or damaged is told, and nothing is lost by it.

use std::fs;
use std::process::Command;
use std::time::Duration;

use crate::driver::{Driver, OTHER_START, bare_place, place};
use crate::support::free_port;
use crate::support::game::{self, Home};
use crate::support::inspect::Inspector;
use crate::support::mouse::NODE_SCREEN;
use crate::support::place::Place;
use crate::support::plays::{MATCH, Plays, TEXT};
use crate::support::process::{self, Process};
use crate::support::scene::NAME;
use crate::support::turns::Turn;
use crate::support::xvfb::Button;

#[test]
fn without_a_sound_device_it_is_said_once_and_with_mute_none_is_opened() {
    let Some(place) = bare_place("the test of mute", "mute") else {
        return;
    };
    for mute in [false, true] {
        let name = ["sound", "mute"][usize::from(mute)];
        let mut player = Driver::launch(&place, name, |command| {
            // No device, whatever the machine has.
            command.env("ALSA_CONFIG_PATH", "/no/asound.conf");
            if mute {
                command.arg("--mute");
            }
        });
        if !mute {
            player.game.wait_for_log("No sound", Driver::PATIENCE);
        }
        player.select("a4");
        player.click(Button::Left, "g1");
        player.wait_for_moves(&["a4g1"]);
        let told = player.game.log().matches("No sound").count();
        assert_eq!(told, usize::from(!mute), "{}", player.game.log());
        player.press_button("undo");
        player.wait_for_moves(&[]);
    }
}

/// A game that cannot be read.
const DAMAGED: &str = "[Event \"x\"]\n\n1. a4g1 zz9 *\n";

/// The words of a game that does not begin, with these arguments.
fn refusal(arguments: &[&str]) -> String {
    let mut command = game::without_headset();
    let home = Home::new();
    home.attach(&mut command);
    // No window is opened for any of these.
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let output = command.args(arguments).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
    told
}

#[test]
fn what_cannot_be_used_is_told_and_no_window_opens() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("damaged.pgn");
    fs::write(&file, DAMAGED).unwrap();
    let told = refusal(&["--flat", "--load", file.to_str().unwrap()]);
    for part in ["icochess: ", "damaged.pgn", "line 3", "expected"] {
        assert!(told.contains(part), "no {part}: {told}");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), DAMAGED);
    let missing = refusal(&["--flat", "--load", "/no/such/file.pgn"]);
    assert!(missing.contains("/no/such/file.pgn"), "{missing}");
    let both = refusal(&["--flat", "--vr"]);
    assert!(both.contains("--flat") && both.contains("--vr"), "{both}");
    // The loader has lines of its own; ours is one, and says what to do.
    let told = refusal(&["--vr"]);
    let [ours] = our_lines(&told)[..] else {
        panic!("{told}");
    };
    assert!(ours.contains("no headset"), "{told}");
    let what_to_do = ["install", "unset"].iter().any(|word| ours.contains(word));
    assert!(what_to_do, "{told}");
}

/// The lines that are not the loader's or the window system's.
fn our_lines(told: &str) -> Vec<&str> {
    let lines = told.lines();
    lines
        .filter(|line| line.starts_with("icochess: "))
        .collect()
}

#[test]
fn a_saved_game_that_is_damaged_is_told_and_kept() {
    let Some(place) = bare_place("the test of a damaged save", "damaged") else {
        return;
    };
    fs::write(place.data().join("current.pgn"), DAMAGED).unwrap();
    let mut player = Driver::start(&place, "damaged");
    player.wait_for_moves(&[]);
    let told = player.game.log();
    assert!(
        told.contains("The saved game cannot be read") && told.contains("line 3"),
        "{told}"
    );
    let kept = place.data().join("damaged-current-1.pgn");
    assert_eq!(fs::read_to_string(&kept).unwrap(), DAMAGED);
    // It stays so when the next game is saved.
    player.select("a4");
    player.click(Button::Right, "g1");
    player.wait_for_moves(&["a4g1"]);
    player.wait_for_saved(place.data(), "");
    assert_eq!(fs::read_to_string(&kept).unwrap(), DAMAGED);
}

/// The game with its own folder and screen, as no [`Driver`] starts it.
pub fn command(place: &Place) -> Command {
    let mut command = game::without_headset();
    place.home.attach(&mut command);
    place.screen.attach(&mut command);
    command.arg("--flat").arg("--data-dir").arg(place.data());
    command
}

/// Starts it and waits until it answers.
fn started(mut command: Command, name: &str) -> (Process, Inspector) {
    let port = free_port();
    command.arg(format!("--inspect={port}"));
    let game = game::start(command, name);
    let inspector = Inspector::new(port);
    inspector.wait_until("the game", Driver::PATIENCE, |it| {
        it.resource(MATCH).map(Some)
    });
    (game, inspector)
}

/// Are there texts with these parts?
fn shows(inspector: &Inspector, parts: &[&str]) -> Result<Option<()>, String> {
    let texts: Vec<String> = inspector
        .query(&[TEXT], &[])?
        .iter()
        .filter_map(|row| row.components[TEXT].as_str().map(str::to_owned))
        .collect();
    let is_there = |part: &&str| texts.iter().any(|text| text.contains(*part));
    Ok(parts.iter().all(is_there).then_some(()))
}

#[test]
fn a_second_game_says_that_it_is_not_saved() {
    let Some(place) = place("the test of two games", "second") else {
        return;
    };
    let saved = "[Variant \"Icochess\"]\n\n1. a4g1 *\n";
    let current = place.data().join("current.pgn");
    fs::write(&current, saved).unwrap();
    let (first, _) = started(command(&place), "window-first");
    // The second one starts a new game; the first one's stays on disk.
    let mut second = command(&place);
    second.args(["--position", OTHER_START]);
    let (second, inspector) = started(second, "window-second");
    inspector.wait_until("the notice", Driver::PATIENCE, |it| {
        shows(it, &["The game is not saved", "another Icochess uses"])
    });
    assert!(
        second.log().contains("another Icochess uses"),
        "{}",
        second.log()
    );
    assert_eq!(fs::read_to_string(&current).unwrap(), saved);
    drop((second, first));
    // The lock of a program that was killed is no lock.
    let (third, inspector) = started(command(&place), "window-third");
    inspector.wait_until("the saved game", Driver::PATIENCE, |it| {
        shows(it, &["Your last game continues"])
    });
    assert!(!third.log().contains("another Icochess"), "{}", third.log());
}

#[test]
fn without_a_graphics_driver_one_sentence_says_so() {
    let Some(place) = place("the test without a driver", "driver") else {
        return;
    };
    let mut command = command(&place);
    command.env("VK_DRIVER_FILES", "/nonexistent");
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{told}");
    // The window system has warnings of its own.
    let [ours] = our_lines(&told)[..] else {
        panic!("{told}");
    };
    assert!(
        ours.contains("Vulkan driver") && !told.contains("mistake in Icochess"),
        "{told}"
    );
}

#[test]
fn window_wider_than_the_card_can_draw_does_not_end_the_game() {
    let wide = (17_000, 200);
    let what = "the test of a wide window";
    let Some(place) = Place::new(what, "window-wide", wide, Turn::beside()) else {
        return;
    };
    let (mut game, inspector) = started(command(&place), "window-wide");
    let window = place.screen.wait_for_window("^Icochess$", Driver::PATIENCE);
    place
        .screen
        .resize(window.expect("a window"), wide.0, wide.1);
    inspector.wait_until("the wide window", Driver::PATIENCE, |it| {
        let rows = it.query(&[NAME, NODE_SCREEN], &[])?;
        let mut screens = rows.iter().map(|row| &row.components);
        let screen = screens.find(|it| it[NAME] == "interface");
        let width = screen.and_then(|it| it[NODE_SCREEN]["physical_size"][0].as_u64());
        // As many pixels as a texture of the least card may have.
        Ok(width.filter(|it| *it >= 16_384))
    });
    let ended = game.wait_for_exit(Duration::from_secs(5));
    assert_eq!(ended, None, "{}", game.log());
}

#[test]
fn what_nobody_hears_is_shown_all_the_same() {
    let Some(place) = place("the test of a full standard error", "full") else {
        return;
    };
    let settings = "(\n    volume: loud,\n    theme: Dark,\n)\n";
    place.set(settings);
    fs::write(place.data().join("current.pgn"), DAMAGED).unwrap();
    // As a shell does it: `icochess 2>/dev/full`.
    let command = process::inside(
        &command(&place),
        &["sh", "-c", "exec \"$0\" \"$@\" 2>/dev/full"],
    );
    let (_game, inspector) = started(command, "window-full");
    for parts in [
        ["settings.ron, line 2", "volume is loud"],
        ["The saved game", "line 3"],
    ] {
        inspector.wait_until("the notice", Driver::PATIENCE, |it| shows(it, &parts));
    }
    let kept = place.data().join("damaged-current-1.pgn");
    assert!(kept.exists());
}
