//! The room that players choose for the board.

use bevy::prelude::*;

pub use icochess_store::choices::RoomChoice;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RoomChoice>();
}
