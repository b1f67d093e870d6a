//! Starts searches for the current match, and requests the moves that they find.
//!
//! All systems run after the match has served its requests. Decisions therefore fit the current
//! match, and become its first requests in the next frame.

use std::sync::atomic::Ordering;
use std::time::Duration;

use bevy::prelude::*;

use super::control::{LastChange, SearchControl};
use super::endings::SolvedEndings;
use super::job::SearchReply;
use super::messages::{ComputerFact, ComputerRequest};
use super::pace;
use super::settings::is_to_move;
use super::settings::{Computer, SidePlayer};
use super::state::{BoardCheck, ComputerState};
use super::thoughts::{BestLines, Hint, HintReason, Paused, Purpose, Thinking, Thought};
use super::thread::Thread;
use crate::game::clock::GameClock;
use crate::game::facts::{MatchFact, on_fact};
use crate::game::{Match, MatchSystems};
use icochess_base::schedule::AppSystems;
use icochess_engine::ComputerPlayer;
use icochess_rules::Side;

/// Shortest interval between two updates of [`Thinking`] by a search.
const THINKING_EVERY: Duration = Duration::from_millis(300);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ComputerState>()
        .add_systems(
            Update,
            (
                serve_requests.run_if(on_message::<ComputerRequest>),
                // The first may pause the computer, and the second then pauses the clock.
                (update_searches, pace::pause_clock)
                    .chain()
                    .distributive_run_if(
                        resource_changed::<Match>
                            .or_else(resource_changed::<Computer>)
                            .or_else(resource_changed::<Paused>)
                            .or_else(resource_changed::<SolvedEndings>)
                            .or_else(resource_changed::<GameClock>),
                    ),
                take_replies.run_if(|state: Res<ComputerState>| {
                    let is_board_check = matches!(state.board_check, BoardCheck::Asked(_));
                    is_board_check || state.task.is_some() || state.choice.is_some()
                }),
            )
                .chain()
                .in_set(AppSystems::Scene),
        )
        .add_systems(
            Update,
            // Runs before other systems look up the moves on another board.
            hide_moves
                .run_if(on_fact(MatchFact::is_begun))
                .after(MatchSystems)
                .in_set(AppSystems::Rules),
        );
}

fn hide_moves(
    mut hint: ResMut<Hint>,
    mut reason: ResMut<HintReason>,
    mut lines: ResMut<BestLines>,
) {
    hint.set_if_neq(Hint(None));
    reason.set_if_neq(HintReason(None));
    lines.set_if_neq(BestLines::default());
}

fn serve_requests(mut asked: MessageReader<ComputerRequest>, mut control: SearchControl) {
    let mut now = control.computer.clone();
    let (mut wants_hint, mut wants_threat) = (false, false);
    for request in asked.read() {
        match *request {
            ComputerRequest::SetSide(side, player) => {
                let level = player.level.clamp(1, ComputerPlayer::MAX_LEVEL);
                *now.of_mut(side) = SidePlayer { level, ..player };
            }
            // A pause ends with the game.
            ComputerRequest::Pause => {
                let goes_on = control.game.end().is_none();
                control.paused.set_if_neq(Paused(goes_on));
            }
            ComputerRequest::Resume => {
                control.paused.set_if_neq(Paused(false));
            }
            ComputerRequest::MoveNow if control.state.is_choosing() => {
                control.state.hurry = true;
                if let Some(task) = &control.state.task {
                    task.stop.store(true, Ordering::Relaxed);
                }
            }
            ComputerRequest::MoveNow => {}
            ComputerRequest::Hint => wants_hint = true,
            ComputerRequest::Threat => wants_threat = true,
        }
    }
    for side in Side::ALL {
        if now.of(side) != control.computer.of(side) {
            control.state.forget(side);
        }
    }
    control.computer.set_if_neq(now);
    if wants_hint {
        control.give_hint();
    }
    if wants_threat {
        control.show_threat();
    }
}

/// Stops searches that no longer fit the match, and starts new ones.
fn update_searches(mut facts: MessageReader<MatchFact>, mut control: SearchControl) {
    let mut last = None;
    // Edits, such as names or comments, don't change the position.
    let (mut is_noted, mut is_other) = (false, false);
    for fact in facts.read() {
        let is_note = matches!(fact, MatchFact::Edited | MatchFact::ClockKept);
        is_noted |= is_note;
        is_other |= !is_note;
        match fact {
            MatchFact::Moved(made) => {
                control.state.moved = control.time.elapsed();
                last = made.redone.then_some(LastChange::Redone);
            }
            MatchFact::TakenBack(_) => {
                control.state.moved = control.time.elapsed();
                control.state.forget_all();
                last = Some(LastChange::Undone);
            }
            MatchFact::EndTakenBack | MatchFact::PlayedOn { .. } => control.state.forget_all(),
            MatchFact::Begun => {
                control.begin_game();
                last = None;
            }
            MatchFact::DrawOffered(by) => control.answer_offer(*by),
            // Browsing isn't a move.
            MatchFact::Shown(_)
            | MatchFact::Edited
            | MatchFact::Rejected(_)
            | MatchFact::TakebackOffered(_)
            | MatchFact::OfferDeclined { .. }
            | MatchFact::Ended(_)
            | MatchFact::ClockKept => {}
        }
    }
    let is_new = control.game.is_changed() && (is_other || !is_noted);
    if is_new {
        control.end();
        control.hide_hint();
        if control.game.end().is_some() {
            control.paused.set_if_neq(Paused(false));
        }
    }
    if is_new || !control.wants_lines() {
        control.hide_lines();
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
    let turn = control.game.position().turn();
    let moves_now = is_to_move && !waits && control.computer.of(turn).external;
    if !moves_now {
        control.check_board();
    }
    if control.state.is_choosing() {
        if !is_to_move || waits {
            control.end();
        }
    } else if is_to_move && !waits {
        control.start(Purpose::Move);
        return;
    }
    let is_for_hint = control.state.is_for(Purpose::Hint) || control.state.is_for(Purpose::Threat);
    if is_for_hint && !control.computer.hints {
        control.end();
    }
    if control.has_other_lines() {
        control.end();
    }
    if !control.computer.evaluates() {
        if control.state.is_for(Purpose::Evaluation) {
            control.end();
        }
    } else if is_new || control.computer.is_changed() || control.endings.is_changed() {
        control.start_evaluation();
    }
}

/// Processes replies of the current search and acts on its result.
fn take_replies(mut control: SearchControl) {
    while let Some(reply) = control.state.thread.as_mut().and_then(Thread::next_reply) {
        let now = control.state.task.as_ref().map(|task| task.number);
        let board_check = control.state.board_check;
        let is_board_check = |number| board_check == BoardCheck::Asked(number);
        match reply {
            SearchReply::SmallTable { asked, got } => {
                control.facts.write(ComputerFact::SmallTable { asked, got });
            }
            SearchReply::Line(number, info) if now == Some(number) => {
                if let Some(task) = &mut control.state.task {
                    if info.multi_pv == 1 {
                        task.best = info.pv.first().copied();
                        task.latest = Thought {
                            depth: info.depth,
                            score: Some(info.score),
                            nodes: info.nodes,
                            ..task.latest
                        };
                    }
                    task.record_line(info);
                }
            }
            SearchReply::Reasons(number, reasons) if now == Some(number) => {
                if let Some(task) = &mut control.state.task {
                    task.reasons = reasons;
                }
            }
            SearchReply::EngineNamed(name) => control.name_engine(&name),
            SearchReply::Done(number, found) if now == Some(number) => control.conclude(found),
            SearchReply::EngineFailed {
                number,
                name,
                problem,
            } if now == Some(number) => {
                control.end();
                control.report_engine_failure(name, problem);
            }
            SearchReply::EngineFailed {
                number,
                name,
                problem,
            } if is_board_check(number) => {
                control.state.board_check = BoardCheck::Done;
                control.report_engine_failure(name, problem);
            }
            SearchReply::Done(number, _) if is_board_check(number) => {
                control.state.board_check = BoardCheck::Done;
            }
            // Replies of an outdated search are ignored.
            SearchReply::Line(..)
            | SearchReply::Reasons(..)
            | SearchReply::Done(..)
            | SearchReply::EngineFailed { .. } => {}
        }
    }
    let now = control.time.elapsed();
    if let Some(task) = &mut control.state.task
        && now.saturating_sub(task.shown) >= THINKING_EVERY
    {
        task.shown = now;
        task.latest.time = now.saturating_sub(task.begun);
        let (latest, player) = (task.latest, task.player);
        if latest.purpose != Purpose::Evaluation {
            control.thinking.set_if_neq(Thinking(Some(latest)));
        }
        // After a passed turn, the score is of another position.
        if let Some(score) = latest.score.filter(|_| latest.purpose != Purpose::Threat) {
            control.evaluate(player, latest.side, score);
        }
        control.show_lines();
    }
    if control.state.task.is_some() {
        control.next_frame.within(THINKING_EVERY);
    }
    control.act();
}
