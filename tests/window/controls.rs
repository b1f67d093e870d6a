//! Tests that mouse, wheel and keys work as the help describes.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use bevy::math::{Vec2, Vec3, Vec3A};

use crate::driver::{Driver, RADIUS, TURN_PER_PIXEL, bare_place};
use crate::support::plays::Plays;
use crate::support::scene::{PLACE, SIZE};
use crate::support::xvfb::Button;

#[test]
fn controls_match_the_help_and_game_resumes_after_crash() {
    let Some(place) = bare_place("the test of the controls", "controls") else {
        return;
    };
    let mut player = Driver::start(&place, "controls");

    // Empty space deselects, and a right click on an illegal target changes nothing.
    player.select("a4");
    let before = player.state();
    player.click(Button::Right, "b1");
    player.wait_for_text("can't go to B1");
    assert_eq!(player.state(), before);
    assert_eq!(player.pointing("selected").as_deref(), Some("a4"));
    player.move_to(SIZE * Vec2::new(0.05, 0.6));
    player.wait_for_pointing("hovered", None);
    place.screen.click(Button::Left);
    player.wait_for_pointing("selected", None);

    // A move is taken back and replayed.
    player.select("a4");
    player.click(Button::Right, "g1");
    player.wait_for_moves(&["a4g1"]);
    player.undo(&[]);
    assert_eq!(player.state()["undone"], 1);
    player.redo(&["a4g1"]);

    // A new game asks for confirmation, which can be cancelled.
    player.hold("ctrl+n", |p| p.wait_for_shown("new game", true));
    player.press_button("start");
    player.wait_for_text("Leave this game and start a new one?");
    player.picture("question");
    player.press_button("keep playing");
    player.wait_for_shown("new game", false);
    assert_eq!(player.moves(), ["a4g1"]);
    player.hold("ctrl+n", |p| p.wait_for_shown("new game", true));
    player.press_button("start");
    player.press_button("start new game");
    player.wait_for_moves(&[]);
    player.wait_for_shown("new game", false);
    player.select("a4");
    player.click(Button::Right, "g1");
    player.wait_for_moves(&["a4g1"]);

    // F3 toggles the frame rate.
    for shown in [true, false] {
        player.wait_for_shown("frame rate", !shown);
        place.screen.key("F3");
        player.wait_for_shown("frame rate", shown);
        player.wait_for_setting(place.data(), &format!("frame_rate: {shown}"));
    }

    // With Shift, a drag rolls the ball about the view axis, so the near point stays in place.
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

    // The wheel zooms, but never into the ball. Over a list, it would scroll that list.
    player.move_to(SIZE * Vec2::new(0.5, 0.6));
    let start = player.scene().distance();
    place.screen.wheel(3);
    let nearer = player.wait("the camera to come nearer", |p| {
        let now = p.scene().distance();
        (now < start - 0.05).then_some(now)
    });
    for _ in 0..4 {
        place.screen.wheel(15);
        let now = player.scene().distance();
        assert!(now >= RADIUS + 0.1, "{now}");
    }
    let nearest = player.scene().distance();
    assert!(nearest < nearer);
    place.screen.wheel(-8);
    player.wait("the camera to go away", |p| {
        (p.scene().distance() > start).then_some(())
    });

    // Tile names and help.
    place.screen.key("n");
    player.wait_for_setting(place.data(), "tile_names: true");
    player.wait_for_shown("help", false);
    player.picture("names");
    place.screen.key("F1");
    player.wait_for_shown("help", true);
    player.picture("help");
    place.screen.key("h");
    player.wait_for_shown("help", false);
    place.screen.key("n");
    player.wait_for_setting(place.data(), "tile_names: false");

    // After a crash and restart the game continues on the board.
    player.game.kill9();
    drop(player);
    let mut player = Driver::start(&place, "resumed");
    player.wait_for_moves(&["a4g1"]);
    player.wait_for_text("Welcome back");
    player.wait_for_shown("button new game", true);
    player.wait("the piece to stand there", |p| {
        p.named(PLACE, "white pawn g1")
    });
}

#[test]
fn game_starts_in_system_language() {
    let Some(place) = bare_place("the test of the language", "language") else {
        return;
    };
    let mut player = Driver::launch(&place, "language", |command| {
        command.env("LC_ALL", "de_DE.UTF-8");
    });
    player.wait_for_text("Weiß am Zug");
    player.picture("language");
    // A language chosen by name applies at once and at the next start.
    player.press_button("menu");
    player.press_button("settings");
    player.press_button("display");
    player.press("choice language english");
    player.wait_for_text("Display");
    player.wait_for_setting(place.data(), "language: \"en\"");
}

#[test]
fn file_from_the_systems_chooser_is_imported() {
    let Some(place) = bare_place("the test of the file chooser", "chooser") else {
        return;
    };
    let dir = tempfile::tempdir().unwrap();
    let game = dir.path().join("one.pgn");
    fs::write(&game, "[Event \"chosen\"]\n\n1. a4g1 *\n").unwrap();
    // A chooser that answers without a player.
    let chooser = dir.path().join("zenity");
    fs::write(&chooser, format!("#!/bin/sh\necho '{}'\n", game.display())).unwrap();
    fs::set_permissions(&chooser, Permissions::from_mode(0o755)).unwrap();
    let mut player = Driver::launch(&place, "chooser", |command| {
        // Without a desktop's portal, the chooser is zenity.
        command.env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/none");
        command.env("PATH", dir.path());
    });
    player.press_button("menu");
    player.press_button("saved games");
    player.press_button("import a file");
    player.wait("the game in the folder", |_| {
        let files = fs::read_dir(place.data().join("games")).ok()?;
        let mut texts = files.filter_map(|file| fs::read_to_string(file.ok()?.path()).ok());
        texts.any(|text| text.contains("chosen")).then_some(())
    });
}
