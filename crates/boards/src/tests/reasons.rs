//! An audit of the reasons for a move: positions of games with errors, and a full-width search that
//! shares no code with the reasons' proofs.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use icochess_boards::{OnBoard, Variant};
use icochess_engine::{
    AnyEngine, ComputerPlayer, Info, Limits, Reason, SearchOptions, TranspositionTable,
};
use icochess_rules::{
    Board, Cell, CellSet, Move, Piece, Position, Record, Role, Setup, Side, rules_of,
};

use crate::testing::search::wins;
use crate::testing::{Rng, Solver};

/// Score of a win in material searches.
const WON: i32 = 1_000_000;
/// Plies of full width after a move, a reply and the answer to it. The reasons look no further: with
/// one more, a quiet move refuted 2 of 158 captures that "give nothing" in the many positions.
const WIDE: u32 = 0;
/// Plies of captures after these.
const CAPTURES: u32 = 8;
/// Nodes after which a reason counts as unchecked.
const MAX_NODES: u64 = 3_000_000;
/// Nodes of the search for the best move and for the second best.
const SEARCH_NODES: u64 = 20_000;
/// Lead in winning chance from which a best move should have a reason.
const LEAD: f64 = 0.1;

/// Searches a game's position, with some moves or all.
fn best(engine: AnyEngine, game: &Record, level: u8, seed: u64, moves: &[Move]) -> Option<Info> {
    let table = TranspositionTable::new(1);
    let options = SearchOptions {
        limits: Limits {
            nodes: Some(SEARCH_NODES),
            ..Limits::default()
        },
        search_moves: moves,
        threads: 1,
        multi_pv: 1,
        on_thread_start: || {},
        table: &table,
        endings: None,
    };
    let player = ComputerPlayer {
        level,
        seed,
        ..ComputerPlayer::default()
    };
    let root = engine.root(&**game)?;
    let found = root.choose(&player, &options, &AtomicBool::new(false), &mut |_| {})?;
    // An interrupted iteration may have another move without a line.
    found.info.filter(|info| info.pv[0] == found.best_move)
}

/// Returns positions of games between weak players.
fn positions(variant: Variant, engine: AnyEngine, count: usize) -> Vec<Record> {
    let mut rng = Rng::new(7);
    let mut found = Vec::new();
    while found.len() < count {
        let mut game = variant.board().new_game();
        let (level, seed) = (2 + 2 * rng.below(4) as u8, rng.below(1 << 30) as u64);
        for ply in 0..120 {
            let moves = game.position().legal_moves();
            let mv = if ply < 6 {
                rng.pick(&moves)
            } else {
                match best(engine, &game, level, seed, &[]) {
                    Some(info) => info.pv[0],
                    None => rng.pick(&moves),
                }
            };
            game.make_mut().play(mv).expect("a legal move");
            if game.outcome().is_some() {
                break;
            }
            if ply >= 10 && rng.one_in(8) && game.position().legal_moves().len() > 1 {
                let text = game.position().text();
                found.push(variant.board().read_position(&text).expect("a position"));
            }
        }
    }
    found.truncate(count);
    found
}

/// A position, its best move and the reasons to check.
struct Check<'a> {
    game: &'a Record,
    mv: Move,
    reasons: &'a [Reason],
    engine: AnyEngine,
}

/// Result of checking one reason: its error, or `None` if the check takes too long.
type Verdict = Option<Result<(), &'static str>>;

/// Returns an error with this text unless the claim holds.
fn claim(holds: bool, text: &'static str) -> Result<(), &'static str> {
    if holds { Ok(()) } else { Err(text) }
}

impl OnBoard for Check<'_> {
    type Output = Vec<Verdict>;

    fn run<B: Board>(self) -> Vec<Verdict> {
        let position = *self.game.on::<B>().expect("this board").tree.position();
        let values = (0..B::ROLES.len()).map(|role| {
            let role = Role::new(role as u8);
            let is_royal = rules_of::<B>(role).royal;
            if is_royal {
                0
            } else {
                self.engine.piece_value(role)
            }
        });
        let values: Vec<i32> = values.collect();
        let cheapest = values.iter().copied().filter(|value| *value > 0).min();
        let judge = |reason: &Reason| {
            let mut auditor = Auditor {
                position,
                after: position.play_unchecked(self.mv),
                mv: self.mv,
                least: cheapest.expect("a piece") * 3 / 4,
                values: &values,
                wide: WIDE,
                nodes: 0,
            };
            let verdict = auditor.judge(*reason);
            verdict.filter(|_| auditor.nodes <= MAX_NODES)
        };
        self.reasons.iter().map(judge).collect()
    }
}

/// Checks reasons by trying every move.
struct Auditor<'a, B: Board> {
    position: Position<B>,
    after: Position<B>,
    mv: Move,
    least: i32,
    values: &'a [i32],
    wide: u32,
    nodes: u64,
}

impl<B: Board> Auditor<'_, B> {
    /// Returns a side's material, less the other's.
    fn count(&self, position: &Position<B>, side: Side) -> i32 {
        let of = |side| -> i32 {
            let roles = (0..).zip(self.values);
            let worth = roles.map(|(role, value)| {
                let piece = Piece {
                    side,
                    role: Role::new(role),
                };
                let reserve = i32::from(position.reserve(piece));
                (position.pieces(side, piece.role).len() as i32 + reserve) * value
            });
            worth.sum()
        };
        of(side) - of(!side)
    }

    /// Returns the material that the side to move can force: with every move of both for `wide`
    /// plies, then with captures that either side may decline.
    fn search(
        &mut self,
        position: &Position<B>,
        mut alpha: i32,
        beta: i32,
        wide: u32,
        captures: u32,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return 0;
        }
        let side = position.turn();
        if let Some(outcome) = position.variant_outcome() {
            return match outcome.winner() {
                Some(winner) if winner == side => WON,
                Some(_) => -WON,
                None => 0,
            };
        }
        let mut moves = position.legal_moves();
        let is_check = position.is_check();
        if moves.is_empty() {
            return if is_check { -WON } else { 0 };
        }
        let taken = |mv: &Move| {
            let cell = position.captured_cell(*mv)?;
            Some(self.values[position.role_at(cell)?.index()])
        };
        if wide == 0 && captures == 0 {
            return self.count(position, side);
        }
        let mut best = -WON;
        if wide == 0 && !is_check {
            best = self.count(position, side);
            moves.retain(|mv| taken(mv).is_some());
        }
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        moves.sort_by_key(|mv| (std::cmp::Reverse(taken(mv)), *mv));
        for mv in moves {
            let next = position.play_unchecked(mv);
            let (wide, captures) = match wide {
                0 => (0, captures - 1),
                _ => (wide - 1, captures),
            };
            best = best.max(-self.search(&next, -beta, -alpha, wide, captures));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Returns whether the side to move can force at least this material.
    fn forces(&mut self, position: &Position<B>, goal: i32, wide: u32) -> bool {
        self.search(position, goal - 1, goal, wide, CAPTURES) >= goal
    }

    /// Returns whether the mover of the explained move has this material after any reply.
    fn keeps(&mut self, goal: i32) -> bool {
        let after = self.after;
        !self.forces(&after, 1 - goal, 2 + self.wide)
    }

    /// Returns whether an enemy move costs the side that must answer at least `least`, compared
    /// with its material, or with the material that it could have won instead.
    fn costs(&mut self, position: &Position<B>, enemy: Move) -> bool {
        let side = !position.turn();
        let now = self.count(position, side);
        let next = position.play_unchecked(enemy);
        if !self.forces(&next, now - self.least + 1, 1 + self.wide) {
            return true;
        }
        let Some(passed) = position.null_move() else {
            return false;
        };
        let lost = self.search(&next, -WON, WON, 1 + self.wide, CAPTURES);
        let unhindered = self.search(&passed, -WON, WON, 1 + self.wide, CAPTURES);
        unhindered - lost >= self.least
    }

    /// Returns whether a move ends the game with a win.
    fn wins_at_once(position: &Position<B>, mv: Move) -> bool {
        let next = position.play_unchecked(mv);
        match next.variant_outcome() {
            Some(outcome) => outcome.winner() == Some(position.turn()),
            None => next.is_check() && next.legal_moves().is_empty(),
        }
    }

    /// Returns whether the explained move wins in this number of moves; `None` if unknown.
    fn wins_after(&self, moves: u32) -> Option<bool> {
        if Self::wins_at_once(&self.position, self.mv) {
            return Some(true);
        }
        let after = &self.after;
        let replies = after.legal_moves();
        if replies.is_empty() || after.variant_outcome().is_some() {
            return Some(false);
        }
        match moves {
            0 | 1 => Some(false),
            2 => Some(replies.iter().all(|mv| {
                let next = after.play_unchecked(*mv);
                next.variant_outcome().is_none() && wins(&next, 1)
            })),
            // The solver knows mates only.
            3 if B::EXTINCTIONS.is_empty() && !B::BARE_KING_LOSES => {
                let mut solver = Solver::new(MAX_NODES);
                for mv in replies {
                    let keys = solver.keys(&after.play_unchecked(mv), 2, 1)?;
                    if keys.is_empty() {
                        return Some(false);
                    }
                }
                Some(true)
            }
            _ => None,
        }
    }

    /// Checks a reason.
    fn judge(&mut self, reason: Reason) -> Verdict {
        let (position, after, mv) = (self.position, self.after, self.mv);
        let (side, to) = (position.turn(), mv.to);
        let now = self.count(&position, side);
        let safe = self.count(&after, side) - self.least + 1;
        let captured = position.captured_cell(mv);
        let taken = captured.and_then(|cell| position.role_at(cell));
        let taken = taken.map_or(0, |role| self.values[role.index()]);
        let verdict = match reason {
            Reason::Mates { moves } | Reason::Wins { moves } => {
                claim(self.wins_after(moves)?, "no win")
            }
            Reason::WinsPiece { cell } => {
                let keeps = captured == Some(cell) && self.keeps(now + taken - self.least / 2);
                claim(keeps, "something is given")
            }
            Reason::WinsMaterial { cell } => {
                let keeps = captured == Some(cell) && self.keeps(now + self.least);
                claim(keeps, "no gain")
            }
            Reason::Fork { first, second } => {
                let is_target = |cell| {
                    after.by_side(!side).contains(cell) && after.attackers(cell, side).contains(to)
                };
                claim(is_target(first) && is_target(second), "no fork")
                    .and(claim(self.keeps(now + taken + self.least), "no gain"))
            }
            Reason::DiscoveredAttack { attacker, target } => {
                let is_discovered = after.attackers(target, side).contains(attacker)
                    && !position.attackers(target, side).contains(attacker)
                    && attacker != to;
                claim(is_discovered, "no discovered attack")
                    .and(claim(self.keeps(now + taken + self.least), "no gain"))
            }
            Reason::SavesPiece => {
                let passed = position.null_move()?;
                let on = |position: &Position<B>, cell| -> Vec<Move> {
                    let mut moves = position.legal_moves();
                    moves.retain(|mv| position.captured_cell(*mv) == Some(cell));
                    moves
                };
                let mut enemies = on(&passed, mv.from).into_iter();
                let was_lost = enemies.any(|enemy| self.costs(&passed, enemy));
                let mut enemies = on(&after, to).into_iter();
                let is_lost = enemies.any(|enemy| {
                    let next = after.play_unchecked(enemy);
                    !self.forces(&next, safe, 1 + self.wide)
                });
                claim(was_lost, "no danger").and(claim(!is_lost, "not saved"))
            }
            Reason::StopsThreat { threat, mates } => {
                let passed = position.null_move()?;
                let wins_now = Self::wins_at_once(&passed, threat);
                let mut replies = after.legal_moves().into_iter();
                let is_left = if mates || wins_now {
                    replies.any(|mv| Self::wins_at_once(&after, mv))
                } else {
                    replies.any(|mv| mv == threat) && {
                        let next = after.play_unchecked(threat);
                        !self.forces(&next, safe, 1 + self.wide)
                    }
                };
                let is_threat =
                    passed.is_legal(threat) && (wins_now || !mates && self.costs(&passed, threat));
                claim(is_threat, "no threat").and(claim(!is_left, "not stopped"))
            }
            Reason::Pin { pinned, behind } => {
                let setup = position_without(&after, pinned);
                let removed = Position::<B>::laid_out(&setup).ok()?;
                let is_pin = after.attackers(pinned, side).contains(to)
                    && after.by_side(!side).contains(pinned)
                    && after.by_side(!side).contains(behind)
                    && !after.attackers(behind, side).contains(to)
                    && removed.attackers(behind, side).contains(to);
                let goal = self.count(&after, side) + self.least;
                let mut replies = after.legal_moves().into_iter();
                let is_effective = after.royal(!side) == Some(behind)
                    || replies.all(|reply| {
                        let next = after.play_unchecked(reply);
                        reply.from != pinned || self.forces(&next, goal, 1 + self.wide)
                    });
                claim(is_pin, "no pin").and(claim(is_effective, "not lost"))
            }
        };
        Some(verdict)
    }
}

/// Returns the set-up of a position without one piece.
fn position_without<B: Board>(position: &Position<B>, cell: Cell) -> Setup {
    let mut setup = position.setup();
    setup.pieces.retain(|(of, _)| *of != cell);
    setup.unmoved.clear();
    setup.en_passant = None;
    setup
}

/// Returns a reason's name in the summary.
fn name(reason: &Reason) -> &'static str {
    match reason {
        Reason::Mates { .. } => "mates",
        Reason::Wins { .. } => "wins",
        Reason::WinsPiece { .. } => "wins piece",
        Reason::WinsMaterial { .. } => "wins material",
        Reason::Fork { .. } => "fork",
        Reason::DiscoveredAttack { .. } => "discovered attack",
        Reason::SavesPiece => "saves piece",
        Reason::StopsThreat { mates: true, .. } => "stops mate",
        Reason::StopsThreat { mates: false, .. } => "stops threat",
        Reason::Pin { .. } => "pin",
    }
}

/// Checks the reasons of all boards in `count` positions each. Returns the number of moves that
/// should have a reason, and of those that have one.
fn audit(count: usize) -> (usize, usize) {
    let (mut wrong, mut all) = (Vec::new(), (0, 0));
    for variant in Variant::ALL {
        let Some(engine) = variant.engine() else {
            continue;
        };
        let (mut good, mut explained, mut unchecked) = (0, 0, 0);
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        for game in positions(variant, engine, count) {
            let full = ComputerPlayer::MAX_LEVEL;
            let Some(first) = best(engine, &game, full, 0, &[]) else {
                continue;
            };
            let (mv, position) = (first.pv[0], game.position());
            let root = engine.root(&*game).expect("this board");
            let reasons = root.reasons(&first.pv, first.score);
            let mut others = position.legal_moves();
            others.retain(|other| *other != mv);
            let second = best(engine, &game, full, 0, &others);
            let chance = |info: &Info| engine.win_chance(info.score);
            if second.is_some_and(|second| chance(&first) - chance(&second) > LEAD) {
                good += 1;
                explained += usize::from(!reasons.is_empty());
                if reasons.is_empty() {
                    let line: Vec<String> = first.pv.iter().map(|mv| position.uci(*mv)).collect();
                    println!(
                        "unexplained: {variant} {} {}",
                        position.text(),
                        line.join(" ")
                    );
                }
            }
            let verdicts = variant.on_board(Check {
                game: &game,
                mv,
                reasons: &reasons,
                engine,
            });
            for (reason, verdict) in reasons.iter().zip(verdicts) {
                *kinds.entry(name(reason)).or_default() += 1;
                unchecked += usize::from(verdict.is_none());
                if let Some(Err(why)) = verdict {
                    let line: Vec<String> = first.pv.iter().map(|mv| position.uci(*mv)).collect();
                    wrong.push(format!(
                        "{variant}: {} {}: {reason:?}: {why}",
                        position.text(),
                        line.join(" ")
                    ));
                }
            }
        }
        all = (all.0 + good, all.1 + explained);
        println!(
            "{variant}: {count} positions, {explained} of {good} good moves explained, \
             {unchecked} reasons unchecked, {kinds:?}"
        );
    }
    assert!(wrong.is_empty(), "{} false: {wrong:#?}", wrong.len());
    all
}

/// Boards, positions and lines where a proof once missed a refutation: board, position and line.
const REFUTED: &str = "
icochess; K2Q/2qr/1b2/4/1B1P/3B/P3/b3/4/4/1p2/4/3R/1k1p/p1n1/3N/4/4/2p1/3R b n4 - 4 26; c2a4 p4a4 b4e2 t4e2 b3e2 m4e2 h1e2 f4a3 e2o2
chess; rn2r3/1b1kp1P1/3N4/p1Bp4/2P2b1p/pPN5/4P1KP/R2Q1B1R w - - 5 32; d6e8 b8a6 g7g8q a6c5 g8f7 d5d4 c3d5 a8e8 f7f4
raumschach; 5/puppp/5/5/b4|1k2r/p1ppp/3UN/5/5|r4/1p3/5/5/5|5/n2P1/U1P1P/PP2B/B4|1b3/5/1P1P1/u1K1P/R3R w - - 0 29; dd3ec4 db5ec4 de3dc2 ec4dc3 ba3cb2 dc3cd4 aa1aa2
";

#[test]
fn refuted_reasons_are_not_given() {
    for row in REFUTED.lines().filter(|row| !row.is_empty()) {
        let columns: Vec<&str> = row.split("; ").collect();
        let [name, text, line] = columns[..] else {
            panic!("{row}");
        };
        let variant: Variant = name.parse().expect("a board");
        let engine = variant.engine().expect("an engine");
        let game = variant.board().read_position(text).expect("a position");
        let mut end = game.clone();
        let play = |uci: &str| {
            let mv = end.position().parse_uci(uci).expect("a move");
            end.make_mut().play(mv).expect("a legal move");
            mv
        };
        let line: Vec<Move> = line.split(' ').map(play).collect();
        let reasons = engine.root(&*game).expect("this board").reasons(&line, 0);
        let verdicts = variant.on_board(Check {
            game: &game,
            mv: line[0],
            reasons: &reasons,
            engine,
        });
        let holds = |verdict: &Verdict| *verdict == Some(Ok(()));
        assert!(verdicts.iter().all(holds), "{row}: {reasons:?}");
    }
}

#[test]
fn reasons_hold_in_a_full_width_search() {
    audit(20);
}

#[test]
#[ignore = "takes minutes: scripts/test --slow runs it"]
fn reasons_hold_in_many_positions() {
    let (good, explained) = audit(200);
    assert!(10 * explained >= 6 * good, "{explained} of {good}");
}
