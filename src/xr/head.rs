//! The head, and what is known of where it is.

use bevy::prelude::*;

/// Marks the entity that follows the head.
#[derive(Component, Debug)]
#[require(HeadTracking)]
pub struct Head;

/// What the device knows of the head: whether its entity is where the head is.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HeadTracking {
    /// Whether it is known where the head looks.
    pub knows_rotation: bool,
    /// How well it is known where the head is.
    pub position: HeadPosition,
}

impl HeadTracking {
    /// Whether the place of the head is tracked.
    pub fn is_position_tracked(self) -> bool {
        self.position == HeadPosition::Tracked
    }
}

/// How well the place of the head is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HeadPosition {
    /// Not at all.
    #[default]
    Unknown,
    /// The device guesses it, as after tracking was lost. The eyes are drawn from there.
    Guessed,
    /// It is tracked.
    Tracked,
}
