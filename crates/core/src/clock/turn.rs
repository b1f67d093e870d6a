//! The turns that a clock counts: the times that they began with, and that they took.

use std::time::Duration;

/// The cost of a move in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pressed {
    /// The time that the mover has left, with the bonus of the move.
    pub left: Duration,
    /// The time that the turn took.
    pub used: Duration,
    /// The turn as it was, for [`Clock::take_back`](super::Clock::take_back).
    pub turn: Turn,
}

/// A turn at the moment in which it ended, so that it can go on if its move is taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The times of both sides when it began.
    pub(super) banks: [Bank; 2],
    /// The time that it took.
    pub(super) used: Duration,
    /// The time at which it ended.
    pub(super) ended: Duration,
}

impl Turn {
    /// The turn with the time up to `at` as time of its player, who could go on thinking after
    /// the move while nobody's clock ran.
    pub fn lasting_until(self, at: Duration) -> Self {
        Self {
            used: self.used + at.saturating_sub(self.ended),
            ended: self.ended.max(at),
            ..self
        }
    }
}

/// The time of a side, as its last turn or the other's has left it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bank {
    /// Time at the beginning of the turn.
    pub left: Duration,
    /// Periods of byo-yomi.
    pub periods: u32,
    /// Own moves made.
    pub moves: u32,
    /// Number of the stage, from 0.
    pub stage: usize,
}
