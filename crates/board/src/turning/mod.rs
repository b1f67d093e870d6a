//! Turning and moving the board, and views of it.

pub mod follow;
pub mod opening;
pub mod placing;
pub mod real_table;
pub mod spin;
pub mod viewing;

use bevy::prelude::*;

use crate::pieces::in_hand::InHandSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        opening::plugin,
        placing::plugin,
        real_table::plugin,
        follow::plugin,
        spin::plugin,
        viewing::plugin,
    ))
    .configure_sets(Update, InHandSystems.after(spin::TurnSystems));
}
