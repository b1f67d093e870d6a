//! The board in space: tiles, pieces, marks, and how it turns.
//!
//! It knows the match, the selection and nothing of devices. The looks of boards are data: see
//! [`icochess_shape`]. All lengths are metres; the board's own frame has its
//! origin at the point that the board turns about.
//!
//! ```text
//! stage  <-  pieces  <-  turning  <-  tiles, pose  <-  map  <-  glass        teaching, picturing  <-  tutorial  <-  feedback        moments        room
//! ```
//!
//! [`feedback`] is what is heard and felt of it, and when.

pub mod feedback;
pub mod glass;
pub mod map;
pub mod moments;
mod picturing;
pub mod pieces;
mod pose;
pub mod room;
pub mod stage;
pub mod teaching;
pub mod tiles;
pub mod turning;
pub mod tutorial;

use bevy::prelude::*;

use icochess_rules::{AnyPosition, Cell, Role};

pub use stage::root::BoardRoot;
pub use tiles::veil::Veiled;

/// English name of a role of a position's board.
pub fn role_name(position: &dyn AnyPosition, role: Role) -> &'static str {
    position.rules_of(role).name
}

/// The name of a cell as the board shows it: upper case.
pub fn cell_label(position: &dyn AnyPosition, cell: Cell) -> String {
    position.cell_name(cell).to_uppercase()
}

/// The entity whose place and direction are the listener's: the head or the
/// camera.
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
        moments::plugin,
        glass::plugin,
        teaching::plugin,
        picturing::plugin,
        tutorial::plugin,
    ));
}
