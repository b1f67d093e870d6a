//! What a game for two people is beside its moves: no Bevy, no files, no time of day.
//!
//! * [`game`]: the match; requests and the time go in, facts come out.
//! * [`clock`]: chess clocks.
//! * [`handover`]: who has the headset, and whose time runs, where two share one.
//! * [`library`]: what a list tells of saved games; [`pairing`]: who plays whom next.

pub mod clock;
pub mod game;
pub mod handover;
pub mod library;
pub mod pairing;
