//! The commands of buttons and keys, from the request to the action.

pub mod actions;
pub mod carry_out;
pub mod command;
mod conditions;
pub mod info;
pub mod orders;
mod series;
mod words;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((command::plugin, carry_out::plugin, series::plugin));
}
