//! Moves of parts of the board.
//!
//! A piece between an enemy slider and the king blocks the path whichever part moves, so only paths
//! without pieces matter for the king. An open path is a check, which only a part that moves onto
//! the path can end. If a single missing part blocks a path, a part that moves there opens it; such
//! moves are played to test them. All other moves are counted without playing them.

use super::attacks::View;
use super::moves::{Move, MoveKind};
use crate::cell::{Cell, CellSet};
use crate::position::state::Position;
use crate::tables::docks::{DockSet, docks_of};
use crate::tables::equipment::Equipment;
use crate::tables::storage::{AbsentCells, RoleSets};

/// Limits on the moves of parts, from attacks on the king.
struct Guard {
    /// Docks that a part may leave; all docks if there is no check.
    from: DockSet,
    /// Docks where an arriving part can open a path to the king.
    risky: DockSet,
}

impl<B: Equipment> Position<B> {
    /// Calls `each` with every legal move of a part of the board until it returns `false`. Returns
    /// `false` in that case.
    #[inline(always)]
    pub(crate) fn each_carriage(&self, mut each: impl FnMut(Move) -> bool) -> bool {
        self.each_part(|from, to| docks_of(to).all(|to| each(carriage::<B>(from, to))))
    }

    /// Calls `each` with every legal move of a part of the board.
    #[inline]
    pub fn each_part_move(&self, mut each: impl FnMut(Move)) {
        self.each_carriage(|mv| {
            each(mv);
            true
        });
    }

    #[inline(always)]
    pub(crate) fn count_carriages(&self) -> u64 {
        let mut count = 0;
        self.each_part(|_, to| {
            count += u64::from(to.count_ones());
            true
        });
        count
    }

    /// Calls `each` with every dock whose part has legal moves, and with the docks that these moves
    /// lead to, until it returns `false`. Returns `false` in that case.
    #[inline(always)]
    fn each_part(&self, each: impl FnMut(usize, DockSet) -> bool) -> bool {
        !B::Absent::IS_USED || self.each_part_there(each)
    }

    fn each_part_there(&self, mut each: impl FnMut(usize, DockSet) -> bool) -> bool {
        let taken = B::tables().dock_tables.taken(self.absent());
        let mut guard = None;
        for from in docks_of(taken) {
            let to = self.open_docks(from) & !taken;
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

    /// Returns the docks to which the part at a dock may move, occupied or not, ignoring checks.
    /// Empty if the part carries no piece of its side, an enemy piece or a royal piece.
    #[inline(always)]
    pub(super) fn open_docks(&self, from: usize) -> DockSet {
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
        let targets = docks.targets(from).iter();
        let to = targets.filter(|it| is_open(it.barred));
        to.fold(0, |to, it| to | it.to)
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
        // Simply tests all docks: no board with parts has capturing double steps.
        if by.may_double_step() {
            guard.risky = DockSet::MAX;
        }
        let (pieces, absent) = (self.occupied(), self.absent());
        view.each_open_path(king, &by, |between| {
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

    /// Returns whether a move of a part of the board is possible, ignoring checks.
    pub(crate) fn is_carriage(&self, mv: Move) -> bool {
        let docks = &B::tables().dock_tables;
        let taken = docks.taken(self.absent());
        match (docks.at_pin(mv.from), docks.at_pin(mv.to)) {
            (Some(from), Some(to)) => {
                let to = self.open_docks(from) & !taken & 1 << to;
                taken >> from & 1 != 0 && to != 0
            }
            _ => false,
        }
    }

    /// Returns the pieces that a part of the board carries along.
    pub fn carried(&self, mv: Move) -> B::Set {
        let docks = &B::tables().dock_tables;
        let cells = docks.at_pin(mv.from).map(|dock| docks.sets()[dock]);
        cells.unwrap_or(B::Set::EMPTY).and(self.occupied())
    }

    /// Returns the destination of one of the part's cells; `None` for other cells.
    pub fn carried_to(&self, mv: Move, cell: Cell) -> Option<Cell> {
        let tables = B::tables();
        let dock = |pin: Cell| Some(&tables.docks[tables.dock_at(pin)?].cells);
        let place = dock(mv.from)?.iter().position(|other| *other == cell)?;
        dock(mv.to)?.get(place).copied()
    }
}

#[inline(always)]
fn carriage<B: Equipment>(from: usize, to: usize) -> Move {
    let docks = &B::tables().dock_tables;
    Move {
        from: docks.pin(from),
        to: docks.pin(to),
        kind: MoveKind::Carriage,
    }
}
