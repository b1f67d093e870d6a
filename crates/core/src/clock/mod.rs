//! Chess clocks, without a device and without the time of day.
//!
//! The holder of a [`Clock`] tells it the time with everything that is done: a
//! [`Duration`](std::time::Duration) since some moment, always the same one, that never goes back.
//! So what comes of a game does not hang on how often anyone looks.
//!
//! * `control`: time controls; `text`: the same in PGN.
//! * `pause`: the reasons that a clock stands.
//! * `turn`: what a turn began with and took; `machine`: the clock of a game.
//! * `face`: the display that a player reads.
//! * `record`: the clock in a game's file.
//!
//! ```
//! use std::time::Duration;
//! use icochess_core::clock::{Clock, TimeControl};
//! use icochess_rules::Side;
//!
//! let control: TimeControl = "300+2".parse()?;
//! let mut clock = Clock::new(control, Side::White);
//! let second = Duration::from_secs;
//! clock.start(second(100));
//! let pressed = clock.press(second(110), false)?;
//! assert_eq!((pressed.left, pressed.used), (second(292), second(10)));
//! assert_eq!(clock.remaining(Side::Black, second(115)), second(295));
//! assert_eq!(clock.flag_falls_at(), Some(second(410)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod control;
mod face;
mod machine;
mod pause;
mod record;
mod text;
mod turn;

pub use control::{Bonus, ControlError, SideControl, Stage, TimeControl};
pub use face::{Face, Urgency, text};
pub use machine::{Clock, FlagFell};
pub use pause::{Pause, Pauses};
pub use record::{clock_at_place, clock_of, keep, note_move, set_clock};
pub use turn::{Pressed, Turn};
