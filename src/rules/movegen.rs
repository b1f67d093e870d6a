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
use super::tables::Tables;

/// What the attacks on the king leave to the other pieces.
pub(super) struct Restrictions<B: Board> {
    /// Where every piece but the king must land; the full set without check.
    pub check: B::Set,
    /// Pieces that must also stay on the way of some attack.
    pub pinned: B::Set,
    /// The first of those pieces, each with the way it must stay on.
    pins: [(B::Set, B::Set); NOTED_PINS],
    /// How many there are.
    pin_count: usize,
}

/// How many pins are noted; more of them, which is rare, are looked for again.
const NOTED_PINS: usize = 4;

/// The legal moves of one piece.
pub(super) struct PieceMoves<B: Board> {
    role: Role,
    from: Cell,
    targets: B::Set,
    /// The targets on which the piece becomes another.
    promoting: B::Set,
}

impl<B: Board> PieceMoves<B> {
    #[inline(always)]
    pub(super) fn new(piece: Piece, from: Cell, targets: B::Set) -> Self {
        let Piece { side, role } = piece;
        let promoting = if rules_of::<B>(role).promotes.is_empty() {
            B::Set::EMPTY
        } else {
            targets.and(B::tables().promotion[side.index()])
        };
        Self {
            role,
            from,
            targets,
            promoting,
        }
    }

    /// How many they are: several to each cell where the piece promotes.
    #[inline(always)]
    pub(super) fn count(&self) -> u64 {
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

/// A position with what the generator looks up again and again.
pub(super) struct View<'a, B: Board> {
    position: &'a Position<B>,
    tables: &'static Tables<B>,
    occupied: B::Set,
}

impl<'a, B: Board> View<'a, B> {
    #[inline(always)]
    pub(super) fn new(position: &'a Position<B>) -> Self {
        Self {
            position,
            tables: B::tables(),
            occupied: position.occupied(),
        }
    }

    /// All pieces of one side that slide along lines of `kind` (by its place).
    #[inline(always)]
    fn sliders(&self, side: Side, kind: usize) -> B::Set {
        let mut all = B::Set::EMPTY;
        for (rules, set) in B::ROLES.iter().zip(self.position.roles.sets()) {
            if rules.slides >> kind & 1 != 0 {
                all = all.or(*set);
            }
        }
        all.and(self.position.of(side))
    }

    /// Where a piece slides to: up to and including the first occupied cell.
    /// Its own cell may be among them.
    #[inline(always)]
    fn slides(&self, from: Cell, kinds: u8) -> B::Set {
        let mut targets = B::Set::EMPTY;
        for kind in 0..B::KIND_COUNT {
            if kinds >> kind & 1 != 0 {
                for pass in self.tables.passes_of(from, kind) {
                    targets = targets.or(self.tables.span(pass, &self.position.lines));
                }
            }
        }
        targets
    }

    /// Where a piece goes if nothing hinders it on the way and the king does
    /// not matter.
    #[inline(always)]
    pub(super) fn pseudo_legal(&self, from: Cell, piece: Piece) -> B::Set {
        let tables = self.tables;
        let (side, rules) = (piece.side.index(), rules_of::<B>(piece.role));
        let mut targets = B::Set::EMPTY;
        if rules.slides != 0 {
            targets = self.slides(from, rules.slides);
        }
        if let Some(leaps) = rules.leaps {
            let reach = tables.leaps(leaps[side], from);
            targets = targets.or(match rules.steps {
                None => reach,
                Some(steps) => reach
                    .and(self.position.of(!piece.side))
                    .or(tables.leaps(steps[side], from).without(self.occupied)),
            });
        }
        match rules.strides {
            Some(Strides::Unmoved) if self.position.unmoved.contains(from) => {
                targets = targets.or(self.strides(from, piece.side));
            }
            Some(Strides::FromHome) => {
                targets = targets.or(self.strides(from, piece.side).without(self.occupied));
            }
            _ => {}
        }
        targets.without(self.position.of(piece.side))
    }

    /// [`Position::reached_from`].
    pub(super) fn reached_from(&self, from: Cell, piece: Piece) -> B::Set {
        let rules = rules_of::<B>(piece.role);
        let mut targets = self.slides(from, rules.slides);
        if let Some(leaps) = rules.leaps {
            targets = targets.or(self.tables.leaps(leaps[piece.side.index()], from));
        }
        if rules.strides == Some(Strides::Unmoved) && self.position.unmoved.contains(from) {
            targets = targets.or(self.strides(from, piece.side));
        }
        targets.without(B::Set::single(from))
    }

    /// Where two-steps from a cell end whose first half is free.
    #[inline(always)]
    fn strides(&self, from: Cell, side: Side) -> B::Set {
        let occupied = self.occupied;
        let mut targets = B::Set::EMPTY;
        for (via, ends) in &self.tables.strides[side.index()][from.index()] {
            if occupied.and(*via).is_empty() {
                targets = targets.or(*ends);
            }
        }
        targets
    }

    /// The pieces of `by` that attack `target` by a leap.
    #[inline(always)]
    fn leapers(&self, target: Cell, by: Side) -> B::Set {
        let tables = self.tables;
        let mut leapers = B::Set::EMPTY;
        for (rules, set) in B::ROLES.iter().zip(self.position.roles.sets()) {
            if let Some(table) = rules.leaps {
                leapers = leapers.or(tables.leaps_to(table[by.index()], target).and(*set));
            }
        }
        leapers.and(self.position.of(by))
    }

    /// The unmoved pieces of `by` that attack `target` by a two-step.
    #[inline(always)]
    fn striders(&self, target: Cell, by: Side, occupied: B::Set) -> B::Set {
        let strides = &self.tables.strides_to[by.index()][target.index()];
        let striders = self.unmoving(by).and(strides.starts);
        let mut found = B::Set::EMPTY;
        if !striders.is_empty() {
            for (from, via) in &strides.list {
                if striders.contains(*from) && !occupied.contains(*via) {
                    found = found.or(B::Set::single(*from));
                }
            }
        }
        found
    }

    /// The pieces of a side that may take by a two-step.
    #[inline(always)]
    fn unmoving(&self, side: Side) -> B::Set {
        let mut all = B::Set::EMPTY;
        for (rules, set) in B::ROLES.iter().zip(self.position.roles.sets()) {
            if rules.strides == Some(Strides::Unmoved) {
                all = all.or(*set);
            }
        }
        all.and(self.position.unmoved).and(self.position.of(side))
    }

    /// Calls `each` with every attack by a line or a two-step on the king of
    /// `side` that at most one piece of its own is in the way of: that piece if
    /// there is one, and the way with the attacker.
    #[inline(always)]
    fn each_attack(&self, king: Cell, side: Side, mut each: impl FnMut(B::Set, B::Set)) {
        let tables = self.tables;
        let (enemy, occupied) = (!side, self.occupied);
        let theirs = self.position.of(enemy);
        for kind in 0..B::KIND_COUNT {
            let sliders = self.sliders(enemy, kind).and(tables.sight(kind, king));
            for slider in sliders.cells() {
                for between in tables.ways(kind, king, slider) {
                    let inside = between.and(occupied);
                    if inside.and(theirs).is_empty() && inside.at_most_one() {
                        each(inside, between.or(B::Set::single(slider)));
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

    #[inline(always)]
    pub(super) fn restrictions(&self, king: Option<Cell>, side: Side) -> Restrictions<B> {
        let mut found = Restrictions {
            check: B::Set::FULL,
            pinned: B::Set::EMPTY,
            pins: [(B::Set::EMPTY, B::Set::EMPTY); NOTED_PINS],
            pin_count: 0,
        };
        let Some(king) = king else {
            return found;
        };
        self.each_attack(king, side, |inside, way| {
            if inside.is_empty() {
                found.check = found.check.and(way);
            } else {
                found.pinned = found.pinned.or(inside);
                if let Some(pin) = found.pins.get_mut(found.pin_count) {
                    *pin = (inside, way);
                }
                found.pin_count += 1;
            }
        });
        for leaper in self.leapers(king, !side).cells() {
            found.check = found.check.and(B::Set::single(leaper));
        }
        found
    }

    /// Where a pinned piece must land.
    #[inline(always)]
    fn pin(&self, king: Option<Cell>, pinned: Cell, found: &Restrictions<B>) -> B::Set {
        let Some(noted) = found.pins.get(..found.pin_count) else {
            return self.pin_anew(king, pinned);
        };
        let pinned = B::Set::single(pinned);
        let mut allowed = B::Set::FULL;
        for (piece, way) in noted {
            if *piece == pinned {
                allowed = allowed.and(*way);
            }
        }
        allowed
    }

    /// [`Self::pin`] when there were too many to note.
    #[cold]
    fn pin_anew(&self, king: Option<Cell>, pinned: Cell) -> B::Set {
        let mut allowed = B::Set::FULL;
        if let Some(king) = king {
            self.each_attack(king, self.position.turn, |inside, way| {
                if inside.contains(pinned) {
                    allowed = allowed.and(way);
                }
            });
        }
        allowed
    }

    /// Where a piece other than the king may go.
    #[inline(always)]
    pub(super) fn targets(
        &self,
        from: Cell,
        piece: Piece,
        king: Option<Cell>,
        found: &Restrictions<B>,
    ) -> B::Set {
        let mut targets = self.pseudo_legal(from, piece).and(found.check);
        if found.pinned.contains(from) {
            targets = targets.and(self.pin(king, from, found));
        }
        if rules_of::<B>(piece.role).strides == Some(Strides::FromHome)
            && let Some(passed) = self.position.passed
        {
            targets = targets.or(self.takes_in_passing(from, piece, passed));
        }
        targets
    }

    /// The cell `passed`, if the piece on `from` may take there in passing.
    #[cold]
    fn takes_in_passing(&self, from: Cell, piece: Piece, passed: Cell) -> B::Set {
        let mv = Move::new(from, passed);
        if self.position.captured_cell(mv).is_some()
            && !self.position.after_by(piece.role, mv).hangs()
        {
            B::Set::single(passed)
        } else {
            B::Set::EMPTY
        }
    }

    /// Calls `each` with the legal moves of every piece of the side to move
    /// that has any, until it returns `false`.
    #[inline(always)]
    fn each_piece(&self, each: impl FnMut(PieceMoves<B>) -> bool) {
        self.each_piece_to(B::Set::FULL, true, each);
    }

    /// [`Self::each_piece`] for the moves that end on cells of a set. Those that
    /// promote are all among them, or none is.
    #[inline(always)]
    fn each_piece_to(
        &self,
        wanted: B::Set,
        promoting: bool,
        mut each: impl FnMut(PieceMoves<B>) -> bool,
    ) {
        let own = self.position.of(self.position.turn);
        let king = self.position.royal(self.position.turn);
        let found = self.restrictions(king, self.position.turn);
        for (index, (rules, set)) in B::ROLES.iter().zip(self.position.roles.sets()).enumerate() {
            let role = Role::new(index as u8);
            if found.check.is_empty() && !rules.royal {
                continue;
            }
            let piece = Piece {
                side: self.position.turn,
                role,
            };
            let zone = if rules.promotes.is_empty() {
                B::Set::EMPTY
            } else {
                self.tables.promotion[self.position.turn.index()]
            };
            for from in set.and(own).cells() {
                let wanted = if promoting {
                    wanted.or(zone)
                } else {
                    wanted.without(zone)
                };
                let targets = if rules.royal {
                    self.king_targets(from, piece, wanted)
                } else {
                    self.targets(from, piece, king, &found).and(wanted)
                };
                if targets.is_empty() {
                    continue;
                }
                let moves = PieceMoves::new(piece, from, targets);
                if !each(moves) {
                    return;
                }
            }
        }
    }

    /// Where the king may go of the cells wanted: reached, not ours, and not
    /// attacked once the king has left its place; and by castling.
    #[inline]
    pub(super) fn king_targets(&self, king: Cell, piece: Piece, wanted: B::Set) -> B::Set {
        let lifted = self.occupied.without(B::Set::single(king));
        let enemy = !self.position.turn;
        let mut targets = B::Set::EMPTY;
        for to in self.pseudo_legal(king, piece).and(wanted).cells() {
            if !self.is_attacked(to, enemy, lifted) {
                targets = targets.or(B::Set::single(to));
            }
        }
        for castling in self.position.castlings(self.position.turn) {
            let free = castling.empty.and(self.occupied).is_empty();
            if free
                && wanted.contains(castling.royal.1)
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

    /// Does a piece of `by` attack `target` on a board occupied like that?
    /// (Without a king that steps out of a line the cell behind it is open.)
    #[inline]
    fn is_attacked(&self, target: Cell, by: Side, occupied: B::Set) -> bool {
        let tables = self.tables;
        if !self.leapers(target, by).is_empty() {
            return true;
        }
        for kind in 0..B::KIND_COUNT {
            let sliders = self.sliders(by, kind).and(tables.sight(kind, target));
            for slider in sliders.cells() {
                for between in tables.ways(kind, target, slider) {
                    if between.and(occupied).is_empty() {
                        return true;
                    }
                }
            }
        }
        !self.striders(target, by, occupied).is_empty()
    }
}

impl<B: Board> Position<B> {
    /// Every cell that the piece on `from` bears on, own pieces included: where
    /// it could take, whatever becomes of the king.
    #[must_use]
    pub fn reached_from(&self, from: Cell, piece: Piece) -> B::Set {
        View::new(self).reached_from(from, piece)
    }

    /// The pieces of `by` that attack `target`.
    #[must_use]
    pub fn attackers(&self, target: Cell, by: Side) -> B::Set {
        let view = View::new(self);
        let (tables, occupied) = (view.tables, view.occupied);
        let mut attackers = view.leapers(target, by);
        for kind in 0..B::KIND_COUNT {
            let sliders = view.sliders(by, kind).and(tables.sight(kind, target));
            for slider in sliders.cells() {
                let mut ways = tables.ways(kind, target, slider).iter();
                if ways.any(|between| between.and(occupied).is_empty()) {
                    attackers = attackers.or(B::Set::single(slider));
                }
            }
        }
        attackers.or(view.striders(target, by, occupied))
    }

    /// The legal targets of the piece on `from`; empty if there is none or it
    /// is not that side's turn.
    #[must_use]
    pub fn legal_targets(&self, from: Cell) -> B::Set {
        let Some(piece) = self.piece_at(from).filter(|piece| piece.side == self.turn) else {
            return B::Set::EMPTY;
        };
        let view = View::new(self);
        if rules_of::<B>(piece.role).royal {
            return view.king_targets(from, piece, B::Set::FULL);
        }
        let king = self.royal(self.turn);
        view.targets(from, piece, king, &view.restrictions(king, self.turn))
    }

    /// Does a piece of `by` attack `target`?
    #[must_use]
    pub fn is_attacked(&self, target: Cell, by: Side) -> bool {
        let view = View::new(self);
        view.is_attacked(target, by, view.occupied)
    }

    /// Does a piece of `by` attack `target`, once the piece on `from` is gone?
    #[must_use]
    pub fn is_attacked_without(&self, target: Cell, by: Side, from: Cell) -> bool {
        let view = View::new(self);
        view.is_attacked(target, by, view.occupied.without(B::Set::single(from)))
    }

    /// On how many lines hostile sliders aim at the king of `side` with at most
    /// one piece in the way, which is not theirs.
    #[must_use]
    pub fn aims(&self, side: Side) -> u32 {
        let mut count = 0;
        if let Some(king) = self.royal(side) {
            View::new(self).each_attack(king, side, |_, _| count += 1);
        }
        count
    }

    /// Where the piece on `from` goes if the king does not matter.
    pub(super) fn pseudo_legal(&self, from: Cell, piece: Piece) -> B::Set {
        View::new(self).pseudo_legal(from, piece)
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
        View::new(self).each_piece(|moves| {
            moves.each(&mut each);
            true
        });
    }

    /// Where a piece may be taken, in passing too.
    #[inline]
    fn takeable(&self) -> B::Set {
        let passed = self.passed.map_or(B::Set::EMPTY, B::Set::single);
        self.of(!self.turn).or(passed)
    }

    /// Calls `each` for every legal move that takes or promotes, and for those
    /// to a cell where a pawn could take in passing, with the role that moves.
    #[inline]
    pub fn each_capture(&self, mut each: impl FnMut(Role, Move)) {
        View::new(self).each_piece_to(self.takeable(), true, |moves| {
            moves.each(|mv| each(moves.role, mv));
            true
        });
    }

    /// Calls `each` for every legal move that [`Self::each_capture`] leaves,
    /// with the role that moves.
    #[inline]
    pub fn each_quiet(&self, mut each: impl FnMut(Role, Move)) {
        let wanted = B::Set::FULL.without(self.takeable());
        View::new(self).each_piece_to(wanted, false, |moves| {
            moves.each(|mv| each(moves.role, mv));
            true
        });
    }

    /// Calls `each` with every legal move and the position after it.
    #[inline]
    pub fn each_child(&self, mut each: impl FnMut(Move, &Self)) {
        View::new(self).each_piece(|moves| {
            moves.each(|mv| each(mv, &self.after_by(moves.role, mv)));
            true
        });
    }

    /// The number of legal moves.
    #[must_use]
    pub fn count_moves(&self) -> u64 {
        let mut count = 0;
        View::new(self).each_piece(|moves| {
            count += moves.count();
            true
        });
        count
    }

    /// Has the side to move a legal move?
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        let mut found = false;
        View::new(self).each_piece(|_| {
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
        let view = View::new(self);
        set_of(
            self.of(side)
                .cells()
                .filter(|&cell| view.is_attacked(cell, !side, view.occupied)),
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
            return via.cells().chain([mv.to]).collect();
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
