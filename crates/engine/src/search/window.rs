//! Alpha-beta windows.

use crate::score::{INFINITE, Score};

/// A window of relevant scores. Scores at or below `alpha`, or at or above `beta`, needn't be
/// exact.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    /// The window of all scores.
    pub const FULL: Self = Self {
        alpha: -INFINITE,
        beta: INFINITE,
    };

    /// Returns whether the window belongs to a principal variation node. Otherwise it is a null
    /// window, which only tests whether the score is above or below it.
    #[inline]
    pub const fn is_pv(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// Returns the window from the opponent's view.
    #[inline]
    pub const fn negated(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Returns the null window that tests whether the score exceeds `alpha`.
    #[inline]
    pub const fn null_at_alpha(self) -> Self {
        Self {
            beta: self.alpha + 1,
            ..self
        }
    }

    /// Returns the null window that tests whether the score is at least `beta`.
    pub const fn null_at_beta(self) -> Self {
        Self {
            alpha: self.beta - 1,
            ..self
        }
    }
}
