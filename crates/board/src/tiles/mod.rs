//! The tiles: colliders, highlights and labels.

pub mod beams;
pub mod cells;
mod counts;
pub mod drawn;
pub mod fading;
pub mod focus;
pub mod handles;
pub mod highlight;
pub mod labels;
mod marking;
pub mod panes;
pub mod paths;
pub mod rim;
mod round;
pub mod threats;
mod through;
pub mod veil;

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
        panes::plugin,
        veil::plugin,
        (paths::plugin, drawn::plugin),
        rim::plugin,
        labels::plugin,
        through::plugin,
    ));
}
