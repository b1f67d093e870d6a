//! The plain description of a board: its cells, lines and leaps.
//!
//! Sliders follow a **line**: a sequence of cells, open (a rank, a diagonal) or closed (a circuit
//! round the ball). Steps and jumps follow a **leap** table, which has the set of targets for each
//! cell. A pawn's first move may be a **double step**, with an end cell and an empty cell that it
//! passes.

use crate::cell::Cell;
use crate::piece::Role;

/// The description of a board, from which its [`Tables`](crate::Tables) are built.
///
/// Empty by default.
#[derive(Clone, Debug, Default)]
pub struct Layout<S> {
    /// Names in move text, lower case, by cell.
    pub names: Vec<String>,
    /// Cells that are never missing, in the order of position text. `|` separates sections, `/` the
    /// groups in a section.
    pub sections: Vec<Vec<Vec<Cell>>>,
    /// Lines that sliders follow, each once.
    pub lines: Vec<LineSpec>,
    /// Leap tables: `leaps[table][cell]` is the set of targets.
    pub leaps: Vec<Vec<S>>,
    /// Double steps of each side, `double_steps[side][cell]`, or an empty list.
    pub double_steps: [Vec<Vec<DoubleStep>>; 2],
    /// Promotion zones, one for each role that promotes.
    ///
    /// If a zone depends on the start cell, there must be a role for each kind of start, so that
    /// position text can distinguish them.
    pub promotion: Vec<PromotionZone<S>>,
    /// Docks where parts of the board attach. The cells of a dock are present while a part is
    /// there; cells of no dock always are.
    pub docks: Vec<Dock>,
    /// Moves of parts between docks.
    pub carriages: Vec<Carriage>,
    /// Castlings of each side.
    pub castlings: [Vec<Castling<S>>; 2],
}

/// The description of a line.
#[derive(Clone, Debug)]
pub struct LineSpec {
    /// Kind of line, a single bit of [`RoleRules::slides`](crate::RoleRules::slides).
    pub kind: u8,
    /// Whether the last cell connects to the first.
    pub closed: bool,
    /// Cells in order.
    pub cells: Vec<Cell>,
}

/// A double step, which ends on `end` and requires `via` to be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoubleStep {
    /// Passed cell.
    pub via: Cell,
    /// Last cell.
    pub end: Cell,
}

/// The promotion zones of a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PromotionZone<S> {
    /// Role that promotes in the zone.
    pub role: Role,
    /// Zones of White and Black.
    pub cells: [S; 2],
}

/// A place where a part of the board can attach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dock {
    /// Cell that names the dock in moves of parts.
    pub pin: Cell,
    /// Cells in the order of position text. Cells of different docks correspond by their order.
    pub cells: Vec<Cell>,
    /// Number of cells in a group of position text, at least 1.
    pub group: usize,
}

impl Dock {
    /// Returns the cells in the groups of position text.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = &[Cell]> {
        self.cells.chunks(self.group)
    }
}

/// A move of a part of the board, with its pieces, to another dock that is free. The part must
/// carry a piece of the side to move, none of the other side, and no royal piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carriage {
    /// Origin, as an index of [`Layout::docks`].
    pub from: usize,
    /// Destination, as an index of [`Layout::docks`].
    pub to: usize,
    /// Additional roles that the part must not carry.
    pub barred: &'static [Role],
}

/// A move of a royal piece and a partner together. Neither has moved, and the royal piece isn't in
/// check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castling<S> {
    /// Letter in position text.
    pub letter: char,
    /// Notation in move text.
    pub text: &'static str,
    /// Cells of the royal piece before and after.
    pub royal: (Cell, Cell),
    /// Cells of the partner before and after.
    pub partner: (Cell, Cell),
    /// Role of the partner.
    pub partner_role: Role,
    /// Cells that must be empty.
    pub empty: S,
    /// Cells that must not be attacked, in addition to the origin of the royal piece.
    pub safe: S,
}
