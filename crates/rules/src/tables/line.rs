//! Lines, and how to read them starting from one of their cells.

use crate::cell::Cell;

/// A line of a board.
#[derive(Clone, Debug)]
pub struct Line<S> {
    /// Kind of line, a single bit of [`RoleRules::slides`](crate::RoleRules::slides).
    pub kind: u8,
    /// Whether the last cell connects to the first.
    pub closed: bool,
    /// Cells in order.
    pub cells: Vec<Cell>,
    /// Cells as a set.
    pub set: S,
}

impl<S> Line<S> {
    /// Returns the cell `steps` places after place `index` (before it, if `steps` is negative);
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

/// A passage of a line through a cell.
///
/// The private fields describe how to read the occupancy from the cell. An open line is read as a
/// closed one with a wall between its ends. The wall is an extra place without a cell, which is
/// always occupied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// Index into [`Tables::lines`](crate::Tables::lines).
    pub line: u16,
    /// Place of the cell on that line.
    pub index: u8,
    /// Index of the occupancy word.
    pub(crate) word: u8,
    /// First bit of the line in the word.
    pub(crate) shift: u8,
    /// Number of places, including the wall.
    pub(crate) len: u8,
    /// Number of places by which to rotate the line so that the next place is first.
    pub(crate) turn: u8,
    /// Bits of the line's cells.
    pub(crate) mask: u32,
    /// Bit of the wall, if there is one.
    pub(crate) wall: u32,
    /// Mask with a bit for each other place.
    pub(crate) others: u32,
    /// Highest bit of `others`: the place before this one.
    pub(crate) last: u32,
    /// Prefix index up to the place of `last` in the middle round, minus the number of bits above
    /// `last`.
    pub(crate) start: u32,
    /// Prefix index up to the place after this one.
    pub(crate) end: u32,
}
