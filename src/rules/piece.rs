//! Sides, roles and pieces.

use std::fmt;
use std::ops::Not;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The side that moves first.
    White,
    /// The other side.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// Index into per-side tables: White 0, Black 1.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// The kind of a piece, as an index into the board's list of [`RoleRules`].
///
/// The six orthodox roles have constants; a board may define others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Role(u8);

impl Role {
    /// The pawn of orthodox piece sets.
    pub const PAWN: Self = Self(0);
    /// The knight of orthodox piece sets.
    pub const KNIGHT: Self = Self(1);
    /// The bishop of orthodox piece sets.
    pub const BISHOP: Self = Self(2);
    /// The rook of orthodox piece sets.
    pub const ROOK: Self = Self(3);
    /// The queen of orthodox piece sets.
    pub const QUEEN: Self = Self(4);
    /// The king of orthodox piece sets.
    pub const KING: Self = Self(5);

    /// The role with the given index.
    #[must_use]
    pub const fn new(index: u8) -> Self {
        Self(index)
    }

    /// Index into per-role tables.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// How the pieces of one role move, in terms of the board's tables.
#[derive(Clone, Copy, Debug)]
pub struct RoleRules {
    /// Upper-case letter in position and move text.
    pub letter: char,
    /// English name, lower case.
    pub name: &'static str,
    /// Kinds of line it slides along: a bit mask over
    /// [`Line::kind`](super::Line::kind).
    pub slides: u8,
    /// Leap table it moves by, an index into
    /// [`Tables::leaps`](super::Tables::leaps).
    pub leaps: Option<usize>,
    /// Does it, while it has not moved, also reach the ends of
    /// [`Tables::strides`](super::Tables::strides)?
    pub strides: bool,
    /// Does losing it lose the game, so that it may not stay attacked?
    pub royal: bool,
    /// Does moving it restart the count towards the move-count draws?
    pub resets_clock: bool,
}

/// A role with the side it plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Owner.
    pub side: Side,
    /// Kind.
    pub role: Role,
}
