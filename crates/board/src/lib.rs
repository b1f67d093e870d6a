//! The board in space: tiles, pieces, marks and rotation.
//!
//! This crate depends on the match and the selection, but not on input devices. The appearance of a
//! board is data: see [`icochess_shape`]. All lengths are in metres. The board's frame has its
//! origin at the centre of rotation.
//!
//! ```text
//! stage  <-  pieces  <-  turning  <-  tiles, pose  <-  map  <-  glass        teaching, picturing  <-  tutorial  <-  puzzles, endings, feedback        effects        room        friend
//! ```
//!
//! [`feedback`] decides on sounds and vibrations, and their timing.

pub mod effects;
pub mod endings;
pub mod feedback;
pub mod friend;
pub mod glass;
pub mod map;
mod picturing;
pub mod pieces;
mod pose;
pub mod puzzles;
pub mod room;
pub mod stage;
pub mod teaching;
pub mod tiles;
pub mod turning;
pub mod tutorial;

use bevy::prelude::*;

use icochess_rules::{AnyPosition, Cell, Role};

pub use stage::root::BoardRoot;
pub use tiles::cover::Covered;

/// Returns the English name of a role on the position's board.
pub fn role_name(position: &dyn AnyPosition, role: Role) -> &'static str {
    position.rules_of(role).name
}

/// Returns the name of a cell as the board shows it, in upper case.
pub fn cell_label(position: &dyn AnyPosition, cell: Cell) -> String {
    position.cell_name(cell).to_uppercase()
}

/// Marks the listener: the head or the camera.
#[derive(Component, Debug, Clone, Copy, Default)]
pub struct Listener;

/// Adds the board.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        stage::plugin,
        pieces::plugin,
        turning::plugin,
        tiles::plugin,
        map::plugin,
        effects::plugin,
        glass::plugin,
        teaching::plugin,
        picturing::plugin,
        tutorial::plugin,
        puzzles::plugin,
        endings::plugin,
        friend::plugin,
    ));
}
