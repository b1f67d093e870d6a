//! The building blocks of pages: boxes, texts and controls, and their bindings to the state.

pub mod access;
pub mod act;
pub mod bind;
pub mod build;
mod cards;
pub mod choice;
pub mod compass;
pub mod control_style;
pub mod controls;
mod entries;
pub mod explain;
pub mod field;
pub mod fingertip;
pub mod focus;
pub mod focus_navigation;
mod hairline;
pub mod hold;
pub mod input_used;
pub mod keys;
pub mod move_field;
pub mod paging;
pub mod peek;
pub mod presses;
pub mod room;
pub mod scroll;
pub mod senses;
pub mod slider;
mod tools;
pub mod typing;

use bevy::prelude::*;

use crate::workarounds;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((room::plugin, workarounds::relayout::plugin))
        .add_plugins((
            bind::plugin,
            act::plugin,
            choice::plugin,
            hold::plugin,
            peek::plugin,
            senses::plugin,
            control_style::plugin,
            field::plugin,
            fingertip::plugin,
            hairline::plugin,
            compass::plugin,
            explain::plugin,
            workarounds::lines::plugin,
            scroll::plugin,
            typing::plugin,
        ));
}
