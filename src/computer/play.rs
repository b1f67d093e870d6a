//! From the match to searches, and from what they find to requests.
//!
//! All of it happens after the match has served its requests. So what is
//! decided here fits the match as it is, and is the first that the match is
//! asked in the next frame.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::manners::is_content_with_draw;
use super::messages::{ComputerFact, ComputerRequest};
use super::mind::{Decision, Mind, Task, any_number};
use super::pace;
use super::settings::{Computer, SidePlayer, available_cores};
use super::thoughts::{Evaluation, Hint, Paused, Purpose, Shown, Thinking, Thought};
use super::thread::{Job, Thread, Told};
use super::turns::is_to_move;
use crate::game::clock::GameClock;
use crate::game::facts::{MatchFact, on_fact};
use crate::game::messages::{GameRequest, MoveRequested};
use crate::game::{Boards, Match, MatchSystems};
use crate::schedule::{AppSystems, Display};
use icochess_engine::{Algorithm, AnyEngine, AnyRoot, ComputerPlayer, Limits, Score, SearchResult};
use icochess_rules::{Effect, Side};

/// Least time from a move to the computer's answer: the piece that was moved should
/// have arrived.
const LEAST_ANSWER: Duration = Duration::from_millis(500);
/// Time of the search for a hint.
const HINT_TIME: Duration = Duration::from_millis(1500);
/// Time of the search for who stands better.
const EVALUATION_TIME: Duration = Duration::from_millis(1000);
/// Least time between two changes of [`Thinking`] by one search.
const THINKING_EVERY: Duration = Duration::from_millis(300);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Mind>()
        .add_systems(
            Update,
            (
                obey.run_if(on_message::<ComputerRequest>),
                follow.run_if(
                    resource_changed::<Match>
                        .or_else(resource_changed::<Computer>)
                        .or_else(resource_changed::<Paused>)
                        .or_else(resource_changed::<GameClock>),
                ),
                pace::hold.run_if(
                    resource_changed::<Match>
                        .or_else(resource_changed::<Computer>)
                        .or_else(resource_changed::<Paused>)
                        .or_else(resource_changed::<GameClock>),
                ),
                attend.run_if(|mind: Res<Mind>| mind.task.is_some() || mind.choice.is_some()),
            )
                .chain()
                .in_set(AppSystems::Scene),
        )
        .add_systems(
            Update,
            // Before anyone looks for it on another board.
            hide_hint
                .run_if(on_fact(MatchFact::is_begun))
                .after(MatchSystems)
                .in_set(AppSystems::Rules),
        );
}

fn hide_hint(mut hint: ResMut<Hint>) {
    hint.set_if_neq(Hint(None));
}

/// What searches are started from, and what they change.
#[derive(SystemParam)]
struct SearchControl<'w> {
    game: Res<'w, Match>,
    clock: Res<'w, GameClock>,
    computer: ResMut<'w, Computer>,
    boards: Res<'w, Boards>,
    display: Res<'w, State<Display>>,
    time: Res<'w, Time>,
    real_time: Res<'w, Time<Real>>,
    mind: ResMut<'w, Mind>,
    paused: ResMut<'w, Paused>,
    thinking: ResMut<'w, Thinking>,
    hint: ResMut<'w, Hint>,
    evaluation: ResMut<'w, Evaluation>,
    requests: MessageWriter<'w, GameRequest>,
    moves: MessageWriter<'w, MoveRequested>,
    facts: MessageWriter<'w, ComputerFact>,
}

impl SearchControl<'_> {
    /// Forgets the game before when another one begins.
    fn begin_game(&mut self) {
        let mind = &mut *self.mind;
        mind.forget_all();
        mind.seed = any_number();
        mind.moved = self.time.elapsed();
        self.evaluation.set_if_neq(Evaluation(None));
        self.paused.set_if_neq(Paused(false));
    }

    /// Ends the search under way and begins another.
    fn begin(&mut self, purpose: Purpose) {
        self.mind.end();
        let Some((engine, root)) = self.root() else {
            return self.give_over("it does not know this board".to_owned());
        };
        let side = self.game.position().turn();
        let at_most = |time| Limits {
            move_time: Some(time),
            ..Limits::default()
        };
        let (player, limits) = match purpose {
            Purpose::Move => {
                let most = Duration::from_secs_f32(self.computer.seconds);
                let at = self.real_time.elapsed();
                let limits = pace::limits(self.clock.get(), side, at, most);
                (*self.computer.of(side), limits)
            }
            Purpose::Hint => (FULL_STRENGTH, at_most(HINT_TIME)),
            Purpose::Evaluation => (FULL_STRENGTH, at_most(EVALUATION_TIME)),
        };
        let headset = *self.display.get() == Display::Headset;
        let stop = Arc::new(AtomicBool::new(false));
        let mind = &mut *self.mind;
        mind.number += 1;
        let job = Job {
            number: mind.number,
            board: engine.board_id(),
            root,
            player: ComputerPlayer {
                algorithm: player.algorithm,
                level: player.level,
                seed: mind.seed,
            },
            limits,
            threads: self.computer.threads(available_cores(), headset),
            table: self.computer.table,
            stop: stop.clone(),
        };
        let thread = match mind.thread.take().map_or_else(Thread::begin, Ok) {
            Ok(thread) => thread,
            Err(problem) => return self.give_over(problem.to_string()),
        };
        if !thread.search(job) {
            return self.give_over("its thread has ended".to_owned());
        }
        mind.thread = Some(thread);
        let now = self.time.elapsed();
        let latest = Thought {
            side,
            purpose,
            depth: 0,
            score: None,
            nodes: 0,
            time: Duration::ZERO,
        };
        mind.task = Some(Task {
            number: mind.number,
            purpose,
            side,
            player,
            stop,
            latest,
            best: None,
            begun: now,
            shown: now,
        });
        let is_told = purpose != Purpose::Evaluation;
        self.thinking
            .set_if_neq(Thinking(is_told.then_some(latest)));
    }

    /// The engine for the board, and what it searches.
    fn root(&self) -> Option<(AnyEngine, Box<dyn AnyRoot>)> {
        let record = self.game.record();
        let engine = self.boards.engine(record.board())?;
        Some((engine, engine.root(&**record)?))
    }

    /// Pauses the computer when no search is possible, and tells why.
    fn give_over(&mut self, why: String) {
        self.thinking.set_if_neq(Thinking(None));
        self.paused.set_if_neq(Paused(true));
        self.facts.write(ComputerFact::CannotThink(why));
    }

    /// Ends the search under way, if there is one.
    fn end(&mut self) {
        self.mind.end();
        self.thinking.set_if_neq(Thinking(None));
    }

    /// Notes a player's score of a side for those who want to know who stands
    /// better. That of a player who errs tells less than that of the search
    /// which is made at the human's turn; it counts where there is none.
    fn evaluate(&mut self, player: SidePlayer, side: Side, score: Score) {
        let errs = ComputerPlayer::errs(player.algorithm, player.level);
        if errs && !self.computer.plays_both() {
            return;
        }
        let white = match side {
            Side::White => score,
            Side::Black => -score,
        };
        self.evaluation.set_if_neq(Evaluation(Some(white)));
    }

    /// Whether a side that the computer plays accepts a draw.
    fn is_content_with_draw(&self, side: Side) -> bool {
        let score = self.mind.scores[side.index()];
        self.computer.gives_up && is_content_with_draw(score, self.game.record().ply())
    }

    /// Answers a draw that a human has offered the computer.
    fn answer_offer(&mut self, by: Side) {
        let is_asked = self.computer.plays(!by) && !self.computer.plays(by);
        if !is_asked || self.game.draw_offer() != Some(by) {
            return;
        }
        if self.is_content_with_draw(!by) {
            self.requests.write(GameRequest::Draw);
        } else {
            self.requests.write(GameRequest::DeclineDraw);
            self.facts.write(ComputerFact::DrawDeclined(!by));
        }
    }

    /// Goes on, after a move was taken back or played again and it is the computer's turn, until it
    /// is the human's, if there is one. Returns whether it does.
    fn go_on(&mut self, last: Last) -> bool {
        let undone = last == Last::Undone;
        if self.computer.plays_both() {
            // Else what was taken back would be played again at once.
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

    /// Looks for a hint, or takes the one that is shown or looked for away.
    fn give_hint(&mut self) {
        if self.hint.0.is_some() {
            self.hint.0 = None;
        } else if self.mind.is_for(Purpose::Hint) {
            self.end();
            self.weigh();
        } else if self.computer.hints && self.is_humans_turn() && self.root().is_some() {
            self.begin(Purpose::Hint);
        }
    }

    /// Looks who stands better, if that is wanted and nothing else is thought
    /// about.
    fn weigh(&mut self) {
        let is_wanted = self.computer.evaluation_bar && self.root().is_some();
        if is_wanted && self.mind.task.is_none() && self.is_humans_turn() {
            self.begin(Purpose::Evaluation);
        }
    }

    /// Whether a human has to move.
    fn is_humans_turn(&self) -> bool {
        self.game.outcome().is_none() && !is_to_move(&self.computer, &self.game)
    }

    /// Handles the end of a search.
    fn conclude(&mut self, found: Result<Option<SearchResult>, ()>) {
        let Some(task) = self.mind.task.take() else {
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
        let score = found
            .as_ref()
            .and_then(|found| found.info.as_ref())
            .map(|info| info.score);
        if let Some(score) = score {
            self.evaluate(task.player, side, score);
        }
        let game = self.game.record().clone();
        let position = game.position();
        let best = found.map(|found| found.best_move).or(task.best);
        let legal = best.filter(|mv| position.why_illegal(*mv).is_none());
        // A search that found nothing still has to move.
        let Some(mv) = legal.or_else(|| position.legal_moves().first().copied()) else {
            return;
        };
        match task.purpose {
            Purpose::Move => {
                self.mind.scores[side.index()] = score;
                if let Some(engine) = self.boards.engine(game.board()) {
                    let strongest = engine.max_piece_value();
                    self.mind.patience[side.index()].note(score, strongest);
                }
                let player = task.player;
                self.mind.choice = Some(Decision { side, player, mv });
            }
            Purpose::Hint if !failed => {
                let effects = position.effects(mv).into_iter();
                let way = effects
                    .filter_map(|effect| match effect {
                        Effect::Moved { way, .. } if way[0] == mv.from => Some(way),
                        _ => None,
                    })
                    .flatten()
                    .skip(1)
                    .collect();
                self.hint.set_if_neq(Hint(Some(Shown { mv, way })));
            }
            Purpose::Hint | Purpose::Evaluation => {}
        }
    }

    /// Plays the move that was chosen, if it is time.
    fn act(&mut self) {
        let Some(choice) = self.mind.choice else {
            return;
        };
        let usual = if self.computer.plays_both() {
            Duration::from_secs_f32(self.computer.delay)
        } else {
            LEAST_ANSWER
        };
        let wait = pace::wait(self.clock.get(), self.real_time.elapsed(), usual);
        let waited = self.time.elapsed().saturating_sub(self.mind.moved);
        if waited < wait && !self.mind.hurry {
            return;
        }
        let Decision { side, player, mv } = choice;
        self.mind.choice = None;
        self.mind.hurry = false;
        let patience = self.mind.patience[side.index()];
        if self.is_content_with_draw(side) && self.game.draw_on_request().is_some() {
            self.requests.write(GameRequest::Draw);
        } else if self.computer.gives_up && patience.is_at_its_end(player) {
            self.requests.write(GameRequest::Resign(side));
        } else {
            self.moves.write(MoveRequested(mv));
        }
    }
}

/// The player that looks for hints.
const FULL_STRENGTH: SidePlayer = SidePlayer {
    computer: true,
    algorithm: Algorithm::Strong,
    level: ComputerPlayer::MAX_LEVEL,
};

/// Carries out requests to the computer.
fn obey(mut asked: MessageReader<ComputerRequest>, mut control: SearchControl) {
    let mut now = control.computer.clone();
    let mut wants_hint = false;
    for request in asked.read() {
        match *request {
            ComputerRequest::SetSide(side, player) => {
                let level = player.level.clamp(1, ComputerPlayer::MAX_LEVEL);
                *now.of_mut(side) = SidePlayer { level, ..player };
            }
            // A pause is one in a game: when that is over, so is the pause.
            ComputerRequest::Pause => {
                let goes_on = control.game.end().is_none();
                control.paused.set_if_neq(Paused(goes_on));
            }
            ComputerRequest::Resume => {
                control.paused.set_if_neq(Paused(false));
            }
            ComputerRequest::MoveNow if control.mind.is_choosing() => {
                control.mind.hurry = true;
                if let Some(task) = &control.mind.task {
                    task.stop.store(true, Ordering::Relaxed);
                }
            }
            ComputerRequest::MoveNow => {}
            ComputerRequest::Hint => wants_hint = true,
        }
    }
    for side in Side::ALL {
        if now.of(side) != control.computer.of(side) {
            control.mind.forget(side);
        }
    }
    control.computer.set_if_neq(now);
    if wants_hint {
        control.give_hint();
    }
}

/// The last change of the record by the players.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// A move was taken back.
    Undone,
    /// A move that was taken back was played again.
    Redone,
}

/// Ends what does not fit the match any more, and begins what does.
fn follow(mut facts: MessageReader<MatchFact>, mut control: SearchControl) {
    let mut last = None;
    for fact in facts.read() {
        match fact {
            MatchFact::Moved(made) => {
                control.mind.moved = control.time.elapsed();
                last = made.redone.then_some(Last::Redone);
            }
            MatchFact::TakenBack(_) => {
                control.mind.moved = control.time.elapsed();
                control.mind.forget_all();
                last = Some(Last::Undone);
            }
            MatchFact::EndTakenBack | MatchFact::PlayedOn { .. } => control.mind.forget_all(),
            MatchFact::Begun => {
                control.begin_game();
                last = None;
            }
            MatchFact::DrawOffered(by) => control.answer_offer(*by),
            // Where the players only look, nobody has moved.
            MatchFact::Shown(_)
            | MatchFact::Edited
            | MatchFact::Rejected(_)
            | MatchFact::TakebackOffered(_)
            | MatchFact::OfferDeclined { .. }
            | MatchFact::Ended(_)
            | MatchFact::ClockKept => {}
        }
    }
    let is_new = control.game.is_changed();
    if is_new {
        control.end();
        control.hint.set_if_neq(Hint(None));
        if control.game.end().is_some() {
            control.paused.set_if_neq(Paused(false));
        }
    }
    let is_to_move = is_to_move(&control.computer, &control.game);
    let waits = control.paused.0 || control.clock.is_paused();
    if is_to_move
        && !control.paused.0
        && let Some(last) = last
        && control.go_on(last)
    {
        return;
    }
    if control.mind.is_choosing() {
        if !is_to_move || waits {
            control.end();
        }
    } else if is_to_move && !waits {
        control.begin(Purpose::Move);
        return;
    }
    if control.mind.is_for(Purpose::Hint) && !control.computer.hints {
        control.end();
    }
    if !control.computer.evaluation_bar {
        if control.mind.is_for(Purpose::Evaluation) {
            control.end();
        }
    } else if is_new || control.computer.is_changed() {
        control.weigh();
    }
}

/// Takes over reports of the search under way, and acts on its result.
fn attend(mut control: SearchControl) {
    while let Some(told) = control.mind.thread.as_mut().and_then(Thread::hear) {
        let now = control.mind.task.as_ref().map(|task| task.number);
        match told {
            Told::SmallTable { asked, got } => {
                control.facts.write(ComputerFact::SmallTable { asked, got });
            }
            Told::Line(number, info) if now == Some(number) => {
                if let Some(task) = &mut control.mind.task {
                    task.best = info.pv.first().copied();
                    task.latest = Thought {
                        depth: info.depth,
                        score: Some(info.score),
                        nodes: info.nodes,
                        ..task.latest
                    };
                }
            }
            Told::Done(number, found) if now == Some(number) => control.conclude(found),
            // Of a search whose result does not count any more.
            Told::Line(..) | Told::Done(..) => {}
        }
    }
    let now = control.time.elapsed();
    if let Some(task) = &mut control.mind.task
        && now.saturating_sub(task.shown) >= THINKING_EVERY
    {
        task.shown = now;
        task.latest.time = now.saturating_sub(task.begun);
        let (latest, player) = (task.latest, task.player);
        if latest.purpose != Purpose::Evaluation {
            control.thinking.set_if_neq(Thinking(Some(latest)));
        }
        if let Some(score) = latest.score {
            control.evaluate(player, latest.side, score);
        }
    }
    control.act();
}
