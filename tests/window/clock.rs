//! A game with a clock in the window.

use std::fs;

use crate::player::{Player, SIZE};
use crate::support::game::Home;
use crate::support::runnable;
use crate::support::turns::turn;
use crate::support::xvfb::{self, Xvfb};

/// Waits until the flag of who is to move falls. After a frame that took too long the
/// clock waits for the player's word: the player goes on.
pub fn wait_for_flag(player: &mut Player) {
    let has_fallen = |p: &mut Player| Some(p.state()["outcome"] == "time-forfeit");
    loop {
        let is_over = player.wait("the flag to fall", |p| {
            let is_over = has_fallen(p)?;
            (is_over || p.says("The clock goes on with the move")?).then_some(is_over)
        });
        if is_over {
            return;
        }
        player.press_button("pause");
        player.wait("the clock to go on", |p| {
            (has_fallen(p)? || !p.says("The clock goes on with the move")?).then_some(())
        });
    }
}

#[test]
fn a_clock_is_set_with_the_mouse_and_its_flag_ends_the_game() {
    let Some(()) = runnable("a clock in the window", xvfb::available()) else {
        return;
    };
    let _turn = turn();
    let screen = Xvfb::start("window-clock-screen", SIZE.x as u32, SIZE.y as u32);
    let home = Home::new();
    let data = tempfile::tempdir().unwrap();
    let mut player = Player::start(&screen, &home, data.path(), "window-clock");
    player.press_button("menu");
    player.press_button("new game");
    player.press("choice board 8x8 chess");
    player.press("choice clock other");
    player.press("switch another time for black");
    // However slow the frames are, Black gets to move.
    player.press_part("slider black's time", 0.6);
    player.wait_for_text("15 min");
    player.press_part("slider white's time", 0.02);
    player.wait_for_text("10 s");
    player.press_button("start");
    player.wait_for_text("0:10.0");
    player.wait_for_text("15:00");

    player.pick_squares("e2", "e4");
    player.wait_for_moves(&["e2e4"]);
    player.pick_squares("e7", "e5");
    player.wait_for_moves(&["e2e4", "e7e5"]);
    wait_for_flag(&mut player);
    player.wait_for_shown("announcement", true);
    player.wait_for_text("Black wins");
    player.wait_for_text("White ran out of time");
    player.picture("flag");
    let file = data.path().join("current.pgn");
    let text = player.wait("the end to be saved", |_| {
        let text = fs::read_to_string(&file).ok()?;
        text.contains("[Result \"0-1\"]").then_some(text)
    });
    for part in [
        "[Termination \"time forfeit\"]",
        "[WhiteTimeControl \"10\"]",
        "[BlackTimeControl \"900\"]",
        "[%clk 0:00:10]",
    ] {
        assert!(text.contains(part), "no {part} in {text}");
    }
}
