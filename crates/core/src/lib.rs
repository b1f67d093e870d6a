//! Match rules beyond legal moves. No Bevy, no files and no wall clock, so a server can run them.
//!
//! * [`game`]: the match; takes requests and the time, returns facts.
//! * [`clock`]: chess clocks.
//! * [`handover`]: passing a headset that two players share.
//! * [`library`]: the index of saved games.
//! * [`pairing`]: the next pair of a tournament.

pub mod clock;
pub mod game;
pub mod handover;
pub mod library;
pub mod pairing;
