//! Two people play in turns before one window.

use std::fs;

use crate::clock::wait_for_flag;
use crate::player::{Player, SIZE};
use crate::support::game::Home;
use crate::support::runnable;
use crate::support::turns::turn;
use crate::support::xvfb::{self, Xvfb};

const STATE: &str = "icochess::game::handover::HandOverState";

impl Player<'_> {
    /// Waits until it is the turn of a side, and the board has turned to it.
    fn wait_for_turn(&mut self, side: &str) {
        self.wait(&format!("the turn of {side}"), |p| {
            let state = p.inspector.resource(STATE).ok()?;
            (state["phase"] == "turn" && state["player"] == side).then_some(())
        });
    }

    /// Is a square, and the plate of a side, below the other's?
    fn is_below(&mut self, near: (&str, &str), far: (&str, &str)) -> [bool; 2] {
        let scene = self.scene();
        let square = |name: &str| scene.pixel(scene.at(&format!("tile {name}"))).y;
        let is_near = square(near.0) > square(far.0);
        let plate = |p: &mut Self, side: &str| {
            let name = format!("plate {side}");
            p.wait(&name, |p| p.node(&name)).0.y
        };
        [is_near, plate(self, near.1) > plate(self, far.1)]
    }
}

#[test]
fn two_people_before_one_window_play_in_turns_until_a_flag_falls() {
    let Some(()) = runnable("two people before a window", xvfb::available()) else {
        return;
    };
    let _turn = turn();
    let screen = Xvfb::start("window-hot-seat-screen", SIZE.x as u32, SIZE.y as u32);
    let home = Home::new();
    let data = tempfile::tempdir().unwrap();
    let mut player = Player::start(&screen, &home, data.path(), "window-hot-seat");
    player.press_button("menu");
    player.press_button("new game");
    player.press("choice game two players, this screen");
    player.press("choice board 8x8 chess");
    player.type_into("field white's name", "ada");
    player.type_into("field black's name", "bo");
    player.press("choice clock other");
    player.press("switch another time for black");
    // However slow the frames are, Black gets to move.
    player.press_part("slider black's time", 0.6);
    player.wait_for_text("15 min");
    player.press_part("slider white's time", 0.02);
    player.wait_for_text("10 s");
    player.press_button("start");
    player.wait_for_text("White: ada");
    player.wait_for_text("Black: bo");
    player.wait_for_text("0:10.0");
    player.wait_for_text("15:00");
    player.wait_for_turn("White");
    let (white, black) = (("e1", "white"), ("e8", "black"));
    assert_eq!(player.is_below(white, black), [true, true]);

    player.pick_squares("e2", "e4");
    player.wait_for_moves(&["e2e4"]);
    // Nobody has to say anything: the view turns, and the plates with names and clocks.
    player.wait_for_turn("Black");
    assert_eq!(player.is_below(black, white), [true, true]);
    player.wait_for_text("White: ada");
    player.picture("hot-seat");
    player.pick_squares("e7", "e5");
    player.wait_for_moves(&["e2e4", "e7e5"]);
    player.wait_for_turn("White");
    assert_eq!(player.is_below(white, black), [true, true]);

    wait_for_flag(&mut player);
    player.wait_for_shown("announcement", true);
    player.wait_for_text("bo wins");
    player.wait_for_text("ada ran out of time");
    let file = data.path().join("current.pgn");
    let text = player.wait("the end to be saved", |_| {
        let text = fs::read_to_string(&file).ok()?;
        text.contains("[Result \"0-1\"]").then_some(text)
    });
    for tag in [
        "[White \"ada\"]",
        "[Black \"bo\"]",
        "[Seating \"hot-seat\"]",
        "[Termination \"time forfeit\"]",
    ] {
        assert!(text.contains(tag), "no {tag} in {text}");
    }
}
