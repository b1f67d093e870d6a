//! Attacks of pieces on cells.

use crate::cell::{Cell, CellSet, set_of};
use crate::piece::{Piece, RoleRules, Side};
use crate::position::state::Position;
use crate::tables::equipment::{Equipment, rules_of};
use crate::tables::packed::{MAX_KINDS, Tables, runs_of};
use crate::tables::storage::RoleSets;

/// A position with data for move generation.
pub(crate) struct View<'a, B: Equipment> {
    pub position: &'a Position<B>,
    pub tables: &'static Tables<B::Set, B::Lines>,
    /// Cells that block lines: occupied or missing.
    pub occupied: B::Set,
}

/// The pieces of one side, by kind of attack.
pub(crate) struct Attackers<B: Equipment> {
    pub side: Side,
    /// Pieces that slide along each kind of line.
    sliders: [B::Set; MAX_KINDS],
    double_steppers: B::Set,
}

impl<B: Equipment> Attackers<B> {
    #[inline(always)]
    pub(crate) fn may_double_step(&self) -> bool {
        !self.double_steppers.is_empty()
    }
}

impl<'a, B: Equipment> View<'a, B> {
    #[inline(always)]
    pub(crate) fn new(position: &'a Position<B>) -> Self {
        Self {
            position,
            tables: B::tables(),
            occupied: position.occupied().or(position.absent()),
        }
    }

    #[inline(always)]
    pub(crate) fn attackers(&self, side: Side) -> Attackers<B> {
        let own = self.position.by_side(side);
        let mut sliders = [B::Set::EMPTY; MAX_KINDS];
        let mut double_steppers = B::Set::EMPTY;
        for (rules, set) in B::ROLES.iter().zip(self.position.roles.sets()) {
            for (kind, sliders) in sliders.iter_mut().enumerate().take(B::KIND_COUNT) {
                if rules.slides >> kind & 1 != 0 {
                    *sliders = sliders.or(set.and(own));
                }
            }
            if rules.captures_by_double_step() {
                let able = self.double_steppers_of(rules, set.and(own));
                double_steppers = double_steppers.or(able);
            }
        }
        Attackers {
            side,
            sliders,
            double_steppers,
        }
    }

    /// Returns the members of `pieces`, which all have this role, that may make a double step.
    #[inline(always)]
    fn double_steppers_of(&self, rules: &RoleRules, pieces: B::Set) -> B::Set {
        if rules.has_unmoved_right() {
            pieces.and(self.position.unmoved)
        } else {
            pieces
        }
    }

    /// Returns the cells that a piece slides to, including the first occupied one on each path. On
    /// a circuit, these cells can include the piece's own.
    #[inline(always)]
    pub(crate) fn sliding_attacks(&self, from: Cell, kinds: u8) -> B::Set {
        let mut targets = B::Set::EMPTY;
        for (first, end) in runs_of(kinds) {
            for crossing in self.tables.crossings_of(from, first, end) {
                targets = targets.or(self.tables.line_attacks(crossing, &self.position.lines));
            }
        }
        targets
    }

    /// Returns the cells that a piece on `from` attacks or protects: see
    /// [`Position::attacks_from`].
    fn attacks_from(&self, from: Cell, piece: Piece) -> B::Set {
        let rules = rules_of::<B>(piece.role);
        let mut targets = self.sliding_attacks(from, rules.slides);
        if let Some(leaps) = rules.leaps {
            targets = targets.or(self.tables.leaps(leaps[piece.side.index()], from));
        }
        let able = self.double_steppers_of(rules, B::Set::single(from));
        if rules.captures_by_double_step() && !able.is_empty() {
            targets = targets.or(self.double_steps(from, piece.side));
        }
        targets.without(B::Set::single(from).or(self.position.absent()))
    }

    /// Returns the last cells of the double steps from a cell for which the passed cell is free.
    #[inline(always)]
    pub(crate) fn double_steps(&self, from: Cell, side: Side) -> B::Set {
        let occupied = self.occupied;
        let mut targets = B::Set::EMPTY;
        for (via, ends) in &self.tables.double_steps[side.index()][from] {
            if occupied.and(*via).is_empty() {
                targets = targets.or(*ends);
            }
        }
        targets
    }

    /// Returns the pieces of `by` that attack `target` by a leap.
    #[inline(always)]
    pub(crate) fn leapers(&self, target: Cell, by: Side) -> B::Set {
        let tables = self.tables;
        let mut leapers = B::Set::EMPTY;
        for (rules, set) in B::ROLES.iter().zip(self.position.roles.sets()) {
            if let Some(table) = rules.leaps {
                leapers = leapers.or(tables.leaps_to(table[by.index()], target).and(*set));
            }
        }
        leapers.and(self.position.by_side(by))
    }

    /// Returns the pieces of `by` that attack `target` by a double step.
    #[inline(always)]
    pub(crate) fn double_steppers(
        &self,
        target: Cell,
        by: &Attackers<B>,
        occupied: B::Set,
    ) -> B::Set {
        let double_steps = &self.tables.double_steps_to[by.side.index()][target];
        let double_steppers = by.double_steppers.and(double_steps.starts);
        let mut found = B::Set::EMPTY;
        if !double_steppers.is_empty() {
            for (from, via) in &double_steps.list {
                if double_steppers.contains(*from) && !occupied.contains(*via) {
                    found = found.or(B::Set::single(*from));
                }
            }
        }
        found
    }

    /// Returns the free cells passed by the double steps from a cell to `target`.
    pub(crate) fn double_steps_over(&self, from: Cell, target: Cell, side: Side) -> B::Set {
        let free = self.tables.double_steps_to[side.index()][target]
            .list
            .iter();
        let free = free.filter(|(start, via)| *start == from && !self.occupied.contains(*via));
        set_of(free.map(|(_, via)| *via))
    }

    /// Calls `each` with the cells in between, for every path from a slider to `target`, blocked or
    /// not.
    #[inline(always)]
    pub(crate) fn each_open_path(
        &self,
        target: Cell,
        by: &Attackers<B>,
        mut each: impl FnMut(B::Set),
    ) {
        for kind in 0..B::KIND_COUNT {
            let sliders = by.sliders[kind].and(self.tables.aligned(kind, target));
            for slider in sliders.cells() {
                for between in self.tables.between(kind, target, slider) {
                    each(*between);
                }
            }
        }
    }

    /// Calls `each` for every attack on the other king by a line or a double step that at most one
    /// defender blocks. Passes the defender, if any, and the path with the attacker.
    #[inline(always)]
    pub(crate) fn each_attack(
        &self,
        king: Cell,
        by: &Attackers<B>,
        mut each: impl FnMut(B::Set, B::Set),
    ) {
        let (tables, occupied) = (self.tables, self.occupied);
        let theirs = self.position.by_side(by.side).or(self.position.absent());
        for kind in 0..B::KIND_COUNT {
            let sliders = by.sliders[kind].and(tables.aligned(kind, king));
            for slider in sliders.cells() {
                for between in tables.between(kind, king, slider) {
                    let inside = between.and(occupied);
                    if inside.and(theirs).is_empty() && inside.at_most_one() {
                        each(inside, between.or(B::Set::single(slider)));
                    }
                }
            }
        }
        let double_steps = &tables.double_steps_to[by.side.index()][king];
        let double_steppers = by.double_steppers.and(double_steps.starts);
        if !double_steppers.is_empty() {
            for &(from, via) in &double_steps.list {
                let via = B::Set::single(via);
                if double_steppers.contains(from) && theirs.and(via).is_empty() {
                    each(via.and(occupied), via.or(B::Set::single(from)));
                }
            }
        }
    }

    /// Returns whether one of these pieces attacks `target` if the cells in `occupied` block lines.
    /// Leave out the cell of a moving king, because the king opens the cells behind it.
    #[inline]
    pub(crate) fn is_attacked(&self, target: Cell, by: &Attackers<B>, occupied: B::Set) -> bool {
        let tables = self.tables;
        if !self.leapers(target, by.side).is_empty() {
            return true;
        }
        for kind in 0..B::KIND_COUNT {
            let sliders = by.sliders[kind].and(tables.aligned(kind, target));
            for slider in sliders.cells() {
                for between in tables.between(kind, target, slider) {
                    if between.and(occupied).is_empty() {
                        return true;
                    }
                }
            }
        }
        !self.double_steppers(target, by, occupied).is_empty()
    }
}

impl<B: Equipment> Position<B> {
    /// Returns the pieces that give check to the side to move.
    pub fn checkers(&self) -> B::Set {
        self.royal(self.turn)
            .map_or(B::Set::EMPTY, |king| self.attackers(king, !self.turn))
    }

    /// Returns whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.royal(self.turn)
            .is_some_and(|king| self.is_attacked(king, !self.turn))
    }

    /// Returns whether the side to move could capture the other royal piece.
    pub(crate) fn is_opposite_check(&self) -> bool {
        self.royal(!self.turn)
            .is_some_and(|king| self.is_attacked(king, self.turn))
    }

    /// Returns all cells that the piece on `from` attacks or protects, ignoring checks.
    pub fn attacks_from(&self, from: Cell, piece: Piece) -> B::Set {
        View::new(self).attacks_from(from, piece)
    }

    /// Returns the pieces of `by` that attack `target`.
    pub fn attackers(&self, target: Cell, by: Side) -> B::Set {
        self.attackers_among(target, by, self.occupied())
    }

    /// Returns the pieces of `by` that attack `target`, on a board with no others than `pieces`.
    pub fn attackers_among(&self, target: Cell, by: Side, pieces: B::Set) -> B::Set {
        let view = View::new(self);
        let (tables, by) = (view.tables, view.attackers(by));
        let occupied = pieces.or(self.absent());
        let mut attackers = view.leapers(target, by.side);
        for kind in 0..B::KIND_COUNT {
            let sliders = by.sliders[kind].and(tables.aligned(kind, target));
            for slider in sliders.and(pieces).cells() {
                let mut paths = tables.between(kind, target, slider).iter();
                if paths.any(|between| between.and(occupied).is_empty()) {
                    attackers = attackers.or(B::Set::single(slider));
                }
            }
        }
        let double_steppers = view.double_steppers(target, &by, occupied);
        attackers.or(double_steppers).and(pieces)
    }

    /// Returns whether a piece of `by` attacks `target`.
    pub fn is_attacked(&self, target: Cell, by: Side) -> bool {
        let view = View::new(self);
        view.is_attacked(target, &view.attackers(by), view.occupied)
    }

    /// Returns whether a piece of `by` attacks `target` after the piece on `from` is removed.
    pub fn is_attacked_without(&self, target: Cell, by: Side, from: Cell) -> bool {
        let view = View::new(self);
        let occupied = view.occupied.without(B::Set::single(from));
        view.is_attacked(target, &view.attackers(by), occupied)
    }

    /// Counts the attacks by lines and double steps on the king of `side` with at most one defender
    /// in between.
    pub fn aims(&self, side: Side) -> u32 {
        let mut count = 0;
        if let Some(king) = self.royal(side) {
            let view = View::new(self);
            view.each_attack(king, &view.attackers(!side), |_, _| count += 1);
        }
        count
    }

    /// Returns the pieces of `side` that the other side attacks, ignoring pins.
    pub fn attacked(&self, side: Side) -> B::Set {
        let view = View::new(self);
        let by = view.attackers(!side);
        set_of(
            self.by_side(side)
                .cells()
                .filter(|&cell| view.is_attacked(cell, &by, view.occupied)),
        )
    }
}
