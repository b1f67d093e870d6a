//! The shape of the board of 8×8 chess: squares on a table.

use icochess_message::msg;
use icochess_rules::Board;
use icochess_shape::{Lesson, Shape, table};

use super::guide::RULES;
use super::rules::Chess;
use super::tutorial::TUTORIAL;

/// The board of 8×8 chess.
pub fn shape() -> Shape {
    Shape {
        lessons: &LESSONS,
        worths: &WORTHS,
        rules: &RULES,
        tutorial: &TUTORIAL,
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

/// What chess players count pieces as, in pawns.
static WORTHS: [(&str, u8); 5] = [
    ("pawn", 1),
    ("knight", 3),
    ("bishop", 3),
    ("rook", 5),
    ("queen", 9),
];

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_math::Vec3;
    use icochess_rules::{Cell, Equipment, Side};
    use icochess_shape::table::{DARK, LIGHT, SQUARE};

    #[test]
    fn squares_lie_where_their_names_say_and_the_one_at_the_right_hand_is_light() {
        let shape = shape();
        let at = |name: &str| Chess::tables().cell(name).map(|cell| shape.centre(cell));
        let (a1, h1, a8) = (at("a1").unwrap(), at("h1").unwrap(), at("a8").unwrap());
        assert!(a1.distance(Vec3::new(-3.5, 0.0, 3.5) * SQUARE) < 1e-6);
        assert!((h1 - a1).normalize().dot(Vec3::X) > 0.9999);
        let ahead = shape.homes[Side::White.index()].ahead;
        assert!((a8 - a1).normalize().dot(ahead) > 0.9999);
        let kind = |name: &str| {
            Chess::tables()
                .cell(name)
                .map(|cell| shape.kind(cell).shade)
        };
        assert_eq!((kind("h1"), kind("d1")), (Some(LIGHT), Some(LIGHT)));
        assert_eq!((kind("a1"), kind("e1")), (Some(DARK), Some(DARK)));
        assert_eq!(shape.places.len(), shape.cells().len());
        assert!(shape.cells().all(|cell| cell != Cell::new(64)));
    }
}
