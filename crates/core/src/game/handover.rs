//! Handover of a display that two players share.

use std::time::Duration;

use super::clock::GameClock;
use super::seating::Seating;
use super::state::Match;
use crate::clock::Pause;
use crate::handover::{Event, Handover, Phase, Timing};
use icochess_rules::Side;

/// Handover state of the headset or window; `None` if the game has no handover. Changes with events
/// only, not as time passes.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_ecs::prelude::Resource))]
pub struct GameHandover(Option<Handover>);

/// Settings of the handover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_ecs::prelude::Resource))]
pub struct HandoverOptions {
    /// Time to take back a move before the display is passed on.
    pub landed: Duration,
    /// When to hide the pieces during a pass.
    pub hides: HidePieces,
}

impl Default for HandoverOptions {
    fn default() -> Self {
        Self {
            landed: Timing::HEADSET.landed,
            hides: HidePieces::default(),
        }
    }
}

/// When to hide the pieces while the headset is being passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum HidePieces {
    /// In every game.
    Always,
    /// Only in games with a clock, so that players can't study the board on the opponent's time.
    #[default]
    WithClock,
    /// Never, so that the waiting player can keep looking.
    Never,
}

/// Request about the shared display, from a device or a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_ecs::prelude::Message))]
pub enum HandoverRequest {
    /// The headset was taken off.
    TakenOff,
    /// The headset was put on.
    PutOn,
    /// The next player confirmed that they are ready.
    Ready,
    /// The board is in place in front of the player.
    Settled,
    /// Pass the headset on, because the wrong person has it.
    PassOn,
    /// Animations of moved pieces have finished.
    Arrived,
    /// End the handover for the rest of this game.
    Stop,
}

impl GameHandover {
    /// Starts the handover of another game. At a shared window, the player who set up the game
    /// counts as present; otherwise the player must first confirm.
    pub fn start(&mut self, game: &Match, options: &HandoverOptions, clock: &mut GameClock) {
        let passes = match Seating::of(game.record()) {
            Seating::Alone
            | Seating::HeadsetAndWindow { .. }
            | Seating::Remote { .. }
            | Seating::Watched => {
                self.0 = None;
                return;
            }
            Seating::Passing => true,
            Seating::HotSeat => false,
        };
        self.0 = Some(Handover::new(Timing {
            landed: options.landed,
            passes,
            ..Timing::HEADSET
        }));
        let is_there = !passes && game.record().line().is_empty();
        let due = due(game);
        self.update(Duration::ZERO, Event::Begun { due, is_there }, clock);
    }

    /// Carries out a request of a device or a page.
    pub fn obey(
        &mut self,
        at: Duration,
        request: HandoverRequest,
        game: &Match,
        clock: &mut GameClock,
    ) {
        let event = match request {
            HandoverRequest::TakenOff => Event::TakenOff,
            HandoverRequest::PutOn => Event::PutOn,
            HandoverRequest::Ready => Event::Ready,
            HandoverRequest::Settled => Event::Settled {
                has_news: !game.is_looking_back() && game.record().ply() > 0,
            },
            HandoverRequest::PassOn => Event::PassedOn,
            HandoverRequest::Arrived => Event::Arrived,
            HandoverRequest::Stop => {
                if let Some(clock) = &mut clock.clock {
                    clock.release(at, Pause::Passing);
                }
                self.0 = None;
                return;
            }
        };
        self.update(at, event, clock);
    }

    /// Advances the time.
    pub fn tick(&mut self, at: Duration, clock: &mut GameClock) {
        self.update(at, Event::Tick, clock);
    }

    /// Sets the time to take back a move before the display is passed on.
    pub fn set_landed(&mut self, landed: Duration) {
        if let Some(handover) = &mut self.0 {
            handover.set_landed(landed);
        }
    }

    /// Returns the phase; `None` without a handover.
    pub fn phase(&self) -> Option<Phase> {
        Some(self.0?.phase())
    }

    /// Returns the side that has the display or is about to get it; `None` without a handover.
    pub fn player(&self) -> Option<Side> {
        Some(self.0?.player())
    }

    /// Returns whether moves are refused because the player to move doesn't have the display.
    pub fn refuses_moves(&self) -> bool {
        self.0.is_some_and(|handover| !handover.is_turn())
    }

    /// Returns whether the last move may still be taken back without asking.
    pub fn is_landed(&self) -> bool {
        self.0.is_some_and(|handover| handover.is_landed())
    }

    /// Returns whether the display is being passed on and isn't ready for the next player.
    pub fn is_passing(&self) -> bool {
        self.0.is_some_and(|handover| handover.is_passing())
    }

    /// Returns whether to hide the game.
    pub fn hides(&self, options: &HandoverOptions, clock: &GameClock) -> bool {
        let is_wanted = match options.hides {
            HidePieces::Always => true,
            HidePieces::WithClock => clock.get().is_some(),
            HidePieces::Never => false,
        };
        is_wanted && self.0.is_some_and(|handover| handover.hides_board())
    }

    /// Returns whether the display is a headset, which only one person can look through.
    pub fn passes(&self) -> bool {
        self.0.is_some_and(|handover| handover.passes())
    }

    /// Handles an event, then stops or starts the clock accordingly.
    pub(super) fn update(&mut self, at: Duration, event: Event, clock: &mut GameClock) {
        let Some(handover) = &mut self.0 else {
            return;
        };
        let changed = handover.update(at, event);
        if let Some(clock) = &mut clock.clock {
            let ended = Pause::ALL.into_iter().filter(|pause| event.ends(*pause));
            for pause in ended.filter(|_| changed) {
                clock.release(at, pause);
            }
            handover.hold(at, clock);
        }
    }
}

/// Returns the side that must act in the live position: answer a takeback request, even after the
/// game, or move. `None` once the game is over. Draw offers don't count, because they come with a
/// move and are answered in the opponent's turn.
pub(super) fn due(game: &Match) -> Option<Side> {
    let asked = game.takeback_offer().map(|offer| !offer.by);
    let goes_on = game.outcome().is_none();
    asked.or_else(|| goes_on.then(|| game.position().turn()))
}
