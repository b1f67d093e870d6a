//! Games played with mouse and keyboard, against a person and against the computer.

use std::fs;

use crate::driver::{Driver, WINDOW, bare_place};
use crate::support::plays::Plays;
use crate::support::xvfb::Button;

#[test]
fn game_is_played_to_mate_with_mouse() {
    let Some(place) = bare_place("the window test", "game") else {
        return;
    };
    let mut player = Driver::start(&place, "game");
    assert_eq!(player.state()["turn"], "White");
    player.picture("start");

    player.select("b1");
    player.picture("selected");
    player.click(Button::Right, "n4");
    player.wait_for_moves(&["b1n4"]);
    player.wait_for_pointing("selected", None);
    // Home brings Black's camp to the front without a drag.
    place.screen.key("Home");
    // Black's king is 45° from the near centre, its rook 57° (cosines 0.70 and 0.54).
    player.wait("Black's home to come to the front", |p| {
        let scene = p.scene();
        let [king, rook] = ["n2", "o1"].map(|tile| scene.seen(tile).z);
        (king > 0.67 && rook > 0.51).then_some(())
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
    let text = player.wait_for_saved(place.data(), "[Result \"1-0\"]");
    let moves = text.lines().filter(|line| !line.starts_with('['));
    let moves = moves.collect::<Vec<_>>().join(" ");
    assert!(moves.trim_end().ends_with("1-0"), "{text}");
    for part in ["1.", "2.", "n4", "b3", "o3", "#"] {
        assert!(moves.contains(part), "no {part} in {moves}");
    }
}

#[test]
fn computer_is_configured_and_asked_with_mouse() {
    let Some(place) = bare_place("the test of the computer", "computer") else {
        return;
    };
    let mut player = Driver::start(&place, "computer");
    player.press_button("menu");
    player.press_button("settings");
    player.press("switch evaluation bar");
    player.wait_for_setting(place.data(), "evaluation_bar: true");
    player.press_button("back");
    player.press_button("new game");
    player.press("choice start position balanced");
    player.press("choice who plays against the computer");
    player.press_button("start");
    player.wait_for_text("Black: computer, level 2");
    player.wait_for_setting(place.data(), "\"icochess\": \"balanced\"");
    player.press_button("hint");
    player.wait_for_text("Hint: look at ");
    player.press_button("hint");
    player.wait_for_text("Hint: ");
    player.picture("hint");
    player.select("c2");
    player.click(Button::Right, "c1");
    player.wait_for_answer();
    player.press_button("undo");
    player.wait_for_moves(&[]);
}

#[test]
fn loaded_file_stays_unchanged_and_keys_match_the_help() {
    let Some(place) = bare_place("the test of the keys", "keys") else {
        return;
    };
    let file = place.data().join("a game.pgn");
    let game = "[White \"Ada\"]\n\n1. a4g1 n4s1 *\n";
    fs::write(&file, game).unwrap();
    let load = ["--load", file.to_str().expect("a path in UTF-8")];
    let mut player = Driver::start_with(&place, "keys", &load);
    player.wait_for_moves(&["a4g1", "n4s1"]);
    player.wait_for_text("pawn N4 to S1");
    // The data folder now contains the loaded game.
    player.wait_for_saved(place.data(), "Ada");

    // A left click on a highlighted target moves, and a pinned knight explains why it can't.
    player.select("b3");
    player.wait_for_text("Pinned: it would expose your king");
    player.select("b1");
    player.click(Button::Left, "b4");
    player.wait_for_moves(&["a4g1", "n4s1", "b1b4"]);

    place.screen.key("t");
    player.wait_for_text("Auto-turn is on");
    player.wait_for_setting(place.data(), "auto_turn_flat: true");
    place.screen.key("t");
    player.wait_for_text("Auto-turn is off");
    place.screen.key("F1");
    player.wait_for_shown("help", true);
    place.screen.key("Escape");
    player.wait_for_shown("help", false);
    let is_whole_screen = |p: &mut Driver| {
        let rows = p.inspector.query(&[WINDOW], &[]).ok()?;
        Some(rows.first()?.components[WINDOW]["mode"] != "Windowed")
    };
    for whole in [true, false] {
        place.screen.key("F11");
        player.wait(&format!("the window to fill the screen: {whole}"), |p| {
            (is_whole_screen(p)? == whole).then_some(())
        });
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), game);
}
