//! The panel in the world: a picture of user interface that stands beside the
//! board, pointed at with rays.
//!
//! * [`plane`]: points of the world become pixels of the picture, and back.
//! * [`canvas`]: pictures of nodes; `picture`: what shows them is made of.
//! * [`screen`]: the picture, the camera that draws it, and the panel that shows it.
//! * [`place`]: where it stands, and whether it is there at all; [`bulk`]: what of the board it
//!   keeps clear of.
//! * [`rays`]: where a ray meets it.
//! * `redraw`: drawn only when something on it has changed.
//! * `mips`: smaller copies of the pictures, so that text does not glitter.
//! * [`plate`]: a small second picture at the board, while the panel is put away or a clock runs.
//! * `pages`: the pages of the interface are on it.
//! * `seated`: boards of several sizes, for the tests of what stands beside them.
//! * [`tab`]: brings the panel for hands without a menu button.
//!
//! Any tree of nodes is on the panel when its `UiTargetCamera` is the camera of
//! [`PanelScreen`](screen::PanelScreen).

pub mod bulk;
pub mod canvas;
mod mips;
mod picture;
pub mod place;
pub mod plane;
pub mod plate;
pub mod rays;
mod redraw;
pub mod screen;
#[cfg(test)]
mod seated;
pub mod tab;

use bevy::prelude::*;

/// The panel, its picture, and all that keeps it up to date.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        picture::plugin,
        screen::plugin,
        bulk::plugin,
        place::plugin,
        plate::plugin,
        redraw::plugin,
        mips::plugin,
        tab::plugin,
    ));
}
