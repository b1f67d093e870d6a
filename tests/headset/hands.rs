//! Hands at the ball, and both eyes' views of them: near a tile, with a piece, with the ball in
//! both of them, at the puck; and the ball of glass.

use std::time::Duration;

use bevy::math::Vec3;

use crate::driver::{Driver, Room};
use crate::support::plays::Plays;
use crate::support::remote::{Pose, Side};

/// The time that a hand takes for a way.
const WAY: Duration = Duration::from_millis(600);

impl Driver {
    /// Puts the tip of a hand to a point of the game's world, at once.
    pub fn tip_at(&mut self, side: Side, at: Vec3) {
        let at = at + self.to_stage;
        let ahead = at + Vec3::NEG_Z;
        self.driver
            .place_and_aim(side, at.to_array(), ahead.to_array());
        self.frames(6);
    }

    /// Moves a hand by so much.
    pub fn go(&mut self, side: Side, by: Vec3) {
        let mut state = *self.driver.state();
        let from = state.hand(side).pose;
        let position = Vec3::from(from.position) + by;
        let end = Pose {
            position: position.to_array(),
            ..from
        };
        self.driver.glide(side, end, WAY);
        self.frames(6);
    }

    /// The place of a tile, and the way out of the ball there.
    fn tile(&mut self, name: &str) -> (Vec3, Vec3) {
        let tile = self.place(&format!("tile {name}"));
        (tile.w_axis, tile.y_axis.normalize())
    }
}

#[test]
fn both_eyes_see_what_hands_do() {
    let Some(room) = Room::with_eyes("the pictures of hands", "hands-eyes") else {
        return;
    };
    let room = room.set("(auto_turn_headset: false, inertia: false, room: \"none\")");
    let mut player = Driver::start(&room, "hands-eyes-game");
    let rest = player.driver.state().right.pose;
    player.look_at("board");

    // Near a tile, and with its piece.
    player.bring("a4");
    let (at, out) = player.tile("a4");
    let touched = at + out * 0.03;
    let take = |player: &mut Driver| {
        player.driver.trigger(Side::Right, true);
        player.wait_for_pointing("selected", Some("a4"));
        player.go(Side::Right, out * 0.12);
    };
    player.tip_at(Side::Right, touched);
    player.wait_for_pointing("hovered", Some("a4"));
    player.picture(&room, "near");
    take(&mut player);
    player.picture(&room, "carry");
    player.driver.trigger(Side::Right, false);
    player.wait_for_pointing("selected", None);
    assert!(player.moves().is_empty(), "let go in the air it goes back");
    // Let go over a target it is moved there.
    player.tip_at(Side::Right, touched);
    player.wait_for_pointing("hovered", Some("a4"));
    take(&mut player);
    let (to, up) = player.tile("g1");
    let lifted = touched + out * 0.12;
    player.go(Side::Right, to + up * 0.04 - lifted);
    player.wait_for_pointing("hovered", Some("g1"));
    player.driver.trigger(Side::Right, false);
    player.wait_for_moves(&["a4g1"]);

    // In both hands it grows.
    let board = player.place("board");
    let size = board.x_axis.length();
    for (side, aside) in [(Side::Left, -0.22), (Side::Right, 0.22)] {
        player.tip_at(side, board.w_axis + Vec3::new(aside, 0.0, 0.1));
    }
    for side in [Side::Left, Side::Right] {
        player.grab(side);
    }
    player.go(Side::Left, Vec3::X * -0.06);
    player.go(Side::Right, Vec3::X * 0.06);
    player.wait("the ball to grow", |p| {
        let now = p.try_place("board")?.x_axis.length();
        (now > 1.1 * size).then_some(())
    });
    player.picture(&room, "two-hands");
    for side in [Side::Left, Side::Right] {
        player.driver.squeeze(side, false);
        player.wait_for_hand(&format!("{side:?}"), "grab", false);
    }

    // By the puck it goes up.
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
    player.driver.squeeze(Side::Right, false);
    player.wait_for_hand("Right", "grab", false);

    // Of glass.
    player.driver.update(|state| state.right.pose = rest);
    player.press_button("glass");
    player.wait_for_checked("button glass", true);
    player.look_at("board");
    player.picture(&room, "glass");
}
