//! The state behind pages and commands, and the choices made on pages.

pub mod annotating;
pub mod announce;
pub mod enumerate;
pub mod friend;
pub mod hand_controls;
pub mod handover;
pub mod lessons;
pub mod pause;
pub mod people;
pub mod photo;
pub mod pointed;
pub mod portraits;
pub mod rows;
pub mod saved;
pub mod screen;
pub mod setup;
pub mod sides;
pub mod status;
pub mod time_setup;
pub mod ui_state;
pub mod window;
pub mod your_turn;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        annotating::plugin,
        announce::plugin,
        (friend::plugin, your_turn::plugin),
        hand_controls::plugin,
        handover::plugin,
        window::plugin,
        saved::plugin,
        people::plugin,
        pointed::plugin,
        portraits::plugin,
        rows::plugin,
        setup::plugin,
        lessons::plugin,
        pause::plugin,
        photo::plugin,
    ));
}
