//! The panel in the world: a picture of user interface that stands beside the
//! board, pointed at with rays.
//!
//! * [`plane`]: points of the world become pixels of the picture, and back.
//! * [`canvas`]: pictures of nodes; `picture`: what shows them is made of; `redraw` and `mips`: when they
//!   are drawn, and their smaller copies.
//! * [`screen`]: the picture, the camera that draws it, and the panel that shows it.
//! * [`place`]: where it stands, and whether it is there at all; [`bulk`]: what of the board it
//!   keeps clear of.
//! * [`rays`]: where a ray meets it.
//! * [`plate`]: a small second picture at the board, while the panel is put away or a clock runs.
//! * `seated`: boards of several sizes, for the tests of what stands beside them.
//! * [`tab`]: brings the panel for hands without a menu button.
//!
//! Any tree of nodes is on the panel when its `UiTargetCamera` is the camera of
//! [`PanelScreen`](screen::PanelScreen).

pub mod bulk;
pub mod canvas;
mod mips;
pub(crate) mod picture;
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
