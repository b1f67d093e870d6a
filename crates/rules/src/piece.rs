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

/// The kind of a piece, as an index into the board's list of [`RoleRules`].
///
/// The six orthodox roles have constants; a board may define others.
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
    #[inline]
    pub const fn new(index: u8) -> Self {
        Self(index)
    }

    /// Index into per-role tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The moves of the pieces of one role, in terms of the board's tables.
///
/// Of a table that is given twice, the first is White's, the second Black's.
#[derive(Clone, Copy, Debug)]
pub struct RoleRules {
    /// Upper-case letter in position and move text.
    pub letter: char,
    /// English name, lower case.
    pub name: &'static str,
    /// Kinds of line it slides along: a bit mask over
    /// [`Line::kind`](super::Line::kind).
    pub slides: u8,
    /// Leap tables by which it takes and, unless it has `steps`, moves: see
    /// [`Tables::leaps`](super::Tables::leaps).
    pub leaps: Option<[usize; 2]>,
    /// Leap tables by which it moves without taking, if those differ.
    pub steps: Option<[usize; 2]>,
    /// The double steps that it makes; `None` if it makes none.
    pub double_step: Option<DoubleSteps>,
    /// Whether and how its first move lets a piece in reserve enter where it stood.
    pub gating: Option<Gating>,
    /// Whether losing it loses the game, so that it may not stay attacked.
    pub royal: bool,
    /// Whether it is a pawn. A move of a pawn restarts the count towards the move-count draws, and
    /// move text leaves its letter out.
    pub is_pawn: bool,
    /// The roles to which it promotes in its [promotion zone](super::Layout::promotion); if there
    /// are any, it must promote there.
    pub promotes: &'static [Role],
}

impl RoleRules {
    /// A role that only slides. The start for those that do something else.
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

    /// A role that leaps by that table, for both sides, and does not slide.
    pub const fn leaper(letter: char, name: &'static str, table: usize) -> Self {
        Self {
            leaps: Some([table; 2]),
            ..Self::slider(letter, name, 0)
        }
    }

    /// The royal king `K`, which leaps by that table.
    pub const fn king(table: usize) -> Self {
        Self {
            royal: true,
            ..Self::leaper('K', "king", table)
        }
    }

    /// A pawn that takes and steps by two tables of leaps each, White's and Black's. It
    /// neither promotes nor makes double steps.
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

    /// Whether it may make a double step as long as it has not moved.
    #[inline(always)]
    pub const fn has_unmoved_right(&self) -> bool {
        match self.double_step {
            Some(step) => matches!(step.right, DoubleStepRight::Unmoved),
            None => false,
        }
    }

    /// Whether its double step may capture.
    #[inline(always)]
    pub(super) const fn captures_by_double_step(&self) -> bool {
        matches!(self.double_step, Some(DoubleSteps { captures: true, .. }))
    }

    /// Whether it may take en passant, and be taken so.
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

/// The double steps of the pieces of a role; the cells where they end are in the board's
/// [`Layout::double_steps`](super::Layout::double_steps). What the step may do does not follow from
/// who has the right to it, nor the other way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoubleSteps {
    /// The condition under which a piece may make it.
    pub right: DoubleStepRight,
    /// Whether it may capture where it ends.
    pub captures: bool,
    /// Whether pieces of such roles may take it en passant with the next move, by a capturing leap
    /// to the cell that it has passed.
    pub en_passant: bool,
}

/// The pieces that may make a double step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoubleStepRight {
    /// Pieces that have not moved, wherever they stand; positions note it.
    Unmoved,
    /// Pieces on the cells from which there are double steps.
    Home,
}

/// The rule by which a piece in reserve enters: by gating, as in S-Chess, on the cell that a piece
/// leaves with its first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gating {
    /// The player decides whether one enters.
    Optional,
    /// One must enter, as long as there is one.
    Compulsory,
}

/// A role with the side it plays for.
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
    /// The side of the piece; in position text White's letters are upper case.
    pub side: Side,
    /// The role of the piece: the index of its rules in
    /// [`Equipment::ROLES`](super::Equipment::ROLES).
    pub role: Role,
}
