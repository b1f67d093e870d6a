//! The match: takes requests and the time, returns facts.
//!
//! * [`requests`] and [`facts`]: the match's input and output.
//! * [`Referee`]: carries out requests; [`SeatRequest`]: those of players over a network.
//! * `state`: the match itself; `looking`: browsing and annotating it; `fact_queue`: the queue of
//!   facts.
//! * [`clock`]: the clock of the match; [`handover`]: the handover of a shared display;
//!   [`seating`]: the players' seats.
//!
//! ```
//! use std::time::Duration;
//! use icochess_boards::Variant;
//! use icochess_core::clock::set_clock;
//! use icochess_core::game::clock::{GameClock, Surroundings};
//! use icochess_core::game::handover::{GameHandover, HandoverOptions};
//! use icochess_core::game::requests::GameRequest;
//! use icochess_core::game::{Match, Referee};
//! use icochess_rules::{Outcome, Side};
//!
//! let mut record = Variant::Chess.board().new_game();
//! set_clock(record.make_mut(), Some(&"60+1".parse()?));
//! let second = Duration::from_secs;
//! let mv = record.position().parse_uci("e2e4")?;
//! let mut referee = Referee {
//!     clock: &mut GameClock::of(&record),
//!     game: &mut Match::new(record),
//!     handover: &mut GameHandover::default(),
//!     options: &HandoverOptions::default(),
//!     asks: true,
//!     surroundings: Surroundings::default(),
//!     at: second(100),
//! };
//! let served = referee.serve([mv], &[]);
//! assert!(served.is_changed && served.facts[0].moved().is_some());
//! // Black runs out of time, which passes in steps: in a long one the machine has slept.
//! let fell = (100..200).find_map(|at| referee.clock.tick(second(at), second(at + 1)));
//! assert_eq!(fell, Some(Side::Black));
//! referee.at = second(161);
//! referee.serve([], &[&GameRequest::TimeOut(Side::Black)]);
//! let winner = Side::White;
//! assert_eq!(referee.game.outcome(), Some(Outcome::TimeForfeit { winner }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod clock;
mod fact_queue;
pub mod facts;
pub mod handover;
mod looking;
mod referee;
pub mod requests;
mod seat_request;
pub mod seating;
mod state;

pub use referee::{Referee, Served};
pub use seat_request::{SeatError, SeatRequest};
pub use state::{Match, Takeback, TakebackOffer};
