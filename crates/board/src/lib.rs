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

pub use stage::names::{cell_label, role_name};
pub use stage::root::BoardRoot;
pub use tiles::veil::Veiled;

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
