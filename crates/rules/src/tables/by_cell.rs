//! Tables indexed by cell.

use std::ops::{Index, IndexMut};

use crate::cell::Cell;

/// A table with an entry for every possible [`Cell`], so that lookups need no bounds check.
#[derive(Clone, Debug)]
pub(crate) struct ByCell<T>(Box<[T; ByCell::<()>::ROOM]>);

impl ByCell<()> {
    /// Number of possible cells.
    const ROOM: usize = 1 << u8::BITS;
}

impl<T: Clone> ByCell<T> {
    /// Creates a table with the same entry for every cell.
    pub(crate) fn filled(with: T) -> Self {
        Self(Box::new(std::array::from_fn(|_| with.clone())))
    }

    /// Creates a table with these entries, and `rest` for indices beyond the board.
    pub(crate) fn from_list(list: Vec<T>, rest: T) -> Self {
        let mut list = list.into_iter();
        Self(Box::new(std::array::from_fn(|_| {
            list.next().unwrap_or_else(|| rest.clone())
        })))
    }
}

impl<T> Index<Cell> for ByCell<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, cell: Cell) -> &T {
        &self.0[cell.index()]
    }
}

impl<T> IndexMut<Cell> for ByCell<T> {
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        &mut self.0[cell.index()]
    }
}
