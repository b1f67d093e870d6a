//! Tests with missing or damaged resources: the game reports them and loses nothing.

use std::fs;
use std::process::Command;
use std::time::Duration;

use crate::driver::{Driver, OTHER_START, bare_place};
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
fn missing_sound_device_is_logged_once_and_used_when_it_appears() {
    let Some(place) = bare_place("the test of mute", "mute") else {
        return;
    };
    let dir = tempfile::tempdir().unwrap();
    let config = dir.path().join("asound.conf");
    for mute in [false, true] {
        let name = ["sound", "mute"][usize::from(mute)];
        let mut player = Driver::launch(&place, name, |command| {
            // Hides any sound device of this machine.
            command.env("ALSA_CONFIG_PATH", &config);
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
        let warnings = player.game.log().matches("No sound").count();
        assert_eq!(warnings, usize::from(!mute), "{}", player.game.log());
        player.press_button("undo");
        player.wait_for_moves(&[]);
        if !mute {
            // ALSA's silent device, which every machine has.
            fs::write(&config, "pcm.!default { type null }\n").unwrap();
            let patience = Driver::PATIENCE;
            player.game.wait_for_log("Sound plays again", patience);
            fs::remove_file(&config).unwrap();
        }
    }
}

/// A game file with a syntax error.
const DAMAGED: &str = "[Event \"x\"]\n\n1. a4g1 zz9 *\n";

/// Runs the game with arguments that it must refuse, and returns its standard error.
fn refusal(arguments: &[&str]) -> String {
    let mut command = game::without_headset();
    let home = Home::new();
    home.attach(&mut command);
    // The game must refuse before it opens a window.
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let output = command.args(arguments).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    message
}

#[test]
fn unusable_arguments_are_reported_without_a_window() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("damaged.pgn");
    fs::write(&file, DAMAGED).unwrap();
    let message = refusal(&["--flat", "--load", file.to_str().unwrap()]);
    for part in ["icochess: ", "damaged.pgn", "line 3", "expected"] {
        assert!(message.contains(part), "no {part}: {message}");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), DAMAGED);
    let missing = refusal(&["--flat", "--load", "/no/such/file.pgn"]);
    assert!(missing.contains("/no/such/file.pgn"), "{missing}");
    let both = refusal(&["--flat", "--vr"]);
    assert!(both.contains("--flat") && both.contains("--vr"), "{both}");
    // The OpenXR loader also prints lines; the game's is a single line that says what to do.
    let message = refusal(&["--vr"]);
    let [ours] = our_lines(&message)[..] else {
        panic!("{message}");
    };
    assert!(ours.contains("no headset"), "{message}");
    let has_advice = ["install", "unset"].iter().any(|word| ours.contains(word));
    assert!(has_advice, "{message}");
}

/// Returns the game's own lines, without output of the loader or the window system.
fn our_lines(message: &str) -> Vec<&str> {
    let lines = message.lines();
    lines
        .filter(|line| line.starts_with("icochess: "))
        .collect()
}

#[test]
fn damaged_save_is_reported_and_kept() {
    let Some(place) = bare_place("the test of a damaged save", "damaged") else {
        return;
    };
    fs::write(place.data().join("current.pgn"), DAMAGED).unwrap();
    let mut player = Driver::start(&place, "damaged");
    player.wait_for_moves(&[]);
    let log = player.game.log();
    assert!(
        log.contains("Couldn't read the saved game") && log.contains("line 3"),
        "{log}"
    );
    let kept = place.data().join("damaged-current-1.pgn");
    assert_eq!(fs::read_to_string(&kept).unwrap(), DAMAGED);
    // The damaged copy stays when the next game is saved.
    player.select("a4");
    player.click(Button::Right, "g1");
    player.wait_for_moves(&["a4g1"]);
    player.wait_for_saved(place.data(), "");
    assert_eq!(fs::read_to_string(&kept).unwrap(), DAMAGED);
}

/// Returns a command for the game with its own folder and screen, for tests without a [`Driver`].
pub fn command(place: &Place) -> Command {
    let mut command = game::without_headset();
    place.home.attach(&mut command);
    place.screen.attach(&mut command);
    command.arg("--flat").arg("--data-dir").arg(place.data());
    command
}

/// Starts the game and waits until it answers.
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

/// Checks that texts with all of `parts` are shown.
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
fn second_instance_warns_that_it_does_not_save() {
    let Some(place) = bare_place("the test of two games", "second") else {
        return;
    };
    let saved = "[Variant \"Icochess\"]\n\n1. a4g1 *\n";
    let current = place.data().join("current.pgn");
    fs::write(&current, saved).unwrap();
    let (first, _) = started(command(&place), "window-first");
    // The second instance starts a new game; the first one's save is untouched.
    let mut second = command(&place);
    second.args(["--position", OTHER_START]);
    let (second, inspector) = started(second, "window-second");
    inspector.wait_until("the notice", Driver::PATIENCE, |it| {
        shows(it, &["Couldn't save", "another Icochess uses"])
    });
    assert!(
        second.log().contains("another Icochess uses"),
        "{}",
        second.log()
    );
    assert_eq!(fs::read_to_string(&current).unwrap(), saved);
    drop((second, first));
    // A killed program leaves no lock.
    let (third, inspector) = started(command(&place), "window-third");
    inspector.wait_until("the saved game", Driver::PATIENCE, |it| {
        shows(it, &["Welcome back"])
    });
    assert!(!third.log().contains("another Icochess"), "{}", third.log());
}

#[test]
fn missing_graphics_driver_gives_one_line() {
    let Some(place) = bare_place("the test without a driver", "driver") else {
        return;
    };
    let mut command = command(&place);
    command.env("VK_DRIVER_FILES", "/nonexistent");
    let output = command.output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    // The window system also prints warnings.
    let [ours] = our_lines(&message)[..] else {
        panic!("{message}");
    };
    assert!(
        ours.contains("Vulkan driver") && !message.contains("mistake in Icochess"),
        "{message}"
    );
}

#[test]
fn window_wider_than_largest_texture_does_not_crash() {
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
        // Maximum texture size that every card must support, in pixels.
        Ok(width.filter(|it| *it >= 16_384))
    });
    let ended = game.wait_for_exit(Duration::from_secs(5));
    assert_eq!(ended, None, "{}", game.log());
}

#[test]
fn warnings_are_shown_even_if_stderr_fails() {
    let Some(place) = bare_place("the test of a full standard error", "full") else {
        return;
    };
    let settings = "(\n    volume: loud,\n    theme: Dark,\n)\n";
    place.set(settings);
    fs::write(place.data().join("current.pgn"), DAMAGED).unwrap();
    // As in a shell: `icochess 2>/dev/full`.
    let command = process::inside(
        &command(&place),
        &["sh", "-c", "exec \"$0\" \"$@\" 2>/dev/full"],
    );
    let (_game, inspector) = started(command, "window-full");
    for parts in [
        ["settings.ron, line 2", "volume is loud"],
        ["the saved game", "line 3"],
    ] {
        inspector.wait_until("the notice", Driver::PATIENCE, |it| shows(it, &parts));
    }
    let kept = place.data().join("damaged-current-1.pgn");
    assert!(kept.exists());
}
