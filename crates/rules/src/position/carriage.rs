//! Moves of parts of the board.
//!
//! Of the ways from a hostile slider to the king, those with a piece on them stay closed
//! whatever part is moved: the piece stays, or goes with its cell. So only two kinds
//! concern the king: ways that are open, which the part has to lie on to end the check,
//! and those that a single missing part closes. Where one of these comes to its place,
//! the move is made and looked at; all others are counted without.

use super::attacks::View;
use super::moves::{Move, MoveKind};
use crate::cell::{Cell, CellSet};
use crate::position::state::Position;
use crate::tables::docks::{DockSet, docks_of};
use crate::tables::equipment::Equipment;
use crate::tables::storage::{AbsentCells, RoleSets};

/// The restrictions of moves of parts of the board by attacks on the king.
struct Guard {
    /// The docks that a part may leave: all, without check.
    from: DockSet,
    /// The docks where a part that comes may open a way to the king.
    risky: DockSet,
}

impl<B: Equipment> Position<B> {
    /// Calls `each` with every legal move of a part of the board until it returns
    /// `false`; then this is `false` too.
    #[inline(always)]
    pub(crate) fn each_carriage(&self, mut each: impl FnMut(Move) -> bool) -> bool {
        self.each_part(|from, to| docks_of(to).all(|to| each(carriage::<B>(from, to))))
    }

    /// Calls `each` for every legal move of a part of the board.
    #[inline]
    pub fn each_part_move(&self, mut each: impl FnMut(Move)) {
        self.each_carriage(|mv| {
            each(mv);
            true
        });
    }

    /// Number of legal moves of parts of the board.
    #[inline(always)]
    pub(crate) fn count_carriages(&self) -> u64 {
        let mut count = 0;
        self.each_part(|_, to| {
            count += u64::from(to.count_ones());
            true
        });
        count
    }

    /// Calls `each` with every dock whose part has legal moves, and the docks where they
    /// lead, until it returns `false`; then this is `false` too.
    #[inline(always)]
    fn each_part(&self, each: impl FnMut(usize, DockSet) -> bool) -> bool {
        !B::Absent::IS_USED || self.each_part_there(each)
    }

    fn each_part_there(&self, mut each: impl FnMut(usize, DockSet) -> bool) -> bool {
        let taken = B::tables().dock_tables.taken(self.absent());
        let mut guard = None;
        for from in docks_of(taken) {
            let to = self.ways(from) & !taken;
            if to == 0 {
                continue;
            }
            let guard = guard.get_or_insert_with(|| self.guard());
            if guard.from >> from & 1 == 0 {
                continue;
            }
            let legal = docks_of(to & guard.risky).fold(to, |legal, to| {
                let exposes = self.play_unchecked(carriage::<B>(from, to));
                legal & !(DockSet::from(exposes.is_opposite_check()) << to)
            });
            if legal != 0 && !each(from, legal) {
                return false;
            }
        }
        true
    }

    /// The docks to which the part at a dock may go, free or not, whether or not the king is left
    /// in check. None if it carries hostile pieces, or some that may not be carried.
    #[inline(always)]
    pub(super) fn ways(&self, from: usize) -> DockSet {
        let docks = &B::tables().dock_tables;
        let cells = docks.sets()[from];
        let (own, theirs) = (self.by_side(self.turn), self.by_side(!self.turn));
        let stands = |role: usize| !self.roles.sets()[role].and(cells).is_empty();
        if cells.and(own).is_empty()
            || !cells.and(theirs).is_empty()
            || B::ROYAL.is_some_and(|role| stands(role.index()))
        {
            return 0;
        }
        let is_open = |barred: u16| {
            let mut roles = 0..B::ROLES.len();
            !roles.any(|role| barred >> role & 1 != 0 && stands(role))
        };
        let ways = docks.ways(from).iter();
        let to = ways.filter(|ways| is_open(ways.barred));
        to.fold(0, |to, ways| to | ways.to)
    }

    fn guard(&self) -> Guard {
        let mut guard = Guard {
            from: DockSet::MAX,
            risky: 0,
        };
        let Some(king) = self.royal(self.turn) else {
            return guard;
        };
        let (view, docks) = (View::new(self), &B::tables().dock_tables);
        let by = view.attackers(!self.turn);
        if !view.leapers(king, by.side).is_empty() {
            guard.from = 0;
        }
        // Not told apart: nothing on a board with parts takes by a double step.
        if by.may_double_step() {
            guard.risky = DockSet::MAX;
        }
        let (pieces, absent) = (self.occupied(), self.absent());
        view.each_way(king, &by, |between| {
            if !between.and(pieces).is_empty() {
                return;
            }
            let missing = between.and(absent);
            let closing = docks.meeting(missing);
            if missing.is_empty() {
                guard.from &= docks.meeting(between);
            } else if closing.is_power_of_two() {
                guard.risky |= closing;
            }
        });
        guard
    }

    /// Whether the move of a part of the board is possible, whether or not the king is left in
    /// check.
    pub(crate) fn is_carriage(&self, mv: Move) -> bool {
        let docks = &B::tables().dock_tables;
        let taken = docks.taken(self.absent());
        match (docks.at_pin(mv.from), docks.at_pin(mv.to)) {
            (Some(from), Some(to)) => {
                let to = self.ways(from) & !taken & 1 << to;
                taken >> from & 1 != 0 && to != 0
            }
            _ => false,
        }
    }

    /// The pieces that a part of the board takes along.
    pub fn carried(&self, mv: Move) -> B::Set {
        let docks = &B::tables().dock_tables;
        let cells = docks.at_pin(mv.from).map(|dock| docks.sets()[dock]);
        cells.unwrap_or(B::Set::EMPTY).and(self.occupied())
    }

    /// The cell to which the move of a part of the board takes one of the part's cells; `None` if it
    /// is none of them.
    pub fn carried_to(&self, mv: Move, cell: Cell) -> Option<Cell> {
        let tables = B::tables();
        let dock = |pin: Cell| Some(&tables.docks[tables.dock_at(pin)?].cells);
        let place = dock(mv.from)?.iter().position(|other| *other == cell)?;
        dock(mv.to)?.get(place).copied()
    }
}

/// The move of a part from dock to dock.
#[inline(always)]
fn carriage<B: Equipment>(from: usize, to: usize) -> Move {
    let docks = &B::tables().dock_tables;
    Move {
        from: docks.pin(from),
        to: docks.pin(to),
        kind: MoveKind::Carriage,
    }
}
