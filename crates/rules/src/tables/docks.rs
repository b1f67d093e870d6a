//! Docks, where parts of the board attach, and the moves between them, packed for speed.

use super::by_cell::ByCell;
use super::layout::{Carriage, Dock};
use crate::cell::{Cell, CellSet, set_of};

/// A bit set of docks, by index of [`Layout::docks`](crate::Layout::docks).
pub(crate) type DockSet = u64;

/// Returns the docks of a set in ascending order.
#[inline(always)]
pub(crate) fn docks_of(mut set: DockSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let dock = set.trailing_zeros();
        set &= set.checked_sub(1)?;
        Some(dock as usize)
    })
}

/// Docks to which a part may move, unless it carries certain roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CarriageTargets {
    /// Bit mask of the roles that the part must not carry.
    pub barred: u16,
    pub to: DockSet,
}

#[derive(Clone, Debug)]
pub(crate) struct DockTables<S> {
    sets: Vec<S>,
    pins: Vec<Cell>,
    targets: Vec<Vec<CarriageTargets>>,
    /// Dock of each cell as a set; empty for cells of no dock.
    of_cell: ByCell<DockSet>,
}

impl<S: CellSet> DockTables<S> {
    /// Packs the docks of a layout and the moves of parts between them.
    ///
    /// # Panics
    ///
    /// If there are more docks than bits in a [`DockSet`], if a cell is in two docks, if a group is
    /// incomplete, or if a carriage connects docks of different sizes.
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
        let mut targets: Vec<Vec<CarriageTargets>> = vec![Vec::new(); docks.len()];
        for carriage in carriages {
            let sizes = [carriage.from, carriage.to].map(|dock| docks[dock].cells.len());
            assert_eq!(sizes[0], sizes[1], "docks of two sizes");
            let roles = carriage.barred.iter();
            let barred = roles.fold(0, |roles, role| roles | 1 << role.index());
            let to = 1 << carriage.to;
            let targets = &mut targets[carriage.from];
            match targets.iter_mut().find(|targets| targets.barred == barred) {
                Some(targets) => targets.to |= to,
                None => targets.push(CarriageTargets { barred, to }),
            }
        }
        Self {
            sets: docks
                .iter()
                .map(|dock| set_of(dock.cells.iter().copied()))
                .collect(),
            pins: docks.iter().map(|dock| dock.pin).collect(),
            targets,
            of_cell,
        }
    }

    #[inline(always)]
    pub(crate) fn sets(&self) -> &[S] {
        &self.sets
    }

    pub(crate) fn pin(&self, dock: usize) -> Cell {
        self.pins[dock]
    }

    pub(crate) fn at_pin(&self, cell: Cell) -> Option<usize> {
        let dock = self.of_cell[cell].trailing_zeros() as usize;
        (self.pins.get(dock) == Some(&cell)).then_some(dock)
    }

    #[inline(always)]
    pub(crate) fn targets(&self, dock: usize) -> &[CarriageTargets] {
        &self.targets[dock]
    }

    /// Returns the docks with a part.
    #[inline(always)]
    pub(crate) fn taken(&self, absent: S) -> DockSet {
        let pins = self.pins.iter().enumerate();
        pins.fold(0, |taken, (dock, pin)| {
            taken | DockSet::from(!absent.contains(*pin)) << dock
        })
    }

    /// Returns the docks that contain any of these cells.
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
    fn docks_of_a_set_are_in_ascending_order() {
        let docks = |set: DockSet| docks_of(set).collect::<Vec<_>>();
        assert!(docks(0).is_empty());
        assert_eq!(docks(1 << 63 | 0b1010), [1, 3, 63]);
    }
}
