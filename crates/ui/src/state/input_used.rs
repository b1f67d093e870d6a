//! The input device of the player at the window, to be told in its words.

use bevy::prelude::*;

/// The input device that was used last at the window.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum InputUsed {
    /// The mouse.
    #[default]
    Mouse,
    /// Fingers on a touch screen.
    Fingers,
    /// The keyboard, to get about.
    Keys,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<InputUsed>();
}
