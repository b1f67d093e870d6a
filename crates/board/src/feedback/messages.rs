//! Messages about what players hear and feel.

use bevy::picking::pointer::PointerId;
use bevy::prelude::*;

use super::table::FeedbackKind;
use icochess_rules::Cell;

/// A location at which something happens that players hear or feel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FeedbackLocation {
    /// On a tile, wherever the board has turned it.
    Cell(Cell),
    /// At a point of the world, metres.
    Point(Vec3),
    /// Nowhere in the world, as a button on the flat screen.
    Nowhere,
}

/// Something that happens, and that players hear or feel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FeedbackEvent {
    /// The kind of thing that happens.
    pub kind: FeedbackKind,
    /// The pointer that did it, if one did.
    pub by: Option<PointerId>,
    /// The location from which it is heard.
    pub at: FeedbackLocation,
}

/// Request: let players hear and feel something that no fact of the match tells of, such as a press
/// on a button or a grip on the board.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub struct FeedbackRequested(pub FeedbackEvent);

/// Fact: this is heard and felt now.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub struct Feedback(pub FeedbackEvent);

/// The systems that decide on [`Feedback`]: sounds and vibrations come after it.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FeedbackSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<FeedbackRequested>()
        .add_message::<Feedback>();
}
