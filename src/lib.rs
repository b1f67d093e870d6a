//! Icochess: chess on a pentakis icosidodecahedron, in a headset or in a
//! window.
//!
//! Each module may use those to its left (a test holds the sources to it):
//!
//! ```text
//! clock  <-  handover  <-  game  <-  computer  <-  interaction  <-  board  <-  feedback  <-  save | audio | ui  <-  flat | xr  <-  app  <-  main
//! ```
//!
//! * [`clock`]: chess clocks, without Bevy.
//! * [`handover`]: who has the headset, and whose time runs, where two share one; without
//!   Bevy too.
//! * [`game`]: the match; requests in, facts out.
//! * [`computer`]: the computer as a player of the match.
//! * [`interaction`]: from pointers, whichever device moves them, to requests.
//! * [`board`]: the board in space.
//! * [`feedback`]: what is heard and felt, and when.
//! * [`save`], [`audio`], [`ui`]: files, sounds and words follow the facts.
//! * [`flat`], [`xr`]: the devices; they never know each other.
//! * [`app`]: puts the program together; [`cli`] is what it is asked,
//!   [`schedule`] the order of a frame, [`frame`] when the next one is needed, `watch` the lists of
//!   resources that a system runs on changes of, [`display`] what the players look through,
//!   [`relaunch`] how it goes on when the headset's runtime is gone. [`platform`] is what differs
//!   from system to system.
//!
//! Rules, engine, boards and the workbench are crates of their own, in `crates/`.
//! [`library`] is what a list tells of saved games, [`pairing`] who plays whom next, [`link`] the
//! addresses that open a game; [`language`] says what players read in the language that they choose.

pub mod app;
pub mod audio;
pub mod cli;
pub mod flat;

pub use icochess_base::{display, frame, language, link, platform, schedule};
pub use icochess_board as board;
pub use icochess_board::feedback;
pub use icochess_core::{clock, handover, library, pairing};
pub use icochess_play::{computer, game, interaction};
pub use icochess_store as save;
pub use icochess_ui as ui;
pub use icochess_xr as xr;
