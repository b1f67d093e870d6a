//! The margins of the search: scores, set by hand in hundredths of a pawn of the values
//! they were set with, and brought to the scale of others by [`Evaluator::margin`].

use crate::eval::{Evaluated, Evaluator};
use crate::score::Score;

/// The margin of futility, and what each ply adds to it.
const FUTILITY_MARGIN: [Score; 2] = [200, 150];
/// The margin of reverse futility for each ply.
const REVERSE_FUTILITY_MARGIN: Score = 90;
/// Half the width of the first aspiration window.
const ASPIRATION_DELTA: Score = 20;
/// The aspiration window is left open once it is wider than this.
const ASPIRATION_MAX_DELTA: Score = 500;

/// The margins in an evaluator's values.
pub(super) struct Margins {
    pub aspiration_delta: Score,
    pub aspiration_max_delta: Score,
    pub futility: [Score; 2],
    pub reverse_futility: Score,
}

impl Margins {
    pub fn of<B: Evaluated>(evaluator: &Evaluator<B>) -> Self {
        Self {
            aspiration_delta: evaluator.margin(ASPIRATION_DELTA),
            aspiration_max_delta: evaluator.margin(ASPIRATION_MAX_DELTA),
            futility: FUTILITY_MARGIN.map(|margin| evaluator.margin(margin)),
            reverse_futility: evaluator.margin(REVERSE_FUTILITY_MARGIN),
        }
    }
}
