//! Starts and stops searches, and acts on their results.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::endings::{Probe, SolvedEndings};
use super::external::known_engine::GuardProgram;
use super::external::{EngineCommand, EngineError};
use super::job::{self, Job, OwnSearch, Root, Thinker};
use super::messages::ComputerFact;
use super::pace;
use super::resign::is_content_with_draw;
use super::settings::is_to_move;
use super::settings::{Computer, MAX_LINES, SidePlayer};
use super::state::{BoardCheck, ComputerState, Decision, FoundHint, Task};
use super::thoughts::{
    BestLines, Evaluation, Hint, HintMove, HintReason, LINE, LookAhead, Paused, Purpose,
    RankedLine, ShortenedSearch, Thinking, Thought, Why, in_san,
};
use super::thread::Thread;
use crate::game::clock::GameClock;
use crate::game::messages::{Edit, GameRequest, MoveRequested};
use crate::game::seating::Seating;
use crate::game::{Boards, Match};
use icochess_base::display::Display;
use icochess_base::frame::{NextFrame, Waker};
use icochess_base::platform;
use icochess_core::library::Names;
use icochess_engine::{Algorithm, AnyEngine, ComputerPlayer, Limits, Score, SearchResult};
use icochess_rules::{Record, Side};

/// Minimum time from a move to the computer's reply, so that the moved piece can arrive.
const MIN_ANSWER: Duration = Duration::from_millis(500);
const HINT_TIME: Duration = Duration::from_millis(1500);
const EVALUATION_TIME: Duration = Duration::from_millis(1000);
/// Time of an evaluation whose best lines are shown. On a page, cancelling a search ends the worker,
/// which loses its table.
const LINES_TIME: Duration = if cfg!(target_arch = "wasm32") {
    EVALUATION_TIME
} else {
    Duration::from_secs(20)
};
/// Player for hints and evaluations.
const FULL_STRENGTH: SidePlayer = SidePlayer {
    computer: true,
    algorithm: Algorithm::Strong,
    level: ComputerPlayer::MAX_LEVEL,
    external: false,
};

/// Last change of the record by the players.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LastChange {
    Undone,
    Redone,
}

/// Resources that searches read and change.
#[derive(SystemParam)]
pub(super) struct SearchControl<'w> {
    pub(super) game: Res<'w, Match>,
    pub(super) clock: Res<'w, GameClock>,
    pub(super) computer: ResMut<'w, Computer>,
    boards: Res<'w, Boards>,
    guard: Res<'w, GuardProgram>,
    pub(super) endings: Res<'w, SolvedEndings>,
    display: Res<'w, State<Display>>,
    pub(super) time: Res<'w, Time<Real>>,
    pub(super) state: ResMut<'w, ComputerState>,
    pub(super) paused: ResMut<'w, Paused>,
    pub(super) thinking: ResMut<'w, Thinking>,
    cut_short: ResMut<'w, ShortenedSearch>,
    hint: ResMut<'w, Hint>,
    reason: ResMut<'w, HintReason>,
    evaluation: ResMut<'w, Evaluation>,
    lines: ResMut<'w, BestLines>,
    requests: MessageWriter<'w, GameRequest>,
    moves: MessageWriter<'w, MoveRequested>,
    pub(super) facts: MessageWriter<'w, ComputerFact>,
    pub(super) next_frame: ResMut<'w, NextFrame>,
    waker: Res<'w, Waker>,
}

impl SearchControl<'_> {
    /// Resets the state for another game.
    pub(super) fn begin_game(&mut self) {
        let state = &mut *self.state;
        state.forget_all();
        state.board_check = BoardCheck::Due;
        state.seed = platform::any_number();
        state.moved = self.time.elapsed();
        self.evaluation.set_if_neq(Evaluation(None));
        self.cut_short.set_if_neq(ShortenedSearch(None));
        self.paused.set_if_neq(Paused(false));
    }

    /// Stops the current search and starts another.
    pub(super) fn start(&mut self, purpose: Purpose) {
        self.state.end();
        let turn = self.game.position().turn();
        let side = match purpose {
            Purpose::Threat => !turn,
            Purpose::Move | Purpose::Hint | Purpose::Evaluation => turn,
        };
        let at_most = |time| Limits {
            move_time: Some(time),
            ..Limits::default()
        };
        let (player, limits) = match purpose {
            Purpose::Move => {
                let limit = Duration::from_secs_f32(self.computer.seconds);
                let at = self.time.elapsed();
                let limits = pace::limits(self.clock.get(), side, at, limit);
                (*self.computer.of(side), limits)
            }
            Purpose::Hint | Purpose::Threat => (FULL_STRENGTH, at_most(HINT_TIME)),
            Purpose::Evaluation if self.computer.best_lines > 0 => {
                (FULL_STRENGTH, at_most(LINES_TIME))
            }
            Purpose::Evaluation => (FULL_STRENGTH, at_most(EVALUATION_TIME)),
        };
        let Some(thinker) = self.thinker(player, purpose) else {
            return self.report_failure("it does not know this board".to_owned());
        };
        if matches!(thinker, Thinker::External { .. }) {
            self.state.board_check = BoardCheck::Done;
        }
        let (number, stop) = match self.submit(thinker, limits) {
            Ok(submitted) => submitted,
            Err(why) => return self.report_failure(why),
        };
        let now = self.time.elapsed();
        let latest = Thought {
            side,
            purpose,
            depth: 0,
            score: None,
            nodes: 0,
            time: Duration::ZERO,
        };
        self.state.task = Some(Task {
            number,
            purpose,
            side,
            player,
            stop,
            latest,
            best: None,
            wanted_lines: self.computer.best_lines,
            lines: Vec::new(),
            reasons: Vec::new(),
            begun: now,
            shown: now,
        });
        let is_told = purpose != Purpose::Evaluation;
        self.thinking
            .set_if_neq(Thinking(is_told.then_some(latest)));
    }

    /// Asks an external engine whether it supports the board of a new game. Players thus learn
    /// about a problem before the engine has to move.
    pub(super) fn check_board(&mut self) {
        let is_theirs = |side| self.computer.plays(side) && self.computer.of(side).external;
        let is_due = self.state.board_check == BoardCheck::Due && self.game.end().is_none();
        if !is_due || !Side::ALL.into_iter().any(is_theirs) {
            return;
        }
        let thinker = Thinker::BoardCheck {
            command: self.engine_command(),
            board: self.game.record().board().id(),
        };
        // If the check fails here, the error is reported when the computer has to move.
        let submitted = self.submit(thinker, Limits::default());
        self.state.board_check =
            submitted.map_or(BoardCheck::Done, |(number, _)| BoardCheck::Asked(number));
    }

    /// Submits a job to the thread, starting the thread on first use. Returns the job's number and
    /// its stop flag.
    ///
    /// # Errors
    ///
    /// The reason for the missing thread.
    fn submit(
        &mut self,
        thinker: Thinker,
        limits: Limits,
    ) -> Result<(u64, Arc<AtomicBool>), String> {
        let stop = Arc::new(AtomicBool::new(false));
        let state = &mut *self.state;
        state.number += 1;
        let number = state.number;
        let job = Job {
            number,
            thinker,
            limits,
            stop: stop.clone(),
        };
        let start = || Thread::start(&self.waker);
        let thread = state.thread.take().map_or_else(start, Ok);
        let thread = thread.map_err(|problem| problem.to_string())?;
        if !thread.search(job) {
            return Err("its thread has ended".to_owned());
        }
        state.thread = Some(thread);
        Ok((number, stop))
    }

    /// Returns the command of the external engine in the settings.
    fn engine_command(&self) -> EngineCommand {
        let threads = self.computer.threads(*self.display.get());
        let engine = &self.computer.engine;
        self.guard.command(engine, self.computer.table, threads)
    }

    /// Returns the engine for a player's move; `None` if our own doesn't support the board.
    fn thinker(&self, player: SidePlayer, purpose: Purpose) -> Option<Thinker> {
        let seed = self.state.seed;
        if player.external {
            return Some(Thinker::External {
                command: self.engine_command(),
                game: self.game.record().clone(),
                number: seed,
            });
        }
        let (engine, root) = self.root(purpose)?;
        Some(Thinker::Own(OwnSearch {
            board: engine.board_id(),
            root,
            search_moves: Vec::new(),
            player: ComputerPlayer {
                algorithm: player.algorithm,
                level: player.level,
                // Hints and evaluations want the best move in the opening, too.
                seed: if purpose == Purpose::Move { seed } else { 0 },
            },
            explained_by: matches!(purpose, Purpose::Hint | Purpose::Threat).then_some(engine),
            threads: self.computer.threads(*self.display.get()),
            multi_pv: self.multi_pv(purpose),
            table: self.computer.table,
            endings: self.endings.of(engine).cloned(),
        }))
    }

    /// Returns the number of best lines that a search finds.
    fn multi_pv(&self, purpose: Purpose) -> usize {
        match purpose {
            Purpose::Evaluation => self.computer.best_lines.clamp(1, MAX_LINES),
            Purpose::Move | Purpose::Hint | Purpose::Threat => 1,
        }
    }

    /// Returns the engine for the board and the position to search.
    fn root(&self, purpose: Purpose) -> Option<(AnyEngine, Root)> {
        let record = self.record(purpose)?;
        let engine = self.boards.engine(record.board())?;
        Some((engine, job::root(engine, &record)?))
    }

    /// Returns the game to search: with the turn passed for a threat, if possible.
    fn record(&self, purpose: Purpose) -> Option<Record> {
        let record = self.game.record();
        if purpose != Purpose::Threat {
            return Some(record.clone());
        }
        let passed = record.position().passed_text()?;
        record.board().read_position(&passed).ok()
    }

    /// Records the external engine's name for each unnamed side that it plays. The name is unknown
    /// until then if the player edited the settings file.
    pub(super) fn name_engine(&mut self, name: &str) {
        let record = self.game.record();
        for side in Side::ALL {
            let is_named = !Names::of(record).player(side).is_empty();
            if self.computer.plays(side) && self.computer.of(side).external && !is_named {
                let seating = Seating::of(record);
                let name = name.to_owned();
                self.requests.write(GameRequest::Edit(Edit::Side {
                    side,
                    name,
                    seating,
                }));
            }
        }
    }

    /// Pauses the computer and reports why it can't search.
    fn report_failure(&mut self, why: String) {
        self.thinking.set_if_neq(Thinking(None));
        self.paused.set_if_neq(Paused(true));
        self.facts.write(ComputerFact::CannotThink(why));
    }

    /// Pauses the computer and reports the failure of an external engine.
    pub(super) fn report_engine_failure(&mut self, name: String, problem: EngineError) {
        self.paused.set_if_neq(Paused(true));
        self.facts
            .write(ComputerFact::EngineFailed { name, problem });
    }

    pub(super) fn end(&mut self) {
        self.state.end();
        self.thinking.set_if_neq(Thinking(None));
    }

    /// Publishes a side's score as White's advantage. Ignores a player with errors unless the
    /// computer plays both sides, because the search on the human's turn is more accurate.
    pub(super) fn evaluate(&mut self, player: SidePlayer, side: Side, score: Score) {
        if player.errs() && !self.computer.plays_both() {
            return;
        }
        let white = match side {
            Side::White => score,
            Side::Black => -score,
        };
        self.evaluation.set_if_neq(Evaluation(Some(white)));
    }

    /// Publishes the best lines that the evaluation has found.
    pub(super) fn show_lines(&mut self) {
        let is_shown = |task: &&Task| task.purpose == Purpose::Evaluation;
        let Some(task) = self.state.task.as_ref().filter(is_shown) else {
            return;
        };
        let (game, shown) = (self.game.record(), &self.lines.0);
        let lines = task.lines.iter().take(self.computer.best_lines);
        let lines = lines.filter_map(|info| {
            let score = match task.side {
                Side::White => info.score,
                Side::Black => -info.score,
            };
            // Writing the moves takes longer than all the rest.
            let first = &info.pv[..info.pv.len().min(LINE)];
            let same = shown.iter().find(|it| it.moves == first);
            let (moves, san) = match same {
                Some(same) => (same.moves.clone(), same.san.clone()),
                None => in_san(game, &info.pv)?,
            };
            Some(RankedLine { score, moves, san })
        });
        let lines = BestLines(lines.collect());
        self.lines.set_if_neq(lines);
    }

    /// Hides the best lines, which belong to another position or aren't wanted.
    pub(super) fn hide_lines(&mut self) {
        self.lines.set_if_neq(BestLines::default());
    }

    /// Returns whether the players want the best lines of the position on the board.
    pub(super) fn wants_lines(&self) -> bool {
        self.computer.best_lines > 0 && self.is_humans_turn()
    }

    /// Returns whether the running evaluation finds another number of lines than the players want.
    pub(super) fn has_other_lines(&self) -> bool {
        let (task, wanted) = (self.state.task.as_ref(), self.computer.best_lines);
        task.is_some_and(|it| it.purpose == Purpose::Evaluation && it.wanted_lines != wanted)
    }

    /// Returns whether the computer's side accepts a draw.
    fn is_content_with_draw(&self, side: Side) -> bool {
        let record = self.game.record();
        let chance = self.state.chances[side.index()];
        self.computer.gives_up
            && (is_content_with_draw(chance, record.ply()) || self.knows_draw(side))
    }

    /// Returns whether the computer's side knows that neither side can win.
    fn knows_draw(&self, side: Side) -> bool {
        let record = self.game.record();
        let engine = self.boards.engine(record.board());
        let found = engine.and_then(|engine| self.endings.probe(engine, record));
        !self.computer.of(side).errs() && matches!(found, Some((Probe::Drawn, _)))
    }

    /// Answers a human's draw offer to the computer.
    pub(super) fn answer_offer(&mut self, by: Side) {
        let is_asked = self.computer.plays(!by) && !self.computer.plays(by);
        if !is_asked || self.game.draw_offer() != Some(by) {
            return;
        }
        if self.is_content_with_draw(!by) {
            self.requests.write(GameRequest::Draw(!by));
        } else {
            self.requests.write(GameRequest::DeclineDraw);
            self.facts.write(ComputerFact::DrawDeclined(!by));
        }
    }

    /// Continues undoing or redoing until a human is to move. Returns whether it requested another
    /// step.
    pub(super) fn go_on(&mut self, last: LastChange) -> bool {
        let undone = last == LastChange::Undone;
        if self.computer.plays_both() {
            // Without a pause, the computer would replay the undone move at once.
            self.paused.set_if_neq(Paused(undone));
            return false;
        }
        let record = self.game.record();
        let (request, is_more) = if undone {
            (GameRequest::Undo, record.ply() > 0)
        } else {
            (GameRequest::Redo, record.ply() < record.line().len())
        };
        if is_more {
            self.requests.write(request);
        }
        is_more
    }

    /// Removes the hint that is shown.
    pub(super) fn hide_hint(&mut self) {
        self.hint.set_if_neq(Hint(None));
        self.reason.set_if_neq(HintReason(None));
        self.state.hint = None;
    }

    /// Starts a hint search, ends it, shows the next part of the hint, or removes the hint.
    pub(super) fn give_hint(&mut self) {
        if self.is_threat_shown() {
            self.hide_hint();
        }
        if let Some(shown) = &self.hint.0 {
            match &self.state.hint {
                Some(found) if shown.is_of_piece() => {
                    self.hint.0 = Some(HintMove::new(self.game.position(), found.mv));
                }
                Some(found) if self.reason.0.is_none() => {
                    self.reason.0 = Some(found.why.clone());
                }
                _ => self.hide_hint(),
            }
        } else if self.state.is_for(Purpose::Hint) {
            self.end();
            self.start_evaluation();
        } else if self.may_ask(Purpose::Hint) {
            self.start(Purpose::Hint);
        }
    }

    /// Starts the search for the other side's threat, ends it, or removes the threat.
    pub(super) fn show_threat(&mut self) {
        let is_shown = self.is_threat_shown();
        self.hide_hint();
        if self.state.is_for(Purpose::Threat) {
            self.end();
            self.start_evaluation();
        } else if !is_shown && self.may_ask(Purpose::Threat) {
            self.start(Purpose::Threat);
        }
    }

    fn is_threat_shown(&self) -> bool {
        matches!(self.reason.0, Some(Why::Threat(_)))
    }

    /// Returns whether the human to move may ask for a hint or a threat.
    fn may_ask(&self, purpose: Purpose) -> bool {
        self.computer.hints && self.is_humans_turn() && self.root(purpose).is_some()
    }

    /// Starts an evaluation of the position, if enabled and no search is running.
    pub(super) fn start_evaluation(&mut self) {
        let purpose = Purpose::Evaluation;
        let is_wanted = self.computer.evaluates() && self.root(purpose).is_some();
        if is_wanted && self.state.task.is_none() && self.is_humans_turn() {
            self.start(Purpose::Evaluation);
        }
    }

    /// Returns whether a human is to move and may get help. There is no help against a friend in
    /// another place.
    fn is_humans_turn(&self) -> bool {
        self.game.outcome().is_none()
            && !is_to_move(&self.computer, &self.game)
            && !self.game.is_remote()
    }

    pub(super) fn conclude(&mut self, found: Result<Option<SearchResult>, ()>) {
        self.show_lines();
        let Some(task) = self.state.task.take() else {
            return;
        };
        self.thinking.set_if_neq(Thinking(None));
        let side = task.side;
        let failed = found.as_ref().map_or(true, |found| {
            found.as_ref().is_some_and(|found| found.failed)
        });
        if failed {
            let fact = ComputerFact::SearchFailed(side, task.purpose);
            self.facts.write(fact);
        }
        let found = found.unwrap_or_default();
        let info = found.as_ref().and_then(|found| found.info.as_ref());
        let score = info.map(|info| info.score);
        let reached = info.map_or(0, |info| info.depth / 2);
        if let Some(score) = score.filter(|_| task.purpose != Purpose::Threat) {
            self.evaluate(task.player, side, score);
        }
        let Some(game) = self.record(task.purpose) else {
            return;
        };
        let position = game.position();
        let line = found.as_ref().map(|found| job::best_line(found).0.to_vec());
        let best = found.map(|found| found.best_move).or(task.best);
        let legal = best.filter(|mv| position.why_illegal(*mv).is_none());
        // A search without a result still has to move.
        let Some(mv) = legal.or_else(|| position.legal_moves().first().copied()) else {
            if task.purpose == Purpose::Threat {
                self.facts.write(ComputerFact::NoThreat(side));
            }
            return;
        };
        match task.purpose {
            Purpose::Move => {
                let engine = self.boards.engine(game.board());
                let chance = engine.and_then(|engine| Some(engine.win_chance(score?)));
                self.state.chances[side.index()] = chance;
                self.state.resign_counts[side.index()].record(chance);
                let wanted = task.player.level;
                // A forced move needs no search.
                let is_cut = task.player.looks_ahead()
                    && reached < wanted
                    && position.legal_moves().len() > 1;
                self.cut_short
                    .set_if_neq(ShortenedSearch(is_cut.then_some(LookAhead {
                        side,
                        reached,
                        wanted,
                    })));
                let player = task.player;
                self.state.choice = Some(Decision { side, player, mv });
            }
            Purpose::Hint if !failed => {
                // A fallback has no line.
                let line = line.filter(|line| line.first() == Some(&mv));
                let line = line.unwrap_or_else(|| vec![mv]);
                let why = Why::new(&game, &task.reasons, &line);
                self.state.hint = Some(FoundHint { mv, why });
                let hint = HintMove::of_piece(mv);
                self.hint.set_if_neq(Hint(Some(hint)));
            }
            Purpose::Threat if !failed => {
                let why = Why::threat(&task.reasons);
                self.reason.set_if_neq(HintReason(Some(why)));
                let threat = HintMove::new(position, mv);
                self.hint.set_if_neq(Hint(Some(threat)));
            }
            Purpose::Hint | Purpose::Threat | Purpose::Evaluation => {}
        }
        // A hint interrupts the evaluation.
        if self.wants_lines() && matches!(task.purpose, Purpose::Hint | Purpose::Threat) {
            self.start_evaluation();
        }
    }

    /// Plays the chosen move when its delay is over.
    pub(super) fn act(&mut self) {
        let Some(choice) = self.state.choice else {
            return;
        };
        let default_delay = if self.computer.plays_both() {
            Duration::from_secs_f32(self.computer.delay)
        } else {
            MIN_ANSWER
        };
        let wait = pace::wait(self.clock.get(), self.time.elapsed(), default_delay);
        let waited = self.time.elapsed().saturating_sub(self.state.moved);
        if waited < wait && !self.state.hurry {
            self.next_frame.within(wait - waited);
            return;
        }
        let Decision { side, player, mv } = choice;
        self.state.choice = None;
        self.state.hurry = false;
        let resign_count = self.state.resign_counts[side.index()];
        if self.is_content_with_draw(side) && self.game.draw_on_request(side).is_some() {
            self.requests.write(GameRequest::Draw(side));
        } else if self.computer.gives_up && resign_count.is_reached(player) {
            self.requests.write(GameRequest::Resign(side));
        } else {
            self.moves.write(MoveRequested(mv));
        }
    }
}
