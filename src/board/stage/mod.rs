//! The base of everything on the board: its shape, its parts, its looks, and the position
//! that it shows.

pub mod decals;
pub mod fit;
pub mod learning;
pub mod looks;
pub mod motion;
pub mod names;
pub mod palette;
pub mod parts;
pub mod pictured;
pub mod quality;
pub mod rays;
pub mod root;
pub mod shape;
pub mod spread;
pub mod taught;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        root::plugin,
        learning::plugin,
        motion::plugin,
        parts::plugin,
        palette::plugin,
        taught::plugin,
        pictured::plugin,
        quality::plugin,
        rays::plugin,
    ));
}
