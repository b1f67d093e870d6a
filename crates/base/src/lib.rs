//! What all parts of the game stand on.
//!
//! * [`schedule`]: the order of a frame; [`frame`]: when the next one is needed; [`watch`]: lists
//!   of resources that a system runs on changes of.
//! * [`display`]: what the players look through.
//! * [`platform`]: what differs from system to system.
//! * [`language`]: what players read, in the language that they choose; [`link`]: addresses that
//!   open a game in a browser.

pub mod display;
pub mod frame;
pub mod language;
pub mod link;
pub mod platform;
pub mod schedule;
pub mod watch;
