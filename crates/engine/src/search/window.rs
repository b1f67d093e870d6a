//! The window of an alpha-beta search.

use crate::score::{INFINITE, Score};

/// The window of scores that matter: one at most `alpha`, or at least `beta`, need not be exact.
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

    /// Whether it is the window of a node of the principal variation, with room between the bounds.
    /// If not, it is a null window, which only asks on which side the score is.
    #[inline]
    pub const fn is_pv(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The window as seen by the other side.
    #[inline]
    pub const fn negated(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// The null window that tells whether the score is more than `alpha`.
    #[inline]
    pub const fn null_at_alpha(self) -> Self {
        Self {
            beta: self.alpha + 1,
            ..self
        }
    }

    /// The null window that tells whether the score is at least `beta`.
    pub const fn null_at_beta(self) -> Self {
        Self {
            alpha: self.beta - 1,
            ..self
        }
    }
}
