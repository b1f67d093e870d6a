//! The board in space: tiles, pieces, marks, and how it turns.
//!
//! Knows the match, the selection and nothing of devices. What boards look like
//! is data: [`shape`] says of what kind, [`ball`] and [`table`] are the shapes.
//! All lengths are metres; the board's own frame has its origin at the point that the
//! board turns about.

pub mod ball;
pub mod beams;
mod carrying;
pub mod cells;
pub mod choices;
pub mod decals;
mod fading;
pub mod fit;
pub mod focus;
pub mod follow;
mod frame;
mod handing;
mod handles;
pub mod highlight;
pub mod hold;
pub mod inside;
pub mod labels;
pub mod lettering;
pub mod looks;
pub mod motion;
mod names;
pub mod octahedron;
pub mod opening;
pub mod palette;
pub mod parts;
mod piece_looks;
pub mod piece_mesh;
pub mod pieces;
pub mod quality;
pub mod rays;
pub mod reserve;
pub mod room;
mod root;
mod seat;
pub mod shape;
pub mod shapes;
pub mod sight;
mod solid;
pub mod spin;
pub mod spread;
pub mod table;
pub mod taught;
pub mod teaching;
pub mod trek;
mod trek_grid;
mod trek_stand;
pub mod view;
pub mod viewing;

use bevy::prelude::*;

pub use frame::frame;
pub use handing::Veiled;
pub use names::{cell_label, role_name};
pub use root::BoardRoot;
pub use seat::Seat;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        root::plugin,
        motion::plugin,
        parts::plugin,
        cells::plugin,
        choices::plugin,
        (palette::plugin, piece_looks::plugin, pieces::plugin),
        (
            opening::plugin,
            focus::plugin,
            fading::plugin,
            beams::plugin,
        ),
        (carrying::plugin, taught::plugin, teaching::plugin),
        (handles::plugin, highlight::plugin, follow::plugin),
        handing::plugin,
        labels::plugin,
        quality::plugin,
        rays::plugin,
        spin::plugin,
        viewing::plugin,
    ));
}
