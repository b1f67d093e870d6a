//! Two people take turns at one window.

use crate::driver::{Driver, bare_place};
use crate::support::clock_game::{
    assert_lost_on_time, choose_clocks, wait_for_clocks, wait_for_flag,
};
use crate::support::plays::Plays;

impl Driver<'_> {
    /// Returns whether the near square is below the far square, and the near plate below the far
    /// plate.
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
fn two_people_play_at_one_window_until_flag_falls() {
    let Some(place) = bare_place("two people before a window", "hot-seat") else {
        return;
    };
    let mut player = Driver::start(&place, "hot-seat");
    player.press_button("menu");
    player.press_button("new game");
    player.press("choice who plays two players, this screen");
    player.press("choice board 8×8 chess");
    player.type_into("field white's name", "ada");
    player.type_into("field black's name", "bo");
    choose_clocks(&mut player);
    player.press_button("start");
    player.wait_for_text("White: ada");
    player.wait_for_text("Black: bo");
    wait_for_clocks(&mut player);
    player.wait_for_phase("turn", "White");
    let (white, black) = (("e1", "white"), ("e8", "black"));
    assert_eq!(player.is_below(white, black), [true, true]);

    player.play("e2", "e4");
    // No confirmation is needed: the view turns, with the name plates and clocks.
    player.wait_for_phase("turn", "Black");
    assert_eq!(player.is_below(black, white), [true, true]);
    player.wait_for_text("White: ada");
    player.picture("hot-seat");
    player.play("e7", "e5");
    player.wait_for_phase("turn", "White");
    assert_eq!(player.is_below(white, black), [true, true]);

    wait_for_flag(&mut player);
    player.wait_for_shown("announcement", true);
    player.wait_for_text("bo wins");
    player.wait_for_text("ada ran out of time");
    player.picture("flag");
    let parts = [
        "[White \"ada\"]",
        "[Black \"bo\"]",
        "[Seating \"hot-seat\"]",
        "[WhiteTimeControl \"10\"]",
        "[BlackTimeControl \"900\"]",
        "[%clk 0:00:10]",
    ];
    assert_lost_on_time(&mut player, place.data(), &parts);
}
