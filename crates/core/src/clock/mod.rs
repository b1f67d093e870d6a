//! Chess clocks that read no timer of their own.
//!
//! Every call to a [`Clock`] passes the current time: a [`Duration`](std::time::Duration) since a
//! fixed moment, which never decreases. Results therefore don't depend on how often the clock is
//! polled.
//!
//! * `control`: time controls; `text`: their PGN notation.
//! * `pause`: reasons for a stopped clock.
//! * `turn`: times at the start and end of a turn; `machine`: the clock of a game.
//! * `face`: the display.
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
pub use record::{SavedClock, SavedTime, annotate_move, clock_at_place, clock_of, keep, set_clock};
pub use turn::{Pressed, Turn};
