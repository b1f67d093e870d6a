//! A window as small as that of a telephone.

use bevy::prelude::*;

use icochess_store::settings::Settings;

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
    app.init_resource::<SmallWindow>();
}
