//! The plain description of a board: its cells, lines and leaps.
//!
//! Everything that slides follows a **line**: an ordered run of cells, open
//! (a rank, a diagonal) or closed (a circuit round the ball). Everything that
//! steps or jumps follows a **leap** table: for each cell the set it reaches.
//! The first move of a pawn may be a **double step**: an end cell and the cell
//! that must be empty on the way.

use crate::cell::Cell;
use crate::piece::Role;

/// A board's description, from which its [`Tables`](crate::Tables) are made.
///
/// By default there is nothing: a board fills in what it has.
#[derive(Clone, Debug, Default)]
pub struct Layout<S> {
    /// Names in move text, lower case, by cell.
    pub names: Vec<String>,
    /// The cells that are always there, in the order of position text: in sections that
    /// `|` separates, and these in groups that `/` separates.
    pub sections: Vec<Vec<Vec<Cell>>>,
    /// The lines that sliders follow, each once.
    pub lines: Vec<LineSpec>,
    /// Leap tables: `leaps[table][cell]` is the set reached.
    pub leaps: Vec<Vec<S>>,
    /// Double steps of each side, `double_steps[side][cell]`, or an empty list.
    pub double_steps: [Vec<Vec<DoubleStep>>; 2],
    /// The promotion zones: one entry for each role that promotes.
    ///
    /// If a piece's zone depends on the cell it started from, pieces that start differently are
    /// roles of their own: position text then tells them apart too.
    pub promotion: Vec<PromotionZone<S>>,
    /// The docks where parts of the board can be attached: for each its cells, which are
    /// there while a part is. Cells of no dock are always there.
    pub docks: Vec<Dock>,
    /// The ways of parts from dock to dock.
    pub carriages: Vec<Carriage>,
    /// The castlings of each side.
    pub castlings: [Vec<Castling<S>>; 2],
}

/// A line as a board describes it.
#[derive(Clone, Debug)]
pub struct LineSpec {
    /// Kind of line, a single bit that [`RoleRules::slides`](crate::RoleRules::slides) refers to.
    pub kind: u8,
    /// Whether the last cell leads on to the first.
    pub closed: bool,
    /// The cells in order.
    pub cells: Vec<Cell>,
}

/// A double step: it ends on `end` and needs `via` empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoubleStep {
    /// The cell passed.
    pub via: Cell,
    /// The cell reached.
    pub end: Cell,
}

/// The cells where the pieces of a role promote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PromotionZone<S> {
    /// The role whose zone it is.
    pub role: Role,
    /// The cells on which White's pieces promote, and Black's.
    pub cells: [S; 2],
}

/// A place where a part of the board can be attached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dock {
    /// The cell whose name stands for the dock in moves of parts.
    pub pin: Cell,
    /// Its cells in the order of position text; those of one dock correspond to those of
    /// another by their order.
    pub cells: Vec<Cell>,
    /// Number of cells in a group of position text, 1 or more.
    pub group: usize,
}

impl Dock {
    /// The cells in the groups of position text.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = &[Cell]> {
        self.cells.chunks(self.group)
    }
}

/// The move of a part of the board, with what stands on it, from one dock to another
/// that is free. At least one piece of the side to move has to stand on it, none of the
/// other side and no royal one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carriage {
    /// The dock that the part leaves, as an index of [`Layout::docks`].
    pub from: usize,
    /// The dock to which it goes, likewise.
    pub to: usize,
    /// Roles of which no piece may stand on it either.
    pub barred: &'static [Role],
}

/// A move of a royal piece and a partner at once, while neither has moved and
/// the royal piece is not in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castling<S> {
    /// The letter of the castling in position text.
    pub letter: char,
    /// The castling in move text.
    pub text: &'static str,
    /// The cell of the royal piece before and after it.
    pub royal: (Cell, Cell),
    /// The cell of the partner before and after it.
    pub partner: (Cell, Cell),
    /// The role of the partner.
    pub partner_role: Role,
    /// The cells that must be empty.
    pub empty: S,
    /// The cells that must not be attacked, beside the one the royal piece
    /// stands on.
    pub safe: S,
}
