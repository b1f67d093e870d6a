//! Detection of dead positions with locked pawns and kings only (FIDE 5.2.2).

/// All squares except the a-file.
const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
/// All squares except the h-file.
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Returns whether only the kings can ever move and nothing can ever be captured. Requires a
/// position with kings and pawns only, without en passant. `pawns` and `kings` are White's and
/// Black's, on the squares of [`Chess`](super::Chess).
///
/// If so, the position is dead. Returns true if
///
/// 1. every pawn has a pawn of either side directly ahead,
/// 2. no pawn attacks an enemy pawn,
/// 3. no pawn attacks a king, and
/// 4. neither king can walk next to an unguarded enemy pawn, over squares without pawns and not
///    attacked by enemy pawns.
///
/// **Then every legal move, now and later, is a king step to an empty square, and none gives
/// check.** Proof by induction: assume it holds up to some position. The pawns haven't moved: by 1
/// none can step, and by 2 none can capture. Each king has only stepped to unattacked squares, so
/// it is on a square of 4. An adjacent enemy pawn is guarded and can't be captured. So the next
/// move is a king step, too. A king can't attack the other king. No pawn attacks it either: by 3 if
/// it hasn't moved, otherwise because it has stepped to an unattacked square. So there is no check
/// and no mate.
///
/// The kings also restrict each other, but that only removes squares and is ignored. The function
/// can miss dead positions. In some, a king can win a pawn without winning the game; in others,
/// only the other king keeps it from a pawn.
pub(super) fn is_locked(pawns: [u64; 2], kings: [u64; 2]) -> bool {
    let [white, black] = pawns;
    let all = white | black;
    if (white << 8 | black >> 8) & !all != 0 {
        return false;
    }
    let attacked = [beside(white) << 8, beside(black) >> 8];
    // If White's pawn attacks Black's, Black's also attacks White's.
    attacked[0] & black == 0
        && (0..2).all(|side| {
            let (king, other) = (kings[side], 1 - side);
            let unguarded = pawns[other] & !attacked[other];
            king & attacked[other] == 0
                && round(reach(king, !all & !attacked[other])) & unguarded == 0
        })
}

/// Returns the squares a king can walk to over free squares, including its own.
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

/// Returns the left and right neighbours of squares.
const fn beside(squares: u64) -> u64 {
    (squares & NOT_H) << 1 | (squares & NOT_A) >> 1
}

/// Returns the squares together with all their neighbours.
const fn round(squares: u64) -> u64 {
    let row = squares | beside(squares);
    row | row << 8 | row >> 8
}
