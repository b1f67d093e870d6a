//! Boards as tables: cells, the lines of sliders, the leaps of other pieces, and their packed
//! forms.
//!
//! ```text
//! by_cell, line, layout, storage <- lattice, docks <- packed <- equipment
//! ```

pub(crate) mod by_cell;
pub(crate) mod docks;
pub(crate) mod equipment;
pub(crate) mod lattice;
pub(crate) mod layout;
pub(crate) mod line;
pub(crate) mod packed;
pub(crate) mod storage;
