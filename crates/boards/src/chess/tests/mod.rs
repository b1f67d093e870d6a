//! 8×8 chess against the FIDE laws, the PGN standard and another program, cozy-chess.
//!
//! * `check_values`: perft of the six well-known positions.
//! * `chance`: random games and setups.
//! * `agreement`: legal moves and their consequences compared with cozy-chess; bulk perft compared
//!   with plain counting; hashes.
//! * `castling`, `pawns`, `premoves`: special moves, case by case.
//! * `fen`: position text and its errors.
//! * `locked`: permanently locked pawns, compared with brute force.
//! * `move_text`: SAN in all its spellings.
//! * `outcomes`: how games end.
//! * `shape`: the board in space.
//!
//! All tests take about 10 seconds with the development profile. Set `PROPTEST_CASES=5000` for a
//! long run.

mod agreement;
mod castling;
mod chance;
mod check_values;
mod fen;
mod locked;
mod move_text;
mod outcomes;
mod pawns;
mod premoves;
mod shape;

use crate::testing;
use icochess_boards::Chess;
use icochess_rules::{Cell, Equipment, IllegalReason, Move};

/// A position of the crate.
type Position = icochess_rules::Position<Chess>;

/// Returns the position of a FEN.
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

/// Returns the position after moves in UCI text.
fn play(start: &Position, moves: &str) -> Position {
    moves.split(' ').fold(*start, |position, text| {
        position
            .play(mv(text))
            .unwrap_or_else(|e| panic!("{text} in {position}: {}", e.reason))
    })
}

/// Returns the reason for which a move is illegal, or `None` if it is legal.
fn why(position: &Position, text: &str) -> Option<IllegalReason> {
    position.why_illegal(mv(text))
}
