//! Icochess: chess on a pentakis icosidodecahedron, in a headset or in a
//! window.
//!
//! Who may know whom, from left to right (a test holds the sources to it):
//!
//! ```text
//! rules  <-  clock  <-  handover  <-  game  <-  computer  <-  interaction  <-  board  <-  feedback  <-  save | audio | ui  <-  flat | xr  <-  app  <-  main
//! ```
//!
//! * [`rules`]: pure: boards as tables, positions, move and position text.
//! * [`clock`]: chess clocks, as pure.
//! * [`handover`]: who has the headset, and whose time runs, where two share one; as pure.
//! * [`game`]: the match; requests in, facts out.
//! * [`computer`]: the computer as a player of the match.
//! * [`interaction`]: from pointers, whichever device moves them, to requests.
//! * [`board`]: the board in space.
//! * [`feedback`]: what is heard and felt, and when.
//! * [`save`], [`audio`], [`ui`]: files, sounds and words follow the facts.
//! * [`flat`], [`xr`]: the devices; they never know each other.
//! * [`app`]: puts the program together; [`cli`] is what it is asked,
//!   [`schedule`] the order of a frame, [`relaunch`] how it goes on when the
//!   headset's runtime is gone.
//!
//! Without the app there is a shorter row, which shares only the rules with it:
//! `rules <- engine <- arena <- tune | uci <- cli <- main`. [`engine`] is how the
//! computer finds its moves, [`arena`] lets players play each other, [`tune`]
//! finds the weights of its evaluation in such games, [`uci`] is the talk with
//! other programs, which has no need of the arena.
//! [`library`] is what a list tells of saved games; [`save`] reads and writes them.
//! [`language`] says what players read in the language that they choose.
//! In the app, only [`computer`] and what shows and keeps its settings know the
//! engine.

pub mod arena;
pub mod cli;
pub mod clock;
pub mod engine;
pub mod handover;
pub mod library;
pub mod rules;
pub mod tune;
pub mod uci;

#[cfg(feature = "app")]
pub mod app;
#[cfg(feature = "app")]
pub mod audio;
#[cfg(feature = "app")]
pub mod board;
#[cfg(feature = "app")]
pub mod computer;
#[cfg(feature = "app")]
pub mod feedback;
#[cfg(feature = "app")]
pub mod flat;
#[cfg(feature = "app")]
pub mod game;
#[cfg(feature = "app")]
pub mod interaction;
#[cfg(feature = "app")]
pub mod language;
#[cfg(feature = "app")]
pub mod relaunch;
#[cfg(feature = "app")]
pub mod save;
#[cfg(feature = "app")]
pub mod schedule;
#[cfg(feature = "app")]
pub mod ui;
#[cfg(feature = "app")]
pub mod xr;
