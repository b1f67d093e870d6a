//! The tutorial of Icochess.

use super::rules::Icochess;
use icochess_rules::Board;
use icochess_shape::Step;

/// Tutorial steps in order.
pub(super) static TUTORIAL: [Step; 7] = Step::standard(
    Icochess::START,
    "QKPP/RBN1/1P2/4/4/4/4/4/4/4/4/4/4/4/4/4/p1p1/4/k3/4 w - - 0 1",
    "1KPP/R3/4/4/4/4/4/4/4/2n1/4/4/4/1kpp/4/4/4/4/4/4 w - - 0 1",
    Step::end_check("1KPP/4/1P2/4/4/4/4/4/B3/2R1/1p2/1p2/4/1kpp/4/4/4/4/1r2/4 w - - 0 1"),
    Step::mate("1KPP/4/1P2/4/4/4/1Q2/4/4/4/1p2/1p2/4/1kpp/4/4/4/1R2/4/4 w - - 0 1"),
);
