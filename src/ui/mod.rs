//! What players read and press: the same words and commands on the flat
//! screen and on the panel in the world.

pub mod commands;
pub mod evaluation;
pub mod hud;
mod notices;
pub mod panel;
mod senses;
pub mod status;
pub mod theme;
mod words;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        commands::plugin,
        notices::plugin,
        status::plugin,
        evaluation::plugin,
        senses::plugin,
    ));
}
