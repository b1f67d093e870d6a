//! Lines, and how they are read from one of their cells.

use crate::cell::Cell;

/// A line of a board.
#[derive(Clone, Debug)]
pub struct Line<S> {
    /// Kind of line, a single bit that
    /// [`RoleRules::slides`](crate::RoleRules::slides) refers to.
    pub kind: u8,
    /// Whether the last cell leads on to the first.
    pub closed: bool,
    /// The cells in order.
    pub cells: Vec<Cell>,
    /// All cells as a set.
    pub set: S,
}

impl<S> Line<S> {
    /// The cell `steps` places after (or, negative, before) place `index`;
    /// `None` past an end.
    pub fn cell_at(&self, index: usize, steps: isize) -> Option<Cell> {
        let place = index as isize + steps;
        let place = if self.closed {
            place.rem_euclid(self.cells.len() as isize)
        } else {
            place
        };
        self.cells.get(usize::try_from(place).ok()?).copied()
    }
}

/// One passage of a line through a cell.
///
/// The private part says how to read the occupancy as seen from the cell. An
/// open line is read as a closed one with a wall between its ends: one place
/// more, which is always occupied and is no cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// Index into [`Tables::lines`](crate::Tables::lines).
    pub line: u16,
    /// The cell's place on that line.
    pub index: u8,
    /// Index of the word among those of the occupancies.
    pub(crate) word: u8,
    /// The bit of the word where the line begins.
    pub(crate) shift: u8,
    /// Number of places, the wall included.
    pub(crate) len: u8,
    /// Number of places by which the line is rotated to have the next one first.
    pub(crate) turn: u8,
    /// The bits of the line's cells.
    pub(crate) mask: u32,
    /// The bit of the wall, if there is one.
    pub(crate) wall: u32,
    /// A mask with as many bits as there are other places.
    pub(crate) others: u32,
    /// The highest of those bits: the place before our own.
    pub(crate) last: u32,
    /// The prefix up to that place, in the middle of its line's, less the number of
    /// bits above `last`.
    pub(crate) start: u32,
    /// The prefix up to the place after our own.
    pub(crate) end: u32,
}
