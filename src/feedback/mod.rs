//! What players hear and feel: from facts to sounds and vibrations.
//!
//! * [`table`]: what is made of each event.
//!
//! This plugin decides that something happens for the senses, when and where;
//! what plays the sounds and what shakes the hands follow its [`Feedback`] in
//! the same frame, and so come together. A move is heard and felt when its
//! piece arrives.

pub mod table;

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::picking::pointer::PointerId;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use crate::board::pieces::piece::Arrived;
use crate::board::turning::spin::Turning;
use crate::board::tutorial::StepDone;
use crate::computer::Computer;
use crate::frame::NextFrame;
use crate::game::Match;
use crate::game::clock::LowTime;
use crate::game::facts::{FactReader, MatchFact, MoveMade, MoveUndone, Shown};
use crate::game::handover::HandoverChanged;
use crate::handover::Phase;
use crate::interaction::choice::MoveOption;
use crate::interaction::{HoverChanged, PickRefused, SelectionChanged};
use crate::schedule::AppSystems;
use icochess_rules::{Cell, Outcome, Side};
use table::Event;

/// A place at which something happens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Place {
    /// On a tile, wherever the board has turned it.
    Cell(Cell),
    /// At a point of the world, metres.
    Point(Vec3),
    /// Nowhere in the world, as a button on the flat screen.
    Nowhere,
}

/// Something for the senses.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FeedbackEvent {
    /// The kind of thing that happens.
    pub event: Event,
    /// The pointer that did it, if one did.
    pub by: Option<PointerId>,
    /// The place from which it is heard.
    pub at: Place,
}

/// Fact that only players' senses have to hear of, from whoever knows of it:
/// buttons, hands. What the match tells needs no such message.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub struct Occurred(pub FeedbackEvent);

/// Fact: this is heard and felt now.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub struct Feedback(pub FeedbackEvent);

/// The systems that decide on [`Feedback`]: sounds and vibrations come after it.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FeedbackSystems;

/// A pointer is not told of more tiles than 12 a second.
const HOVER_GAP: Duration = Duration::from_nanos(1_000_000_000 / 12);

/// A piece that has not arrived yet, and what there is to tell when it has.
#[derive(Debug)]
struct PendingArrival {
    to: Cell,
    then: Vec<FeedbackEvent>,
}

/// The feedback that is still to come.
#[derive(Resource, Debug, Default)]
struct Agenda {
    journeys: Vec<PendingArrival>,
    /// Each with the time at which it is due.
    due: Vec<(Duration, FeedbackEvent)>,
    /// The pointer that was pressed last.
    acting: Option<PointerId>,
    /// The time at which each pointer was last told of a tile.
    hovers: HashMap<PointerId, Duration>,
    /// The selected cell.
    selected: Option<Cell>,
}

impl Agenda {
    /// A piece leaves for `to`. One that was on its way there, or sets off again
    /// from where it was going, arrives no more.
    fn set_off(&mut self, from: Cell, to: Cell, then: Vec<FeedbackEvent>) {
        self.journeys
            .retain(|journey| journey.to != from && journey.to != to);
        self.journeys.push(PendingArrival { to, then });
    }

    /// What the players have gone back behind is not told any more.
    fn forget(&mut self) {
        self.due.clear();
    }

    fn add(&mut self, now: Duration, happening: FeedbackEvent) {
        self.due
            .push((now + happening.event.response().after, happening));
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Agenda>()
        .add_message::<Occurred>()
        .add_message::<Feedback>()
        .add_observer(note_acting)
        .add_observer(note_offer)
        .add_systems(
            Update,
            (follow_match, follow_tutorial, follow_pointers, tell)
                .chain()
                .in_set(FeedbackSystems)
                .in_set(AppSystems::Feedback),
        );
}

fn note_acting(press: On<Pointer<Press>>, mut agenda: ResMut<Agenda>) {
    agenda.acting = Some(press.pointer_id);
}

fn note_offer(
    over: On<Pointer<Over>>,
    offers: Query<&GlobalTransform, With<MoveOption>>,
    mut occurred: MessageWriter<Occurred>,
) {
    if let Ok(place) = offers.get(over.entity) {
        occurred.write(Occurred(FeedbackEvent {
            event: Event::Hovered,
            by: Some(over.pointer_id),
            at: Place::Point(place.translation()),
        }));
    }
}

/// What the match tells, its clock, its handover and its pieces.
#[derive(SystemParam)]
struct FeedbackSources<'w, 's> {
    facts: MessageReader<'w, 's, MatchFact>,
    low_time: MessageReader<'w, 's, LowTime>,
    handed: MessageReader<'w, 's, HandoverChanged>,
    arrived: MessageReader<'w, 's, Arrived>,
}

/// The match, and whom the computer plays in it.
#[derive(SystemParam)]
struct FeedbackContext<'w> {
    game: Res<'w, Match>,
    computer: Res<'w, Computer>,
}

impl FeedbackContext<'_> {
    /// The pointer that moved for a side: what the computer does is nobody's hand's work.
    fn by(&self, agenda: &Agenda, side: Side) -> Option<PointerId> {
        agenda.acting.filter(|_| !self.computer.plays(side))
    }

    /// A piece sets out on a move that was made, or that players only look at.
    fn set_off(&self, agenda: &mut Agenda, made: &MoveMade, is_looked_at: bool) {
        let (mover, computer) = (made.side, &self.computer);
        let event = match made.captured() {
            None => Event::Moved,
            // Who looks at it once more loses nothing.
            Some(taken)
                if !is_looked_at && computer.plays(mover) && !computer.plays(taken.side) =>
            {
                Event::Lost
            }
            Some(_) => Event::Captured,
        };
        let at = Place::Cell(made.mv.to);
        let by = self.by(agenda, mover);
        let mut then = vec![FeedbackEvent { event, by, at }];
        if made.check {
            let event = if computer.plays(!mover) {
                Event::CheckGiven
            } else {
                Event::Checked
            };
            let king = self.game.position().royal(!mover).unwrap_or(made.mv.to);
            let at = Place::Cell(king);
            then.push(FeedbackEvent { event, by, at });
        }
        agenda.set_off(made.mv.from, made.mv.to, then);
    }

    /// A piece sets out on its way back.
    fn set_off_back(&self, agenda: &mut Agenda, undone: &MoveUndone) {
        agenda.forget();
        let back = FeedbackEvent {
            event: Event::TakenBack,
            by: self.by(agenda, undone.side),
            at: Place::Cell(undone.mv.from),
        };
        agenda.set_off(undone.mv.to, undone.mv.from, vec![back]);
    }

    /// The end of the game.
    fn end(&self, agenda: &Agenda, outcome: Outcome) -> FeedbackEvent {
        let position = self.game.position();
        let king = position.royal(position.turn());
        FeedbackEvent {
            event: match outcome {
                Outcome::Checkmate { .. } => Event::Mated,
                _ => Event::GameOver,
            },
            by: agenda.acting,
            at: king
                .or_else(|| self.game.record().last().map(|mv| mv.to))
                .map_or(Place::Nowhere, Place::Cell),
        }
    }
}

fn follow_match(
    time: Res<Time<Real>>,
    table: FeedbackContext,
    mut agenda: ResMut<Agenda>,
    mut told: FeedbackSources,
) {
    let now = time.elapsed();
    let agenda = &mut *agenda;
    // Does the end that comes next come of a move?
    let mut has_moved = false;
    for fact in told.facts.read() {
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
                    // It is told when the piece has arrived.
                    Some(last) if has_moved => last.then.push(end),
                    _ => agenda.add(now, end),
                }
            }
            MatchFact::Rejected(illegal) => {
                let refused = FeedbackEvent {
                    event: Event::Refused,
                    by: agenda.acting,
                    at: Place::Cell(illegal.mv.to),
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
    for &LowTime(side) in told.low_time.read() {
        if !table.computer.plays(side) {
            let low = FeedbackEvent {
                event: Event::TimeLow,
                by: None,
                at: table
                    .game
                    .position()
                    .royal(side)
                    .map_or(Place::Nowhere, Place::Cell),
            };
            agenda.add(now, low);
        }
    }
    for HandoverChanged(phase) in told.handed.read() {
        if let Phase::Pass { .. } = phase {
            let passed = FeedbackEvent {
                event: Event::Passed,
                by: None,
                at: Place::Nowhere,
            };
            agenda.add(now, passed);
        }
    }
    for &Arrived(cell) in told.arrived.read() {
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

fn follow_tutorial(
    time: Res<Time<Real>>,
    mut agenda: ResMut<Agenda>,
    mut done: MessageReader<StepDone>,
) {
    for step in done.read() {
        let event = if step.is_last {
            Event::StepsDone
        } else {
            Event::StepDone
        };
        let by = agenda.acting;
        let at = Place::Nowhere;
        agenda.add(time.elapsed(), FeedbackEvent { event, by, at });
    }
}

fn follow_pointers(
    time: Res<Time<Real>>,
    turning: Option<Res<Turning>>,
    mut settling: Local<u8>,
    mut agenda: ResMut<Agenda>,
    mut hovered: MessageReader<HoverChanged>,
    mut selected: MessageReader<SelectionChanged>,
    mut refused: MessageReader<PickRefused>,
    mut occurred: MessageReader<Occurred>,
    mut facts: FactReader,
) {
    let now = time.elapsed();
    let agenda = &mut *agenda;
    if facts.any(MatchFact::is_begun) {
        // Of tiles that may not be there any more.
        hovered.clear();
        selected.clear();
        refused.clear();
        agenda.selected = None;
    }
    let refused: Vec<PickRefused> = refused.read().copied().collect();
    for &PickRefused { by, cell, .. } in &refused {
        let refusal = FeedbackEvent {
            event: Event::Refused,
            by: Some(by),
            at: Place::Cell(cell),
        };
        agenda.add(now, refusal);
    }
    for change in selected.read() {
        let (event, cell) = match change.cell {
            Some(cell) => (Event::Selected, Some(cell)),
            None => (Event::Deselected, agenda.selected),
        };
        agenda.selected = change.cell;
        // Where the game moves on, nobody has deselected anything.
        if let (Some(by), Some(cell)) = (change.by, cell) {
            // A piece that cannot be moved is selected in vain.
            let is_in_vain = |refused: &PickRefused| refused.by == by && refused.cell == cell;
            if refused.iter().any(is_in_vain) {
                continue;
            }
            let at = Place::Cell(cell);
            let by = Some(by);
            agenda.add(now, FeedbackEvent { event, by, at });
        }
    }
    // What passes under an idle ray while the board turns by itself, no hand has
    // pointed at. The ray meets the last of it in the frame after the turn.
    let passes = turning.is_some() || *settling > 0;
    *settling = if turning.is_some() {
        2
    } else {
        settling.saturating_sub(1)
    };
    let tiles = hovered
        .read()
        .filter(|_| !passes)
        .map(|hover| FeedbackEvent {
            event: Event::Hovered,
            by: Some(hover.by),
            at: Place::Cell(hover.cell),
        });
    for happening in occurred.read().map(|occurred| occurred.0).chain(tiles) {
        if happening.event != Event::Hovered {
            agenda.add(now, happening);
        } else if let Some(by) = happening.by.filter(PointerId::is_custom) {
            // A mouse sweeps over dozens of tiles; only hands hear what they
            // touch.
            let last = agenda.hovers.get(&by);
            if last.is_none_or(|last| now - *last >= HOVER_GAP) {
                agenda.hovers.insert(by, now);
                agenda.add(now, happening);
            }
        }
    }
}

fn tell(
    (time, mut next): (Res<Time<Real>>, ResMut<NextFrame>),
    mut agenda: ResMut<Agenda>,
    mut feedback: MessageWriter<Feedback>,
) {
    let now = time.elapsed();
    agenda.due.retain(|&(at, happening)| {
        let is_due = at <= now;
        if is_due {
            feedback.write(Feedback(happening));
        } else {
            next.within(at - now);
        }
        !is_due
    });
}
