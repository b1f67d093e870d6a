//! The legal moves of one piece as sets of cells, for counting without making them.

use super::moves::{Move, MoveKind};
use crate::cell::{Cell, CellSet};
use crate::piece::{Role, RoleRules};
use crate::tables::equipment::Equipment;
use crate::tables::storage::Reserve;

pub(crate) struct PieceMoves<B: Equipment> {
    pub(crate) role: Role,
    pub(crate) from: Cell,
    pub(crate) targets: B::Set,
    /// Targets on which the piece promotes.
    promoting: B::Set,
    /// Roles to which the piece promotes on those targets.
    promotes: &'static [Role],
    /// Bit mask of the roles that may enter with the move.
    entering: u16,
    /// Whether one of these roles must enter.
    must_enter: bool,
}

impl<B: Equipment> PieceMoves<B> {
    #[inline(always)]
    pub(crate) fn new(
        role: Role,
        rules: &RoleRules,
        zone: B::Set,
        from: Cell,
        targets: B::Set,
    ) -> Self {
        let promotes = rules.promotes;
        let promoting = if promotes.is_empty() {
            B::Set::EMPTY
        } else {
            targets.and(zone)
        };
        Self {
            role,
            from,
            targets,
            promoting,
            promotes,
            entering: 0,
            must_enter: false,
        }
    }

    /// Returns the moves with which these roles may enter.
    #[inline(always)]
    pub(crate) fn entering(self, (entering, must_enter): (u16, bool)) -> Self {
        Self {
            entering,
            must_enter,
            ..self
        }
    }

    /// Counts the moves, with several to each cell of a promotion.
    #[inline(always)]
    pub(crate) fn count(&self) -> u64 {
        let mut count = u64::from(self.targets.len());
        if !self.promotes.is_empty() {
            count += (self.promotes.len() as u64 - 1) * u64::from(self.promoting.len());
        }
        if B::Reserve::IS_USED && self.entering != 0 {
            count *= u64::from(self.entering.count_ones()) + u64::from(!self.must_enter);
        }
        count
    }

    #[inline(always)]
    pub(crate) fn each(&self, mut each: impl FnMut(Move)) {
        for to in self.targets.without(self.promoting).cells() {
            if B::Reserve::IS_USED && self.entering != 0 {
                self.each_gating(to, &mut each);
                if self.must_enter {
                    continue;
                }
            }
            each(Move::new(self.from, to));
        }
        for to in self.promoting.cells() {
            for &role in self.promotes {
                each(Move {
                    from: self.from,
                    to,
                    kind: MoveKind::Promotion(role),
                });
            }
        }
    }
}

impl<B: Equipment> PieceMoves<B> {
    /// Calls `each` with the moves to a cell, for each role that may enter.
    fn each_gating(&self, to: Cell, mut each: impl FnMut(Move)) {
        let roles = 0..B::ROLES.len();
        for role in roles.filter(|role| self.entering >> role & 1 != 0) {
            each(Move {
                from: self.from,
                to,
                kind: MoveKind::Gating(Role::new(role as u8)),
            });
        }
    }
}
