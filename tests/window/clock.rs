//! A game with clocks in the window.

use crate::driver::{Driver, bare_place};
use crate::support::clock_game::{
    assert_lost_on_time, choose_clocks, wait_for_clocks, wait_for_flag,
};
use crate::support::plays::Plays;

#[test]
fn clock_set_with_mouse_ends_game_on_time() {
    let Some(place) = bare_place("a clock in the window", "clock") else {
        return;
    };
    let mut player = Driver::start(&place, "clock");
    player.press_button("menu");
    player.press_button("new game");
    player.press("choice board 8×8 chess");
    choose_clocks(&mut player);
    player.press_button("start");
    wait_for_clocks(&mut player);

    player.play("e2", "e4");
    player.play("e7", "e5");
    wait_for_flag(&mut player);
    player.wait_for_shown("announcement", true);
    player.wait_for_text("Black wins");
    player.wait_for_text("White ran out of time");
    player.picture("flag");
    let parts = [
        "[WhiteTimeControl \"10\"]",
        "[BlackTimeControl \"900\"]",
        "[%clk 0:00:10]",
    ];
    assert_lost_on_time(&mut player, place.data(), &parts);
}
