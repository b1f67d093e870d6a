//! The shape of a board in space, as data: where its cells lie, what its parts look like,
//! how it turns, and from where it is looked at. All lengths are metres, all angles
//! radians; a board's own frame has its origin at the point that it turns about.
//!
//! ```text
//! mesh <- flat, solid <- lettering
//! frame, seat <- sight <- hold <- view, inside, piece, tutorial <- shape <- table
//! ```

mod flat;
mod frame;
mod hold;
mod inside;
pub mod lettering;
mod mesh;
mod piece;
mod seat;
mod shape;
mod sight;
mod solid;
pub mod table;
mod tutorial;
mod view;

pub use flat::{Flat, inset};
pub use frame::frame;
pub use hold::{Hold, Home};
pub use inside::{Cut, Inside};
pub use mesh::{Material, TriangleMesh};
pub use piece::{PieceKind, height};
pub use seat::{Overview, Seat, Stance};
pub use shape::{
    Fixture, Handle, Handles, Lesson, Names, Neighbours, Part, Place, PlaceKind, Relation, Rule,
    Shape, Shows, Stand,
};
pub use sight::{IN_SIGHT, is_in_sight, is_turned_away, turned_to_see};
pub use solid::{CORNERS, Solid};
pub use tutorial::{Step, Task};
pub use view::{View, Viewpoint, axes};
