//! The head, and the quality of its tracking.

use bevy::prelude::*;

/// Marks the entity that follows the head.
#[derive(Component, Debug)]
#[require(HeadTracking)]
pub struct Head;

/// The quality of the head's tracking: whether its entity is where the head is.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HeadTracking {
    /// Whether the direction of the head is known.
    pub knows_rotation: bool,
    /// The quality of its position.
    pub position: HeadPosition,
}

impl HeadTracking {
    /// Whether the place of the head is tracked.
    pub fn is_position_tracked(self) -> bool {
        self.position == HeadPosition::Tracked
    }
}

/// The quality of the head's position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HeadPosition {
    /// It is not known at all.
    #[default]
    Unknown,
    /// The device guesses it, as after tracking was lost. The eyes are drawn from there.
    Guessed,
    /// It is tracked.
    Tracked,
}
