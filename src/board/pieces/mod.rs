//! The pieces: their models, where they stand, and how they get there.

pub mod carrying;
pub mod choices;
mod detail;
pub mod materials;
pub mod meshes;
pub mod models;
pub mod obj;
pub mod piece;
pub mod reserve;
pub mod standing;
mod workshop;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        choices::plugin,
        detail::plugin,
        materials::plugin,
        standing::plugin,
        carrying::plugin,
    ));
}
