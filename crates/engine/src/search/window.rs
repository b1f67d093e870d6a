//! The window of an alpha-beta search.

use crate::score::{INFINITE, Score};

/// What is still of interest: a score that is at most `alpha`, or at least
/// `beta`, need not be known better.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    /// Every score.
    pub const FULL: Self = Self {
        alpha: -INFINITE,
        beta: INFINITE,
    };

    /// Is it that of a node of the principal variation, with room between the bounds?
    /// If not, it is a null window, and only one side is asked for.
    pub const fn is_pv(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The same for the other side.
    pub const fn negated(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// The null window that asks: is the score more than `alpha`?
    pub const fn null_at_alpha(self) -> Self {
        Self {
            beta: self.alpha + 1,
            ..self
        }
    }

    /// The null window that asks: is the score at least `beta`?
    pub const fn null_at_beta(self) -> Self {
        Self {
            alpha: self.beta - 1,
            ..self
        }
    }
}
