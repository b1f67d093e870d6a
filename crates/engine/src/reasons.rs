//! Reasons for a move, for players who want to know why it is good.
//!
//! A reason is given only if it is proved: by the search's line, and by a search of its own that
//! tries all replies of the other side and then all captures. Where the rules allow it, passing
//! the turn shows the threats of the other side. Reasons that need a longer proof are left out.

use std::cmp::Reverse;

use super::eval::Evaluated;
use super::material::count;
use super::score::{INFINITE, MATE, Score, is_mate, variant_score};
use icochess_rules::{
    Board, Cell, CellSet, Move, MoveKind, Position, Role, Side, rules_of, set_of,
};

/// Nodes after which nothing more is proved: some tens of milliseconds. A browser proves reasons on the
/// thread that draws.
const MAX_NODES: u32 = if cfg!(target_arch = "wasm32") {
    10_000
} else {
    50_000
};
/// Plies with all captures of the mover, and of the other side, which may refute more. Deeper ones
/// allow recaptures only.
const CAPTURES_DEPTH: [u32; 2] = [4, 8];
/// Plies up to which answers to a check are searched.
const MAX_CHECK_DEPTH: u32 = 12;

/// Reason for a move. Cells hold the pieces of the position before the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// It leads to mate in this number of moves.
    Mates {
        /// Moves of the winner, including this one.
        moves: u32,
    },
    /// It wins in this number of moves, on a board where not only mate wins.
    Wins {
        /// Moves of the winner, including this one.
        moves: u32,
    },
    /// It captures a piece and gives up nothing.
    WinsPiece {
        /// Cell of the piece.
        cell: Cell,
    },
    /// It captures a piece and gives up less.
    WinsMaterial {
        /// Cell of the piece.
        cell: Cell,
    },
    /// The moved piece attacks two pieces, and one of them is lost.
    Fork {
        /// The more valuable piece.
        first: Cell,
        /// The less valuable piece.
        second: Cell,
    },
    /// It opens a line for another piece, whose target is lost.
    DiscoveredAttack {
        /// Piece that now attacks.
        attacker: Cell,
        /// Its target.
        target: Cell,
    },
    /// The moved piece would have been lost, and is safe now.
    SavesPiece,
    /// The other side could otherwise mate or win material.
    StopsThreat {
        /// Move that is threatened.
        threat: Move,
        /// Whether it mates.
        mates: bool,
    },
    /// It pins a piece.
    Pin {
        /// The pinned piece.
        pinned: Cell,
        /// The more valuable piece behind it.
        behind: Cell,
    },
}

/// Returns the proved reasons for the first move of a line, the most important first.
///
/// `score` is the search's score of the line.
pub fn reasons<B: Evaluated>(position: &Position<B>, line: &[Move], score: Score) -> Vec<Reason> {
    let first = line.first().copied();
    let Some(mv) = first.filter(|mv| position.is_legal(*mv)) else {
        return Vec::new();
    };
    if is_mate(score) {
        let moves = ((MATE - score + 1) / 2) as u32;
        let reason = if wins_otherwise::<B>() {
            Reason::Wins { moves }
        } else {
            Reason::Mates { moves }
        };
        return Vec::from_iter((score > 0).then_some(reason));
    }
    if mv.kind == MoveKind::Carriage {
        return Vec::new();
    }
    let mut proof = Proof {
        position,
        mv,
        after: position.play_unchecked(mv),
        least: least_gain::<B>(),
        nodes: 0,
        reasons: Vec::new(),
    };
    proof.find_gains(line);
    proof.find_threats();
    proof.find_pin();
    proof.reasons
}

/// Returns the value of a piece.
fn value<B: Evaluated>(role: Role) -> Score {
    B::evaluator().piece_value(role)
}

/// Returns the least gain worth mentioning: most of the value of the cheapest piece.
pub fn least_gain<B: Evaluated>() -> Score {
    let roles = (0..B::ROLES.len()).map(|role| Role::new(role as u8));
    roles.map(value::<B>).min().unwrap_or(0) * 3 / 4
}

/// Returns whether captures can win the game, too, and not only mate.
const fn wins_otherwise<B: Board>() -> bool {
    B::BARE_KING_LOSES || !B::EXTINCTIONS.is_empty()
}

/// Returns whether a side has won the game in this position.
fn is_won_by<B: Board>(position: &Position<B>, side: Side) -> bool {
    match position.variant_outcome() {
        Some(outcome) => outcome.winner() == Some(side),
        None => position.turn() != side && position.is_check() && !position.has_legal_move(),
    }
}

/// Returns the pieces of the side to move on these cells that a piece of the other side gains by
/// capturing: more valuable or unprotected ones. The most valuable is first.
fn worthwhile<B: Evaluated>(position: &Position<B>, cells: B::Set, attacker: Role) -> Vec<Cell> {
    let worth = |cell: Cell| position.role_at(cell).map_or(0, value::<B>);
    let own = cells.and(position.by_side(position.turn()));
    let mut found: Vec<Cell> = own
        .cells()
        .filter(|&cell| {
            worth(cell) > value::<B>(attacker) || !position.is_attacked(cell, position.turn())
        })
        .collect();
    found.sort_by_key(|&cell| Reverse(worth(cell)));
    found
}

/// Returns the captures of a side to move; with a cell, of the piece there alone.
fn captures_of<B: Board>(position: &Position<B>, on: Option<Cell>) -> Vec<Move> {
    let mut found = Vec::new();
    position.each_capture(|_, mv| {
        if on.is_none_or(|cell| position.captured_cell(mv) == Some(cell)) {
            found.push(mv);
        }
    });
    found
}

/// A move to explain, and its reasons up to now.
struct Proof<'a, B: Evaluated> {
    position: &'a Position<B>,
    mv: Move,
    after: Position<B>,
    least: Score,
    nodes: u32,
    reasons: Vec<Reason>,
}

impl<B: Evaluated> Proof<'_, B> {
    /// Adds a reason, unless its proof was cut short.
    fn add(&mut self, reason: Reason) {
        if !self.is_spent() {
            self.reasons.push(reason);
        }
    }

    const fn is_spent(&self) -> bool {
        self.nodes > MAX_NODES
    }

    /// Finds captures, forks and discovered attacks that win material.
    fn find_gains(&mut self, line: &[Move]) {
        let (position, mv, least) = (self.position, self.mv, self.least);
        let now = self.count(position);
        let line_gain = self.end_of(line) - now;
        let captured = position.captured_cell(mv);
        let taken = captured.and_then(|cell| position.role_at(cell));
        let taken = taken.map_or(0, value::<B>);
        if let Some(cell) = captured {
            let nearly = taken - least / 2;
            if line_gain >= nearly && self.keeps(now + nearly, B::Set::FULL) {
                self.add(Reason::WinsPiece { cell });
            } else if line_gain >= least && self.keeps(now + least, B::Set::FULL) {
                self.add(Reason::WinsMaterial { cell });
            }
        }
        // A fork wins more than the move itself captures.
        let gain = taken + least;
        if line_gain < gain {
            return;
        }
        if let Some((targets, first, second)) = self.fork()
            && self.keeps(now + gain, targets)
        {
            self.add(Reason::Fork { first, second });
        }
        for attacker in self.after.by_side(position.turn()).cells() {
            if let Some((targets, target)) = self.discovered(attacker)
                && self.keeps(now + gain, targets)
            {
                self.add(Reason::DiscoveredAttack { attacker, target });
                return;
            }
        }
    }

    /// Returns the pieces that the moved piece forks, and the two most valuable.
    fn fork(&self) -> Option<(B::Set, Cell, Cell)> {
        let (position, after, mv) = (self.position, &self.after, self.mv);
        let before = position.attacks_from(mv.from, position.piece_at(mv.from)?);
        let piece = after.piece_at(mv.to)?;
        let targets = worthwhile(after, after.attacks_from(mv.to, piece), piece.role);
        let is_new = targets.iter().any(|cell| !before.contains(*cell));
        match targets[..] {
            [first, second, ..] if is_new => Some((set_of(targets.iter().copied()), first, second)),
            _ => None,
        }
    }

    /// Returns the cells where a slider gains by an attack that the move has opened, and its best
    /// target. A discovered check lets the others capture anything.
    fn discovered(&self, attacker: Cell) -> Option<(B::Set, Cell)> {
        let (position, after) = (self.position, &self.after);
        let piece = after.piece_at(attacker)?;
        let is_waiting = position.piece_at(attacker) == Some(piece) && attacker != self.mv.to;
        if !is_waiting || rules_of::<B>(piece.role).slides == 0 {
            return None;
        }
        let before = position.attacks_from(attacker, piece);
        let opened = after.attacks_from(attacker, piece).without(before);
        let targets = worthwhile(after, opened, piece.role);
        let target = *targets.first()?;
        if after.royal(after.turn()) == Some(target) {
            return Some((B::Set::FULL, target));
        }
        Some((set_of(targets), target))
    }

    /// Finds threats that a passed turn would allow and the move prevents.
    fn find_threats(&mut self) {
        let (position, mv, after) = (self.position, self.mv, self.after);
        // In check, and after one, the other side is not free to carry out a threat.
        let Some(passed) = position.null_move() else {
            return;
        };
        let gives_check = after.is_check();
        if !gives_check && let Some(threat) = self.mating_move(&passed) {
            if self.mating_move(&after).is_none() {
                let mates = !wins_otherwise::<B>();
                self.add(Reason::StopsThreat { threat, mates });
            }
            return;
        }
        let Some((threat, gain)) = self.best_capture(&passed, None) else {
            return;
        };
        let left = self.search(&after, -INFINITE, INFINITE, 0, None) - self.count(&after);
        if gain < self.least || left >= self.least {
            return;
        }
        let own = self.best_capture(&passed, Some(mv.from));
        if own.is_some_and(|(own, gain)| gain >= self.least && self.costs(&passed, own))
            && captures_of(&after, Some(mv.to))
                .into_iter()
                .all(|own| self.fails(own))
        {
            self.add(Reason::SavesPiece);
        }
        if !gives_check
            && passed.captured_cell(threat) != Some(mv.from)
            && self.costs(&passed, threat)
            && self.fails(threat)
        {
            let mates = false;
            self.add(Reason::StopsThreat { threat, mates });
        }
    }

    /// Returns whether a threat costs the mover material, whatever the answer.
    fn costs(&mut self, passed: &Position<B>, threat: Move) -> bool {
        let goal = self.count(self.position) - self.least + 1;
        let next = passed.play_unchecked(threat);
        !self.reaches(&next, goal, B::Set::FULL) && !self.holds(&next, goal)
    }

    /// Returns whether a threat fails after the explained move: it is illegal, or an answer keeps the
    /// material.
    fn fails(&mut self, threat: Move) -> bool {
        let after = self.after;
        if !after.is_legal(threat) {
            return true;
        }
        let goal = 1 - self.least - self.count(&after);
        let next = after.play_unchecked(threat);
        self.reaches(&next, goal, B::Set::FULL) && self.holds(&next, goal)
    }

    /// Returns whether the side to move has a move after which it has this material by captures,
    /// whatever the reply.
    fn holds(&mut self, position: &Position<B>, goal: Score) -> bool {
        if position.variant_outcome().is_some() {
            return is_won_by(position, position.turn());
        }
        position.legal_moves().into_iter().any(|mv| {
            let next = position.play_unchecked(mv);
            if next.variant_outcome().is_some() || !next.has_legal_move() {
                return is_won_by(&next, position.turn());
            }
            next.legal_moves().into_iter().all(|reply| {
                let next = next.play_unchecked(reply);
                !self.is_spent() && self.search(&next, goal - 1, goal, 0, None) >= goal
            })
        })
    }

    /// Finds a piece that the moved piece pins. A pin to the king needs no further proof; any other
    /// pinned piece must lose the one behind it wherever it goes.
    fn find_pin(&mut self) {
        let (position, after, mv) = (self.position, self.after, self.mv);
        let (side, other) = (position.turn(), after.turn());
        let goal = self.least - self.count(&after);
        let Some(piece) = after.piece_at(mv.to) else {
            return;
        };
        let is_lost = self.best_capture(&after, Some(mv.to));
        if is_lost.is_some_and(|(_, gain)| gain >= self.least) {
            return;
        }
        let theirs = after.by_side(other);
        let hits = after.attacks_from(mv.to, piece).and(theirs);
        for pinned in hits.cells() {
            let Some(role) = after.role_at(pinned) else {
                continue;
            };
            // Another attacker could be the one that pins.
            let is_sole = after.attackers(pinned, side) == B::Set::single(mv.to);
            if !is_sole || rules_of::<B>(role).is_pawn || rules_of::<B>(role).royal {
                continue;
            }
            for behind in theirs.cells() {
                let is_opened = |position: &Position<B>| {
                    position.is_attacked_without(behind, side, pinned)
                        && !position.is_attacked(behind, side)
                };
                let worth = after.role_at(behind).map_or(0, value::<B>);
                if worth <= value::<B>(role) || !is_opened(&after) || is_opened(position) {
                    continue;
                }
                let replies = after.legal_moves().into_iter();
                let replies = replies.filter(|reply| reply.from == pinned);
                let mut replies = replies.peekable();
                if after.royal(other) == Some(behind)
                    || replies.peek().is_some()
                        && replies.all(|reply| {
                            let next = after.play_unchecked(reply);
                            self.reaches(&next, goal, B::Set::single(behind))
                        })
                {
                    self.add(Reason::Pin { pinned, behind });
                    return;
                }
            }
        }
    }

    fn count(&self, position: &Position<B>) -> Score {
        count(B::evaluator(), position)
    }

    /// Returns the material after a line and the captures that follow it, for the mover.
    fn end_of(&mut self, line: &[Move]) -> Score {
        let mut end = *self.position;
        for &mv in line {
            if end.variant_outcome().is_some() || !end.is_legal(mv) {
                break;
            }
            end = end.play_unchecked(mv);
        }
        let score = self.search(&end, -INFINITE, INFINITE, 0, None);
        if end.turn() == self.position.turn() {
            score
        } else {
            -score
        }
    }

    /// Returns whether the mover has this material after every reply and an answer to it. Until
    /// then, it may only capture on these cells and where the reply went.
    fn keeps(&mut self, goal: Score, cells: B::Set) -> bool {
        let after = self.after;
        if after.variant_outcome().is_some() {
            return is_won_by(&after, self.position.turn());
        }
        let replies = after.legal_moves();
        if replies.is_empty() {
            return after.is_check();
        }
        replies.into_iter().all(|reply| {
            let next = after.play_unchecked(reply);
            self.reaches(&next, goal, cells.or(B::Set::single(reply.to)))
        })
    }

    /// Returns whether the side to move has a move after which captures leave it this material. If
    /// it hasn't this material yet, it moves to one of the cells or out of check.
    fn reaches(&mut self, position: &Position<B>, goal: Score, cells: B::Set) -> bool {
        if position.variant_outcome().is_some() {
            return is_won_by(position, position.turn());
        }
        let is_free = position.is_check() || self.count(position) >= goal;
        let moves = position.legal_moves().into_iter();
        let mut moves = moves.filter(|mv| is_free || cells.contains(mv.to));
        moves.any(|mv| {
            let next = position.play_unchecked(mv);
            !self.is_spent() && -self.search(&next, -goal, 1 - goal, 0, None) >= goal
        })
    }

    /// Returns a move that mates or wins by a rule of the board.
    fn mating_move(&mut self, position: &Position<B>) -> Option<Move> {
        if position.variant_outcome().is_some() {
            return None;
        }
        let moves = position.legal_moves();
        self.nodes += moves.len() as u32;
        let side = position.turn();
        let mut moves = moves.into_iter();
        moves.find(|mv| is_won_by(&position.play_unchecked(*mv), side))
    }

    /// Returns the best capture and its gain; with a cell, of an exchange on that cell alone.
    fn best_capture(&mut self, position: &Position<B>, on: Option<Cell>) -> Option<(Move, Score)> {
        let now = self.count(position);
        let depth = on.map_or(0, |_| CAPTURES_DEPTH[1]);
        let captures = captures_of(position, on);
        let scored = captures.into_iter().map(|mv| {
            let next = position.play_unchecked(mv);
            let score = -self.search(&next, -INFINITE, INFINITE, depth, Some(mv.to));
            (mv, score - now)
        });
        scored.max_by_key(|(_, gain)| *gain)
    }

    /// Returns the material of the side to move, less the other's, after the best captures of both.
    /// Either side may stop capturing, unless it is in check.
    fn search(
        &mut self,
        position: &Position<B>,
        mut alpha: Score,
        beta: Score,
        depth: u32,
        taken_on: Option<Cell>,
    ) -> Score {
        self.nodes += 1;
        if let Some(score) = variant_score(position, 0) {
            return score;
        }
        let in_check = depth < MAX_CHECK_DEPTH && position.is_check();
        let mut best = if in_check {
            -MATE
        } else {
            self.count(position)
        };
        alpha = alpha.max(best);
        if alpha >= beta || self.is_spent() {
            return best;
        }
        let mut moves = if in_check {
            position.legal_moves()
        } else {
            captures_of(position, None)
        };
        if !in_check {
            // A later promotion is no gain of the explained move.
            let is_mover = position.turn() == self.position.turn();
            moves.retain(|mv| !is_mover || position.captured_cell(*mv).is_some());
            if depth >= CAPTURES_DEPTH[usize::from(!is_mover)] {
                moves.retain(|mv| taken_on == Some(mv.to));
            }
        }
        moves.sort_by_key(|mv| Reverse(position.role_at(mv.to).map_or(0, value::<B>)));
        for mv in moves {
            let next = position.play_unchecked(mv);
            let score = -self.search(&next, -beta, -alpha, depth + 1, Some(mv.to));
            best = best.max(score);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
