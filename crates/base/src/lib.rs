//! Foundations shared by all parts of the game.
//!
//! * [`schedule`]: order of systems in a frame; [`frame`]: requests for the next frame; [`watch`]:
//!   run conditions over lists of resources.
//! * [`display`]: window or headset.
//! * [`platform`]: differences between operating systems and the browser.
//! * [`language`]: translated text; [`link`]: addresses that open a game in a browser.
//!
//! ```
//! use icochess_base::language::Words;
//! use icochess_message::msg;
//!
//! let mut words = Words::default();
//! words.choose("de");
//! assert_eq!(words.say(&msg!("moves-count", count = 2)), "2 Züge");
//! ```

pub mod display;
pub mod frame;
pub mod language;
pub mod link;
pub mod platform;
pub mod schedule;
pub mod watch;
