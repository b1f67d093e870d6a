//! The panel in the world: a picture of the user interface next to the board, for use with rays.
//!
//! * [`plane`]: conversion between world points and pixels of the picture.
//! * [`canvas`]: render targets for nodes; `picture`: their material; `redraw` and `mips`: when the
//!   targets are drawn, and their mip levels.
//! * [`screen`]: the picture, its camera, and the panel that shows it.
//! * [`place`]: position and visibility; [`bulk`]: the space of the board to keep clear.
//! * [`bar`]: the handle below the panel that moves it.
//! * [`rays`]: intersections with rays.
//! * [`plate`]: a small second picture at the board, while the panel is hidden or a clock runs.
//! * `seated`: boards of several sizes, for tests.
//! * [`tab`]: opens the panel for hands without a menu button.
//! * [`wrist`]: a small menu at a hand.
//!
//! Any tree of nodes appears on the panel if its `UiTargetCamera` is the camera of
//! [`PanelScreen`](screen::PanelScreen).

pub mod bar;
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
pub mod wrist;

use bevy::prelude::*;

/// Adds the panel, its picture, and the systems that update them.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        picture::plugin,
        screen::plugin,
        place::plugin,
        bar::plugin,
        plate::plugin,
        redraw::plugin,
        mips::plugin,
        tab::plugin,
        wrist::plugin,
    ));
}
