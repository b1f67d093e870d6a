//! The handover of the display of a match from player to player, where two share one.

use std::time::Duration;

use super::clock::GameClock;
use super::seating::Seating;
use super::state::Match;
use crate::clock::Pause;
use crate::handover::{Event, Handover, Phase, Timing};
use icochess_rules::Side;

/// The holder of the headset, or of the window; `None` in a game in which nothing is handed
/// over. It changes only when something happens to it.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_ecs::prelude::Resource))]
pub struct GameHandover(Option<Handover>);

/// The settings for handing a display over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_ecs::prelude::Resource))]
pub struct HandoverOptions {
    /// The time for which a move may be taken back before the display is passed on.
    pub landed: Duration,
    /// The occasions on which nothing is seen of the game while the headset is on its way.
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

/// The occasions on which the pieces are hidden while the headset is on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum HidePieces {
    /// In every game.
    Always,
    /// In a game with a clock: nobody studies the board on the other's time.
    #[default]
    WithClock,
    /// In no game: who waits may go on looking.
    Never,
}

impl HidePieces {
    /// All values.
    pub const ALL: [Self; 3] = [Self::Always, Self::WithClock, Self::Never];

    /// The name of the value in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::WithClock => "with-clock",
            Self::Never => "never",
        }
    }
}

/// Request from a device or a page: what the players do with the display.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_ecs::prelude::Message))]
pub enum HandoverRequest {
    /// The headset was taken off.
    TakenOff,
    /// The headset was put on.
    PutOn,
    /// The one who is to have it says to be there.
    Ready,
    /// The board lies before the player's eyes.
    Settled,
    /// The headset is passed on: the wrong person has taken it.
    PassOn,
    /// The pieces that were moved have arrived.
    Arrived,
    /// Nothing is handed over in this game any more.
    Stop,
}

impl GameHandover {
    /// Begins the handover of another game. A player who has just set a game up is known to be
    /// there; in a resumed one the player has to say who they are.
    pub fn begin(&mut self, game: &Match, options: &HandoverOptions, clock: &mut GameClock) {
        let passes = match Seating::of(game.record()) {
            Seating::Alone | Seating::HeadsetAndWindow { .. } => {
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

    /// Lets time pass.
    pub fn tick(&mut self, at: Duration, clock: &mut GameClock) {
        self.update(at, Event::Tick, clock);
    }

    /// Sets the time for a takeback before the display is passed on.
    pub fn set_landed(&mut self, landed: Duration) {
        if let Some(handover) = &mut self.0 {
            handover.set_landed(landed);
        }
    }

    /// The phase of the handover; `None` where nothing is handed over.
    pub fn phase(&self) -> Option<Phase> {
        Some(self.0?.phase())
    }

    /// The side for whose eyes everything is shown: who plays, or who gets the display; `None`
    /// where nothing is handed over.
    pub fn player(&self) -> Option<Side> {
        Some(self.0?.player())
    }

    /// Whether moves are refused because nobody, or the wrong player, may have the display.
    pub fn refuses_moves(&self) -> bool {
        self.0.is_some_and(|handover| !handover.is_turn())
    }

    /// Whether the last move was just made and may be taken back without asking.
    pub fn is_landed(&self) -> bool {
        self.0.is_some_and(|handover| handover.is_landed())
    }

    /// Whether the display is being passed on and the next player does not yet look.
    pub fn is_passing(&self) -> bool {
        self.0.is_some_and(|handover| handover.is_passing())
    }

    /// Whether the game is hidden from view.
    pub fn hides(&self, options: &HandoverOptions, clock: &GameClock) -> bool {
        let is_wanted = match options.hides {
            HidePieces::Always => true,
            HidePieces::WithClock => clock.get().is_some(),
            HidePieces::Never => false,
        };
        is_wanted && self.0.is_some_and(|handover| handover.hides_board())
    }

    /// Whether what is handed over is a headset, through which only one can look.
    pub fn passes(&self) -> bool {
        self.0.is_some_and(|handover| handover.passes())
    }

    /// Handles an event, and stops or starts the clock by it.
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

/// The side that has to act where the game stands: to answer what was asked, also of a game that
/// is over, or to move; `None` if it is over. A draw is offered with a move, and answered in the
/// opponent's turn.
pub(super) fn due(game: &Match) -> Option<Side> {
    let asked = game.takeback_offer().map(|offer| !offer.by);
    let goes_on = game.outcome().is_none();
    asked.or_else(|| goes_on.then(|| game.position().turn()))
}
