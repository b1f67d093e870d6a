//! What pages are made of: boxes, texts and controls, and how what they show follows the state.

pub mod access;
pub mod act;
pub mod bind;
pub mod build;
pub mod compass;
pub mod controls;
pub mod field;
pub mod hold;
pub mod keys;
pub mod look;
pub mod pointed;
pub mod senses;
pub mod typed;
pub mod typing;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        bind::plugin,
        act::plugin,
        hold::plugin,
        senses::plugin,
        look::plugin,
        field::plugin,
        pointed::plugin,
        compass::plugin,
    ));
}
