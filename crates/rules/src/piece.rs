//! Sides, roles and pieces.

use std::fmt;
use std::ops::Not;

/// A side of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The side that moves first.
    White,
    /// The side that moves second.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// Returns the index into per-side tables: White 0, Black 1.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Self;

    #[inline]
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

/// A kind of piece, as an index into the board's [`RoleRules`].
///
/// The six orthodox roles have constants; boards can define others.
///
/// ```
/// use icochess_boards::Icochess;
/// use icochess_rules::{Role, rules_of};
///
/// let knight = rules_of::<Icochess>(Role::KNIGHT);
/// assert_eq!((knight.letter, knight.name), ('N', "knight"));
/// assert_eq!(Role::new(1), Role::KNIGHT);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Role(u8);

impl Role {
    /// Pawn of orthodox piece sets.
    pub const PAWN: Self = Self(0);
    /// Knight of orthodox piece sets.
    pub const KNIGHT: Self = Self(1);
    /// Bishop of orthodox piece sets.
    pub const BISHOP: Self = Self(2);
    /// Rook of orthodox piece sets.
    pub const ROOK: Self = Self(3);
    /// Queen of orthodox piece sets.
    pub const QUEEN: Self = Self(4);
    /// King of orthodox piece sets.
    pub const KING: Self = Self(5);

    /// Creates the role with this index.
    #[inline]
    pub const fn new(index: u8) -> Self {
        Self(index)
    }

    /// Returns the index into per-role tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The rules of a role, in terms of the board's tables.
///
/// In a pair of tables, the first is for White and the second for Black.
#[derive(Clone, Copy, Debug)]
pub struct RoleRules {
    /// Upper-case letter in position and move text.
    pub letter: char,
    /// English name, lower case.
    pub name: &'static str,
    /// Kinds of line for sliding, as a bit mask of [`Line::kind`](super::Line::kind).
    pub slides: u8,
    /// Leap tables for captures and, without `steps`, for all moves: see
    /// [`Tables::leaps`](super::Tables::leaps).
    pub leaps: Option<[usize; 2]>,
    /// Leap tables for moves without capture, if different.
    pub steps: Option<[usize; 2]>,
    /// Double steps, if the role makes any.
    pub double_step: Option<DoubleSteps>,
    /// How the role's first move can bring in a piece from the reserve, if at all.
    pub gating: Option<Gating>,
    /// Whether capturing the piece wins, so that it must not be left attacked.
    pub royal: bool,
    /// Whether the role is a pawn. Pawn moves reset the halfmove clock, and their move text omits
    /// the letter.
    pub is_pawn: bool,
    /// Roles to which the piece promotes in its [promotion zone](super::Layout::promotion).
    /// Promotion is compulsory there, unless this list is empty.
    pub promotes: &'static [Role],
}

impl RoleRules {
    /// Creates a role that only slides; the base for other roles.
    pub const fn slider(letter: char, name: &'static str, slides: u8) -> Self {
        Self {
            letter,
            name,
            slides,
            leaps: None,
            steps: None,
            double_step: None,
            gating: None,
            royal: false,
            is_pawn: false,
            promotes: &[],
        }
    }

    /// Creates a role that only leaps, with one table for both sides.
    pub const fn leaper(letter: char, name: &'static str, table: usize) -> Self {
        Self {
            leaps: Some([table; 2]),
            ..Self::slider(letter, name, 0)
        }
    }

    /// Creates the royal king `K`, which leaps by a table.
    pub const fn king(table: usize) -> Self {
        Self {
            royal: true,
            ..Self::leaper('K', "king", table)
        }
    }

    /// Creates a pawn that captures and steps by White's and Black's leap tables. The pawn neither
    /// promotes nor makes double steps.
    pub const fn pawn(
        letter: char,
        name: &'static str,
        takes: [usize; 2],
        steps: [usize; 2],
    ) -> Self {
        Self {
            leaps: Some(takes),
            steps: Some(steps),
            is_pawn: true,
            ..Self::slider(letter, name, 0)
        }
    }

    /// Returns whether the piece may make a double step until it has moved.
    #[inline(always)]
    pub const fn has_unmoved_right(&self) -> bool {
        match self.double_step {
            Some(step) => matches!(step.right, DoubleStepRight::Unmoved),
            None => false,
        }
    }

    #[inline(always)]
    pub(super) const fn captures_by_double_step(&self) -> bool {
        matches!(self.double_step, Some(DoubleSteps { captures: true, .. }))
    }

    /// Returns whether the piece may capture, and be captured, en passant.
    #[inline(always)]
    pub const fn has_en_passant(&self) -> bool {
        matches!(
            self.double_step,
            Some(DoubleSteps {
                en_passant: true,
                ..
            })
        )
    }
}

/// The double steps of a role; [`Layout::double_steps`](super::Layout::double_steps) has their
/// cells. The right to a double step and its effects are independent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoubleSteps {
    /// Condition for a double step.
    pub right: DoubleStepRight,
    /// Whether the double step may capture on its last cell.
    pub captures: bool,
    /// Whether the double step allows en passant: the next move may be a capturing leap to the
    /// passed cell. Only pieces with this flag can make that capture.
    pub en_passant: bool,
}

/// The pieces that may make a double step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoubleStepRight {
    /// Pieces that haven't moved, wherever they are. Positions keep track of them.
    Unmoved,
    /// Pieces on the cells where double steps start.
    Home,
}

/// The rule for pieces in reserve. They enter by gating, as in S-Chess, on the cell that a piece
/// leaves with its first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gating {
    /// A piece may enter.
    Optional,
    /// A piece must enter while there is one in reserve.
    Compulsory,
}

/// A role and its side.
///
/// ```
/// use icochess_rules::{Equipment, Piece, Position, Role, Side};
/// use icochess_boards::Icochess;
///
/// let king = Icochess::tables().cell("a2").expect("a tile");
/// let piece = Piece { side: Side::White, role: Role::KING };
/// assert_eq!(Position::<Icochess>::start().piece_at(king), Some(piece));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Side of the piece; position text has White's letters in upper case.
    pub side: Side,
    /// Role of the piece: the index of its rules in [`Equipment::ROLES`](super::Equipment::ROLES).
    pub role: Role,
}
