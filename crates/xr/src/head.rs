//! The head and its tracking state.

use bevy::prelude::*;

/// Marks the entity that follows the head.
#[derive(Component, Debug)]
#[require(HeadTracking)]
pub struct Head;

/// Tracking state of the head.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HeadTracking {
    /// Whether the head's rotation is known.
    pub knows_rotation: bool,
    /// Quality of the head's position.
    pub position: HeadPosition,
}

impl HeadTracking {
    /// Returns whether the head's position is tracked.
    pub fn is_position_tracked(self) -> bool {
        self.position == HeadPosition::Tracked
    }
}

/// Quality of the head's position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HeadPosition {
    /// Unknown.
    #[default]
    Unknown,
    /// Estimated by the device, for example after lost tracking. The eyes are drawn from that
    /// position.
    Guessed,
    /// Tracked.
    Tracked,
}
