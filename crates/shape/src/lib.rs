//! The shape of a board in space, as data: the places of its cells, the appearance of its parts,
//! its rotation and its viewpoints. Lengths are in metres, angles in radians. The origin of a
//! board's frame is the point about which it turns.
//!
//! ```text
//! mesh <- flat, solid; flat, glyphs <- lettering
//! detail; piece <- inlay; frame, seat <- sight <- hold <- view, inside, piece, room, tutorial <- shape <- table, map, footprint
//! ```

mod detail;
mod flat;
mod footprint;
mod frame;
#[rustfmt::skip]
mod glyphs;
mod hold;
pub mod inlay;
mod inside;
pub mod lettering;
mod map;
mod mesh;
mod piece;
mod room;
mod seat;
mod shape;
mod sight;
mod solid;
pub mod table;
mod tutorial;
mod view;

pub use detail::Detail;
pub use flat::inset;
pub use frame::frame;
pub use hold::{Hold, Home};
pub use inside::{Cut, Inside};
pub use map::Map;
pub use mesh::{Grain, Material, TriangleMesh};
pub use piece::{PieceKind, height};
pub use room::Room;
pub use seat::{IN_REACH, Overview, SHOULDERS, Seat, Stance};
pub use shape::{
    Fixture, Handle, Handles, Lesson, Names, Neighbours, Part, Place, PlaceKind, Relation, Rule,
    RulePicture, Shape, Stand,
};
pub use sight::{AT_HOME, IN_SIGHT, from_middle, is_in_sight, is_turned_away, turned_to_see};
pub use solid::CORNERS;
pub use tutorial::{Step, Task};
pub use view::{View, Viewpoint, axes};
