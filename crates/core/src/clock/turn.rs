//! Turns of a clock, with the times at their start and end.

use std::time::Duration;

/// Result of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pressed {
    /// Time the mover has left, including the bonus.
    pub left: Duration,
    /// Time the turn took.
    pub used: Duration,
    /// The finished turn, for [`Clock::take_back`](super::Clock::take_back).
    pub turn: Turn,
}

/// Finished turn. It can continue if its move is taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Both sides' times at the start of the turn.
    pub(super) banks: [Bank; 2],
    pub(super) used: Duration,
    pub(super) ended: Duration,
}

impl Turn {
    /// Extends the turn to `at`. The player could keep thinking after the move while neither clock
    /// ran, so that time counts as well.
    pub fn lasting_until(self, at: Duration) -> Self {
        Self {
            used: self.used + at.saturating_sub(self.ended),
            ended: self.ended.max(at),
            ..self
        }
    }
}

/// Time account of a side, updated at the end of each turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bank {
    /// Time at the start of the turn.
    pub left: Duration,
    /// Byo-yomi periods left.
    pub periods: u32,
    /// Moves made by this side.
    pub moves: u32,
    /// Current stage, from 0.
    pub stage: usize,
}
