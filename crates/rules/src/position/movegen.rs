//! Legal moves.
//!
//! One pass over the attacks on the king finds every check and pin. The pass covers leaps, double
//! steps, and the paths from enemy sliders with at most one defender. A move of another piece is
//! legal if and only if it satisfies every restriction:
//!
//! * an attack with nothing in between is a **check**: every move must end on the path or on the
//!   attacker;
//! * an attack with one defender in between is a **pin**: that piece must end on the path or on the
//!   attacker.
//!
//! Because these restrictions are intersections of sets, they also handle cases that only round
//! boards have. A slider can attack along both halves of a circuit, several pins can hold one
//! piece, and one piece can block two checks at a crossing.
//!
//! En passant removes a piece from a third cell, so these captures are played to test them.
//! Castling tests the cells that the king passes.

use super::attacks::{Attackers, View};
use super::moves::{Move, MoveKind};
use super::piece_moves::PieceMoves;
use crate::cell::{Cell, CellSet};
use crate::piece::{DoubleStepRight, Piece, Role, RoleRules, Side};
use crate::position::state::Position;
use crate::tables::equipment::{Equipment, rules_of};
use crate::tables::storage::{AbsentCells, RoleSets};

/// Restrictions on pieces other than the king, from attacks on the king.
struct Restrictions<B: Equipment> {
    /// Cells where every piece but the king must land; the full set if there is no check.
    check_mask: B::Set,
    /// Pieces that must also stay on an attack's path.
    pinned: B::Set,
    /// The first pinned pieces, each with the cells where it must stay.
    pins: [(B::Set, B::Set); NOTED_PINS],
    pin_count: usize,
}

/// Maximum number of stored pins. In the rare case of more, they are recomputed.
const NOTED_PINS: usize = 4;

/// Returns the rules of a role at compile time, so that unused kinds of move cost nothing.
const fn known_rules<B: Equipment>(role: usize) -> Option<RoleRules> {
    if role < B::ROLES.len() {
        Some(B::ROLES[role])
    } else {
        None
    }
}

impl<B: Equipment> View<'_, B> {
    /// Returns the cells to which a piece moves, ignoring checks.
    #[inline(always)]
    fn pseudo_legal(&self, from: Cell, side: Side, rules: &RoleRules) -> B::Set {
        let mut targets = self.single_steps(from, side, rules);
        if let Some(step) = rules.double_step
            && (step.right == DoubleStepRight::Home || self.position.unmoved.contains(from))
        {
            let ends = self.double_steps(from, side);
            targets = targets.or(if step.captures {
                ends
            } else {
                ends.without(self.occupied)
            });
        }
        targets.without(self.position.by_side(side).or(self.position.absent()))
    }

    /// Returns the cells to which a piece moves without double steps, including its own side's
    /// cells.
    #[inline(always)]
    fn single_steps(&self, from: Cell, side: Side, rules: &RoleRules) -> B::Set {
        let (tables, index) = (self.tables, side.index());
        let mut targets = self.sliding_attacks(from, rules.slides);
        if let Some(leaps) = rules.leaps {
            let reach = tables.leaps(leaps[index], from);
            targets = targets.or(match rules.steps {
                None => reach,
                Some(steps) => reach
                    .and(self.position.by_side(!side))
                    .or(tables.leaps(steps[index], from).without(self.occupied)),
            });
        }
        targets
    }

    #[inline(always)]
    fn restrictions(&self, king: Option<Cell>, by: &Attackers<B>) -> Restrictions<B> {
        let mut found = Restrictions {
            check_mask: B::Set::FULL,
            pinned: B::Set::EMPTY,
            pins: [(B::Set::EMPTY, B::Set::EMPTY); NOTED_PINS],
            pin_count: 0,
        };
        let Some(king) = king else {
            return found;
        };
        self.each_attack(king, by, |inside, path| {
            if inside.is_empty() {
                found.check_mask = found.check_mask.and(path);
            } else {
                found.pinned = found.pinned.or(inside);
                if let Some(pin) = found.pins.get_mut(found.pin_count) {
                    *pin = (inside, path);
                }
                found.pin_count += 1;
            }
        });
        for leaper in self.leapers(king, by.side).cells() {
            found.check_mask = found.check_mask.and(B::Set::single(leaper));
        }
        found
    }

    /// Returns the cells where a pinned piece must land.
    #[inline(always)]
    fn pin(&self, pinned: Cell, found: &Restrictions<B>) -> B::Set {
        let Some(noted) = found.pins.get(..found.pin_count) else {
            return self.pin_anew(pinned);
        };
        let pinned = B::Set::single(pinned);
        let mut allowed = B::Set::FULL;
        for (piece, path) in noted {
            if *piece == pinned {
                allowed = allowed.and(*path);
            }
        }
        allowed
    }

    /// Recomputes [`Self::pin`] if there are too many pins to store.
    #[cold]
    fn pin_anew(&self, pinned: Cell) -> B::Set {
        let mut allowed = B::Set::FULL;
        let side = self.position.turn;
        if let Some(king) = self.position.royal(side) {
            self.each_attack(king, &self.attackers(!side), |inside, path| {
                if inside.contains(pinned) {
                    allowed = allowed.and(path);
                }
            });
        }
        allowed
    }

    /// Returns the legal targets of a piece other than the king. Pass `false` for `may_be_pinned`
    /// to skip the search for a pin.
    #[inline(always)]
    fn targets(
        &self,
        from: Cell,
        role: Role,
        rules: &RoleRules,
        found: &Restrictions<B>,
        may_be_pinned: bool,
    ) -> B::Set {
        let side = self.position.turn;
        let mut targets = self.pseudo_legal(from, side, rules).and(found.check_mask);
        if may_be_pinned && found.pinned.contains(from) {
            targets = targets.and(self.pin(from, found));
        }
        if rules.has_en_passant()
            && let Some(en_passant) = self.position.en_passant
        {
            targets = targets.or(self.en_passant_target(from, role, en_passant));
        }
        targets
    }

    /// Returns the en passant cell if the piece on `from` can legally capture there.
    #[cold]
    fn en_passant_target(&self, from: Cell, role: Role, en_passant: Cell) -> B::Set {
        let mv = Move::new(from, en_passant);
        if self.position.captured_cell(mv).is_some()
            && !self
                .position
                .play_unchecked_by(role, mv)
                .is_opposite_check()
        {
            B::Set::single(en_passant)
        } else {
            B::Set::EMPTY
        }
    }

    /// Calls `each` with the legal moves of every piece that has any, until it returns `false`.
    #[inline(always)]
    fn each_piece(&self, each: impl FnMut(PieceMoves<B>) -> bool) {
        self.each_piece_to(B::Set::FULL, true, each);
    }

    /// Restricts [`Self::each_piece`] to moves that end on cells of a set. `promoting` includes all
    /// promotions; otherwise there are none.
    #[inline(always)]
    fn each_piece_to(
        &self,
        wanted: B::Set,
        promoting: bool,
        mut each: impl FnMut(PieceMoves<B>) -> bool,
    ) {
        let side = self.position.turn;
        let enemy = self.attackers(!side);
        let found = self.restrictions(self.position.royal(side), &enemy);
        let each = &mut each;
        // Unrolled, to compile separate code for each role's rules.
        const { assert!(B::ROLES.len() <= 16, "too many roles") };
        let _ = self.each_of::<0>(&enemy, &found, wanted, promoting, each)
            && self.each_of::<1>(&enemy, &found, wanted, promoting, each)
            && self.each_of::<2>(&enemy, &found, wanted, promoting, each)
            && self.each_of::<3>(&enemy, &found, wanted, promoting, each)
            && self.each_of::<4>(&enemy, &found, wanted, promoting, each)
            && self.each_of::<5>(&enemy, &found, wanted, promoting, each)
            && self.each_of::<6>(&enemy, &found, wanted, promoting, each)
            && self.each_of::<7>(&enemy, &found, wanted, promoting, each)
            && self.each_of::<8>(&enemy, &found, wanted, promoting, each)
            && self.each_of::<9>(&enemy, &found, wanted, promoting, each)
            && self.each_of::<10>(&enemy, &found, wanted, promoting, each)
            && self.each_of::<11>(&enemy, &found, wanted, promoting, each)
            && self.each_of::<12>(&enemy, &found, wanted, promoting, each)
            && self.each_of::<13>(&enemy, &found, wanted, promoting, each)
            && self.each_of::<14>(&enemy, &found, wanted, promoting, each)
            && self.each_of::<15>(&enemy, &found, wanted, promoting, each);
    }

    /// Restricts [`Self::each_piece_to`] to the pieces of one role. Returns `false` if `each` did.
    #[inline(always)]
    fn each_of<const ROLE: usize>(
        &self,
        enemy: &Attackers<B>,
        found: &Restrictions<B>,
        wanted: B::Set,
        promoting: bool,
        each: &mut impl FnMut(PieceMoves<B>) -> bool,
    ) -> bool {
        let Some(rules) = (const { known_rules::<B>(ROLE) }) else {
            return true;
        };
        let (position, side) = (self.position, self.position.turn);
        let role = const { Role::new(ROLE as u8) };
        let (mut wanted, mut zone) = (wanted, B::Set::EMPTY);
        if !rules.promotes.is_empty() {
            zone = self.tables.promotion_zone(side, role);
            wanted = if promoting {
                wanted.or(zone)
            } else {
                wanted.without(zone)
            };
        }
        let pieces = position.roles.sets()[ROLE].and(position.by_side(side));
        if rules.royal {
            return pieces.cells().all(|from| {
                let targets = self.king_targets(from, &rules, enemy, found, wanted);
                targets.is_empty()
                    || each(
                        PieceMoves::new(role, &rules, zone, from, targets)
                            .entering(position.entering(from, &rules)),
                    )
            });
        }
        if found.check_mask.is_empty() {
            return true;
        }
        let are_pinned = !pieces.and(found.pinned).is_empty();
        for from in pieces.cells() {
            let targets = self.targets(from, role, &rules, found, are_pinned);
            let targets = targets.and(wanted);
            if !targets.is_empty()
                && !each(
                    PieceMoves::new(role, &rules, zone, from, targets)
                        .entering(position.entering(from, &rules)),
                )
            {
                return false;
            }
        }
        true
    }

    /// Returns the legal targets of the king among the cells in `wanted`, including castling. A
    /// target must not be attacked after the king has left its cell.
    #[inline]
    fn king_targets(
        &self,
        king: Cell,
        rules: &RoleRules,
        enemy: &Attackers<B>,
        found: &Restrictions<B>,
        wanted: B::Set,
    ) -> B::Set {
        let lifted = self.occupied.without(B::Set::single(king));
        let side = self.position.turn;
        let mut targets = B::Set::EMPTY;
        for to in self.pseudo_legal(king, side, rules).and(wanted).cells() {
            if !self.is_attacked(to, enemy, lifted) {
                targets = targets.or(B::Set::single(to));
            }
        }
        // Castling isn't possible in check.
        if found.check_mask != B::Set::FULL {
            return targets;
        }
        for castling in self.position.castlings(side) {
            let (safe, to) = (castling.safe, castling.royal.1);
            if castling.empty.and(self.occupied).is_empty()
                && wanted.contains(to)
                && !safe
                    .cells()
                    .any(|cell| self.is_attacked(cell, enemy, lifted))
            {
                targets = targets.or(B::Set::single(to));
            }
        }
        targets
    }
}

impl<B: Equipment> Position<B> {
    /// Returns the legal targets of the piece on `from`; empty if there is none or it isn't that
    /// side's turn.
    pub fn legal_targets(&self, from: Cell) -> B::Set {
        let Some(piece) = self.piece_at(from).filter(|piece| piece.side == self.turn) else {
            return B::Set::EMPTY;
        };
        let (view, rules) = (View::new(self), rules_of::<B>(piece.role));
        let enemy = view.attackers(!self.turn);
        let found = view.restrictions(self.royal(self.turn), &enemy);
        if rules.royal {
            return view.king_targets(from, rules, &enemy, &found, B::Set::FULL);
        }
        view.targets(from, piece.role, rules, &found, true)
    }

    /// Returns the legal moves between two cells. There are several if the piece has a choice of
    /// promotions, or if a piece may enter from the reserve.
    ///
    /// ```
    /// use icochess_boards::Chess;
    /// use icochess_rules::{Equipment, Position};
    ///
    /// let position: Position<Chess> = "7k/P7/8/8/8/8/8/K7 w - - 0 1".parse()?;
    /// let [a7, a8] = ["a7", "a8"].map(|name| Chess::tables().cell(name).expect("a square"));
    /// let moves = position.moves_between(a7, a8);
    /// let texts: Vec<String> = moves.iter().map(|mv| position.uci(*mv)).collect();
    /// assert_eq!(texts, ["a7a8q", "a7a8r", "a7a8b", "a7a8n"]);
    /// # Ok::<(), icochess_rules::PositionTextError>(())
    /// ```
    pub fn moves_between(&self, from: Cell, to: Cell) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.legal_targets(from).contains(to) {
            self.each_kind(from, B::Set::single(to), |mv| moves.push(mv));
        }
        if B::Absent::IS_USED {
            let kind = MoveKind::Carriage;
            let carriage = Move { from, to, kind };
            moves.extend(self.is_legal(carriage).then_some(carriage));
        }
        moves
    }

    /// Calls `each` with the moves of the piece on `from` to these cells, of every kind that the
    /// player can choose.
    pub(crate) fn each_kind(&self, from: Cell, targets: B::Set, each: impl FnMut(Move)) {
        let Some(role) = self.role_at(from) else {
            return;
        };
        let (rules, zone) = (
            rules_of::<B>(role),
            B::tables().promotion_zone(self.turn, role),
        );
        PieceMoves::<B>::new(role, rules, zone, from, targets)
            .entering(self.entering(from, rules))
            .each(each);
    }

    /// Returns the cells to which the piece on `from` moves, ignoring checks.
    pub(crate) fn pseudo_legal(&self, from: Cell, piece: Piece) -> B::Set {
        View::new(self).pseudo_legal(from, piece.side, rules_of::<B>(piece.role))
    }

    /// Returns all legal moves, in no particular order.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.each_move(|mv| moves.push(mv));
        moves
    }

    /// Calls `each` with every legal move, without allocating a list.
    #[inline]
    pub fn each_move(&self, mut each: impl FnMut(Move)) {
        View::new(self).each_piece(|moves| {
            moves.each(&mut each);
            true
        });
        self.each_carriage(|mv| {
            each(mv);
            true
        });
    }

    /// Returns the cells where a piece may be captured, including en passant.
    #[inline]
    fn capturable(&self) -> B::Set {
        let en_passant = self.en_passant.map_or(B::Set::EMPTY, B::Set::single);
        self.by_side(!self.turn).or(en_passant)
    }

    /// Calls `each` with the moving role and every legal capture or promotion. This includes all
    /// moves to the en passant cell.
    #[inline]
    pub fn each_capture(&self, mut each: impl FnMut(Role, Move)) {
        View::new(self).each_piece_to(self.capturable(), true, |moves| {
            moves.each(|mv| each(moves.role, mv));
            true
        });
    }

    /// Calls `each` with the moving role and every legal move of a piece that
    /// [`Self::each_capture`] omits. [`Self::each_part_move`] gives the moves of parts.
    #[inline]
    pub fn each_quiet(&self, mut each: impl FnMut(Role, Move)) {
        let wanted = B::Set::FULL.without(self.capturable());
        View::new(self).each_piece_to(wanted, false, |moves| {
            moves.each(|mv| each(moves.role, mv));
            true
        });
    }

    /// Calls `each` with every legal move and the position after it.
    #[inline]
    pub fn each_child(&self, mut each: impl FnMut(Move, &Self)) {
        View::new(self).each_piece(|moves| {
            moves.each(|mv| each(mv, &self.play_unchecked_by(moves.role, mv)));
            true
        });
        self.each_carriage(|mv| {
            each(mv, &self.play_unchecked(mv));
            true
        });
    }

    /// Counts the legal moves.
    pub fn count_moves(&self) -> u64 {
        let mut count = 0;
        View::new(self).each_piece(|moves| {
            count += moves.count();
            true
        });
        count + self.count_carriages()
    }

    /// Returns whether the side to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        let mut found = false;
        View::new(self).each_piece(|_| {
            found = true;
            false
        });
        found || !self.each_carriage(|_| false)
    }
}
