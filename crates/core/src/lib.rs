//! The rules around the moves of a game. They use no Bevy, no files and no wall clock, so a server can
//! run them.
//!
//! * [`game`]: the match: requests and the time go in, facts come out.
//! * [`clock`]: chess clocks.
//! * [`handover`]: the handover of a headset that two players share.
//! * [`library`]: the index of saved games; [`pairing`]: the next pair of a tournament.

pub mod clock;
pub mod game;
pub mod handover;
pub mod library;
pub mod pairing;
