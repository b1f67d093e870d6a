//! Handover of a headset or window between two players. The module reads no devices and no timers.
//!
//! ```text
//!            moved            0.6 s             taken off and put on,
//!    ┌─ turn ──────> landed ─────────> pass ── or "I am …: start" ──┐
//!    │   ^  ^          │ undo           ^                           v
//!    │   │  └──────────┘                ├───── taken off ──────── settle
//!    │   │                              │                           │ the head is still
//!    │   └────── shown ─────────── catch-up <───────────────────────┘
//!    └── taken off ──> pass
//! ```
//!
//! * **Turn**: a player thinks and moves. The clock runs in this phase only.
//! * **Landed**: the piece has moved, and its player may still take the move back. This time counts
//!   as thinking time if they do.
//! * **Pass**: the headset is being passed on, and the board may be hidden.
//! * **Settle**: the next player has the display, and the board waits until their head is still. In
//!   a window the view turns, for a second at most.
//! * **Catch-up**: the opponent's move is shown.
//!
//! [`Handover`] processes a sequence of events, each with its time, which never decreases.
//! [`Handover::hold`] stops and starts a clock accordingly.
//!
//! ```
//! use std::time::Duration;
//! use icochess_core::handover::{Event, Handover, Phase, Timing};
//! use icochess_rules::Side::{Black, White};
//!
//! let second = Duration::from_secs;
//! let mut passed = Handover::new(Timing::HEADSET);
//! let due = Some(White);
//! passed.update(second(0), Event::Begun { due, is_there: true });
//! // White moves, and the piece arrives.
//! passed.update(second(5), Event::Moved(Some(Black)));
//! passed.update(second(6), Event::Arrived);
//! passed.update(second(7), Event::Tick);
//! assert_eq!(passed.phase(), Phase::Pass { is_off: false });
//! assert_eq!(passed.player(), Black);
//! ```

mod machine;

pub use machine::{Event, Handover, Phase, Timing};
