//! The puck in front of the board: a hand that grabs it, directly or by ray, moves the board and
//! sets its height.

use bevy::prelude::*;

use super::handle::{AtHandle, Hold, Presses};
use super::switch::Grips;
use crate::config::Hand;
use crate::hands::Grabbed;
use icochess_board::feedback::FeedbackRequested;
use icochess_board::room::puck::Puck;
use icochess_board::stage::shape::PlayerSeat;
use icochess_board::turning::placing::{BoardMoved, MoveBoard};
use icochess_play::game::handover::GameHandover;
use icochess_ui::state::screen::PanelShown;

/// Distance of a hand at which the puck appears, in metres.
const COMES: f32 = 0.30;
/// Smallest movement of the board, in metres.
const MIN_TURN: f32 = 1e-5;

/// A move of the board by its puck.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Move {
    hold: Hold,
    /// Position of the board's origin at the start, in metres.
    board: Vec3,
    /// Position of the player's eyes, in metres. If the player is seated again, the hold restarts.
    eye: Vec3,
}

/// The hand that holds the puck, if any.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub struct PuckHeld(Option<Move>);

impl PuckHeld {
    /// Returns whether this hand holds the puck.
    pub fn is_by(&self, hand: Hand) -> bool {
        self.0.is_some_and(|it| it.hold.hand == hand)
    }
}

/// Moves the board with the hand that holds the puck. The board follows the whole movement since
/// the start, so a blocked board waits until the hand comes back.
pub(super) fn update_puck_hold(
    at: AtHandle<Puck>,
    (grips, seat, handover): (Res<Grips>, Res<PlayerSeat>, Res<GameHandover>),
    mut before: Local<Presses>,
    mut held: ResMut<PuckHeld>,
    (mut place, mut moved): (MessageWriter<MoveBoard>, MessageWriter<BoardMoved>),
    mut grabbed: MessageWriter<Grabbed>,
) {
    let is_there = !handover.is_passing();
    let begun = at.begun(&grips, &mut before).filter(|_| is_there);
    let move_from = |hold: Hold| Move {
        hold,
        board: seat.centre,
        eye: seat.eye,
    };
    let Some(mut by) = held.0 else {
        if let Some(hold) = begun {
            held.0 = Some(move_from(hold));
            grabbed.write(Grabbed(hold.hand));
        }
        return;
    };
    let Some(point) = at.held(&by.hold, &grips).filter(|_| is_there) else {
        held.0 = None;
        moved.write(BoardMoved);
        return;
    };
    if by.eye != seat.eye {
        by.hold.from = point;
        by = move_from(by.hold);
        held.0 = Some(by);
    }
    let by = by.board + (point - by.hold.from) - seat.centre;
    if by.length() > MIN_TURN {
        place.write(MoveBoard { by, scale: 1.0 });
    }
}

/// Shows the puck while a hand is near it or points at it, and while the panel is open.
pub(super) fn update_puck_visibility(
    at: AtHandle<Puck>,
    (held, panel): (Res<PuckHeld>, Res<PanelShown>),
    handover: Res<GameHandover>,
    mut reached: Local<[bool; 2]>,
    mut pucks: Query<&mut Puck>,
    mut requested: MessageWriter<FeedbackRequested>,
) {
    let Some(mut puck) = pucks.iter_mut().next() else {
        return;
    };
    let is_free = held.0.is_none() && !handover.is_passing();
    let is_reached = at.is_reached(is_free, &mut reached, &mut requested);
    puck.set_if_neq(if handover.is_passing() {
        Puck::Away
    } else if held.0.is_some() {
        Puck::Held
    } else if is_reached {
        Puck::Pointed
    } else if panel.0 || at.is_near(COMES) {
        Puck::Seen
    } else {
        Puck::Hidden
    });
}
