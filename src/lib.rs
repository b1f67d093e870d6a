//! Icochess: chess on a pentakis icosidodecahedron.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod cli;
pub mod rules;
