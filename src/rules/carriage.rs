//! Moves of parts of the board. They uncover and block lines like nothing else, so they
//! are made and looked at.

use super::cell::{Cell, CellSet};
use super::equipment::Equipment;
use super::layout::Carriage;
use super::moves::{Move, MoveKind};
use super::position::Position;
use super::storage::{AbsentCells, RoleSets};

impl<B: Equipment> Position<B> {
    /// Calls `each` with every legal move of a part of the board until it returns
    /// `false`; then this is `false` too.
    #[inline(always)]
    pub(super) fn each_carriage(&self, mut each: impl FnMut(Move) -> bool) -> bool {
        !B::Absent::IS_USED
            || B::tables().carriages.iter().all(|carriage| {
                !self.may_carry(carriage) || {
                    let mv = carriage_move::<B>(carriage);
                    self.play_unchecked(mv).is_opposite_check() || each(mv)
                }
            })
    }

    /// Calls `each` for every legal move of a part of the board.
    #[inline]
    pub fn each_part_move(&self, mut each: impl FnMut(Move)) {
        self.each_carriage(|mv| {
            each(mv);
            true
        });
    }

    /// Is there a part with own pieces only, none of those that may not be carried, and a
    /// free dock for it?
    fn may_carry(&self, carriage: &Carriage) -> bool {
        let tables = B::tables();
        let (from, to) = (tables.dock(carriage.from), tables.dock(carriage.to));
        let (own, theirs) = (self.by_side(self.turn), self.by_side(!self.turn));
        let stands = |role: usize| !self.roles.sets()[role].and(from).is_empty();
        from.and(self.absent()).is_empty()
            && to.and(self.absent()) == to
            && !from.and(own).is_empty()
            && from.and(theirs).is_empty()
            && !B::ROYAL.is_some_and(|role| stands(role.index()))
            && !carriage.barred.iter().any(|role| stands(role.index()))
    }

    /// Is the move of a part of the board possible, whatever becomes of the king?
    pub(super) fn is_carriage(&self, mv: Move) -> bool {
        let carriages = &B::tables().carriages;
        carriages
            .iter()
            .any(|carriage| carriage_move::<B>(carriage) == mv && self.may_carry(carriage))
    }

    /// The pieces that a part of the board takes along.
    #[must_use]
    pub fn carried(&self, mv: Move) -> B::Set {
        let tables = B::tables();
        let dock = tables.dock_at(mv.from).map(|dock| tables.dock(dock));
        dock.unwrap_or(B::Set::EMPTY).and(self.occupied())
    }

    /// Where the move of a part of the board takes one of the part's cells; `None` if it
    /// is none of them.
    #[must_use]
    pub fn carried_to(&self, mv: Move, cell: Cell) -> Option<Cell> {
        let tables = B::tables();
        let dock = |first: Cell| Some(&tables.docks[tables.dock_at(first)?].cells);
        let place = dock(mv.from)?.iter().position(|other| *other == cell)?;
        dock(mv.to)?.get(place).copied()
    }
}

/// A carriage as a move.
fn carriage_move<B: Equipment>(carriage: &Carriage) -> Move {
    let first = |dock: usize| -> Cell { B::tables().docks[dock].pin };
    Move {
        from: first(carriage.from),
        to: first(carriage.to),
        kind: MoveKind::Carriage,
    }
}
