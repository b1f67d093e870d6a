//! The docks where parts of the board can be attached, and the moves between them, packed for
//! speed.

use super::by_cell::ByCell;
use super::layout::{Carriage, Dock};
use crate::cell::{Cell, CellSet, set_of};

/// A set of docks, with a bit for each by its place in
/// [`Layout::docks`](crate::Layout::docks).
pub(crate) type DockSet = u64;

/// The docks of a set, ascending.
#[inline(always)]
pub(crate) fn docks_of(mut set: DockSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let dock = set.trailing_zeros();
        set &= set.checked_sub(1)?;
        Some(dock as usize)
    })
}

/// The docks to which a part may go unless certain pieces stand on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ways {
    /// The roles of these pieces, a bit for each.
    pub barred: u16,
    pub to: DockSet,
}

/// The docks of a board.
#[derive(Clone, Debug)]
pub(crate) struct DockTables<S> {
    /// The cells of each dock.
    sets: Vec<S>,
    /// The pin of each dock.
    pins: Vec<Cell>,
    /// The ways from each dock.
    ways: Vec<Vec<Ways>>,
    /// The dock that a cell belongs to, as a set of one; empty for cells of none.
    of_cell: ByCell<DockSet>,
}

impl<S: CellSet> DockTables<S> {
    /// Packs the docks of a layout, and the ways of the parts between them.
    ///
    /// # Panics
    ///
    /// If there are more docks than a [`DockSet`] has bits, a cell is in two docks, a dock has a
    /// part of a group, or two docks of a carriage differ in size.
    pub(crate) fn new(docks: &[Dock], carriages: &[Carriage]) -> Self {
        assert!(docks.len() <= DockSet::BITS as usize, "too many docks");
        let whole = |dock: &Dock| dock.group > 0 && dock.cells.len().is_multiple_of(dock.group);
        assert!(docks.iter().all(whole), "a dock with a part of a group");
        let mut of_cell = ByCell::filled(0);
        for (dock, bit) in docks.iter().zip((0..).map(|place| 1 << place)) {
            for cell in &dock.cells {
                assert_eq!(of_cell[*cell], 0, "a cell in two docks");
                of_cell[*cell] = bit;
            }
        }
        let mut ways: Vec<Vec<Ways>> = vec![Vec::new(); docks.len()];
        for carriage in carriages {
            let sizes = [carriage.from, carriage.to].map(|dock| docks[dock].cells.len());
            assert_eq!(sizes[0], sizes[1], "docks of two sizes");
            let roles = carriage.barred.iter();
            let barred = roles.fold(0, |roles, role| roles | 1 << role.index());
            let to = 1 << carriage.to;
            let ways = &mut ways[carriage.from];
            match ways.iter_mut().find(|ways| ways.barred == barred) {
                Some(ways) => ways.to |= to,
                None => ways.push(Ways { barred, to }),
            }
        }
        Self {
            sets: docks
                .iter()
                .map(|dock| set_of(dock.cells.iter().copied()))
                .collect(),
            pins: docks.iter().map(|dock| dock.pin).collect(),
            ways,
            of_cell,
        }
    }

    /// The cells of each dock.
    #[inline(always)]
    pub(crate) fn sets(&self) -> &[S] {
        &self.sets
    }

    /// The pin of a dock.
    pub(crate) fn pin(&self, dock: usize) -> Cell {
        self.pins[dock]
    }

    /// The dock with this pin.
    pub(crate) fn at_pin(&self, cell: Cell) -> Option<usize> {
        let dock = self.of_cell[cell].trailing_zeros() as usize;
        (self.pins.get(dock) == Some(&cell)).then_some(dock)
    }

    /// The moves of the part at a dock.
    #[inline(always)]
    pub(crate) fn ways(&self, dock: usize) -> &[Ways] {
        &self.ways[dock]
    }

    /// The docks with a part.
    #[inline(always)]
    pub(crate) fn taken(&self, absent: S) -> DockSet {
        let pins = self.pins.iter().enumerate();
        pins.fold(0, |taken, (dock, pin)| {
            taken | DockSet::from(!absent.contains(*pin)) << dock
        })
    }

    /// The docks with cells of the set.
    pub(crate) fn meeting(&self, cells: S) -> DockSet {
        cells
            .cells()
            .fold(0, |docks, cell| docks | self.of_cell[cell])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn docks_of_a_set_come_in_ascending_order() {
        let docks = |set: DockSet| docks_of(set).collect::<Vec<_>>();
        assert!(docks(0).is_empty());
        assert_eq!(docks(1 << 63 | 0b1010), [1, 3, 63]);
    }
}
