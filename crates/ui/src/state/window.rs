//! Size limits of the window, and its input device.

use bevy::prelude::*;

use icochess_store::settings::Settings;

/// The minimum width and height of touch targets, in logical pixels of the interface; `None` for a
/// mouse.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub struct Fingertip(pub Option<f32>);

/// The maximum text size that fits in the window, as a factor like in the settings; `None` without
/// a limit.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub struct TextSizeLimit(pub Option<f32>);

/// The last used input device at the window.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum InputUsed {
    /// The mouse.
    #[default]
    Mouse,
    /// Fingers on a touch screen.
    Fingers,
    /// The keyboard, for navigation.
    Keys,
}

/// The move list of a small window, where it covers the board while open.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct SmallWindow {
    /// Whether the window is as narrow as a phone in portrait, or as low as one in landscape.
    pub is_small: bool,
    /// Whether the list is open.
    pub shows_moves: bool,
}

impl SmallWindow {
    /// Returns whether the game page shows the moves.
    pub fn shows_moves(self, settings: &Settings) -> bool {
        if self.is_small {
            self.shows_moves
        } else {
            settings.move_list
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Fingertip>()
        .init_resource::<TextSizeLimit>()
        .init_resource::<InputUsed>()
        .init_resource::<SmallWindow>();
}
