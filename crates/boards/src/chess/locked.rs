//! Dead positions by locked pawns, where there is nothing but kings and pawns (FIDE 5.2.2).

/// The squares that are not on the a-file.
const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
/// The squares that are not on the h-file.
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Whether it is certain that nothing but the kings ever moves again and that nothing is ever
/// taken, where there are kings and pawns only and nothing can be taken in passing. `pawns` and
/// `kings` are White's and Black's; their squares count as those of [`Chess`](super::Chess).
///
/// Such a position is dead. The answer is yes if
///
/// 1. a pawn, of either side, stands straight ahead of every pawn,
/// 2. no pawn attacks one of the other side,
/// 3. no pawn attacks a king, and
/// 4. neither king can go, over squares where no pawn stands and that no pawn of the other side
///    attacks, to where it is beside a pawn of the other side that no pawn guards.
///
/// **Then every legal move, now and later, is a step of a king to an empty square, and none gives
/// check.** Say that it was so up to some position of a game. The pawns are where they were: by 1
/// none can step and by 2 none can take. Each king has got where it is by steps that end on no
/// attacked square, so it is on one of the squares of 4. A pawn of the other side beside it is
/// guarded and cannot be taken. So the next move is such a step, too. A king attacks no king, and
/// the other one is, by 3 or by its last step, where no pawn attacks it: there is no check, and
/// without check no mate.
///
/// That the kings keep out of each other's way only takes squares from them, and is not looked at.
/// The answer may be no in a dead position: where a king can win a pawn and nobody the game, and
/// where only the other king keeps it from a pawn.
pub(super) fn is_locked(pawns: [u64; 2], kings: [u64; 2]) -> bool {
    let [white, black] = pawns;
    let all = white | black;
    if (white << 8 | black >> 8) & !all != 0 {
        return false;
    }
    let attacked = [beside(white) << 8, beside(black) >> 8];
    // If White's pawn attacks Black's, Black's attacks White's, too.
    attacked[0] & black == 0
        && (0..2).all(|side| {
            let (king, other) = (kings[side], 1 - side);
            let unguarded = pawns[other] & !attacked[other];
            king & attacked[other] == 0
                && round(reach(king, !all & !attacked[other])) & unguarded == 0
        })
}

/// The squares to which a king can go over free squares, with that where it stands.
fn reach(king: u64, free: u64) -> u64 {
    let mut reached = king;
    loop {
        let more = reached | round(reached) & free;
        if more == reached {
            return reached;
        }
        reached = more;
    }
}

/// The squares to the left and to the right of these.
const fn beside(squares: u64) -> u64 {
    (squares & NOT_H) << 1 | (squares & NOT_A) >> 1
}

/// The squares beside these in all eight directions, which may be among them.
const fn round(squares: u64) -> u64 {
    let row = squares | beside(squares);
    row | row << 8 | row >> 8
}
