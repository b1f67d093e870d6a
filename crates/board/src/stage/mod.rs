//! The base of everything on the board: its shape, its parts, its looks, and the position
//! that it shows.

pub mod decals;
pub mod drawing;
pub mod fit;
pub mod grain;
pub mod inlaid;
pub mod looks;
pub mod motion;
pub mod palette;
pub mod parts;
pub mod quality;
pub mod rays;
pub mod reach;
pub mod root;
pub mod shape;
pub mod spots;
pub mod spread;
pub mod switches;
pub mod taught;
pub mod texture;

use bevy::prelude::*;

use icochess_store::choices::RoomChoice;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RoomChoice>().add_plugins((
        root::plugin,
        switches::plugin,
        grain::plugin,
        drawing::plugin,
        motion::plugin,
        parts::plugin,
        palette::plugin,
        taught::plugin,
        quality::plugin,
        rays::plugin,
    ));
}
