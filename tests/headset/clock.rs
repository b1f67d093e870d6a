//! A game with clocks in the headset.

use serde_json::json;

use crate::driver::{Driver, Room};
use crate::panel::SHOWN;
use crate::support::clock_game::{
    assert_lost_on_time, choose_clocks, wait_for_clocks, wait_for_flag,
};
use crate::support::plays::Plays;

/// Plate that shows both clocks.
const PLATE: &str = "plate at the board";

#[test]
fn clock_set_with_ray_ends_game_on_time() {
    let Some(room) = Room::new("a clock in the headset", "clock") else {
        return;
    };
    let mut player = Driver::start_unseen(&room, "clock-game", &[]);
    player.press_button("menu");
    player.press_button("new game");
    choose_clocks(&mut player);
    player.press_button("start");
    wait_for_clocks(&mut player);
    // The board shows both clocks whether or not the panel is visible.
    player.wait_for_shown(PLATE, true);
    player.press_menu();
    player.wait_for_panel(false);
    assert_eq!(player.is_shown(PLATE), Some(true));

    player.play("b1", "n4");
    player.play("o1", "b3");
    player.press_menu();
    player.wait_for_panel(true);
    wait_for_flag(&mut player);
    player.wait_for_shown(PLATE, false);
    assert_eq!(player.moves(), ["b1n4", "o1b3"]);
    player.wait_for_text("Black wins");
    player.wait_for_text("White ran out of time");
    let parts = [
        "[WhiteTimeControl \"10\"]",
        "[BlackTimeControl \"900\"]",
        "[%clk 0:00:10]",
    ];
    assert_lost_on_time(&mut player, room.data(), &parts);
}

#[test]
fn plate_stays_at_board_while_panel_is_hidden() {
    let Some(room) = Room::with_eyes("the picture of the plate", "plate") else {
        return;
    };
    let room = room.set("(captions: true, room: \"none\")");
    for (board, moves) in [
        ("Icochess", "1. b1n4 o1b3"),
        ("Standard", "1. e4 f5 2. Qh5+"),
    ] {
        let game = format!("[Variant \"{board}\"]\n[TimeControl \"300+2\"]\n\n{moves} *\n");
        let load = ["--load", &room.file(&game)];
        let mut player = Driver::start_with(&room, "plate-game", &load);
        player.look_at("board");
        // Doesn't use a button: with both eyes drawn, frames may be too slow for a press to count.
        let away = json!({"resource": SHOWN, "value": false});
        let put_away = player.inspector.call("world.insert_resources", away);
        put_away.expect("the panel is put away");
        player.wait_for_shown(PLATE, true);
        player.picture(&room, &format!("plate-{}", board.to_lowercase()));
    }
}
