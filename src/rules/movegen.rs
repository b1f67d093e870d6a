//! Legal moves.
//!
//! One pass over the open and half-open ways from the hostile sliders to the
//! king, the strides and the leaps that end on it finds every check and every
//! pin; a move of another piece is legal exactly when its target lies on each
//! of those that concerns it:
//!
//! * an attack with nothing in between is a **check**: every move must land on
//!   the way or on the attacker;
//! * an attack with one piece of our own in between is a **pin**: that piece
//!   must land on the way or on the attacker.
//!
//! Taken as intersections of sets this also covers what only round boards
//! have: one slider that attacks along both halves of a circuit, one piece
//! pinned by several, and two checks that one piece can block at a crossing.
//!
//! Captures in passing take a piece off a third cell, so they are made and
//! looked at; castlings look at the cells that the king passes.

use super::board::{Board, RoleSets, rules_of};
use super::cell::{Cell, CellSet, set_of};
use super::moves::{Move, MoveKind};
use super::piece::{Piece, Role, Side, Strides};
use super::position::Position;
use super::tables::kinds_of;

/// What the attacks on the king leave to the other pieces.
struct Restrictions<B: Board> {
    /// Where every piece but the king must land.
    check: B::Set,
    /// Pieces that must also stay on the way of some attack.
    pinned: B::Set,
}

/// The legal moves of one piece.
struct PieceMoves<B: Board> {
    role: Role,
    from: Cell,
    targets: B::Set,
    /// The targets on which the piece becomes another.
    promoting: B::Set,
}

impl<B: Board> PieceMoves<B> {
    fn count(&self) -> u64 {
        let mut count = u64::from(self.targets.len());
        let kinds = rules_of::<B>(self.role).promotes.len() as u64;
        if kinds > 0 {
            count += (kinds - 1) * u64::from(self.promoting.len());
        }
        count
    }

    fn each(&self, mut each: impl FnMut(Move)) {
        for to in self.targets.without(self.promoting).cells() {
            each(Move::new(self.from, to));
        }
        for to in self.promoting.cells() {
            for &role in rules_of::<B>(self.role).promotes {
                each(Move {
                    from: self.from,
                    to,
                    kind: MoveKind::Promotion(role),
                });
            }
        }
    }
}

impl<B: Board> Position<B> {
    /// All roles that slide along lines of `kind` (by its place), for one side.
    #[inline]
    fn sliders(&self, side: Side, kind: usize) -> B::Set {
        B::ROLES
            .iter()
            .zip(self.roles.sets())
            .filter(|(role, _)| role.slides >> kind & 1 != 0)
            .fold(B::Set::EMPTY, |all, (_, set)| all.or(*set))
            .and(self.of(side))
    }

    /// Where a piece slides to: up to and including the first occupied cell.
    #[inline]
    fn slides(&self, from: Cell, kinds: u8) -> B::Set {
        let tables = B::tables();
        tables
            .passes(from, kinds)
            .fold(B::Set::EMPTY, |all, pass| {
                all.or(tables.span(pass, &self.lines))
            })
    }

    /// Where a piece goes if nothing hinders it on the way and the king does
    /// not matter.
    #[inline]
    pub(super) fn pseudo_legal(&self, from: Cell, piece: Piece) -> B::Set {
        let tables = B::tables();
        let (side, rules) = (piece.side.index(), rules_of::<B>(piece.role));
        let mut targets = self.slides(from, rules.slides);
        if let Some(leaps) = rules.leaps {
            let reach = tables.leaps(leaps[side], from);
            targets = targets.or(match rules.steps {
                None => reach,
                Some(steps) => reach.and(self.of(!piece.side)).or(tables
                    .leaps(steps[side], from)
                    .without(self.occupied())),
            });
        }
        match rules.strides {
            Some(Strides::Unmoved) if self.unmoved.contains(from) => {
                targets = targets.or(self.strides(from, piece.side));
            }
            Some(Strides::FromHome) => {
                targets = targets.or(self.strides(from, piece.side).without(self.occupied()));
            }
            _ => {}
        }
        targets.without(self.of(piece.side))
    }

    /// Where two-steps from a cell end whose first half is free.
    #[inline]
    fn strides(&self, from: Cell, side: Side) -> B::Set {
        let occupied = self.occupied();
        B::tables().strides[side.index()][from.index()]
            .iter()
            .filter(|(via, _)| !occupied.contains(*via))
            .fold(B::Set::EMPTY, |all, (_, ends)| all.or(*ends))
    }

    /// Every cell that the piece on `from` bears on, own pieces included: where
    /// it could take, whatever becomes of the king.
    #[must_use]
    pub fn reached_from(&self, from: Cell, piece: Piece) -> B::Set {
        let rules = rules_of::<B>(piece.role);
        let mut targets = self.slides(from, rules.slides);
        if let Some(leaps) = rules.leaps {
            targets = targets.or(B::tables().leaps(leaps[piece.side.index()], from));
        }
        if rules.strides == Some(Strides::Unmoved) && self.unmoved.contains(from) {
            targets = targets.or(self.strides(from, piece.side));
        }
        targets.without(B::Set::single(from))
    }

    /// The pieces of `by` that attack `target`.
    #[must_use]
    pub fn attackers(&self, target: Cell, by: Side) -> B::Set {
        let tables = B::tables();
        let (own, occupied) = (self.of(by), self.occupied());
        let mut attackers = self.leapers(target, by);
        for kind in kinds_of(B::KINDS) {
            let sliders = self.sliders(by, kind).and(tables.sight(kind, target));
            for slider in sliders.cells() {
                let open = tables.ways(target, slider).iter().any(|way| {
                    way.kind == 1 << kind && way.between.and(occupied).is_empty()
                });
                if open {
                    attackers = attackers.or(B::Set::single(slider));
                }
            }
        }
        let strides = &tables.strides_to[by.index()][target.index()];
        if !strides.starts.and(self.unmoved).and(own).is_empty() {
            attackers = attackers.or(set_of(self.striders(target, by, occupied)));
        }
        attackers
    }

    /// Does a piece of `by` attack `target` on a board occupied like that?
    /// (Without a king that steps out of a line the cell behind it is open.)
    #[inline]
    pub(super) fn is_attacked(&self, target: Cell, by: Side, occupied: B::Set) -> bool {
        let tables = B::tables();
        if !self.leapers(target, by).is_empty() {
            return true;
        }
        for kind in kinds_of(B::KINDS) {
            let sliders = self.sliders(by, kind).and(tables.sight(kind, target));
            for slider in sliders.cells() {
                for way in tables.ways(target, slider) {
                    if way.kind == 1 << kind && way.between.and(occupied).is_empty() {
                        return true;
                    }
                }
            }
        }
        let strides = &tables.strides_to[by.index()][target.index()];
        !strides.starts.and(self.unmoved).and(self.of(by)).is_empty()
            && self.striders(target, by, occupied).next().is_some()
    }

    /// The pieces of `by` that attack `target` by a leap.
    #[inline]
    fn leapers(&self, target: Cell, by: Side) -> B::Set {
        let tables = B::tables();
        let mut leapers = B::Set::EMPTY;
        for (rules, set) in B::ROLES.iter().zip(self.roles.sets()) {
            if let Some(table) = rules.leaps {
                leapers = leapers.or(tables.leaps_to(table[by.index()], target).and(*set));
            }
        }
        leapers.and(self.of(by))
    }

    /// The unmoved pieces of `by` that attack `target` by a two-step.
    fn striders(
        &self,
        target: Cell,
        by: Side,
        occupied: B::Set,
    ) -> impl Iterator<Item = Cell> + use<B> {
        let striders = self.unmoving(by);
        B::tables().strides_to[by.index()][target.index()]
            .list
            .iter()
            .filter(move |(from, via)| striders.contains(*from) && !occupied.contains(*via))
            .map(|(from, _)| *from)
    }

    /// The pieces of a side that may take by a two-step.
    #[inline]
    fn unmoving(&self, side: Side) -> B::Set {
        B::ROLES
            .iter()
            .zip(self.roles.sets())
            .filter(|(role, _)| role.strides == Some(Strides::Unmoved))
            .fold(B::Set::EMPTY, |all, (_, set)| all.or(*set))
            .and(self.unmoved)
            .and(self.of(side))
    }

    /// Calls `each` with every attack by a line or a two-step on the king that
    /// at most one piece of ours is in the way of: that piece if there is one,
    /// and the way with the attacker.
    #[inline]
    fn each_attack(&self, king: Cell, mut each: impl FnMut(B::Set, B::Set)) {
        let tables = B::tables();
        let (enemy, occupied) = (!self.turn, self.occupied());
        let theirs = self.of(enemy);
        for kind in kinds_of(B::KINDS) {
            let sliders = self.sliders(enemy, kind).and(tables.sight(kind, king));
            for slider in sliders.cells() {
                for way in tables.ways(king, slider) {
                    if way.kind != 1 << kind {
                        continue;
                    }
                    let inside = way.between.and(occupied);
                    if inside.at_most_one() && inside.and(theirs).is_empty() {
                        each(inside, way.between.or(B::Set::single(slider)));
                    }
                }
            }
        }
        let strides = &tables.strides_to[enemy.index()][king.index()];
        let striders = self.unmoving(enemy).and(strides.starts);
        if !striders.is_empty() {
            for &(from, via) in &strides.list {
                let via = B::Set::single(via);
                if striders.contains(from) && theirs.and(via).is_empty() {
                    each(via.and(occupied), via.or(B::Set::single(from)));
                }
            }
        }
    }

    #[inline]
    fn restrictions(&self, king: Option<Cell>) -> Restrictions<B> {
        let mut found = Restrictions {
            check: B::Set::FULL,
            pinned: B::Set::EMPTY,
        };
        let Some(king) = king else {
            return found;
        };
        self.each_attack(king, |inside, way| {
            if inside.is_empty() {
                found.check = found.check.and(way);
            } else {
                found.pinned = found.pinned.or(inside);
            }
        });
        for leaper in self.leapers(king, !self.turn).cells() {
            found.check = found.check.and(B::Set::single(leaper));
        }
        found
    }

    /// Where a pinned piece must land.
    #[cold]
    fn pin(&self, king: Option<Cell>, pinned: Cell) -> B::Set {
        let mut allowed = B::Set::FULL;
        if let Some(king) = king {
            self.each_attack(king, |inside, way| {
                if inside.contains(pinned) {
                    allowed = allowed.and(way);
                }
            });
        }
        allowed
    }

    /// Where a piece other than the king may go.
    #[inline]
    fn targets(
        &self,
        from: Cell,
        piece: Piece,
        king: Option<Cell>,
        found: &Restrictions<B>,
    ) -> B::Set {
        let mut targets = self.pseudo_legal(from, piece).and(found.check);
        if found.pinned.contains(from) {
            targets = targets.and(self.pin(king, from));
        }
        let rules = rules_of::<B>(piece.role);
        if rules.strides == Some(Strides::FromHome)
            && let Some(passed) = self.passed
        {
            let mv = Move::new(from, passed);
            if self.captured_cell(mv).is_some() && !self.after_by(piece.role, mv).hangs() {
                targets = targets.or(B::Set::single(passed));
            }
        }
        targets
    }

    /// Calls `each` with the legal moves of every piece of the side to move
    /// that has any, until it returns `false`.
    #[inline]
    fn each_piece(&self, mut each: impl FnMut(PieceMoves<B>) -> bool) {
        let own = self.of(self.turn);
        let king = self.royal(self.turn);
        let found = self.restrictions(king);
        for (index, (rules, set)) in B::ROLES.iter().zip(self.roles.sets()).enumerate() {
            let role = Role::new(index as u8);
            if found.check.is_empty() && !rules.royal {
                continue;
            }
            let piece = Piece {
                side: self.turn,
                role,
            };
            let zone = if rules.promotes.is_empty() {
                B::Set::EMPTY
            } else {
                B::tables().promotion[self.turn.index()]
            };
            for from in set.and(own).cells() {
                let targets = if rules.royal {
                    self.king_targets(from, piece)
                } else {
                    self.targets(from, piece, king, &found)
                };
                let promoting = targets.and(zone);
                let moves = PieceMoves {
                    role,
                    from,
                    targets,
                    promoting,
                };
                if !targets.is_empty() && !each(moves) {
                    return;
                }
            }
        }
    }

    /// Where the king may go: reached, not ours, and not attacked once the
    /// king has left its place; and by castling.
    #[inline]
    fn king_targets(&self, king: Cell, piece: Piece) -> B::Set {
        let lifted = self.occupied().without(B::Set::single(king));
        let enemy = !self.turn;
        let mut targets = B::Set::EMPTY;
        for to in self.pseudo_legal(king, piece).cells() {
            if !self.is_attacked(to, enemy, lifted) {
                targets = targets.or(B::Set::single(to));
            }
        }
        for castling in self.castlings(self.turn) {
            let free = castling.empty.and(self.occupied()).is_empty();
            if free
                && !castling
                    .safe
                    .or(B::Set::single(king))
                    .cells()
                    .any(|cell| self.is_attacked(cell, enemy, lifted))
            {
                targets = targets.or(B::Set::single(castling.royal.1));
            }
        }
        targets
    }

    /// The legal targets of the piece on `from`; empty if there is none or it
    /// is not that side's turn.
    #[must_use]
    pub fn legal_targets(&self, from: Cell) -> B::Set {
        let Some(piece) = self.piece_at(from).filter(|piece| piece.side == self.turn) else {
            return B::Set::EMPTY;
        };
        if rules_of::<B>(piece.role).royal {
            return self.king_targets(from, piece);
        }
        let king = self.royal(self.turn);
        self.targets(from, piece, king, &self.restrictions(king))
    }

    /// All legal moves, in no particular order.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.each_move(|mv| moves.push(mv));
        moves
    }

    /// Calls `each` for every legal move, without making a list.
    #[inline]
    pub fn each_move(&self, mut each: impl FnMut(Move)) {
        self.each_piece(|moves| {
            moves.each(&mut each);
            true
        });
    }

    /// Calls `each` with every legal move and the position after it.
    #[inline]
    pub fn each_child(&self, mut each: impl FnMut(Move, Self)) {
        self.each_piece(|moves| {
            moves.each(|mv| each(mv, self.after_by(moves.role, mv)));
            true
        });
    }

    /// The number of legal moves.
    #[must_use]
    pub fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.each_piece(|moves| {
            count += moves.count();
            true
        });
        count
    }

    /// Has the side to move a legal move?
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        let mut found = false;
        self.each_piece(|_| {
            found = true;
            false
        });
        found
    }

    /// Is the move legal?
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.why_illegal(mv).is_none()
    }

    /// The cells whose piece of `side` may be taken next by the other side,
    /// pins aside.
    #[must_use]
    pub fn attacked(&self, side: Side) -> B::Set {
        let occupied = self.occupied();
        set_of(
            self.of(side)
                .cells()
                .filter(|&cell| self.is_attacked(cell, !side, occupied)),
        )
    }

    /// The cells a legal move passes and ends on, in order, by the shortest
    /// clear way; for a jump just the target.
    #[must_use]
    pub fn path(&self, mv: Move) -> Vec<Cell> {
        let tables = B::tables();
        let Some(piece) = self.piece_at(mv.from) else {
            return vec![mv.to];
        };
        let (side, rules) = (piece.side.index(), rules_of::<B>(piece.role));
        let leaps = [rules.leaps, rules.steps];
        if leaps
            .iter()
            .flatten()
            .any(|table| tables.leaps(table[side], mv.from).contains(mv.to))
        {
            return vec![mv.to];
        }
        if rules.strides.is_some()
            && let Some((via, _)) = tables.strides[side][mv.from.index()]
                .iter()
                .find(|(_, ends)| ends.contains(mv.to))
        {
            return vec![*via, mv.to];
        }
        let occupied = self.occupied();
        let mut shortest: Option<Vec<Cell>> = None;
        for pass in tables.passes(mv.from, rules.slides) {
            let line = &tables.lines[usize::from(pass.line)];
            for direction in [1, -1] {
                let mut way = Vec::new();
                for step in 1..line.cells.len() as isize {
                    let Some(cell) = line.cell_at(usize::from(pass.index), step * direction) else {
                        break;
                    };
                    way.push(cell);
                    if cell == mv.to || occupied.contains(cell) {
                        break;
                    }
                }
                if way.last() == Some(&mv.to)
                    && shortest.as_ref().is_none_or(|best| way.len() < best.len())
                {
                    shortest = Some(way);
                }
            }
        }
        shortest.unwrap_or_else(|| vec![mv.to])
    }
}
