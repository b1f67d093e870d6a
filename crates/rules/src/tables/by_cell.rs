//! Tables with an entry for each cell.

use std::ops::{Index, IndexMut};

use crate::cell::Cell;

/// One entry for each cell. There is room for every cell that can be named, so
/// no look-up has to be checked.
#[derive(Clone, Debug)]
pub(crate) struct ByCell<T>(Box<[T; ByCell::<()>::ROOM]>);

impl ByCell<()> {
    /// Number of cells that a [`Cell`] can name.
    const ROOM: usize = 1 << u8::BITS;
}

impl<T: Clone> ByCell<T> {
    /// A table with the same entry for every cell.
    pub(crate) fn filled(with: T) -> Self {
        Self(Box::new(std::array::from_fn(|_| with.clone())))
    }

    /// A table with these entries, and `rest` for what is no cell of the board.
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
