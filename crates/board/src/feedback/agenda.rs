//! Feedback that is still to come, each thing at its time.

use std::time::Duration;

use bevy::picking::pointer::PointerId;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::messages::{Feedback, FeedbackEvent};
use icochess_base::frame::NextFrame;
use icochess_rules::Cell;

/// A piece that has not arrived yet, and what there is to tell when it has.
#[derive(Debug)]
pub(super) struct PendingArrival {
    pub(super) to: Cell,
    pub(super) then: Vec<FeedbackEvent>,
}

/// The feedback that is still to come.
#[derive(Resource, Debug, Default)]
pub(super) struct Agenda {
    pub(super) journeys: Vec<PendingArrival>,
    /// Each with the time at which it is due.
    due: Vec<(Duration, FeedbackEvent)>,
    /// The pointer that was pressed last.
    pub(super) acting: Option<PointerId>,
    /// The time at which each pointer was last told of a tile.
    pub(super) hovers: HashMap<PointerId, Duration>,
    /// The selected cell.
    pub(super) selected: Option<Cell>,
}

impl Agenda {
    /// Notes that a piece leaves for `to`. One that was on its way there, or sets off again from
    /// where it was going, arrives no more.
    pub(super) fn set_off(&mut self, from: Cell, to: Cell, then: Vec<FeedbackEvent>) {
        self.journeys
            .retain(|journey| journey.to != from && journey.to != to);
        self.journeys.push(PendingArrival { to, then });
    }

    /// Drops all that is due, as the players have gone back behind it.
    pub(super) fn forget(&mut self) {
        self.due.clear();
    }

    /// Adds something that happens now: it is told when its delay is over.
    pub(super) fn add(&mut self, now: Duration, happening: FeedbackEvent) {
        self.due
            .push((now + happening.kind.response().after, happening));
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Agenda>().add_observer(note_acting);
}

fn note_acting(press: On<Pointer<Press>>, mut agenda: ResMut<Agenda>) {
    agenda.acting = Some(press.pointer_id);
}

/// Gives the feedback that is due.
pub(super) fn tell(
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
