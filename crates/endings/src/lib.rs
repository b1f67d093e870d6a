//! Endings with few pieces, solved: distance to mate from every position.
//!
//! The solver works back from the mates of a class of material, on any board of `icochess_rules` that
//! [`Endings`] supports. A table has a byte for each position, up to symmetry: symmetries of the board
//! map the two kings to one pair of an orbit. The ball has 120 symmetries, and its class of four men
//! takes less than 1 MB.
//!
//! Imports between the modules go one way:
//!
//! ```text
//! class <- geometry <- table <- solve <- endings <- random
//! ```

mod class;
mod endings;
mod geometry;
mod random;
mod solve;
mod table;

pub use class::{EndingClass, MAX_MEN};
pub use endings::{Counts, Endings, Probe};
pub use geometry::symmetries;
pub use table::Table;
