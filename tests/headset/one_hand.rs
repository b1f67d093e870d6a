//! Plays a whole game with one controller, of either hand, while the other is switched off.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use bevy::math::Vec3;
use icochess_shape::Stance;

use crate::driver::{BALL_STANCE, Driver, LEFT, RIGHT, Room};
use crate::map;
use crate::support::ball_game::MOVES;
use crate::support::plays::Plays;
use crate::support::remote::{Pose, RemoteDriver, Side};

/// Height by which each hand lifts the board, in metres.
const LIFT: f32 = 0.05;

/// The only active controller.
#[derive(Clone, Copy)]
pub struct Only(Side);

impl Only {
    /// Returns the controller's resting position in front of the ball.
    const fn place(self) -> Vec3 {
        match self.0 {
            Side::Left => LEFT,
            Side::Right => RIGHT,
        }
    }

    /// Holds the controller at `place`.
    fn hold_at(self, player: &mut Driver, place: Vec3) {
        let Self(side) = self;
        player
            .driver
            .update(|state| state.hand(side).pose = Pose::at(place));
        player.frames(4);
    }

    /// Presses one of the controller's buttons, and releases it once the game has seen it.
    fn click(self, player: &mut Driver, what: &str, press: fn(&mut RemoteDriver, Side, bool)) {
        let hand = format!("{:?}", self.0);
        player.hold_until(press, self.0, &format!("{hand} to {what}"), |p| {
            p.is_hand(&hand, what, true)
        });
        press(&mut player.driver, self.0, false);
        player.wait_for_hand(&hand, what, false);
    }

    fn click_a(self, player: &mut Driver) {
        self.click(player, "home_view", |driver, side, on| {
            driver.update(|state| state.hand(side).a_click = on);
        });
    }

    fn click_menu(self, player: &mut Driver) {
        self.click(player, "menu", |driver, side, on| {
            driver.update(|state| state.hand(side).b_click = on);
        });
    }

    /// Presses panel buttons one after another.
    fn press(self, player: &mut Driver, buttons: &[&str]) {
        self.hold_at(player, RIGHT);
        for button in buttons {
            player.press_part_with(self.0, &format!("button {button}"), 0.5);
        }
        self.hold_at(player, self.place());
    }

    /// Holds a panel button, which confirms it, until `is_so` returns true.
    fn confirm(
        self,
        player: &mut Driver,
        button: &str,
        what: &str,
        is_so: impl Fn(&mut Driver) -> bool,
    ) {
        self.hold_at(player, RIGHT);
        player.point_at_control(self.0, &format!("button {button}"), 0.5);
        player.pull_until(self.0, what, is_so);
        player.wait_for_hand(&format!("{:?}", self.0), "select", false);
        self.hold_at(player, self.place());
    }

    /// Turns the ball until a tile faces the hand, then points at it and pulls the trigger.
    fn pick(self, player: &mut Driver, tile: &str) {
        player.bring_by(self.0, self.place(), tile);
        player.point_with(self.0, &format!("tile {tile}"));
        player.pull(self.0);
    }

    fn play(self, player: &mut Driver, from: &str, to: &str) {
        player.play_by(from, to, |p, tile| self.pick(p, tile));
        settle(player);
    }

    /// Shows the map, plays a move on it and hides it.
    fn play_on_the_map(self, player: &mut Driver, from: &str, to: &str) {
        self.press(player, &["map"]);
        player.wait_for_checked("button map", true);
        player.play_by(from, to, |p, cell| map::pick(p, self.0, cell));
        settle(player);
        self.press(player, &["map"]);
        player.wait("the map to go", |p| {
            p.try_place(&format!("map {from}")).is_none().then_some(())
        });
    }

    /// Lifts the board by its puck and moves it. After the player sits down again, the board keeps
    /// its new height, `height` metres above the default.
    fn lifts_the_board(self, player: &mut Driver, room: &Room, height: f32) {
        let Self(side) = self;
        let hand = format!("{side:?}");
        let (puck, before) = (player.place("puck").w_axis, player.place("board").w_axis);
        player.tip_at(side, puck + Vec3::Y * 0.02);
        player.grab(side);
        let offset = Vec3::new(0.04, LIFT, 0.0);
        player.go(side, offset);
        player.wait("the board to go with the puck", |p| {
            let went = p.try_place("board")?.w_axis - before;
            (went.distance(offset) < 0.01).then_some(())
        });
        player.release(side);
        player.wait("the height to be kept", |_| {
            let kept = kept_height(room)?;
            ((kept - height).abs() < 0.01).then_some(())
        });
        self.hold_at(player, self.place());
        player
            .driver
            .update(|state| state.hand(side).b_click = true);
        player.wait("the board to come as high as it was put", |p| {
            let Stance { ahead, below } = *BALL_STANCE;
            let wanted = p.try_place("head")?.w_axis + Vec3::new(0.0, height - below, -ahead);
            (p.try_place("board")?.w_axis.distance(wanted) < 0.015).then_some(())
        });
        player
            .driver
            .update(|state| state.hand(side).b_click = false);
        player.wait_for_hand(&hand, "menu", false);
        player.rest();
    }

    /// Turns the ball with the stick, and back home with A.
    fn turns_with_the_stick(self, player: &mut Driver) {
        self.click_a(player);
        player.rest();
        let at_home = player.place("tile a4").w_axis;
        let distance = |p: &Driver| Some(p.try_place("tile a4")?.w_axis.distance(at_home));
        player.driver.thumbstick(self.0, [1.0, 0.0]);
        player.wait("the stick to turn the ball", |p| {
            (distance(p)? > 0.05).then_some(())
        });
        player.driver.thumbstick(self.0, [0.0, 0.0]);
        player.rest();
        self.click_a(player);
        player.wait("the own side to come back", |p| {
            (distance(p)? < 0.005).then_some(())
        });
        player.rest();
    }
}

/// Returns the board's saved height above the default, in metres.
fn kept_height(room: &Room) -> Option<f32> {
    let settings = fs::read_to_string(room.data().join("settings.ron")).ok()?;
    let (_, rest) = settings.split_once("board_height: ")?;
    rest.split([',', ')']).next()?.trim().parse().ok()
}

/// Waits for the ball to turn to the next side's home.
pub fn settle(player: &mut Driver) {
    sleep(Duration::from_millis(900));
    player.rest();
}

/// Waits for the setup of a new game, after which the ball turns.
pub fn settle_anew(player: &mut Driver) {
    sleep(Duration::from_millis(1300));
    player.rest();
}

/// Switches one controller on and the other off.
pub fn leave_only(player: &mut Driver, side: Side) -> Only {
    for each in [Side::Left, Side::Right] {
        player.driver.switch(each, each == side);
        player.wait_for_hand(&format!("{each:?}"), "active", each == side);
    }
    let only = Only(side);
    only.hold_at(player, only.place());
    only
}

#[test]
fn either_controller_alone_is_enough_for_a_game() {
    let Some(room) = Room::new("a game with one controller", "one-hand") else {
        return;
    };
    let mut player = Driver::start_unseen(&room, "one-hand-game", &[]);
    for (side, height) in [(Side::Left, LIFT), (Side::Right, 2.0 * LIFT)] {
        let only = leave_only(&mut player, side);
        only.turns_with_the_stick(&mut player);
        only.lifts_the_board(&mut player, &room, height);
        for is_there in [false, true] {
            only.click_menu(&mut player);
            player.wait_for_panel(is_there);
        }

        for (from, to) in MOVES {
            only.play(&mut player, from, to);
        }
        player.wait_for_outcome("checkmate");
        only.press(&mut player, &["rematch"]);
        player.wait_for_moves(&[]);
        settle_anew(&mut player);

        only.play_on_the_map(&mut player, "a4", "g1");
        only.press(&mut player, &["undo"]);
        player.wait("the move to be undone", |p| {
            (p.state()["undone"] == 1).then_some(())
        });
        only.press(&mut player, &["redo"]);
        player.wait_for_moves(&["a4g1"]);
        // A game in progress can't be ended with a single press.
        only.press(&mut player, &["menu", "new game"]);
        player.wait_for_text("Hold to start");
        only.confirm(&mut player, "start", "another game", |p| {
            p.state()["moves"][0].is_null()
        });
        only.press(&mut player, &["menu"]);
        only.confirm(&mut player, "resign", "the resignation", |p| {
            p.state()["outcome"] == "resignation"
        });
        // A finished game needs no confirmation.
        only.press(&mut player, &["menu", "new game", "start"]);
        player.wait_for_outcome("ongoing");
        settle_anew(&mut player);
    }
}
