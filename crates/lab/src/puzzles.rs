//! Finds puzzles in games with errors.
//!
//! A position is a puzzle if one move is much better than all others, again after the best reply,
//! and so on, until the side to move has mated or won material that it keeps.

use std::collections::HashSet;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use oorandom::Rand64;

use crate::arena::{Adjudication, Contestant, Openings, Seat, ThinkingTime, play};
use icochess_boards::puzzles::{Motif, Puzzle};
use icochess_engine::material::count;
use icochess_engine::score::{MATE, win_chance};
use icochess_engine::{
    ComputerPlayer, Evaluated, Info, Limits, Reason, Score, Search, TranspositionTable, least_gain,
    reasons, search,
};
use icochess_rules::{GameTree, Move, Position, Record};

/// Random opening plies of a game.
const OPENING: usize = 6;
/// Nodes of the search that rejects unbalanced openings.
const OPENING_NODES: u64 = 5_000;
/// Levels of the players, which err.
const LEVELS: [u8; 3] = [2, 4, 6];
/// Plies of a game.
const MAX_PLIES: usize = 160;
/// Maximum number of puzzles in a game, so that they differ.
const MAX_IN_GAME: usize = 4;
/// Nodes of the searches that reject most positions, and the lead of the best move that each demands,
/// in winning chance. A short search misjudges it.
const LOOKS: [(u64, f64); 3] = [(2_000, 0.12), (20_000, 0.16), (150_000, GAP)];
/// Nodes up to which a small table is as good as a large one, which takes longer to clear.
const SMALL: u64 = 30_000;
/// Nodes of the search for a reply. Other replies may be as good.
const REPLY_NODES: u64 = 150_000;
/// Nodes of the search for all replies that delay a mate.
const DEFENCE_NODES: u64 = 400_000;
/// Share of a search's nodes after which a second move that is nearly as good ends it.
const PROOF_BEGINS: u64 = 20;
/// Lead of the best move over the second best, in winning chance.
const GAP: f64 = 0.2;
/// Maximum number of the solver's moves.
const MAX_MOVES: usize = 4;
/// Plies after the line for which a gain of material must last.
const LASTING: usize = 6;
/// Maximum nodes of the search for a second mate as fast as the first.
const MATE_NODES: u64 = 300_000;
/// Table size, in mebibytes.
const MEBIBYTES: usize = 16;
/// Maximum number of defences tried against a mate.
const DEFENCES: usize = 8;
/// One puzzle in about this many may be dull: one move that is obvious, or is no fork, pin,
/// discovered attack or defence. Games are full of these.
const DULL: usize = 4;
/// Nodes up to which a search finds obvious moves.
const OBVIOUS: u64 = 500;

/// What to search for.
#[derive(Clone, Debug)]
pub struct Puzzles<B: Evaluated> {
    /// Nodes of the search that proves each move.
    pub nodes: u64,
    /// Seed of the games.
    pub seed: u64,
    /// Positions to look at instead of games. Their mates need not be the only way to win, only the
    /// fastest.
    pub positions: Option<Vec<GameTree<B>>>,
}

/// Settings of a search for the best lines.
#[derive(Clone, Copy)]
struct Look {
    nodes: u64,
    /// Number of lines.
    wanted: usize,
    /// Whether the search may end once the best move doesn't lead by far.
    is_proof: bool,
    /// Whether results of the last search are used.
    goes_on: bool,
}

/// A search's best lines.
struct Lines {
    /// The wanted number of lines, the best first.
    all: Vec<Info>,
    /// Nodes after which the search kept the first move.
    found_after: u64,
}

/// A search for puzzles.
struct Finder<'a, B: Evaluated> {
    by: &'a Puzzles<B>,
    table: TranspositionTable,
    /// Table of short searches.
    small: TranspositionTable,
    stop: &'a AtomicBool,
}

impl<B: Evaluated> Puzzles<B> {
    /// Finds puzzles and passes each to `report`, until it breaks or fails, or until `stop` is set.
    ///
    /// Equal settings give equal puzzles in the same order.
    ///
    /// # Errors
    ///
    /// An error from `report`.
    pub fn find(
        &self,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Puzzle) -> io::Result<ControlFlow<()>>,
    ) -> io::Result<()> {
        let finder = Finder {
            by: self,
            table: TranspositionTable::new(MEBIBYTES),
            small: TranspositionTable::new(1),
            stop,
        };
        let mut seen = HashSet::new();
        if let Some(positions) = &self.positions {
            for game in positions {
                if seen.insert(game.position().hash())
                    && let Some((puzzle, _)) = finder.puzzle(game, true, true)
                    && report(&puzzle)?.is_break()
                {
                    break;
                }
            }
            return Ok(());
        }
        let (mut all, mut dull) = (0, 0);
        for number in 0.. {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let game = finder.game(number);
            let (mut ply, mut found) = (OPENING, 0);
            while ply < game.ply() && found < MAX_IN_GAME {
                let mut now = game.clone();
                now.go_to_ply(ply);
                ply += 1;
                if !seen.insert(now.position().hash()) {
                    continue;
                }
                let may_be_dull = dull * DULL <= all;
                let Some((puzzle, is_dull)) = finder.puzzle(&now, false, may_be_dull) else {
                    continue;
                };
                if report(&puzzle)?.is_break() {
                    return Ok(());
                }
                all += 1;
                dull += usize::from(is_dull);
                found += 1;
                // Positions of the line would give parts of the same puzzle.
                ply += 2 * puzzle.moves.len();
            }
        }
        Ok(())
    }
}

impl<B: Evaluated> Finder<'_, B> {
    /// Plays a game between two players who err.
    fn game(&self, number: u64) -> GameTree<B> {
        let mut rng = Rand64::new(u128::from(self.by.seed) << 64 | u128::from(number));
        let level = LEVELS[rng.rand_range(0..LEVELS.len() as u64) as usize];
        let player = ComputerPlayer {
            level,
            seed: rng.rand_u64(),
            ..ComputerPlayer::default()
        };
        let contestant = Contestant::new("strong", player, ThinkingTime::default());
        let evaluator = Arc::new(B::evaluator().clone());
        let seat = Seat::new(contestant, evaluator, 1);
        let openings = Openings::Random {
            plies: OPENING,
            seed: self.by.seed,
            nodes: OPENING_NODES,
        };
        let adjudication = Adjudication {
            max_plies: MAX_PLIES,
            win_score: None,
        };
        let opening = openings.get(number as usize);
        play(&opening, [&seat; 2], 0, &adjudication, self.stop).tree
    }

    /// Searches for the best lines.
    fn lines(&self, game: &GameTree<B>, look: Look) -> Option<Lines> {
        let nodes = look.nodes.min(self.by.nodes);
        let table = if nodes <= SMALL {
            &self.small
        } else {
            &self.table
        };
        if !look.goes_on {
            table.clear();
        }
        let by = Search {
            limits: Limits {
                nodes: Some(nodes),
                ..Limits::default()
            },
            multi_pv: look.wanted,
            ..Search::new(B::evaluator(), table)
        };
        let wanted = look.wanted.min(game.position().legal_moves().len());
        // Lines of the running iteration, and of the last complete one.
        let (mut running, mut all) = (Vec::<Info>::new(), Vec::<Info>::new());
        let mut found_after = 0;
        let is_over = AtomicBool::new(false);
        search(game, &by, &is_over, &mut |info| {
            if info.multi_pv == 1 {
                running.clear();
            }
            running.push(info.clone());
            let mut ends = self.stop.load(Ordering::Relaxed);
            if running.len() == wanted {
                if all
                    .first()
                    .is_none_or(|best| best.pv[0] != running[0].pv[0])
                {
                    found_after = running[0].nodes;
                }
                all.clone_from(&running);
                ends |= look.is_proof
                    && all[0].nodes > nodes / PROOF_BEGINS
                    && moves_to_mate(&all[0]).is_none()
                    && lead::<B>(&all) < GAP;
            }
            if ends {
                is_over.store(true, Ordering::Relaxed);
            }
        });
        let is_whole = !all.is_empty() && !self.stop.load(Ordering::Relaxed);
        is_whole.then_some(Lines { all, found_after })
    }

    /// Returns whether the best of two lines leads by far, or mates as no other move does. In a
    /// line of the solver's first move, other moves may win as well, but not mate as soon.
    fn is_only(&self, game: &GameTree<B>, lines: &Lines, is_first: bool, is_given: bool) -> bool {
        let is_better = lead::<B>(&lines.all) >= GAP;
        match moves_to_mate(&lines.all[0]) {
            None => is_better,
            // Any mate solves a puzzle.
            Some(1) if !is_first => true,
            Some(_) => {
                (is_better || !is_first || is_given) && self.is_fastest_mate(game, &lines.all[0])
            }
        }
    }

    /// Returns whether every other move mates later than a mating line, or not at all.
    fn is_fastest_mate(&self, game: &GameTree<B>, best: &Info) -> bool {
        let moves = (MATE - best.score + 1) / 2;
        let mut others = game.position().legal_moves();
        others.retain(|mv| *mv != best.pv[0]);
        if others.is_empty() {
            return true;
        }
        self.table.clear();
        let by = Search {
            limits: Limits {
                nodes: Some(self.by.nodes.min(MATE_NODES)),
                mate: Some(moves as u8),
                ..Limits::default()
            },
            search_moves: &others,
            ..Search::new(B::evaluator(), &self.table)
        };
        let found = search(game, &by, self.stop, &mut |_| {}).and_then(|found| found.info);
        found.is_some_and(|info| info.score < MATE - 2 * moves + 1)
    }

    /// Returns the puzzle of a position, if it is one, and whether it is dull.
    fn puzzle(
        &self,
        game: &GameTree<B>,
        is_given: bool,
        may_be_dull: bool,
    ) -> Option<(Puzzle, bool)> {
        let start = *game.position();
        if game.outcome().is_some() || start.legal_moves().len() < 2 {
            return None;
        }
        let goal = count(B::evaluator(), &start) + least_gain::<B>();
        let is_promising = |best: &Info, motif: Motif| {
            motif == Motif::Defence
                || moves_to_mate(best).is_some()
                || self.reaches(&start, &best.pv, goal)
        };
        for (index, (nodes, gap)) in LOOKS.into_iter().enumerate() {
            if is_given {
                break;
            }
            let lines = self.lines(game, Look::of(nodes))?;
            let best = &lines.all[0];
            if lead::<B>(&lines.all) < gap || is_recapture(game, best.pv[0]) {
                return None;
            }
            let (motif, mate) = (self.motif(&start, best), moves_to_mate(best));
            let is_obvious = mate.is_none()
                && matches!(motif, Motif::Defence | Motif::Gain)
                && lines.found_after <= OBVIOUS;
            let is_dull = mate == Some(1) || motif == Motif::Capture || is_obvious;
            if is_dull && !may_be_dull || index > 0 && !is_promising(best, motif) {
                return None;
            }
        }
        let mut proof = Look::of(self.by.nodes);
        proof.is_proof = !is_given;
        let lines = self.lines(game, proof)?;
        let best = &lines.all[0];
        let (motif, mate) = (self.motif(&start, best), moves_to_mate(best));
        if !self.is_only(game, &lines, true, is_given)
            || !is_given && is_recapture(game, best.pv[0])
            || !is_promising(best, motif)
        {
            return None;
        }
        let mut line = GameTree::new(start);
        line.play(best.pv[0]).ok()?;
        let is_won = self.complete(&mut line, mate, goal, motif == Motif::Defence)?;
        if mate.is_some() && !is_won {
            return None;
        }
        let is_mate = line.position().variant_outcome().is_none();
        let moves = line.line().to_vec();
        let motif = match is_won {
            true if is_mate => Motif::Mate,
            true => Motif::Win,
            false => motif,
        };
        let is_told = !matches!(
            motif,
            Motif::Mate | Motif::Win | Motif::Capture | Motif::Gain
        );
        let is_dull = moves.len() == 1 && (lines.found_after <= OBVIOUS || !is_told);
        let puzzle = Puzzle {
            rating: rating(moves.len().div_ceil(2), lines.found_after),
            position: Record::from(start),
            moves,
            motif,
        };
        (may_be_dull || !is_dull).then_some((puzzle, is_dull))
    }

    /// Completes a line after a move of the solver. Returns whether it ends with a win. A line that
    /// gains material ends once it has, or where other moves are as good; a line that mates must go
    /// on to the mate, and is `None` otherwise.
    fn complete(
        &self,
        line: &mut GameTree<B>,
        mate: Option<usize>,
        goal: Score,
        has_gained: bool,
    ) -> Option<bool> {
        if let Some(outcome) = line.outcome() {
            let is_won = outcome.winner() == Some(!line.position().turn());
            return is_won.then_some(true);
        }
        // Of the defences that delay a mate as long, some leave the solver a choice.
        let (nodes, wanted) = match mate {
            Some(_) => (DEFENCE_NODES, DEFENCES),
            None => (REPLY_NODES, 1),
        };
        let reply = Look {
            nodes,
            wanted,
            is_proof: false,
            goes_on: true,
        };
        let replies = self.lines(line, reply)?.all;
        let best = replies[0].score;
        if mate.is_none() && (has_gained || self.lasts(line, &replies[0].pv, goal)) {
            return Some(false);
        }
        let may_end = mate.is_none().then_some(false);
        if line.ply().div_ceil(2) >= MAX_MOVES {
            return may_end;
        }
        for reply in replies.iter().filter(|reply| reply.score == best) {
            let mut next = line.clone();
            next.play(reply.pv[0]).ok()?;
            if next.outcome().is_some() {
                continue;
            }
            let mut proof = Look::of(self.by.nodes);
            proof.is_proof = true;
            let lines = self.lines(&next, proof)?;
            if !self.is_only(&next, &lines, false, false) {
                continue;
            }
            next.play(lines.all[0].pv[0]).ok()?;
            let mate = moves_to_mate(&lines.all[0]);
            if let Some(is_won) = self.complete(&mut next, mate, goal, false) {
                *line = next;
                return Some(is_won);
            }
        }
        may_end
    }

    /// Returns the motif of a line's first move, unless it wins. A capture that also forks is worth
    /// more as a fork.
    fn motif(&self, position: &Position<B>, line: &Info) -> Motif {
        let all = reasons(position, &line.pv, line.score);
        let all = all.iter().map(|reason| match reason {
            Reason::Fork { .. } => Motif::Fork,
            Reason::DiscoveredAttack { .. } => Motif::Discovery,
            Reason::Pin { .. } => Motif::Pin,
            Reason::WinsPiece { .. } | Reason::WinsMaterial { .. } => Motif::Capture,
            Reason::SavesPiece | Reason::StopsThreat { .. } => Motif::Defence,
            Reason::Mates { .. } | Reason::Wins { .. } => Motif::Gain,
        });
        let all: Vec<Motif> = all.collect();
        let is_double = |motif: &&Motif| matches!(motif, Motif::Fork | Motif::Discovery);
        let first = all.iter().find(is_double).or(all.first());
        first.copied().unwrap_or(Motif::Gain)
    }

    /// Returns whether the side to move has this material after one of its moves in a line.
    fn reaches(&self, start: &Position<B>, line: &[Move], goal: Score) -> bool {
        let mut position = *start;
        for (ply, mv) in line.iter().take(2 * MAX_MOVES - 1).enumerate() {
            if !position.is_legal(*mv) {
                return false;
            }
            position = position.play_unchecked(*mv);
            let has_won = position.variant_outcome().is_some();
            if ply.is_multiple_of(2) && (has_won || goal <= -count(B::evaluator(), &position)) {
                return true;
            }
        }
        false
    }

    /// Returns whether the side that waits has this material, now and after each of its moves in
    /// the expected line.
    fn lasts(&self, line: &GameTree<B>, expected: &[Move], goal: Score) -> bool {
        let mut position = *line.position();
        let has_goal = |position: &Position<B>| goal <= -count(B::evaluator(), position);
        if !has_goal(&position) {
            return false;
        }
        for pair in expected.chunks(2).take(LASTING / 2) {
            for mv in pair {
                if position.variant_outcome().is_some() || !position.is_legal(*mv) {
                    return true;
                }
                position = position.play_unchecked(*mv);
            }
            if pair.len() == 2 && !has_goal(&position) {
                return false;
            }
        }
        true
    }
}

impl Look {
    /// Returns a search for two lines.
    const fn of(nodes: u64) -> Self {
        Self {
            nodes,
            wanted: 2,
            is_proof: false,
            goes_on: false,
        }
    }
}

/// Returns the lead of the best of two lines, in winning chance; all of it if there is only one.
fn lead<B: Evaluated>(lines: &[Info]) -> f64 {
    let chance = |info: &Info| win_chance(info.score, B::WIN_CHANCE_SCALE);
    match lines {
        [best, second] => chance(best) - chance(second),
        _ => 1.0,
    }
}

/// Returns the moves in which a line mates, if these are few.
fn moves_to_mate(line: &Info) -> Option<usize> {
    let moves = usize::try_from((MATE - line.score + 1) / 2).ok()?;
    (moves <= MAX_MOVES).then_some(moves)
}

/// Returns whether a move captures on the cell of the last move, which was a capture.
fn is_recapture<B: Evaluated>(game: &GameTree<B>, mv: Move) -> bool {
    let before = game.ply().checked_sub(1);
    let before = before.and_then(|ply| game.position_at(ply));
    let (Some(before), Some(last)) = (before, game.last()) else {
        return false;
    };
    before.captured_cell(last).is_some() && game.position().captured_cell(mv) == Some(last.to)
}

/// Returns the rating of a puzzle: see [`Puzzle::rating`].
fn rating(moves: usize, nodes: u64) -> u16 {
    let tenfold = libm::log10(nodes.max(100) as f64 / 100.0);
    let rating = 600.0 + 300.0 * tenfold + 150.0 * (moves - 1) as f64;
    let (lowest, highest) = Puzzle::RATINGS;
    (rating as u16).clamp(lowest, highest)
}
