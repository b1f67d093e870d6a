//! The shape of the board of 8×8 chess: squares on a table.

use icochess_message::msg;
use icochess_rules::{Board, Role};
use icochess_shape::{Lesson, Shape, table};

use super::guide::RULES;
use super::rules::Chess;
use super::tutorial::TUTORIAL;

/// Returns the board of 8×8 chess.
pub fn shape() -> Shape {
    Shape {
        aside: &[Role::KNIGHT],
        lessons: &LESSONS,
        worths: &WORTHS,
        rules: &RULES,
        tutorial: &TUTORIAL,
        endings: &["KQK", "KRK", "KBBK", "KBNK"],
        ..table::grid(Chess::ID, 8, 8)
    }
}

static LESSONS: [Lesson; 6] = [
    Lesson::new("king", msg!("lesson-chess-king")),
    Lesson::new("queen", msg!("lesson-chess-queen")),
    Lesson::new("rook", msg!("lesson-chess-rook")),
    Lesson::new("bishop", msg!("lesson-chess-bishop")),
    Lesson::new("knight", msg!("lesson-chess-knight")),
    Lesson::new("pawn", msg!("lesson-chess-pawn")),
];

/// The usual piece values, in pawns.
static WORTHS: [(&str, u8); 5] = [
    ("pawn", 1),
    ("knight", 3),
    ("bishop", 3),
    ("rook", 5),
    ("queen", 9),
];
