//! 8×8 chess against the FIDE laws, the PGN standard and another program,
//! cozy-chess.
//!
//! * `check_values`: perft of the six well-known positions.
//! * `chance`: random games and random set-ups.
//! * `agreement`: legal moves and all that hangs on them, crate against
//!   cozy-chess; perft's short cut against plain counting; hashes.
//! * `castling`, `pawns`: the special moves, case by case.
//! * `fen`: position text, and what is refused.
//! * `locked`: pawns that are locked for good, against trying everything.
//! * `move_text`: SAN in all its spellings.
//! * `outcomes`: how games end.
//! * `shape`: the board in space.
//!
//! With the development profile the whole takes some 10 seconds.
//! `PROPTEST_CASES=5000` makes a long run of it.

mod agreement;
mod castling;
mod chance;
mod check_values;
mod fen;
mod locked;
mod move_text;
mod outcomes;
mod pawns;
mod shape;

use crate::testing;
use icochess_boards::Chess;
use icochess_rules::{Cell, Equipment, IllegalReason, Move};

/// A position of the crate.
type Position = icochess_rules::Position<Chess>;

/// The position with that FEN.
fn fen(text: &str) -> Position {
    testing::position(text)
}

fn mv(text: &str) -> Move {
    Chess::tables()
        .parse_uci(text)
        .unwrap_or_else(|e| panic!("{e}"))
}

fn square(name: &str) -> Cell {
    Chess::tables().cell(name).expect("the name of a square")
}

/// The position after some moves in UCI text.
fn play(start: &Position, moves: &str) -> Position {
    moves.split(' ').fold(*start, |position, text| {
        position
            .play(mv(text))
            .unwrap_or_else(|e| panic!("{text} in {position}: {}", e.reason))
    })
}

/// The reason why a move is not legal; `None` if it is.
fn why(position: &Position, text: &str) -> Option<IllegalReason> {
    position.why_illegal(mv(text))
}
