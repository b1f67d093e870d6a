//! The tutorial of Star Trek 3D chess.

use super::rules::StarTrek3d;
use icochess_rules::Board;
use icochess_shape::Step;

/// Tutorial steps in order.
pub(super) static TUTORIAL: [Step; 7] = Step::standard(
    StarTrek3d::START,
    "4/4/1P2/NB2|4/4/4/R3|4/4/4/4|b17:2/1Q,e17:2/K1,b35:2/2,b63:2/2,b81:2/2,e81:k1/p1 w - - 0 1",
    "4/1n2/4/1R2|4/4/4/4|4/4/4/4|b17:2/2,e17:1P/K1,b35:2/2,b63:2/2,b81:2/2,e81:k1/1p w - - 0 1",
    Step::end_check(
        "4/4/4/1R1r|4/4/4/4|4/4/4/4|b17:2/2,e17:1P/K1,b35:2/2,b63:2/2,b81:2/2,e81:k1/1p w - - 0 1",
    ),
    Step::mate(
        "4/4/4/4|4/4/4/4|4/4/Q3/2R1|b17:2/2,e17:P1/K1,b35:2/2,b63:2/2,b81:2/2,e81:kr/pp w - - 0 1",
    ),
);
