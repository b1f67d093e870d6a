//! The tutorial of Raumschach.

use super::rules::Raumschach;
use icochess_rules::Board;
use icochess_shape::Step;

/// Tutorial steps in order.
pub(super) static TUTORIAL: [Step; 7] = Step::standard(
    Raumschach::START,
    "2k2/2p2/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/BUQ2|5/5/5/2P2/RNK2 w - - 0 1",
    "2k2/2p2/5/5/5|5/5/5/5/5|5/2n2/5/5/2R2|5/5/5/5/5|5/5/5/2P2/2K2 w - - 0 1",
    Step::end_check("2k2/2p2/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/3B1|R1r2/5/5/4P/2K2 w - - 0 1"),
    Step::mate("2k2/1p1R1/5/5/5|5/1ppp1/5/5/5|5/5/5/4Q/R4|5/5/5/5/5|5/5/5/5/2K2 w - - 0 1"),
);
