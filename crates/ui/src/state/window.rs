//! What the window has room for, and what it is used with.

use bevy::prelude::*;

use icochess_store::settings::Settings;

/// The least width and height of what fingers press, logical pixels of the interface; `None` where
/// a mouse presses it.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub struct Fingertip(pub Option<f32>);

/// The greatest size of text that the window has room for, a part of the usual one, as in the
/// settings; `None` where it has room for any.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub struct MostLetters(pub Option<f32>);

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

/// The list of moves in a window where it has no room beside the board: there it lies over the board
/// while it is wanted.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct SmallWindow {
    /// Whether the window is as narrow as that of a telephone, or as low and no wider.
    pub is_small: bool,
    /// Whether the list is wanted there.
    pub shows_moves: bool,
}

impl SmallWindow {
    /// Whether the moves are shown on the page of the game.
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
        .init_resource::<MostLetters>()
        .init_resource::<InputUsed>()
        .init_resource::<SmallWindow>();
}
