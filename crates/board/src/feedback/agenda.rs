//! Queue of pending feedback, with due times.

use std::time::Duration;

use bevy::picking::pointer::PointerId;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::messages::{Feedback, FeedbackEvent};
use icochess_base::frame::NextFrame;
use icochess_rules::Cell;

/// Piece on the move, and the feedback for its arrival.
#[derive(Debug)]
pub(super) struct PendingArrival {
    pub(super) to: Cell,
    pub(super) then: Vec<FeedbackEvent>,
}

#[derive(Resource, Debug, Default)]
pub(super) struct Agenda {
    pub(super) journeys: Vec<PendingArrival>,
    /// Events with their due times.
    due: Vec<(Duration, FeedbackEvent)>,
    /// Pointer of the last press.
    pub(super) acting: Option<PointerId>,
    /// Time of the last hover feedback for each pointer.
    pub(super) hovers: HashMap<PointerId, Duration>,
    /// Selected cell.
    pub(super) selected: Option<Cell>,
}

impl Agenda {
    /// Records that a piece leaves for `to`. Replaces any pending arrival at `from` or `to`.
    pub(super) fn set_off(&mut self, from: Cell, to: Cell, then: Vec<FeedbackEvent>) {
        self.journeys
            .retain(|journey| journey.to != from && journey.to != to);
        self.journeys.push(PendingArrival { to, then });
    }

    /// Drops all pending feedback after players have gone back to an earlier position.
    pub(super) fn forget(&mut self) {
        self.due.clear();
    }

    /// Adds an event that happens now and is sent after its delay.
    pub(super) fn add(&mut self, now: Duration, happening: FeedbackEvent) {
        self.due
            .push((now + happening.kind.response().after, happening));
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Agenda>()
        .add_observer(record_acting_pointer);
}

fn record_acting_pointer(press: On<Pointer<Press>>, mut agenda: ResMut<Agenda>) {
    agenda.acting = Some(press.pointer_id);
}

/// Sends the feedback that is due.
pub(super) fn send_due_feedback(
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
