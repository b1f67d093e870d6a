//! Legal moves.
//!
//! One pass over the lines, strides and leaps that end on the king finds every
//! check and every pin; a move of another piece is legal exactly when its
//! target lies on each of those that concerns it:
//!
//! * an attack with nothing in between is a **check**: every move must land on
//!   the way or on the attacker;
//! * an attack with one piece of our own in between is a **pin**: that piece
//!   must land on the way or on the attacker.
//!
//! Taken as intersections of sets this also covers what only round boards
//! have: one slider that attacks along both halves of a circuit, one piece
//! pinned by several, and two checks that one piece can block at a crossing.

use super::board::{Board, RoleSets, rules_of};
use super::cell::{Cell, CellSet, set_of};
use super::moves::Move;
use super::piece::{Piece, Role, Side};
use super::position::Position;

/// What the attacks on the king leave to the other pieces.
struct Restrictions<B: Board> {
    /// Where every piece but the king must land.
    check: B::Set,
    /// Pieces with an entry in `pins`.
    pinned: B::Set,
    pins: [(Cell, B::Set); MOST_PINS],
    count: usize,
}

/// Upper bound of pins: one for each way in which an attack reaches a king.
/// Icochess has 12 along lines and 6 by strides, OctHex 146 would have 42.
const MOST_PINS: usize = 48;

impl<B: Board> Restrictions<B> {
    fn pin(&mut self, cell: Cell, allowed: B::Set) {
        if self.count < MOST_PINS {
            self.pins[self.count] = (cell, allowed);
            self.count += 1;
        }
        self.pinned = self.pinned.or(B::Set::single(cell));
    }

    /// Where the piece on `cell` must land.
    #[inline]
    fn allowed(&self, cell: Cell) -> B::Set {
        if !self.pinned.contains(cell) {
            return self.check;
        }
        self.pins[..self.count]
            .iter()
            .filter(|(pinned, _)| *pinned == cell)
            .fold(self.check, |allowed, (_, set)| allowed.and(*set))
    }
}

impl<B: Board> Position<B> {
    /// Every cell that the piece on `from` bears on, own pieces included,
    /// whatever becomes of the king.
    #[must_use]
    pub fn reached_from(&self, from: Cell, piece: Piece) -> B::Set {
        let tables = B::tables();
        let rules = rules_of::<B>(piece.role);
        let mut targets = rules
            .leaps
            .map_or(B::Set::EMPTY, |table| tables.leaps[table][from.index()]);
        if rules.slides != 0 {
            for pass in &tables.passes[from.index()] {
                let line = &tables.lines[usize::from(pass.line)];
                if line.kind & rules.slides != 0 {
                    let at = usize::from(pass.index);
                    let reach = line.reach(&self.lines, at);
                    targets = targets
                        .or(line.ahead(at, reach.forward))
                        .or(line.behind(at, reach.backward));
                }
            }
        }
        if rules.strides && self.unmoved.contains(from) {
            let occupied = self.occupied();
            targets = targets.or(set_of(
                tables.strides[from.index()]
                    .iter()
                    .filter(|s| !occupied.contains(s.via))
                    .map(|s| s.end),
            ));
        }
        targets
    }

    fn restrictions(&self, king: Option<Cell>) -> Restrictions<B> {
        let mut found = Restrictions {
            check: B::Set::FULL,
            pinned: B::Set::EMPTY,
            pins: [(Cell::new(0), B::Set::EMPTY); MOST_PINS],
            count: 0,
        };
        let Some(king) = king else {
            return found;
        };
        let tables = B::tables();
        let (own, enemy) = (self.of(self.turn), self.of(!self.turn));

        for pass in &tables.passes[king.index()] {
            let line = &tables.lines[usize::from(pass.line)];
            let sliders = self.sliders(!self.turn, line.kind).and(line.set);
            if sliders.is_empty() {
                continue;
            }
            let at = usize::from(pass.index);
            let reach = line.reach(&self.lines, at);
            let ways = [
                (reach.forward_hit, reach.forward, true),
                (reach.backward_hit, reach.backward, false),
            ];
            for (hit, steps, ahead) in ways {
                if !hit {
                    continue;
                }
                let cell_at = |steps: usize| {
                    let steps = steps as isize;
                    line.cell_at(at, if ahead { steps } else { -steps })
                };
                let way = |steps| {
                    if ahead {
                        line.ahead(at, steps)
                    } else {
                        line.behind(at, steps)
                    }
                };
                let first = cell_at(steps);
                if sliders.contains(first) {
                    found.check = found.check.and(way(steps));
                } else if own.contains(first) {
                    // What stands behind our own piece, seen from there?
                    let len = line.cells.len();
                    let there = if ahead {
                        (at + steps) % len
                    } else {
                        (at + len - steps) % len
                    };
                    let beyond = line.reach(&self.lines, there);
                    let (hit, more) = if ahead {
                        (beyond.forward_hit, beyond.forward)
                    } else {
                        (beyond.backward_hit, beyond.backward)
                    };
                    if hit && steps + more < len && sliders.contains(cell_at(steps + more)) {
                        found.pin(first, way(steps + more));
                    }
                }
            }
        }

        let striders = self.unmoved.and(enemy);
        if !striders.is_empty() {
            for stride in &tables.strides_to[king.index()] {
                if !striders.contains(stride.end) || enemy.contains(stride.via) {
                    continue;
                }
                let way = B::Set::single(stride.via).or(B::Set::single(stride.end));
                if own.contains(stride.via) {
                    found.pin(stride.via, way);
                } else {
                    found.check = found.check.and(way);
                }
            }
        }

        for (rules, set) in B::ROLES.iter().zip(self.roles.sets()) {
            if let Some(table) = rules.leaps {
                let leapers = tables.leaps[table][king.index()].and(set.and(enemy));
                for leaper in leapers.cells() {
                    found.check = found.check.and(B::Set::single(leaper));
                }
            }
        }
        found
    }

    /// Calls `each` with every piece of the side to move that has legal
    /// moves, and their targets, until it returns `false`.
    #[inline]
    fn each_targets(&self, mut each: impl FnMut(Cell, B::Set) -> bool) {
        let own = self.of(self.turn);
        let king = self.royal(self.turn);
        if let Some(king) = king {
            let targets = self.king_targets(king);
            if !targets.is_empty() && !each(king, targets) {
                return;
            }
        }
        let found = self.restrictions(king);
        if found.check.is_empty() {
            return;
        }
        for (index, (rules, set)) in B::ROLES.iter().zip(self.roles.sets()).enumerate() {
            if rules.royal {
                continue;
            }
            let piece = Piece {
                side: self.turn,
                role: Role::new(index as u8),
            };
            for from in set.and(own).cells() {
                let targets = self
                    .reached_from(from, piece)
                    .without(own)
                    .and(found.allowed(from));
                if !targets.is_empty() && !each(from, targets) {
                    return;
                }
            }
        }
    }

    /// Where the king may go: reached, not ours, and not attacked once the
    /// king has left its place.
    fn king_targets(&self, king: Cell) -> B::Set {
        let Some(piece) = self.piece_at(king) else {
            return B::Set::EMPTY;
        };
        set_of(
            self.reached_from(king, piece)
                .without(self.of(self.turn))
                .cells()
                .filter(|&to| self.attackers(to, !self.turn, Some(king)).is_empty()),
        )
    }

    /// The legal targets of the piece on `from`; empty if there is none or it
    /// is not that side's turn.
    #[must_use]
    pub fn legal_targets(&self, from: Cell) -> B::Set {
        let own = self.of(self.turn);
        let Some(piece) = self.piece_at(from).filter(|piece| piece.side == self.turn) else {
            return B::Set::EMPTY;
        };
        if rules_of::<B>(piece.role).royal {
            return self.king_targets(from);
        }
        self.reached_from(from, piece)
            .without(own)
            .and(self.restrictions(self.royal(self.turn)).allowed(from))
    }

    /// All legal moves, in no particular order.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.each_targets(|from, targets| {
            moves.extend(targets.cells().map(|to| Move { from, to }));
            true
        });
        moves
    }

    /// Calls `each` for every legal move, without making a list.
    pub fn each_move(&self, mut each: impl FnMut(Move)) {
        self.each_targets(|from, targets| {
            for to in targets.cells() {
                each(Move { from, to });
            }
            true
        });
    }

    /// The number of legal moves.
    #[must_use]
    pub fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.each_targets(|_, targets| {
            count += u64::from(targets.len());
            true
        });
        count
    }

    /// Has the side to move a legal move?
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        let mut found = false;
        self.each_targets(|_, _| {
            found = true;
            false
        });
        found
    }

    /// Is the move legal?
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_targets(mv.from).contains(mv.to)
    }

    /// The cells whose piece of `side` may be taken next by the other side,
    /// pins aside.
    #[must_use]
    pub fn attacked(&self, side: Side) -> B::Set {
        set_of(
            self.of(side)
                .cells()
                .filter(|&cell| !self.attackers(cell, !side, None).is_empty()),
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
        let rules = rules_of::<B>(piece.role);
        if rules
            .leaps
            .is_some_and(|table| tables.leaps[table][mv.from.index()].contains(mv.to))
        {
            return vec![mv.to];
        }
        if rules.strides
            && let Some(stride) = tables.strides[mv.from.index()]
                .iter()
                .find(|s| s.end == mv.to)
        {
            return vec![stride.via, mv.to];
        }
        let mut shortest: Option<Vec<Cell>> = None;
        for pass in &tables.passes[mv.from.index()] {
            let line = &tables.lines[usize::from(pass.line)];
            if line.kind & rules.slides == 0 || !line.set.contains(mv.to) {
                continue;
            }
            let at = usize::from(pass.index);
            let reach = line.reach(&self.lines, at);
            for (steps, sign) in [(reach.forward, 1), (reach.backward, -1)] {
                let way = (1..=steps).map(|step| line.cell_at(at, sign * step as isize));
                let length = way.clone().position(|cell| cell == mv.to);
                if let Some(length) = length
                    && shortest.as_ref().is_none_or(|best| length + 1 < best.len())
                {
                    shortest = Some(way.take(length + 1).collect());
                }
            }
        }
        shortest.unwrap_or_else(|| vec![mv.to])
    }
}
