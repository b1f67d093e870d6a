//! Feedback on the match, on moves as their pieces arrive, and on the tutorial.

use bevy::ecs::system::SystemParam;
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;

use super::agenda::Agenda;
use super::messages::{FeedbackEvent, FeedbackLocation};
use super::table::FeedbackKind;
use crate::pieces::piece::Arrived;
use crate::tutorial::StepDone;
use icochess_core::handover::Phase;
use icochess_play::computer::Computer;
use icochess_play::game::Match;
use icochess_play::game::clock::LowTime;
use icochess_play::game::facts::{MatchFact, MoveMade, MoveUndone, Shown};
use icochess_play::game::handover::HandoverChanged;
use icochess_rules::{Outcome, Side};

/// Messages of the match, its clock, its handover and its pieces.
#[derive(SystemParam)]
pub(super) struct FeedbackSources<'w, 's> {
    facts: MessageReader<'w, 's, MatchFact>,
    low_time: MessageReader<'w, 's, LowTime>,
    handed: MessageReader<'w, 's, HandoverChanged>,
    arrived: MessageReader<'w, 's, Arrived>,
}

/// The match, and the sides played by the computer.
#[derive(SystemParam)]
pub(super) struct FeedbackContext<'w> {
    game: Res<'w, Match>,
    computer: Res<'w, Computer>,
}

impl FeedbackContext<'_> {
    /// Returns the pointer that moved for a side; `None` for the computer.
    fn by(&self, agenda: &Agenda, side: Side) -> Option<PointerId> {
        agenda.acting.filter(|_| !self.computer.plays(side))
    }

    /// Schedules the feedback for a move that is made or replayed, on arrival of its piece.
    fn set_off(&self, agenda: &mut Agenda, made: &MoveMade, is_looked_at: bool) {
        let (mover, computer) = (made.side, &self.computer);
        let kind = match made.captured() {
            None => FeedbackKind::Moved,
            // A replayed capture by the computer isn't a new loss.
            Some(taken)
                if !is_looked_at && computer.plays(mover) && !computer.plays(taken.side) =>
            {
                FeedbackKind::Lost
            }
            Some(_) => FeedbackKind::Captured,
        };
        let at = FeedbackLocation::Cell(made.mv.to);
        let by = self.by(agenda, mover);
        let mut then = vec![FeedbackEvent { kind, by, at }];
        if made.check {
            let kind = if computer.plays(!mover) {
                FeedbackKind::CheckGiven
            } else {
                FeedbackKind::Checked
            };
            let king = self.game.position().royal(!mover).unwrap_or(made.mv.to);
            let at = FeedbackLocation::Cell(king);
            then.push(FeedbackEvent { kind, by, at });
        }
        agenda.set_off(made.mv.from, made.mv.to, then);
    }

    /// Schedules the feedback for a move taken back, on arrival of its piece.
    fn set_off_back(&self, agenda: &mut Agenda, undone: &MoveUndone) {
        agenda.forget();
        let back = FeedbackEvent {
            kind: FeedbackKind::TakenBack,
            by: self.by(agenda, undone.side),
            at: FeedbackLocation::Cell(undone.mv.from),
        };
        agenda.set_off(undone.mv.to, undone.mv.from, vec![back]);
    }

    /// Returns the event for the end of the game.
    fn end(&self, agenda: &Agenda, outcome: Outcome) -> FeedbackEvent {
        let position = self.game.position();
        let king = position.royal(position.turn());
        FeedbackEvent {
            kind: match outcome {
                Outcome::Checkmate { .. } => FeedbackKind::Mated,
                _ => FeedbackKind::GameOver,
            },
            by: agenda.acting,
            at: king
                .or_else(|| self.game.record().last().map(|mv| mv.to))
                .map_or(FeedbackLocation::Nowhere, FeedbackLocation::Cell),
        }
    }
}

pub(super) fn schedule_game_feedback(
    time: Res<Time<Real>>,
    table: FeedbackContext,
    mut agenda: ResMut<Agenda>,
    mut sources: FeedbackSources,
) {
    let now = time.elapsed();
    let agenda = &mut *agenda;
    // Whether the next end follows from a move.
    let mut has_moved = false;
    for fact in sources.facts.read() {
        match fact {
            MatchFact::Begun | MatchFact::Shown(Shown::Anew) => {
                agenda.journeys.clear();
                agenda.forget();
            }
            MatchFact::EndTakenBack => agenda.forget(),
            MatchFact::Moved(made) => table.set_off(agenda, made, false),
            MatchFact::Shown(Shown::Forward(made)) => table.set_off(agenda, made, true),
            MatchFact::TakenBack(undone) | MatchFact::Shown(Shown::Back(undone)) => {
                table.set_off_back(agenda, undone);
            }
            MatchFact::Ended(outcome) => {
                let end = table.end(agenda, *outcome);
                match agenda.journeys.last_mut() {
                    // Sent when the piece arrives.
                    Some(last) if has_moved => last.then.push(end),
                    _ => agenda.add(now, end),
                }
            }
            MatchFact::Rejected(illegal) => {
                let refused = FeedbackEvent {
                    kind: FeedbackKind::Refused,
                    by: agenda.acting,
                    at: FeedbackLocation::Cell(illegal.mv.to),
                };
                agenda.add(now, refused);
            }
            MatchFact::PlayedOn { .. }
            | MatchFact::Edited
            | MatchFact::DrawOffered(_)
            | MatchFact::TakebackOffered(_)
            | MatchFact::OfferDeclined { .. }
            | MatchFact::ClockKept => {}
        }
        has_moved = fact.moved().is_some();
    }
    for &LowTime(side) in sources.low_time.read() {
        if !table.computer.plays(side) {
            let low = FeedbackEvent {
                kind: FeedbackKind::TimeLow,
                by: None,
                at: table
                    .game
                    .position()
                    .royal(side)
                    .map_or(FeedbackLocation::Nowhere, FeedbackLocation::Cell),
            };
            agenda.add(now, low);
        }
    }
    for HandoverChanged(phase) in sources.handed.read() {
        if let Phase::Pass { .. } = phase {
            let passed = FeedbackEvent {
                kind: FeedbackKind::Passed,
                by: None,
                at: FeedbackLocation::Nowhere,
            };
            agenda.add(now, passed);
        }
    }
    for &Arrived(cell) in sources.arrived.read() {
        let journey = agenda
            .journeys
            .iter()
            .position(|journey| journey.to == cell);
        if let Some(journey) = journey {
            for happening in agenda.journeys.swap_remove(journey).then {
                agenda.add(now, happening);
            }
        }
    }
}

/// Schedules feedback on the tutorial.
pub(super) fn schedule_tutorial_feedback(
    time: Res<Time<Real>>,
    mut agenda: ResMut<Agenda>,
    mut done: MessageReader<StepDone>,
) {
    for step in done.read() {
        let kind = if step.is_last {
            FeedbackKind::StepsDone
        } else {
            FeedbackKind::StepDone
        };
        let by = agenda.acting;
        let at = FeedbackLocation::Nowhere;
        agenda.add(time.elapsed(), FeedbackEvent { kind, by, at });
    }
}
