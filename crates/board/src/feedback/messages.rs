//! Messages about sounds and vibrations.

use bevy::picking::pointer::PointerId;
use bevy::prelude::*;

use super::table::FeedbackKind;
use icochess_rules::Cell;

/// Location of an event, which is also its sound's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FeedbackLocation {
    /// On a tile, wherever the board's rotation puts it.
    Cell(Cell),
    /// Point in the world, in metres.
    Point(Vec3),
    /// No location in the world, for example for a button on the flat screen.
    Nowhere,
}

/// Event that players hear or feel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FeedbackEvent {
    /// Kind of event.
    pub kind: FeedbackKind,
    /// Pointer that caused it, if any.
    pub by: Option<PointerId>,
    /// Location of its sound.
    pub at: FeedbackLocation,
}

/// Request for feedback on an event outside the match, such as a button press or a grab of the
/// board.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub struct FeedbackRequested(pub FeedbackEvent);

/// Sent when an event is due to be heard and felt.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub struct Feedback(pub FeedbackEvent);

/// Systems that decide on [`Feedback`]. Sounds and vibrations come after them.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FeedbackSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<FeedbackRequested>()
        .add_message::<Feedback>();
}
