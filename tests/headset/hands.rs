//! Takes pictures of hands for both eyes: near a tile, with a piece, with the ball in both hands
//! and at the puck. Also takes pictures of the glass ball.

use std::time::Duration;

use bevy::math::Vec3;

use crate::driver::{Driver, Room};
use crate::support::plays::Plays;
use crate::support::remote::{Pose, RemoteDriver, Side};

/// Duration of a hand's movement.
const WAY: Duration = Duration::from_millis(600);
/// Height above a tile of a hand that touches its piece, in metres.
const TOUCHES: f32 = 0.03;
/// Distance by which a hand lifts a piece, in metres.
const LIFTS: f32 = 0.12;
/// Height above a tile at which a hand puts down a piece, in metres.
const PUTS: f32 = 0.04;

impl Driver {
    /// Moves the tip of a hand to a point of the game's world, without a glide.
    pub fn tip_at(&mut self, side: Side, at: Vec3) {
        let at = at + self.to_stage;
        let ahead = at + Vec3::NEG_Z;
        self.driver.place_and_aim(side, at, ahead);
        self.frames(6);
    }

    /// Moves a hand by an offset.
    pub fn go(&mut self, side: Side, by: Vec3) {
        let from = self.pose(side);
        let position = from.position + by;
        let end = Pose { position, ..from };
        self.driver.glide(side, end, WAY);
        self.frames(6);
    }

    /// Returns the position of a tile and its outward normal.
    pub fn tile(&mut self, name: &str) -> (Vec3, Vec3) {
        let tile = self.place(&format!("tile {name}"));
        (tile.w_axis, tile.y_axis.normalize())
    }

    /// Touches the piece on a tile with the tip of a hand.
    pub fn touch(&mut self, side: Side, tile: &str) {
        let (at, out) = self.tile(tile);
        self.tip_at(side, at + out * TOUCHES);
        self.wait_for_pointing("hovered", Some(tile));
    }

    /// Grabs the piece that a hand touches, and lifts it.
    pub fn take(&mut self, side: Side, tile: &str) {
        let hand = format!("{side:?}");
        let what = format!("{hand} to take {tile}");
        self.hold_until(RemoteDriver::trigger, side, &what, |p| {
            p.is_hand(&hand, "select", true)
        });
        self.wait_for_pointing("selected", Some(tile));
        let (_, out) = self.tile(tile);
        self.go(side, out * LIFTS);
    }

    /// Carries a piece to a tile until the tile is highlighted.
    pub fn carry_to(&mut self, side: Side, tile: &str) {
        let (at, out) = self.tile(tile);
        let from = self.pose(side).position - self.to_stage;
        self.go(side, at + out * PUTS - from);
        self.wait_for_pointing("hovered", Some(tile));
    }

    /// Drops the carried piece.
    pub fn let_go(&mut self, side: Side) {
        self.driver.trigger(side, false);
        self.wait_for_hand(&format!("{side:?}"), "select", false);
    }

    /// Plays a move by carrying the piece with a hand at the board.
    pub fn carry(&mut self, side: Side, from: &str, to: &str) {
        self.play_by(from, to, |p, tile| {
            if tile == from {
                p.touch(side, tile);
                p.take(side, tile);
            } else {
                p.carry_to(side, tile);
                p.let_go(side);
            }
        });
    }

    /// Moves both hands to the sides of the ball, `ahead` metres in front of its centre.
    pub fn put_hands_beside_ball(&mut self, ahead: f32) {
        let board = self.place("board").w_axis;
        for (side, aside) in [(Side::Left, -0.22), (Side::Right, 0.22)] {
            self.tip_at(side, board + Vec3::new(aside, 0.0, ahead));
        }
    }
}

#[test]
#[ignore = "pictures for people; scripts/test --slow runs it"]
fn both_eyes_see_hands() {
    let Some(room) = Room::with_eyes("the pictures of hands", "hands-eyes") else {
        return;
    };
    let room = room.set("(auto_turn_headset: false, inertia: false, room: \"none\")");
    let mut player = Driver::start(&room, "hands-eyes-game");
    let rest = player.driver.state().right.pose;
    player.look_at("board");

    // Near a tile, and with its piece.
    player.bring("a4");
    player.touch(Side::Right, "a4");
    player.picture(&room, "near");
    player.take(Side::Right, "a4");
    player.picture(&room, "carry");
    player.let_go(Side::Right);
    player.wait_for_pointing("selected", None);
    assert!(player.moves().is_empty(), "let go in the air it goes back");
    // Dropping it over a legal target plays the move.
    player.carry(Side::Right, "a4", "g1");
    assert_eq!(player.moves(), ["a4g1"]);

    // Two hands enlarge the ball.
    let size = player.place("board").x_axis.length();
    player.put_hands_beside_ball(0.1);
    for side in Side::BOTH {
        player.grab(side);
    }
    player.go(Side::Left, Vec3::X * -0.06);
    player.go(Side::Right, Vec3::X * 0.06);
    player.wait("the ball to grow", |p| {
        let now = p.try_place("board")?.x_axis.length();
        (now > 1.1 * size).then_some(())
    });
    player.picture(&room, "two-hands");
    for side in Side::BOTH {
        player.release(side);
    }

    // The puck lifts the ball.
    let puck = player.place("puck").w_axis;
    player.look_at("puck");
    player.tip_at(Side::Right, puck + Vec3::Y * 0.02);
    player.grab(Side::Right);
    let before = player.place("board").w_axis;
    player.go(Side::Right, Vec3::Y * 0.05);
    player.wait("the board to rise", |p| {
        let rose = p.try_place("board")?.w_axis - before;
        (rose.distance(Vec3::Y * 0.05) < 0.01).then_some(())
    });
    player.picture(&room, "puck");
    player.release(Side::Right);

    // The glass ball.
    player.driver.update(|state| state.right.pose = rest);
    player.press_button("glass");
    player.wait_for_checked("button glass", true);
    player.look_at("board");
    player.picture(&room, "glass");
}
