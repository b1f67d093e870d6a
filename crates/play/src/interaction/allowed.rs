//! The right to move pieces now, for a side and for pointers, where each of two people has a
//! display.

use bevy::ecs::system::SystemParam;
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;

use super::at_window::AtWindow;
use super::selecting::acts_on_press;
use crate::computer::{self, Computer};
use crate::game::Match;
use crate::game::clock::GameClock;
use crate::game::handover::GameHandover;
use icochess_base::display::Display;
use icochess_rules::{Cell, FixedReason, StuckReason};

/// The reason why what a player picked cannot be moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unmovable {
    /// It is the computer's turn.
    ComputersTurn,
    /// The game is over.
    GameOver,
    /// The board is on its way to the other player.
    HandedOver,
    /// The clock is stopped.
    ClockStopped,
    /// It is the turn of the player at the other display.
    OthersTurn,
    /// The rules leave the piece no move.
    Stuck(StuckReason),
    /// The rules leave the part of the board no move.
    Fixed(FixedReason),
    /// A hand let go of it between cells, or too far above one.
    OffCell,
}

/// Time for which it is told why something is refused, seconds.
pub const REFUSAL_SECONDS: f32 = 8.0;

impl Unmovable {
    /// Whether nobody is to learn anything of the board as long as it is so, not even whether a
    /// piece stands on a cell.
    pub const fn is_blind(self) -> bool {
        matches!(self, Self::HandedOver | Self::ClockStopped)
    }
}

/// Fact: a pointer picked a piece, or a part of the board, that cannot be moved now; or the keyboard's
/// an empty cell; or any of them anything while the reason [keeps everybody](Unmovable::is_blind) from
/// the board.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct PickRefused {
    /// The pointer that picked it.
    pub by: PointerId,
    /// The cell; for a part of the board, the pin of its dock.
    pub cell: Cell,
    /// The reason why it cannot be moved.
    pub why: Unmovable,
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<PickRefused>();
}

/// The display that a pointer is at: hands point in the headset, mouse and touch in the
/// window.
fn display_of(by: PointerId) -> Display {
    if acts_on_press(by) {
        Display::Headset
    } else {
        Display::Flat
    }
}

/// Whether it is the turn of the player at the other display; never if the game is over.
pub(super) fn is_others_turn(at_window: AtWindow, game: &Match, by: PointerId) -> bool {
    is_others(at_window, game, display_of(by))
}

fn is_others(at_window: AtWindow, game: &Match, display: Display) -> bool {
    game.outcome().is_none() && !at_window.may_play(display, game.position().turn())
}

/// The state that decides whose turn it is to move pieces.
#[derive(SystemParam)]
pub(super) struct Turns<'w> {
    computer: Res<'w, Computer>,
    handover: Res<'w, GameHandover>,
    clock: Res<'w, GameClock>,
    at_window: Res<'w, AtWindow>,
}

impl Turns<'_> {
    /// The reason why the player with this pointer may not move now; `None` if they may.
    pub(super) fn refuse(&self, game: &Match, by: PointerId) -> Option<Unmovable> {
        self.refuse_through(game, display_of(by))
    }

    /// The reason why the player at a display may not move now; `None` if they may.
    pub(super) fn refuse_through(&self, game: &Match, display: Display) -> Option<Unmovable> {
        let held = (&*self.handover, &*self.clock);
        refusal(game, held, (&*self.computer, *self.at_window), display)
    }
}

/// The reason why nothing may be moved through a display now, whatever the rules say; `None` if
/// pieces may be moved.
pub fn refusal(
    game: &Match,
    (handover, clock): (&GameHandover, &GameClock),
    (computer, at_window): (&Computer, AtWindow),
    display: Display,
) -> Option<Unmovable> {
    if game.outcome().is_some() {
        Some(Unmovable::GameOver)
    } else if computer::is_to_move(computer, game) {
        Some(Unmovable::ComputersTurn)
    } else if handover.refuses_moves() {
        Some(Unmovable::HandedOver)
    } else if clock.refuses_moves() {
        Some(Unmovable::ClockStopped)
    } else {
        is_others(at_window, game, display).then_some(Unmovable::OthersTurn)
    }
}
