//! Two players with one headset: it goes from head to head, is put on elsewhere, and whatever
//! happens on the way, the game waits for who is next.

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

/// The seat of a player: the eyes, in the stage, metres, and the direction that they look in,
/// turned about the vertical, radians.
#[derive(Clone, Copy)]
struct Chair {
    eyes: Vec3,
    yaw: f32,
}

/// Ada's and Bo's.
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

/// A game of two people who share a headset, ten minutes each, as a file.
fn game() -> String {
    let mut record = Variant::Icochess.board().new_game();
    let control: TimeControl = "600".parse().expect("a time control");
    set_clock(record.make_mut(), Some(&control));
    game_of_two(record, Seating::Passing)
}

impl Driver {
    /// Plays a move in a turn. Where the program stood still for ten seconds, the clock waits, and the
    /// board with it, until the players say that they go on.
    fn play_in_turn(&mut self, from: &str, to: &str) {
        go_on(self);
        self.play(from, to);
    }

    /// Head and hands are where somebody sits.
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

    /// Says by hand that the next one is there: a trigger held.
    fn hold_on(&mut self, side: Side) {
        // A trigger counts once its release was seen.
        self.frames(4);
        self.pull_until(side, "the headset to be taken over", |p| {
            p.handover()["phase"] != "pass"
        });
    }

    /// Moves a head that does not rest: its place after so many steps, each far from the one
    /// before, for there may be frames between them.
    fn stir(&mut self, chair: Chair, step: u16) {
        let aside = f32::from(step).sin() * 0.3;
        let at = chair.eyes + chair.turn() * Vec3::X * aside;
        self.driver.look(at, at + chair.ahead());
    }

    /// Says by hand that the next one is there, with a head that never rests until then.
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

    /// Takes the headset off one head and puts it on another.
    fn change_heads(&mut self, chair: Chair) {
        self.proxy().inject(&[Event::UserPresence(false)]);
        self.frames(3);
        // On its way it moves.
        let way = HEAD + Vec3::new(0.0, -0.6, 0.3);
        self.driver.look(way, way + Vec3::X);
        self.frames(3);
        self.sit(chair);
        self.proxy().inject(&[Event::UserPresence(true)]);
    }

    /// The board is where it belongs for who sits there, within 3 cm and 5°.
    fn assert_board_before(&mut self, chair: Chair, side: icochess_rules::Side) {
        let shape = Variant::Icochess.shape();
        let eyes = chair.eyes - self.to_stage;
        let seat = Seat::before(eyes, chair.ahead(), shape.stance);
        let home = home_rotation(side, &shape, &seat);
        self.wait("the board to lie before the player", |p| {
            let board = p.try_place("board")?;
            let off = board.w_axis.distance(seat.centre);
            let tilt = |axis: Vec3, wanted: Vec3| axis.angle_between(wanted).to_degrees();
            let turned = tilt(board.x_axis, home * Vec3::X).max(tilt(board.y_axis, home * Vec3::Y));
            (off < 0.03 && turned < 5.0).then_some(())
        });
    }

    /// The panel comes before the eyes of who sits there, near enough to be read.
    fn wait_for_panel_before(&mut self, chair: Chair) {
        let eyes = chair.eyes - self.to_stage;
        self.wait("the panel before the eyes", |p| {
            let to_panel = p.try_place("panel")?.w_axis - eyes;
            let aside = to_panel.angle_between(chair.ahead()).to_degrees();
            (aside < 35.5 && to_panel.length() < 2.5).then_some(())
        });
    }

    /// Time stands now, and goes on standing.
    fn assert_time_stands(&mut self) {
        let before = self.handover();
        assert_eq!(before["running"], "", "{before}");
        sleep(Duration::from_millis(700));
        let now = self.handover();
        assert_eq!(before["clocks"], now["clocks"]);
    }
}

/// Starts the game of two people.
fn begin(room: &Room, name: &str, presence: bool) -> Driver {
    start(room, name, presence, &["--load", &room.file(&game())])
}

/// Starts the program with these arguments; without any it resumes the saved game.
fn start(room: &Room, name: &str, presence: bool, arguments: &[&str]) -> Driver {
    let setup = Setup {
        user_presence: presence,
        ..Setup::default()
    };
    let mut player = Driver::launch(room, name, Some(setup), |command| {
        command.args(arguments);
        // Its lines about phases, without colours.
        command.env(
            "RUST_LOG",
            "warn,icochess=info,icochess::game::handover=debug",
        );
        command.env("NO_COLOR", "1");
    });
    player.wait_until_seated();
    player
}
