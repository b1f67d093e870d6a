//! Icochess: chess on a pentakis icosidodecahedron, in a headset or in a window.
//!
//! This crate is the program: [`flat`] is the window, [`audio`] the sound output, [`cli`] the
//! command line, and [`app`] assembles the plugins. It re-exports the crates in `crates/` as
//! modules.

pub mod app;
pub mod audio;
pub mod cli;
pub mod flat;
#[cfg(feature = "host")]
pub mod host;

pub use icochess_base::{display, frame, language, link, platform, schedule};
pub use icochess_board as board;
pub use icochess_board::feedback;
pub use icochess_core::{clock, handover, library, pairing};
pub use icochess_play::{computer, game, interaction};
pub use icochess_store as save;
pub use icochess_ui as ui;
pub use icochess_xr as xr;
