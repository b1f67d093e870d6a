//! Feedback on the first steps.

use bevy::prelude::*;

use super::agenda::Agenda;
use super::messages::{FeedbackEvent, FeedbackLocation};
use super::table::FeedbackKind;
use crate::tutorial::StepDone;

pub(super) fn follow(
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
