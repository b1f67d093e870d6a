//! The pieces: models, placement and motion.

mod animator;
pub mod carrying;
pub mod choices;
pub mod contact;
mod detail;
mod ghost;
pub mod in_hand;
mod inlays;
pub mod materials;
pub mod meshes;
pub mod models;
mod moving;
pub mod obj;
pub mod piece;
pub mod reserve;
pub mod standing;
pub(crate) mod travel;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        choices::plugin,
        detail::plugin,
        materials::plugin,
        moving::plugin,
        standing::plugin,
        carrying::plugin,
        (in_hand::plugin, ghost::plugin),
        contact::plugin,
    ));
}
