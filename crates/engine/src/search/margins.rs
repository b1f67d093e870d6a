//! Margins of the search, set by hand in hundredths of a pawn. [`Evaluator::margin`] converts them
//! to other scales of values.

use crate::eval::{Evaluated, Evaluator};
use crate::score::Score;

/// Futility margin: a constant and an addition per ply.
const FUTILITY_MARGIN: [Score; 2] = [200, 150];
/// Reverse futility margin per ply.
const REVERSE_FUTILITY_MARGIN: Score = 90;
/// Material that a quiet move and a capture may lose near the leaves, per ply.
const EXCHANGE_MARGIN: [Score; 2] = [60, 100];
/// Half the width of the first aspiration window.
const ASPIRATION_DELTA: Score = 20;
/// Width above which the aspiration window is opened completely.
const ASPIRATION_MAX_DELTA: Score = 500;

/// Margins in the scale of an evaluator's values.
pub(super) struct Margins {
    pub aspiration_delta: Score,
    pub aspiration_max_delta: Score,
    pub exchange: [Score; 2],
    pub futility: [Score; 2],
    pub reverse_futility: Score,
}

impl Margins {
    pub fn of<B: Evaluated>(evaluator: &Evaluator<B>) -> Self {
        Self {
            aspiration_delta: evaluator.margin(ASPIRATION_DELTA),
            aspiration_max_delta: evaluator.margin(ASPIRATION_MAX_DELTA),
            exchange: EXCHANGE_MARGIN.map(|margin| evaluator.margin(margin)),
            futility: FUTILITY_MARGIN.map(|margin| evaluator.margin(margin)),
            reverse_futility: evaluator.margin(REVERSE_FUTILITY_MARGIN),
        }
    }
}
