//! Clock of the match, and the pauses that stop it.

use std::time::Duration;

use super::requests::ClockRequest;
use super::seating::Seating;
use crate::clock::{Clock, Pause, Pauses, Pressed, SavedClock, Turn, clock_at_place, clock_of};
use icochess_rules::{Record, Side};

/// Clock of the match, if it has one. Changes with events only, not as time passes.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_ecs::prelude::Resource))]
pub struct GameClock {
    pub(super) clock: Option<Clock>,
    /// Turns ended by moves since the game started or was loaded. `None` for a move made as the
    /// flag fell.
    turns: Vec<Option<Turn>>,
    /// Whether two people play here. If so, neither may think while the clock is stopped.
    is_for_two: bool,
    /// Whether a server keeps the time. This clock then only shows it: it can't pause, and no flag
    /// falls.
    is_remote: bool,
}

impl GameClock {
    fn new(clock: Option<Clock>, record: &Record) -> Self {
        let seating = Seating::of(record);
        let is_remote = seating.is_remote();
        Self {
            clock: if is_remote {
                clock.map(Clock::without_flag)
            } else {
                clock
            },
            turns: Vec::new(),
            is_for_two: seating.is_for_two() && !is_remote,
            is_remote,
        }
    }

    /// Creates the clock of a game.
    pub fn of(record: &Record) -> Self {
        Self::new(clock_of(&**record), record)
    }

    /// Creates the clock of a game that continues at another position of its record.
    pub(super) fn at_place(record: &Record) -> Self {
        Self::new(clock_at_place(&**record), record)
    }

    /// Adds the pauses of the surroundings to the clock.
    pub(super) fn within(mut self, surroundings: Surroundings, at: Duration) -> Self {
        if let Some(clock) = self.clock.as_mut().filter(|_| !self.is_remote) {
            for why in surroundings.0.iter() {
                clock.pause(at, why);
            }
        }
        self
    }

    /// Returns the clock, if the game has one.
    pub const fn get(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Presses the clock after a move. Returns the move's cost, or `None` if the flag had fallen.
    pub(super) fn press(&mut self, at: Duration, ends: bool) -> Option<Pressed> {
        let pressed = self.clock.as_mut()?.press(at, ends).ok();
        self.turns.push(pressed.map(|pressed| pressed.turn));
        pressed
    }

    /// Advances the clock from one moment to another. Returns the side whose flag has fallen.
    pub fn tick(&mut self, from: Duration, at: Duration) -> Option<Side> {
        let clock = self.clock.as_mut().filter(|_| !self.is_remote)?;
        clock.tick(from, at).err().map(|fell| fell.0)
    }

    /// Executes clock requests. Returns whether the clock's pauses or its running state changed.
    pub fn obey(&mut self, at: Duration, requests: &[ClockRequest]) -> bool {
        let Some(clock) = self.clock.as_mut().filter(|_| !self.is_remote) else {
            return false;
        };
        let before = (clock.pauses(), clock.runs());
        for request in requests {
            match *request {
                ClockRequest::Pause(why) => clock.pause(at, why),
                ClockRequest::Release(why) => clock.release(at, why),
                ClockRequest::Resume => clock.resume(at),
            }
        }
        before != (clock.pauses(), clock.runs())
    }

    /// Sets the clock to the times of another referee, for a game over a network.
    pub fn sync(&mut self, at: Duration, record: &Record, saved: &SavedClock, runs: bool) {
        let mut record = record.clone();
        saved.write_to(record.make_mut());
        let mut clock = clock_of(&*record);
        if let Some(clock) = clock.as_mut().filter(|_| runs) {
            clock.resume(at);
        }
        self.clock = if self.is_remote {
            clock.map(Clock::without_flag)
        } else {
            clock
        };
    }

    /// Returns whether the clock is running.
    pub fn runs(&self) -> bool {
        self.clock.as_ref().is_some_and(Clock::runs)
    }

    /// Takes back the last move. `has_waited` means that the clock was stopped after the move while
    /// its player could keep thinking. In that case, that time counts towards the turn.
    pub(super) fn take_back(&mut self, at: Duration, has_waited: bool) {
        let mut turn = self.turns.pop().flatten();
        if has_waited {
            turn = turn.map(|turn| turn.lasting_until(at));
        }
        if let Some(clock) = &mut self.clock {
            clock.take_back(at, turn);
        }
    }

    /// Returns whether the clock is stopped in a game that has started and isn't over.
    pub fn is_paused(&self) -> bool {
        let clock = self.clock.as_ref().filter(|clock| clock.is_in_progress());
        clock.is_some_and(|clock| !clock.runs())
    }

    /// Returns whether a handover of the display stops the clock.
    pub fn is_handed_over(&self) -> bool {
        let clock = self.clock.as_ref();
        clock.is_some_and(|clock| clock.pauses().contains(Pause::Passing))
    }

    /// Returns whether a pause hides the board of a game in progress.
    pub fn hides_board(&self) -> bool {
        self.is_kept_from(Pause::hides_board)
    }

    /// Returns whether a pause forbids moves.
    pub fn refuses_moves(&self) -> bool {
        let clock = self.clock.as_ref().filter(|clock| !clock.is_over());
        clock.is_some_and(Clock::refuses_moves) || self.is_kept_from(Pause::refuses_moves)
    }

    /// Returns whether the clock waits for the window or headset to regain focus. Continue doesn't
    /// end this pause.
    pub fn waits_for_focus(&self) -> bool {
        let clock = self.clock.as_ref();
        clock.is_some_and(|clock| clock.pauses().contains(Pause::Unfocused))
    }

    /// Returns whether a game in progress has a pause of this kind. With two people, any pause that
    /// a move would end counts too: both must agree to continue. A single player may just move, at
    /// no cost to anybody else.
    fn is_kept_from(&self, is_kind: fn(Pause) -> bool) -> bool {
        let clock = self.clock.as_ref().filter(|clock| clock.is_in_progress());
        clock.is_some_and(|clock| {
            let is_agreed = |pause: Pause| self.is_for_two && pause.ends_with_move();
            let mut pauses = clock.pauses().iter();
            pauses.any(|pause| is_kind(pause) || is_agreed(pause))
        })
    }
}

/// Pauses that apply to any game on the board, with or without a clock. A new clock starts with
/// them.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_ecs::prelude::Resource))]
pub struct Surroundings(Pauses);

impl Surroundings {
    /// Records the pauses in a request.
    pub fn record(&mut self, request: ClockRequest) {
        match request {
            ClockRequest::Pause(why) if why.is_external() => self.0.insert(why),
            // Focus means that a player is present, so it ends absence too.
            ClockRequest::Release(Pause::Unfocused) => self.0 = Pauses::default(),
            ClockRequest::Release(why) => self.0.retain(|pause| pause != why),
            ClockRequest::Pause(_) | ClockRequest::Resume => {}
        }
    }
}
