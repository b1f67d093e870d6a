//! The clock of the match, and why it stands.

use std::time::Duration;

use super::requests::ClockRequest;
use super::seating::Seating;
use crate::clock::{Clock, Pause, Pauses, Pressed, Turn, clock_at_place, clock_of};
use icochess_rules::{Record, Side};

/// The clock of the match, if it has one. It changes with events, not as time passes.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_ecs::prelude::Resource))]
pub struct GameClock {
    pub(super) clock: Option<Clock>,
    /// The turns that the moves since the game was begun or loaded have ended; `None` for a
    /// move that came as the flag fell.
    turns: Vec<Option<Turn>>,
    /// Whether the game is one of two people, of whom neither may think while no time runs.
    is_for_two: bool,
}

impl GameClock {
    fn new(clock: Option<Clock>, record: &Record) -> Self {
        Self {
            clock,
            turns: Vec::new(),
            is_for_two: Seating::of(record).is_for_two(),
        }
    }

    /// The clock of a game.
    pub fn of(record: &Record) -> Self {
        Self::new(clock_of(&**record), record)
    }

    /// The clock of a game that goes on from another place of its record.
    pub(super) fn at_place(record: &Record) -> Self {
        Self::new(clock_at_place(&**record), record)
    }

    /// The clock, paused for as long as the surroundings ask for that.
    pub(super) fn within(mut self, surroundings: Surroundings, at: Duration) -> Self {
        if let Some(clock) = &mut self.clock {
            for why in surroundings.0.iter() {
                clock.pause(at, why);
            }
        }
        self
    }

    /// The clock, if the game has one.
    pub const fn get(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Presses the clock, as the side to move has moved. Gives the cost of the move, unless the
    /// flag had fallen.
    pub(super) fn press(&mut self, at: Duration, ends: bool) -> Option<Pressed> {
        let pressed = self.clock.as_mut()?.press(at, ends).ok();
        self.turns.push(pressed.map(|pressed| pressed.turn));
        pressed
    }

    /// Lets time pass between two moments. Returns the side whose flag has fallen.
    pub fn tick(&mut self, from: Duration, at: Duration) -> Option<Side> {
        let clock = self.clock.as_mut()?;
        clock.tick(from, at).err().map(|fell| fell.0)
    }

    /// Carries out requests. Returns whether the pauses of the clock have changed, or whether it runs.
    pub fn obey(&mut self, at: Duration, requests: &[ClockRequest]) -> bool {
        let Some(clock) = &mut self.clock else {
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

    /// Whether time runs.
    pub fn runs(&self) -> bool {
        self.clock.as_ref().is_some_and(Clock::runs)
    }

    /// Takes the last move back. If `has_waited`, its player could go on thinking since then while
    /// the clock stood: that is time of their turn.
    pub(super) fn take_back(&mut self, at: Duration, has_waited: bool) {
        let mut turn = self.turns.pop().flatten();
        if has_waited {
            turn = turn.map(|turn| turn.lasting_until(at));
        }
        if let Some(clock) = &mut self.clock {
            clock.take_back(at, turn);
        }
    }

    /// Whether the clock is stopped, in a game that is neither over nor waits for its first move.
    pub fn is_paused(&self) -> bool {
        let clock = self.clock.as_ref().filter(|clock| clock.is_going());
        clock.is_some_and(|clock| !clock.runs())
    }

    /// Whether the clock is stopped because the display is being handed over.
    pub fn is_handed_over(&self) -> bool {
        let clock = self.clock.as_ref();
        clock.is_some_and(|clock| clock.pauses().contains(Pause::Passing))
    }

    /// Whether the board is hidden, in a game under way, until the clock may run again.
    pub fn hides_board(&self) -> bool {
        self.is_kept_from(Pause::hides_board)
    }

    /// Whether moves are refused because of a pause.
    pub fn refuses_moves(&self) -> bool {
        let clock = self.clock.as_ref().filter(|clock| !clock.is_over());
        clock.is_some_and(Clock::refuses_moves) || self.is_kept_from(Pause::refuses_moves)
    }

    /// Whether the clock stands until somebody is at window or headset again, whatever the players
    /// say.
    pub fn waits_for_somebody(&self) -> bool {
        let clock = self.clock.as_ref();
        clock.is_some_and(|clock| clock.pauses().contains(Pause::Unfocused))
    }

    /// Whether a game under way has a pause of that kind. Of two people both say first that they go
    /// on, where one alone goes on with a move and cheats nobody.
    fn is_kept_from(&self, is_kind: fn(Pause) -> bool) -> bool {
        let clock = self.clock.as_ref().filter(|clock| clock.is_going());
        clock.is_some_and(|clock| {
            let is_agreed = |pause: Pause| self.is_for_two && pause.ends_with_move();
            let mut pauses = clock.pauses().iter();
            pauses.any(|pause| is_kind(pause) || is_agreed(pause))
        })
    }
}

/// The pauses that the surroundings of the game ask for now, whether or not it has a clock: a
/// clock that begins gets them too.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_ecs::prelude::Resource))]
pub struct Surroundings(Pauses);

impl Surroundings {
    /// Records the pauses in a request.
    pub fn note(&mut self, request: ClockRequest) {
        match request {
            ClockRequest::Pause(why) if why.is_of_surroundings() => self.0.insert(why),
            // Players who were absent are there again when anybody listens.
            ClockRequest::Release(Pause::Unfocused) => self.0 = Pauses::default(),
            ClockRequest::Release(why) => self.0.retain(|pause| pause != why),
            ClockRequest::Pause(_) | ClockRequest::Resume => {}
        }
    }
}
