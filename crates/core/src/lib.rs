//! Match rules beyond legal moves. The crate uses no Bevy, no files and no wall clock, so a server
//! can run it.
//!
//! * [`game`]: the match; takes requests and the time, returns facts.
//! * [`clock`]: chess clocks.
//! * [`handover`]: passing a headset that two players share.
//! * [`library`]: the list of saved games.
//! * [`pairing`]: the next pair of a tournament.
//!
//! ```
//! use icochess_boards::Variant;
//! use icochess_core::game::Match;
//!
//! let game = Match::new(Variant::Icochess.board().new_game());
//! assert!(game.outcome().is_none() && !game.is_looking_back());
//! ```
//!
//! [`game`] has a longer example.

pub mod clock;
pub mod game;
pub mod handover;
pub mod library;
pub mod pairing;
