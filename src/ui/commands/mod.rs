//! What buttons and keys ask for, from who gives a command to its being done.

pub mod actions;
pub mod carry_out;
pub mod command;
pub mod info;
pub mod orders;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((command::plugin, carry_out::plugin));
}
