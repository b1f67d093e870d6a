//! The tutorial of 8×8 chess.

use super::rules::Chess;
use icochess_rules::Board;
use icochess_shape::Step;

/// Tutorial steps in order.
pub(super) static TUTORIAL: [Step; 7] = Step::standard(
    Chess::START,
    "4k3/4p3/8/8/8/8/3P4/R1BQK1N1 w - - 0 1",
    "4k3/5p2/8/3n4/8/5B2/8/4K3 w - - 0 1",
    Step::end_check("4r1k1/8/8/8/8/2B5/8/R3K3 w - - 0 1"),
    Step::mate("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"),
);
