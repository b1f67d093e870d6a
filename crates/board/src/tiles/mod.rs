//! The tiles: colliders, highlights and labels.

pub mod cells;
mod counts;
pub mod cover;
pub mod drawn;
pub mod fading;
pub mod focus;
pub mod handles;
pub mod highlight;
pub mod inner_paths;
pub mod labels;
mod marking;
pub mod panes;
pub mod paths;
pub mod rim;
mod round;
pub mod threats;
mod through;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        cells::plugin,
        focus::plugin,
        fading::plugin,
        inner_paths::plugin,
        handles::plugin,
        threats::plugin,
        highlight::plugin,
        panes::plugin,
        cover::plugin,
        (paths::plugin, drawn::plugin),
        rim::plugin,
        labels::plugin,
        through::plugin,
    ));
}
