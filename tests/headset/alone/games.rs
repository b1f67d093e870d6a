//! Short games, each played with a different input method.

use bevy::math::Vec3;

use crate::driver::{Driver, hold, places};
use crate::map;
use crate::one_hand::{settle, settle_anew};
use crate::support::ball_game::MOVES;
use crate::support::plays::Plays;
use crate::support::remote::Side;

/// How pieces are moved in a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// With rays, while the other hand turns the ball.
    Rays,
    /// Carried by a hand at the ball.
    Near,
    /// With rays, on the map.
    Map,
    /// With rays, through the near half of a glass ball.
    Glass,
}

/// Maximum angle at the ball's centre between a tile picked through the ball and the point farthest
/// from the eye, in radians. Near the rim, a ray would graze other tiles.
const BEHIND: f32 = 0.8;

impl Method {
    /// Returns the panel button that enables this method, if any.
    const fn button(self) -> Option<&'static str> {
        match self {
            Self::Map => Some("map"),
            Self::Glass => Some("glass"),
            Self::Rays | Self::Near => None,
        }
    }
}

impl Driver {
    /// Switches an option on or off with its panel button.
    fn switch(&mut self, button: &str, is_on: bool) {
        self.press_button(button);
        self.wait_for_checked(&format!("button {button}"), is_on);
    }

    /// Shows the map and the glass ball briefly.
    pub fn look_at_map_and_glass(&mut self) {
        for button in [Method::Map, Method::Glass]
            .into_iter()
            .filter_map(Method::button)
        {
            for is_on in [true, false] {
                self.switch(button, is_on);
            }
        }
    }

    /// Looks at the panel, opens its menu and closes it again.
    fn look_into_the_menu(&mut self) {
        self.look_at("panel");
        self.press_button("menu");
        self.press_button("back");
        self.wait_for_control("button undo", true);
        self.look_at("board");
    }

    /// Picks a tile of the far half through the near half, after the left hand has turned the tile
    /// there.
    fn pick_through(&mut self, tile: &str) {
        let name = format!("tile {tile}");
        let [head, board, at] = self.wait(&format!("{name} to be somewhere"), |p| {
            let all = places(&p.inspector, ["head", "board", &name])?;
            Some(all.map(|it| it.w_axis))
        });
        let away = board - head;
        if (at - board).angle_between(away) > BEHIND {
            self.bring_by(Side::Left, board + away + self.to_stage, tile);
        }
        self.pick_along_sight(tile);
    }

    /// Plays a move and waits for it.
    fn play_in(&mut self, method: Method, from: &str, to: &str) {
        match method {
            Method::Rays => return self.play(from, to),
            Method::Near => self.carry(Side::Right, from, to),
            Method::Map => self.play_by(from, to, |p, cell| map::pick(p, Side::Right, cell)),
            Method::Glass => self.play_by(from, to, Self::pick_through),
        }
        settle(self);
    }

    /// Turns the ball with both hands.
    fn turn_in_both_hands(&mut self) {
        self.put_hands_beside_ball(0.0);
        self.rest();
        let before = self.place("board").rotation();
        for side in Side::BOTH {
            self.grab(side);
        }
        for (side, direction) in [(Side::Left, Vec3::NEG_Z), (Side::Right, Vec3::Z)] {
            self.go(side, direction * 0.05);
        }
        let turned = self.place("board").rotation().angle_between(before);
        assert!(turned > 0.2, "{turned} rad, where the hands went 0.22");
        for side in Side::BOTH {
            self.release(side);
        }
        hold(&mut self.driver);
    }

    /// Plays a short game to its end, turns the ball with both hands, and starts the next game.
    /// Waits for each move. Returns the number of moves.
    pub fn play_a_game(&mut self, method: Method) -> usize {
        if let Some(button) = method.button() {
            self.switch(button, true);
        }
        for (number, (from, to)) in MOVES.into_iter().enumerate() {
            self.play_in(method, from, to);
            if method == Method::Rays && number == 0 {
                self.look_into_the_menu();
            }
        }
        self.wait_for_outcome("checkmate");
        self.turn_in_both_hands();
        self.press_button("rematch");
        self.wait_for_moves(&[]);
        settle_anew(self);
        if let Some(button) = method.button() {
            self.switch(button, false);
        }
        MOVES.len()
    }
}
