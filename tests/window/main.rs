//! The real game in a window, played with a driven mouse and keyboard.
//!
//! Without a graphics card a frame takes up to a second, so nothing here counts
//! on time: what was done is seen in the game's state before the next is done.
//! The remote protocol answers at the end of a frame.
#![cfg(feature = "app")]

#[path = "../support/mod.rs"]
mod support;

mod chess;
mod clock;
mod hot_seat;
mod player;
mod space;
mod typing;

use std::fs;
use std::process::Command;

use bevy::math::{Vec2, Vec3, Vec3A};
use player::*;
use support::game::{self, Home};
use support::inspect::Inspector;
use support::process::Process;
use support::turns::turn;
use support::xvfb::{self, Button, Xvfb};
use support::{free_port, runnable};

#[test]
fn a_game_is_played_to_checkmate_with_the_mouse() {
    let Some(()) = runnable("the window test", xvfb::available()) else {
        return;
    };
    let _turn = turn();
    let screen = Xvfb::start("window-screen", SIZE.x as u32, SIZE.y as u32);
    let home = Home::new();
    let data = tempfile::tempdir().unwrap();
    let mut player = Player::start(&screen, &home, data.path(), "window-game");
    assert_eq!(player.state()["turn"], "White");
    player.picture("start");

    player.select("b1");
    player.picture("selected");
    player.click(Button::Right, "n4");
    player.wait_for_moves(&["b1n4"]);
    player.wait_for_pointing("selected", None);
    // Black at home in front, without a drag.
    screen.key("Home");
    player.wait("Black's home to come to the front", |p| {
        (p.scene().seen("o1").z > 0.8).then_some(())
    });
    player.select("o1");
    player.click(Button::Right, "b3");
    player.wait_for_moves(&["b1n4", "o1b3"]);
    assert_eq!(player.state()["outcome"], "ongoing");
    player.wait_for_shown("announcement", false);
    player.select("b2");
    player.click(Button::Right, "o3");
    player.wait_for_moves(&["b1n4", "o1b3", "b2o3"]);

    let state = player.state();
    assert_eq!(state["outcome"], "checkmate", "{state}");
    player.wait_for_shown("announcement", true);
    player.wait_for_text("White wins");
    player.wait_for_text("Checkmate by");
    player.picture("end");
    let file = data.path().join("current.pgn");
    let text = player.wait("the save file to show the game", |_| {
        let text = fs::read_to_string(&file).ok()?;
        text.contains("[Result \"1-0\"]").then_some(text)
    });
    let moves = text.lines().filter(|line| !line.starts_with('['));
    let moves = moves.collect::<Vec<_>>().join(" ");
    assert!(moves.trim_end().ends_with("1-0"), "{text}");
    for part in ["1.", "2.", "n4", "b3", "o3", "#"] {
        assert!(moves.contains(part), "no {part} in {moves}");
    }
}

#[test]
fn every_control_does_what_the_help_says_and_the_game_can_be_resumed() {
    let Some(()) = runnable("the test of the controls", xvfb::available()) else {
        return;
    };
    let _turn = turn();
    let screen = Xvfb::start("window-controls-screen", SIZE.x as u32, SIZE.y as u32);
    let home = Home::new();
    let data = tempfile::tempdir().unwrap();
    let mut player = Player::start(&screen, &home, data.path(), "window-controls");

    // Empty space deselects, and a right click that is no legal move leaves all
    // as it was.
    player.select("a4");
    let before = player.state();
    player.click(Button::Right, "b1");
    player.wait_for_text("does not go to B1");
    assert_eq!(player.state(), before);
    assert_eq!(player.pointing("selected").as_deref(), Some("a4"));
    player.move_to(SIZE * Vec2::new(0.05, 0.6));
    player.wait_for_pointing("hovered", None);
    screen.click(Button::Left);
    player.wait_for_pointing("selected", None);

    // A move, taken back and played again.
    player.select("a4");
    player.click(Button::Right, "g1");
    player.wait_for_moves(&["a4g1"]);
    player.hold("ctrl+z", |p| p.wait_for_moves(&[]));
    assert_eq!(player.state()["undone"], 1);
    player.hold("ctrl+y", |p| p.wait_for_moves(&["a4g1"]));

    // A new game is asked for, and can be left at that.
    player.hold("ctrl+n", |p| p.wait_for_shown("new game", true));
    player.press_button("start");
    player.wait_for_text("Leave this game for a new one?");
    player.picture("question");
    player.press_button("keep playing");
    player.wait_for_shown("new game", true);
    assert_eq!(player.moves(), ["a4g1"]);
    player.press_button("start");
    player.press_button("start new game");
    player.wait_for_moves(&[]);
    player.wait_for_shown("new game", false);
    player.select("a4");
    player.click(Button::Right, "g1");
    player.wait_for_moves(&["a4g1"]);

    // The frames a second are shown when asked for.
    for shown in [true, false] {
        player.wait_for_shown("frame rate", !shown);
        screen.key("F3");
        player.wait_for_shown("frame rate", shown);
        player.wait_for_setting(data.path(), &format!("frame_rate: {shown}"));
    }

    // With Shift a drag rolls: what is in front stays there.
    let before = player.scene();
    player.hold("shift", |p| p.drag(Vec2::X * 150.0));
    let after = player.scene();
    let (near, up) = (Vec3A::Z, Vec3A::Y);
    let turned = |direction: Vec3A| {
        let camera = before.place("window camera").matrix3;
        let turn = after.place("board").matrix3 * before.place("board").matrix3.transpose();
        camera.transpose() * turn * camera * direction
    };
    assert!(turned(near).dot(near) > 0.999, "{}", turned(near));
    let angle = Vec3::from(turned(up)).angle_between(Vec3::from(up));
    assert!((angle - 150.0 * TURN_PER_PIXEL).abs() < 0.05, "{angle}");

    // The wheel goes near, never into the ball, and away. Over a list it would scroll that.
    player.move_to(SIZE * Vec2::new(0.5, 0.6));
    let start = player.scene().distance();
    screen.wheel(3);
    let nearer = player.wait("the camera to come nearer", |p| {
        let now = p.scene().distance();
        (now < start - 0.05).then_some(now)
    });
    for _ in 0..4 {
        screen.wheel(15);
        let now = player.scene().distance();
        assert!(now >= RADIUS + 0.1, "{now}");
    }
    let nearest = player.scene().distance();
    assert!(nearest < nearer);
    screen.wheel(-8);
    player.wait("the camera to go away", |p| {
        (p.scene().distance() > start).then_some(())
    });

    // Names of the tiles, and help.
    screen.key("n");
    player.wait_for_setting(data.path(), "tile_names: true");
    player.wait_for_shown("help", false);
    player.picture("names");
    screen.key("F1");
    player.wait_for_shown("help", true);
    player.picture("help");
    screen.key("h");
    player.wait_for_shown("help", false);
    screen.key("n");
    player.wait_for_setting(data.path(), "tile_names: false");

    // The power fails; started again, the game is offered and gone on with.
    player.game.kill9();
    drop(player);
    let mut player = Player::start(&screen, &home, data.path(), "window-resumed");
    player.wait_for_moves(&[]);
    player.wait_for_text("A saved game");
    player.press_button("resume");
    player.wait_for_moves(&["a4g1"]);
    player.wait("the piece to stand there", |p| {
        p.named(PLACE, "white pawn g1")
    });
}

#[test]
fn the_computer_is_set_and_asked_with_the_mouse() {
    let Some(()) = runnable("the test of the computer", xvfb::available()) else {
        return;
    };
    let _turn = turn();
    let screen = Xvfb::start("window-computer-screen", SIZE.x as u32, SIZE.y as u32);
    let home = Home::new();
    let data = tempfile::tempdir().unwrap();
    let mut player = Player::start(&screen, &home, data.path(), "window-computer");
    player.press_button("menu");
    player.picture("home");
    player.press_button("settings");
    player.press("switch evaluation bar");
    player.wait_for_setting(data.path(), "evaluation_bar: true");
    player.picture("settings");
    player.press_button("back");
    player.press_button("new game");
    player.press("choice start balanced");
    player.press("choice black computer");
    player.picture("new-game");
    player.press_button("start");
    player.wait_for_text("Black: computer, level 5");
    player.wait_for_setting(data.path(), "\"icochess\": \"balanced\"");
    player.press_button("hint");
    player.wait_for_text("Hint: ");
    player.picture("hint");
    player.select("c2");
    player.click(Button::Right, "c1");
    player.wait("the computer's answer", |p| {
        (p.moves().len() == 2).then_some(())
    });
    assert_eq!(player.state()["turn"], "White");
    player.press_button("undo");
    player.wait_for_moves(&[]);
}

#[test]
fn a_game_is_loaded_and_left_as_it_is_and_the_keys_do_what_the_help_says() {
    let Some(()) = runnable("the test of the keys", xvfb::available()) else {
        return;
    };
    let _turn = turn();
    let screen = Xvfb::start("window-keys-screen", SIZE.x as u32, SIZE.y as u32);
    let home = Home::new();
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("a game.pgn");
    let game = "[White \"Ada\"]\n\n1. a4g1 n4s1 *\n";
    fs::write(&file, game).unwrap();
    let mut player = Player::start_with(&screen, &home, data.path(), "window-keys", |command| {
        command.arg("--load").arg(&file);
    });
    player.wait_for_moves(&["a4g1", "n4s1"]);
    player.wait_for_text("pawn N4 to S1");
    // What is loaded is the game of the data folder from then on.
    let current = data.path().join("current.pgn");
    player.wait("the loaded game to be saved", |_| {
        fs::read_to_string(&current)
            .ok()?
            .contains("Ada")
            .then_some(())
    });

    // A left click on a mark moves, and a pinned knight says that it is.
    player.select("b3");
    player.wait_for_text("Pinned: it would expose your king");
    player.select("b1");
    player.click(Button::Left, "b4");
    player.wait_for_moves(&["a4g1", "n4s1", "b1b4"]);

    screen.key("t");
    player.wait_for_text("Auto-turn is on");
    player.wait_for_setting(data.path(), "auto_turn_flat: true");
    screen.key("t");
    player.wait_for_text("Auto-turn is off");
    screen.key("F1");
    player.wait_for_shown("help", true);
    screen.key("Escape");
    player.wait_for_shown("help", false);
    let is_whole_screen = |p: &mut Player| {
        let rows = p.inspector.query(&[WINDOW], &[]).ok()?;
        Some(rows.first()?.components[WINDOW]["mode"] != "Windowed")
    };
    for whole in [true, false] {
        screen.key("F11");
        player.wait(&format!("the window to fill the screen: {whole}"), |p| {
            (is_whole_screen(p)? == whole).then_some(())
        });
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), game);
}

#[test]
fn without_a_sound_device_it_is_said_once_and_with_mute_none_is_opened() {
    let Some(()) = runnable("the test of mute", xvfb::available()) else {
        return;
    };
    let _turn = turn();
    let screen = Xvfb::start("window-mute-screen", SIZE.x as u32, SIZE.y as u32);
    let home = Home::new();
    let data = tempfile::tempdir().unwrap();
    for mute in [false, true] {
        let name = ["window-sound", "window-mute"][usize::from(mute)];
        let mut player = Player::start_with(&screen, &home, data.path(), name, |command| {
            // No device, whatever the machine has.
            command.env("ALSA_CONFIG_PATH", "/no/asound.conf");
            if mute {
                command.arg("--mute");
            }
        });
        if !mute {
            player.game.wait_for_log("No sound", PATIENCE);
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

#[test]
fn what_cannot_be_used_is_told_and_kept() {
    let dir = tempfile::tempdir().unwrap();
    let home = Home::new();
    let damaged = "[Event \"x\"]\n\n1. a4g1 zz9 *\n";
    let file = dir.path().join("damaged.pgn");
    fs::write(&file, damaged).unwrap();
    let refused = |arguments: &[&str]| {
        let mut command = game::without_headset();
        home.attach(&mut command);
        // No window is opened for any of these.
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        let output = command.args(arguments).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        told
    };
    let told = refused(&["--flat", "--load", file.to_str().unwrap()]);
    for part in ["icochess: ", "damaged.pgn", "line 3", "expected"] {
        assert!(told.contains(part), "no {part}: {told}");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), damaged);
    let missing = refused(&["--flat", "--load", "/no/such/file.pgn"]);
    assert!(missing.contains("/no/such/file.pgn"), "{missing}");
    let both = refused(&["--flat", "--vr"]);
    assert!(both.contains("--flat") && both.contains("--vr"), "{both}");
    // The loader has lines of its own; ours is one, and says what to do.
    let told = refused(&["--vr"]);
    let ours: Vec<&str> = told
        .lines()
        .filter(|line| line.starts_with("icochess: "))
        .collect();
    assert_eq!(ours.len(), 1, "{told}");
    assert!(ours[0].contains("no headset"), "{told}");
    let what_to_do = ["install", "unset"]
        .iter()
        .any(|word| ours[0].contains(word));
    assert!(what_to_do, "{told}");

    let Some(()) = runnable("the test of a damaged save", xvfb::available()) else {
        return;
    };
    let _turn = turn();
    let data = tempfile::tempdir().unwrap();
    fs::write(data.path().join("current.pgn"), damaged).unwrap();
    let screen = Xvfb::start("window-damaged-screen", SIZE.x as u32, SIZE.y as u32);
    let mut player = Player::start(&screen, &home, data.path(), "window-damaged");
    player.wait_for_moves(&[]);
    let told = player.game.log();
    assert!(
        told.contains("The saved game cannot be read") && told.contains("line 3"),
        "{told}"
    );
    let kept = data.path().join("damaged-current-1.pgn");
    assert_eq!(fs::read_to_string(&kept).unwrap(), damaged);
    // It stays so when the next game is saved.
    player.select("a4");
    player.click(Button::Right, "g1");
    player.wait_for_moves(&["a4g1"]);
    let current = data.path().join("current.pgn");
    player.wait("the new game to be saved", |_| {
        current.exists().then_some(())
    });
    assert_eq!(fs::read_to_string(&kept).unwrap(), damaged);
}

/// Starts the game with more than [`Player::start`] asks for, and waits until it
/// answers.
fn started(screen: &Xvfb, mut command: Command, name: &str) -> (Process, Inspector) {
    let port = free_port();
    screen.attach(&mut command);
    command.arg("--flat").arg(format!("--inspect={port}"));
    let game = game::start(command, name);
    let inspector = Inspector::new(port);
    inspector.wait_until("the game", PATIENCE, |it| it.resource(MATCH).map(Some));
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
    let Some(()) = runnable("the test of two games", xvfb::available()) else {
        return;
    };
    let _turn = turn();
    let data = tempfile::tempdir().unwrap();
    let saved = "[Variant \"Icochess\"]\n\n1. a4g1 *\n";
    let current = data.path().join("current.pgn");
    fs::write(&current, saved).unwrap();
    let home = Home::new();
    let screen = Xvfb::start("window-second-screen", SIZE.x as u32, SIZE.y as u32);
    let command = || {
        let mut command = game::without_headset();
        home.attach(&mut command);
        command.arg("--data-dir").arg(data.path());
        command
    };
    let (first, _) = started(&screen, command(), "window-first");
    // The second one starts a new game; the first one's stays on disk.
    let mut second = command();
    second.args(["--position", OTHER_START]);
    let (second, inspector) = started(&screen, second, "window-second");
    inspector.wait_until("the notice", PATIENCE, |it| {
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
    let (third, inspector) = started(&screen, command(), "window-third");
    inspector.wait_until("the offer", PATIENCE, |it| shows(it, &["A saved game"]));
    assert!(!third.log().contains("another Icochess"), "{}", third.log());
}

#[test]
fn without_a_graphics_driver_one_sentence_says_so() {
    let Some(()) = runnable("the test without a driver", xvfb::available()) else {
        return;
    };
    let _turn = turn();
    let home = Home::new();
    let screen = Xvfb::start("window-driver-screen", SIZE.x as u32, SIZE.y as u32);
    let mut command = game::without_headset();
    home.attach(&mut command);
    screen.attach(&mut command);
    command.arg("--flat").env("VK_DRIVER_FILES", "/nonexistent");
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{told}");
    // The window system has warnings of its own.
    let mut ours = told.lines().filter(|line| line.starts_with("icochess: "));
    assert!(
        ours.next()
            .is_some_and(|line| line.contains("Vulkan driver")),
        "{told}"
    );
    assert!(
        ours.next().is_none() && !told.contains("panicked"),
        "{told}"
    );
}

#[test]
fn what_nobody_hears_is_shown_all_the_same() {
    let Some(()) = runnable("the test of a full standard error", xvfb::available()) else {
        return;
    };
    let _turn = turn();
    let home = Home::new();
    let data = tempfile::tempdir().unwrap();
    let settings = "(\n    volume: loud,\n    theme: Dark,\n)\n";
    fs::write(data.path().join("settings.ron"), settings).unwrap();
    fs::write(
        data.path().join("current.pgn"),
        "[Event \"x\"]\n\n1. a4g1 zz9 *\n",
    )
    .unwrap();
    let screen = Xvfb::start("window-full-screen", SIZE.x as u32, SIZE.y as u32);
    let quiet = game::without_headset();
    // As a shell does it: `icochess 2>/dev/full`.
    let mut command = Command::new("sh");
    command
        .args(["-c", "exec \"$0\" \"$@\" 2>/dev/full"])
        .arg(quiet.get_program());
    for (name, value) in quiet.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    home.attach(&mut command);
    command.arg("--data-dir").arg(data.path());
    let (_game, inspector) = started(&screen, command, "window-full");
    for parts in [
        ["settings.ron, line 2", "volume is loud"],
        ["The saved game", "line 3"],
    ] {
        inspector.wait_until("the notice", PATIENCE, |it| shows(it, &parts));
    }
    let kept = data.path().join("damaged-current-1.pgn");
    assert!(kept.exists());
}
