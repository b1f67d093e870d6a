//! The state that pages and commands are read from, and the choices on pages.

pub mod announce;
pub mod apply;
pub mod enumerate;
pub mod fingertip;
pub mod hand_controls;
pub mod handover;
pub mod input_used;
pub mod letters;
pub mod pause;
pub mod people;
pub mod pointed;
pub mod portraits;
pub mod rows;
pub mod rule_shown;
pub mod saved;
pub mod screen;
pub mod setup;
pub mod sides;
pub mod small_window;
pub mod time_setup;
pub mod tutorial;
pub mod ui_state;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        announce::plugin,
        hand_controls::plugin,
        handover::plugin,
        (input_used::plugin, fingertip::plugin),
        (letters::plugin, small_window::plugin),
        apply::plugin,
        saved::plugin,
        people::plugin,
        pointed::plugin,
        portraits::plugin,
        rows::plugin,
        rule_shown::plugin,
        tutorial::plugin,
        pause::plugin,
    ));
}
