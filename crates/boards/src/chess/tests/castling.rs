//! Castling: FIDE 3.8.2. `agreement` finds out where it is possible.

use crate::chess::tests::{fen, why};
use crate::testing::rows;

/// Positions, each with the reasons that refuse short and long castling.
const CASTLING: &str = "
    6k1/8/8/8/8/8/8/R3K2R w KQ - 0 1 => legal => legal
    # Out of check.
    4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1 => Castling => Castling
    # Through check.
    5rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1 => Castling => legal
    # Into check.
    2r3k1/8/8/8/8/8/8/R3K2R w KQ - 0 1 => legal => Castling
    # Pieces of either side in between, also on b1.
    6k1/8/8/8/8/8/8/RN2K1nR w KQ - 0 1 => Castling => Castling
    # The right of one rook, or of none.
    6k1/8/8/8/8/8/8/R3K2R w K - 0 1 => legal => NotReached
    6k1/8/8/8/8/8/8/R3K2R w - - 0 1 => NotReached => NotReached
";

#[test]
fn refused_castling_is_explained() {
    for [text, short, long] in rows(CASTLING) {
        for (mv, expected) in [("e1g1", short), ("e1c1", long)] {
            let reason = why(&fen(text), mv);
            let reason = reason.map_or("legal".into(), |reason| format!("{reason:?}"));
            assert_eq!(reason, expected, "{mv} in {text}");
        }
    }
}
