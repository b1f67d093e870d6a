//! How the board turns, and from where it is looked at.

pub mod follow;
pub mod opening;
pub mod spin;
pub mod viewing;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        opening::plugin,
        follow::plugin,
        spin::plugin,
        viewing::plugin,
    ));
}
