//! The base of everything on the board: its shape, its parts, its looks, and the position
//! that it shows.

pub mod decals;
pub mod drawing;
pub mod fit;
pub mod glass;
pub mod grain;
pub mod inlaid;
pub mod learning;
pub mod light;
pub mod looks;
pub mod mapped;
pub mod motion;
pub mod names;
pub mod palette;
pub mod parts;
pub mod pictured;
pub mod pointed;
pub mod quality;
pub mod rays;
pub mod reach;
pub mod rooms;
pub mod root;
pub mod shape;
pub mod spots;
pub mod spread;
pub mod taught;
pub mod texture;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        root::plugin,
        glass::plugin,
        grain::plugin,
        learning::plugin,
        light::plugin,
        mapped::plugin,
        motion::plugin,
        parts::plugin,
        palette::plugin,
        taught::plugin,
        pictured::plugin,
        pointed::plugin,
        quality::plugin,
        rays::plugin,
        rooms::plugin,
    ));
}
