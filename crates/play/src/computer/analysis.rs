//! Analysis of the game: evaluates every position of the line on its own thread.
//!
//! Evaluated positions keep their values and best lines, so a repeated request searches only new
//! positions.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bevy::prelude::*;

use super::endings::{BoardEndings, SolvedEndings};
use super::external::known_engine::GuardProgram;
use super::external::{EngineCommand, EngineError};
use super::job::{self, Job, OwnSearch, SearchReply, Thinker};
use super::judgement::judgement;
use super::messages::ComputerFact;
use super::settings::Computer;
use super::thoughts::in_san;
use super::thread::Thread;
use crate::game::facts::{MatchFact, on_fact};
use crate::game::messages::{Edit, GameRequest, PlyReview};
use crate::game::{Boards, Match};
use icochess_base::frame::Waker;
use icochess_base::schedule::AppSystems;
use icochess_engine::score::{DRAW, MATE, MATE_IN_MAX_PLY, MAX_PLY, is_mate};
use icochess_engine::{Algorithm, AnyEngine, ComputerPlayer, Limits, Score};
use icochess_rules::{Eval, Move, NodeId, Record, Score as NotedScore, Side};

/// Nodes searched per ply. A search takes tenths of a second.
const NODES: u64 = 100_000;
/// Nodes for the second best move. The table already holds the results of the first search.
const SECOND_NODES: u64 = NODES / 4;
/// Time for all positions of a game on slow machines. Searches of the second best moves come on top,
/// which are shorter.
const ALL_TIME: Duration = Duration::from_secs(10);
/// Bounds of the time per ply.
const TIMES: [Duration; 2] = [Duration::from_millis(50), Duration::from_secs(1)];
/// Size of the transposition table in mebibytes, which is enough for these short searches.
const TABLE: usize = 16;

/// Request to analyse the whole game.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnalysisRequest {
    /// Evaluate all positions of the line on the board that have no value yet.
    Start,
    /// Stop, and keep the values found.
    Stop,
}

/// Evaluations of the game's positions. Changes with each finished position.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct Analysis {
    values: HashMap<NodeId, Score>,
    best: HashMap<NodeId, BestLine>,
    second: HashMap<NodeId, Score>,
    /// Finished positions of the requested line.
    pub done: usize,
    /// Number of positions of the requested line.
    pub total: usize,
    /// Whether the analysis is running.
    pub is_running: bool,
}

impl Analysis {
    /// Returns the evaluations that a game's record keeps.
    fn of(record: &Record) -> Self {
        let mut kept = Self::default();
        let mut nodes = vec![NodeId::ROOT];
        while let Some(node) = nodes.pop() {
            nodes.extend(record.children(node));
            let note = record.annotation(node);
            let Some(eval) = note.eval() else {
                continue;
            };
            let position = record.position_of(node);
            kept.values.insert(node, from_eval(eval, position.turn()));
            if let Some(second) = note.second() {
                kept.second.insert(node, from_eval(second, position.turn()));
            }
            if let Some(san) = note.best_line()
                && let Some(first) = san.split(' ').next()
                && let Ok(mv) = position.parse_san(first)
            {
                kept.best.insert(node, BestLine { mv, san });
            }
        }
        let path = record.path();
        kept.done = path
            .iter()
            .filter(|it| kept.values.contains_key(*it))
            .count();
        kept.total = if kept.done > 0 { path.len() } else { 0 };
        kept
    }

    /// Returns White's advantage at a node, in hundredths of a pawn; `None` if it isn't evaluated.
    pub fn value(&self, node: NodeId) -> Option<Score> {
        self.values.get(&node).copied()
    }

    /// Returns the best line from a node; `None` if it isn't evaluated, or the game ends there.
    pub fn best(&self, node: NodeId) -> Option<&BestLine> {
        self.best.get(&node)
    }

    /// Returns White's advantage at a node after the second best move, in hundredths of a pawn. It
    /// is searched only where the best move was played and there is a choice.
    pub fn second(&self, node: NodeId) -> Option<Score> {
        self.second.get(&node).copied()
    }
}

/// Best line from a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BestLine {
    /// Best move.
    pub mv: Move,
    /// Beginning of the line in SAN, such as "Nf3 d5 exd5".
    pub san: String,
}

impl BestLine {
    /// Writes the first plies of a line from a game's position.
    fn new(game: &Record, line: &[Move]) -> Option<Self> {
        let (moves, san) = in_san(game, line)?;
        Some(Self { mv: moves[0], san })
    }
}

/// Returns White's score as the record keeps it.
const fn to_eval(score: Score) -> Eval {
    let score = if is_mate(score) {
        NotedScore::Mate((MATE - score.abs() + 1) / 2 * score.signum())
    } else {
        NotedScore::Centipawns(score)
    };
    Eval { score, depth: None }
}

/// Returns White's score from the record, where this side is to move.
fn from_eval(eval: Eval, turn: Side) -> Score {
    let most = MAX_PLY as Score / 2;
    match eval.score {
        NotedScore::Centipawns(score) => score.clamp(1 - MATE_IN_MAX_PLY, MATE_IN_MAX_PLY - 1),
        // The game is over.
        NotedScore::Mate(0) if turn == Side::White => -MATE,
        NotedScore::Mate(0) => MATE,
        NotedScore::Mate(moves) => {
            let is_mover = (moves > 0) == (turn == Side::White);
            let plies = 2 * moves.saturating_abs().min(most) - Score::from(is_mover);
            moves.signum() * (MATE - plies)
        }
    }
}

struct Work {
    /// Copy of the game, at the position being searched.
    record: Record,
    engine: AnyEngine,
    /// External engine that replaces the built-in one, if any.
    external: Option<EngineCommand>,
    endings: Option<Arc<BoardEndings>>,
    left: VecDeque<NodeId>,
    /// Maximum time per ply.
    time: Duration,
    /// Best move of the position, during the search for the second best.
    best: Option<Move>,
    stop: Arc<AtomicBool>,
}

/// Returns whether the line continues from a node with the best move, though there was a choice.
fn has_chosen_best(record: &Record, node: NodeId, best: Move) -> bool {
    let mut pairs = record.path().windows(2);
    pairs.any(|pair| pair[0] == node && record.move_to(pair[1]) == Some(best))
        && record.position_of(node).legal_moves().len() > 1
}

impl Work {
    /// Returns whether to search for the second best move. Only the built-in engine does.
    fn needs_second(&self, best: Move) -> bool {
        self.external.is_none() && has_chosen_best(&self.record, self.record.current(), best)
    }

    /// Returns the moves to choose from; empty for all.
    fn search_moves(&self) -> Vec<Move> {
        let Some(best) = self.best else {
            return Vec::new();
        };
        let mut moves = self.record.position().legal_moves();
        moves.retain(|mv| *mv != best);
        moves
    }

    /// Returns the engine for the position; `None` if the built-in engine doesn't support the
    /// board.
    fn thinker(&self) -> Option<Thinker> {
        if let Some(command) = self.external.clone() {
            return Some(Thinker::External {
                command,
                game: self.record.clone(),
                number: 0,
            });
        }
        Some(Thinker::Own(OwnSearch {
            board: self.engine.board_id(),
            root: job::root(self.engine, &self.record)?,
            search_moves: self.search_moves(),
            player: ComputerPlayer {
                algorithm: Algorithm::Strong,
                level: ComputerPlayer::MAX_LEVEL,
                seed: 0,
            },
            explained_by: None,
            threads: 1,
            multi_pv: 1,
            table: TABLE,
            endings: self.endings.clone(),
        }))
    }
}

/// Search thread, started on first use, and its work.
#[derive(Resource, Default)]
struct Analyst {
    thread: Option<Thread>,
    /// Number of the last search.
    number: u64,
    work: Option<Work>,
}

impl Analyst {
    fn stop(&mut self) {
        if let Some(work) = self.work.take() {
            work.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Starts the next search, or stops if there is none.
    fn continue_or_stop(&mut self, analysis: &mut Analysis, waker: &Waker) {
        if !self.go_on(analysis, waker) {
            self.stop();
            analysis.is_running = false;
        }
    }

    /// Starts a search of the next position that needs one. Returns `false` if there is no such
    /// position or no thread.
    fn go_on(&mut self, analysis: &mut Analysis, waker: &Waker) -> bool {
        let Some(work) = &mut self.work else {
            return false;
        };
        while let Some(node) = work.left.pop_front() {
            work.record.make_mut().go_to(node);
            if let Some(end) = work.record.outcome_here() {
                let value = match end.winner() {
                    Some(Side::White) => MATE,
                    Some(Side::Black) => -MATE,
                    None => DRAW,
                };
                analysis.values.insert(node, value);
                analysis.done += 1;
                continue;
            }
            // The first search was done before.
            if work.best.is_none() && analysis.values.contains_key(&node) {
                work.best = analysis.best.get(&node).map(|best| best.mv);
            }
            let Some(thinker) = work.thinker() else {
                return false;
            };
            // With a time limit, a search with a single move to choose from would end at once.
            let (nodes, move_time) = match work.best {
                Some(_) => (SECOND_NODES, None),
                None => (NODES, Some(work.time)),
            };
            self.number += 1;
            let job = Job {
                number: self.number,
                thinker,
                limits: Limits {
                    nodes: Some(nodes),
                    move_time,
                    ..Limits::default()
                },
                stop: Arc::clone(&work.stop),
            };
            let start = || Thread::start(waker);
            let thread = self.thread.take().map_or_else(start, Ok);
            let searches = thread.as_ref().is_ok_and(|thread| thread.search(job));
            self.thread = thread.ok();
            return searches;
        }
        false
    }
}

impl Drop for Analyst {
    fn drop(&mut self) {
        self.stop();
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Analysis>()
        .init_resource::<Analyst>()
        .add_message::<AnalysisRequest>()
        .add_systems(Startup, take_kept_evaluations)
        .add_systems(
            Update,
            (
                take_kept_evaluations.run_if(on_fact(MatchFact::is_begun)),
                judge_try.run_if(resource_changed::<Match>),
                serve_requests.run_if(on_message::<AnalysisRequest>),
                take_replies.run_if(|analyst: Res<Analyst>| analyst.work.is_some()),
                keep_evaluations.run_if(resource_changed::<Analysis>),
            )
                .chain()
                .in_set(AppSystems::Scene),
        );
}

/// Replaces the evaluations when another game begins.
fn take_kept_evaluations(
    game: Res<Match>,
    mut analyst: ResMut<Analyst>,
    mut analysis: ResMut<Analysis>,
) {
    analyst.stop();
    analysis.set_if_neq(Analysis::of(game.record()));
}

/// Adds new evaluations to the record, during an analysis every ten positions.
fn keep_evaluations(
    (game, boards): (Res<Match>, Res<Boards>),
    analysis: Res<Analysis>,
    mut requests: MessageWriter<GameRequest>,
) {
    let record = game.record();
    let Some(engine) = boards
        .engine(record.board())
        .filter(|_| !analysis.is_running || analysis.done.is_multiple_of(10))
    else {
        return;
    };
    let review = |(&node, &score): (&NodeId, &Score)| {
        let note = record.contains(node).then(|| record.annotation(node))?;
        let second = analysis.second(node);
        let best_line = analysis.best(node).map(|best| best.san.clone());
        let is_kept = note.eval().is_some()
            && (second.is_none() || note.second().is_some())
            && (best_line.is_none() || note.best_line().is_some());
        if is_kept {
            return None;
        }
        let nag = record.parent(node).and_then(|from| {
            let mover = record.position_of(from).turn();
            let chance = |score| engine.win_chance(score);
            judgement(chance(analysis.value(from)?), chance(score), mover)
        });
        Some(PlyReview {
            node,
            eval: to_eval(score),
            second: second.map(to_eval),
            best_line,
            nag,
        })
    };
    let plies: Vec<PlyReview> = analysis.values.iter().filter_map(review).collect();
    if !plies.is_empty() {
        requests.write(GameRequest::Edit(Edit::Review(plies)));
    }
}

/// Evaluates the move that a player tries.
fn judge_try(
    game: Res<Match>,
    analysis: Res<Analysis>,
    mut requests: MessageWriter<AnalysisRequest>,
) {
    let is_known = analysis.value(game.record().current()).is_some();
    if game.trying_from().is_some() && !is_known {
        requests.write(AnalysisRequest::Start);
    }
}

fn serve_requests(
    mut asked: MessageReader<AnalysisRequest>,
    (game, boards, endings): (Res<Match>, Res<Boards>, Res<SolvedEndings>),
    waker: Res<Waker>,
    (computer, guard): (Res<Computer>, Res<GuardProgram>),
    mut analyst: ResMut<Analyst>,
    mut analysis: ResMut<Analysis>,
) {
    let Some(request) = asked.read().last() else {
        return;
    };
    analyst.stop();
    if analysis.is_running {
        analysis.is_running = false;
    }
    let engine = boards.engine(game.record().board());
    // Against a friend in another place, nobody may be helped.
    let engine = engine.filter(|_| !game.is_remote());
    let (AnalysisRequest::Start, Some(engine)) = (request, engine) else {
        return;
    };
    let path = game.record().path();
    let external = Some(&*computer.analysis_engine)
        .filter(|name| !name.trim().is_empty())
        .map(|name| guard.command(name, TABLE, 1));
    // A search for the second best move may have been cancelled.
    let lacks_second = |node: NodeId| {
        let best = analysis.best(node).filter(|_| external.is_none());
        analysis.second(node).is_none()
            && best.is_some_and(|best| has_chosen_best(game.record(), node, best.mv))
    };
    // Evaluations of other programs come without a line.
    let lacks_best = |node: NodeId| {
        let has_moves = || !game.record().position_of(node).legal_moves().is_empty();
        external.is_none() && analysis.best(node).is_none() && has_moves()
    };
    let is_left =
        |node: &NodeId| analysis.value(*node).is_none() || lacks_best(*node) || lacks_second(*node);
    let left: VecDeque<NodeId> = path.iter().copied().filter(is_left).collect();
    let [least, most] = TIMES;
    analysis.total = path.len();
    analysis.done = path.len() - left.len();
    analyst.work = Some(Work {
        record: game.record().to_record(),
        engine,
        external,
        endings: endings.of(engine).cloned(),
        time: (ALL_TIME / left.len().max(1) as u32).clamp(least, most),
        left,
        best: None,
        stop: Arc::default(),
    });
    analysis.is_running = analyst.go_on(&mut analysis, &waker);
    if !analysis.is_running {
        analyst.stop();
    }
}

/// Processes the results of searches and starts the next one.
fn take_replies(
    waker: Res<Waker>,
    mut analyst: ResMut<Analyst>,
    mut analysis: ResMut<Analysis>,
    mut facts: MessageWriter<ComputerFact>,
) {
    let analyst = analyst.bypass_change_detection();
    while let Some(reply) = analyst.thread.as_mut().and_then(Thread::next_reply) {
        let (number, found) = match reply {
            SearchReply::Done(number, found) => (number, Ok(found)),
            SearchReply::EngineFailed {
                number,
                name,
                problem,
            } => (number, Err((name, problem))),
            SearchReply::SmallTable { .. }
            | SearchReply::Line(..)
            | SearchReply::Reasons(..)
            | SearchReply::EngineNamed(_) => continue,
        };
        // Results of a cancelled search are ignored.
        let Some(work) = analyst.work.as_mut().filter(|_| number == analyst.number) else {
            continue;
        };
        let (node, turn) = (work.record.current(), work.record.position().turn());
        let found = match found {
            Ok(found) => found,
            Err((_, EngineError::UnknownBoard)) => {
                // The built-in engine supports the board.
                work.external = None;
                work.left.push_front(node);
                analyst.continue_or_stop(&mut analysis, &waker);
                continue;
            }
            Err((name, problem)) => {
                facts.write(ComputerFact::EngineFailed { name, problem });
                analyst.stop();
                analysis.is_running = false;
                continue;
            }
        };
        let found = found.ok().flatten();
        // A failed search yields no value.
        if let Some(found) = &found
            && let Some(info) = &found.info
        {
            let white = match turn {
                Side::White => info.score,
                Side::Black => -info.score,
            };
            if work.best.is_some() {
                analysis.second.insert(node, white);
            } else {
                analysis.values.insert(node, white);
                let (line, _) = job::best_line(found);
                let best = BestLine::new(&work.record, line);
                analysis.best.extend(best.map(|best| (node, best)));
            }
        }
        let is_first = work.best.take().is_none();
        let best = analysis.best.get(&node).map(|best| best.mv);
        work.best = best.filter(|best| is_first && work.needs_second(*best));
        if work.best.is_some() {
            work.left.push_front(node);
        } else {
            analysis.done += 1;
        }
        analyst.continue_or_stop(&mut analysis, &waker);
    }
}
