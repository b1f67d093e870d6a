//! The handover of a headset, or of the place before a screen, from one player to the other,
//! without a device and without the time of day.
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
//! * **Turn**: a player plays; only now time runs and moves are made.
//! * **Landed**: the piece stands where it went; who moved may still take it back, and pays
//!   for the time until then.
//! * **Pass**: the headset is on its way, and nobody is to study the board.
//! * **Settle**: somebody has it; the board waits for a head that is still. Before a screen the
//!   view turns meanwhile, for a second at most.
//! * **Catch-up**: what the other one did is shown.
//!
//! [`Handover`] takes what happens, one event after the other, each with the time at
//! which it did, which never goes back; [`Handover::hold`] keeps a clock by it.
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
