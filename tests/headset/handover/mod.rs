//! Tests with two players who share a headset. They pass it on and put it on in different seats,
//! and the game always waits for the next player.

mod interrupted;
mod whole;

use std::cell::Cell;
use std::thread::sleep;
use std::time::Duration;

use bevy::math::{Quat, Vec3};
use icochess::board::turning::spin::home_rotation;
use icochess::clock::{TimeControl, set_clock};
use icochess::game::seating::Seating;
use icochess_boards::Variant;
use icochess_shape::Seat;

use crate::driver::{Driver, HEAD, LEFT, RIGHT, Room, game_of_two};
use crate::support::clock_game::go_on;
use crate::support::plays::Plays;
use crate::support::remote::{Pose, Side};
use crate::support::xr_protocol::{Event, Setup};

/// A player's seat: position of the eyes in the stage, in metres, and the direction of view as a
/// rotation about the vertical, in radians.
#[derive(Clone, Copy)]
struct Chair {
    eyes: Vec3,
    yaw: f32,
}

/// Ada's and Bo's seats.
const CHAIRS: [Chair; 2] = [
    Chair {
        eyes: HEAD,
        yaw: 0.0,
    },
    Chair {
        eyes: Vec3::new(-0.7, 1.28, -0.5),
        yaw: 2.0,
    },
];

impl Chair {
    fn turn(self) -> Quat {
        Quat::from_rotation_y(self.yaw)
    }

    fn ahead(self) -> Vec3 {
        self.turn() * Vec3::NEG_Z
    }
}

/// Returns the PGN of a game of two people who share a headset, with ten minutes each.
fn game() -> String {
    let mut record = Variant::Icochess.board().new_game();
    let control: TimeControl = "600".parse().expect("a time control");
    set_clock(record.make_mut(), Some(&control));
    game_of_two(record, Seating::Passing)
}

impl Driver {
    /// Plays a move in a turn. After a 10 s stall of the program, clock and board wait for the
    /// players, so this first continues the game.
    fn play_in_turn(&mut self, from: &str, to: &str) {
        go_on(self);
        self.play(from, to);
    }

    /// Moves head and hands to a seat.
    fn sit(&mut self, chair: Chair) {
        let Chair { eyes, .. } = chair;
        self.driver.look(eyes, eyes + chair.ahead());
        let place = |hand: Vec3| eyes + chair.turn() * (hand - HEAD);
        self.right = place(RIGHT);
        let left = place(LEFT);
        let right = self.right;
        self.driver.update(|state| {
            let ahead = chair.turn() * Vec3::new(-1.0, -0.5, -0.6);
            state.left.pose = Pose::aimed(left, left + ahead);
            let ahead = chair.ahead();
            state.right.pose = Pose::aimed(right, right + ahead);
        });
    }

    /// Holds a trigger to signal that the next player is ready.
    fn hold_on(&mut self, side: Side) {
        // A trigger counts only after a release.
        self.frames(4);
        self.pull_until(side, "the headset to be taken over", |p| {
            p.handover()["phase"] != "pass"
        });
    }

    /// Moves a restless head. Steps are far apart, because the game may miss some of them.
    fn stir(&mut self, chair: Chair, step: u16) {
        let aside = f32::from(step).sin() * 0.3;
        let at = chair.eyes + chair.turn() * Vec3::X * aside;
        self.driver.look(at, at + chair.ahead());
    }

    /// Signals that the next player is ready, while the head keeps moving.
    fn settle(&mut self, player: &str, chair: Chair) {
        self.wait_for_phase("pass", player);
        self.frames(4);
        let step = Cell::new(0);
        self.pull_until(Side::Right, "the player to settle", |p| {
            step.set(step.get() + 1);
            p.stir(chair, step.get());
            p.handover()["phase"] == "settle"
        });
    }

    /// Moves the headset from one head to the other.
    fn change_heads(&mut self, chair: Chair) {
        self.proxy().inject(&[Event::UserPresence(false)]);
        self.frames(3);
        // The headset moves while it is passed on.
        let away = HEAD + Vec3::new(0.0, -0.6, 0.3);
        self.driver.look(away, away + Vec3::X);
        self.frames(3);
        self.sit(chair);
        self.proxy().inject(&[Event::UserPresence(true)]);
    }

    /// Asserts that the board is at its place for this seat, within 3 cm and 5°.
    fn assert_board_before(&mut self, chair: Chair, side: icochess_rules::Side) {
        let shape = Variant::Icochess.shape();
        let eyes = chair.eyes - self.to_stage;
        let seat = Seat::before(eyes, chair.ahead(), shape.worn_stance());
        let home = home_rotation(side, &shape, &seat);
        self.wait("the board to lie before the player", |p| {
            let board = p.try_place("board")?;
            let off = board.w_axis.distance(seat.centre);
            let tilt = |axis: Vec3, wanted: Vec3| axis.angle_between(wanted).to_degrees();
            let turned = tilt(board.x_axis, home * Vec3::X).max(tilt(board.y_axis, home * Vec3::Y));
            (off < 0.03 && turned < 5.0).then_some(())
        });
    }

    /// Waits until the panel is in front of this seat, within reading distance.
    fn wait_for_panel_before(&mut self, chair: Chair) {
        let eyes = chair.eyes - self.to_stage;
        self.wait("the panel before the eyes", |p| {
            let to_panel = p.try_place("panel")?.w_axis - eyes;
            let aside = to_panel.angle_between(chair.ahead()).to_degrees();
            (aside < 35.5 && to_panel.length() < 2.5).then_some(())
        });
    }

    /// Asserts that no clock is running.
    fn assert_time_stands(&mut self) {
        let before = self.handover();
        assert_eq!(before["running"], "", "{before}");
        sleep(Duration::from_millis(700));
        let now = self.handover();
        assert_eq!(before["clocks"], now["clocks"]);
    }
}

/// Starts the game of two people.
fn start_game(room: &Room, name: &str, presence: bool) -> Driver {
    start(room, name, presence, &["--load", &room.file(&game())])
}

/// Starts the program with these arguments. Without arguments, it resumes the saved game.
fn start(room: &Room, name: &str, presence: bool, arguments: &[&str]) -> Driver {
    let setup = Setup {
        user_presence: presence,
        ..Setup::default()
    };
    let mut player = Driver::launch(room, name, Some(setup), |command| {
        command.args(arguments);
        // Log the phases, without colours.
        command.env(
            "RUST_LOG",
            "warn,icochess=info,icochess::game::handover=debug",
        );
        command.env("NO_COLOR", "1");
    });
    player.wait_until_seated();
    player.draw_nothing();
    player
}
