//! From a variant to the code of the engine for its board.

use super::eval::Evaluated;
use crate::rules::{Variant, on_variant};

/// Something to do on a board that the engine plays on, whichever it is: the
/// engine's counterpart of [`OnBoard`](crate::rules::OnBoard).
pub trait OnEvaluated {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<B: Evaluated>(self) -> Self::Output;
}

/// Does something on the board of a variant.
pub fn on_evaluated<W: OnEvaluated>(variant: Variant, work: W) -> W::Output {
    on_variant!(variant, B => work.run::<B>())
}
