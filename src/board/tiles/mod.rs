//! The tiles: what pointers meet, and what lies on them.

pub mod beams;
pub mod cells;
pub mod fading;
pub mod focus;
pub mod handles;
pub mod highlight;
pub mod labels;
pub mod threats;
pub mod veil;
pub mod ways;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        cells::plugin,
        focus::plugin,
        fading::plugin,
        beams::plugin,
        handles::plugin,
        threats::plugin,
        highlight::plugin,
        veil::plugin,
        ways::plugin,
        labels::plugin,
    ));
}
