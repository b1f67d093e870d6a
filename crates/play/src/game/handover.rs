//! The handover of the display from player to player, where two share one.

use std::time::Duration;

use bevy::prelude::*;

use super::clock::GameClock;
use super::messages::GameRequest;
use super::seating::Seating;
use super::state::Match;
use icochess_base::frame::NextFrame;
use icochess_core::clock::{Clock, Pause};
use icochess_core::handover::{Event, Handover, Phase, Timing};
use icochess_rules::Side;

/// The holder of the headset, or of the window; `None` in a game in which nothing is handed
/// over. It changes only when something happens to it.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct GameHandover(pub(super) Option<Handover>);

/// The settings for handing a display over.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
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
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
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

/// Fact: another phase has begun. Told once a frame, when the match has served its
/// requests: of what hands the display over in between only the last counts, and so it is
/// no [`MatchFact`](super::facts::MatchFact).
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct HandoverChanged(pub Phase);

/// The holder of the display, in words, for tools that look in from outside (Bevy's remote
/// protocol).
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq, Reflect)]
#[type_path = "icochess::game::handover"]
#[reflect(Resource, Default)]
pub struct HandoverState {
    /// `turn`, `landed`, `pass`, `settle`, `catch-up` or `open`; empty where nothing is
    /// handed over.
    pub phase: String,
    /// The side that has the display or gets it, `White` or `Black`.
    pub player: String,
    /// Whether the board is hidden.
    pub is_hidden: bool,
    /// The times of White and Black, milliseconds, as of the last change of what the clock shows;
    /// empty without a clock.
    pub clocks: Vec<u64>,
    /// The side whose time runs, `White` or `Black`; empty while the clock is stopped.
    pub running: String,
}

impl GameHandover {
    /// Begins the handover of another game. A player who has just set a game up is known to be
    /// there; in a resumed one the player has to say who they are.
    pub(super) fn begin(&mut self, game: &Match, options: &HandoverOptions, clock: &mut GameClock) {
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

    /// Handles an event, and stops or starts the clock by it. Returns whether anything has changed.
    pub(super) fn update(&mut self, at: Duration, event: Event, clock: &mut GameClock) -> bool {
        let Some(handover) = &mut self.0 else {
            return false;
        };
        let changed = handover.update(at, event);
        if let Some(clock) = &mut clock.clock {
            let ended = Pause::ALL.into_iter().filter(|pause| event.ends(*pause));
            for pause in ended.filter(|_| changed) {
                clock.release(at, pause);
            }
            handover.hold(at, clock);
        }
        changed
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

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<GameHandover>()
        .init_resource::<HandoverOptions>()
        .init_resource::<HandoverState>()
        .add_message::<HandoverRequest>()
        .add_message::<HandoverChanged>();
}

/// Carries out requests of devices, and lets time pass, before the match serves its requests.
pub(super) fn obey(
    time: Res<Time<Real>>,
    game: Res<Match>,
    options: Res<HandoverOptions>,
    mut asked: MessageReader<HandoverRequest>,
    mut handover: ResMut<GameHandover>,
    mut clock: ResMut<GameClock>,
    mut requests: MessageWriter<GameRequest>,
) {
    let at = time.elapsed();
    let was_running = clock.get().is_some_and(Clock::runs);
    let now = handover.bypass_change_detection();
    if options.is_changed()
        && let Some(handover) = &mut now.0
    {
        handover.set_landed(options.landed);
    }
    let before = *now;
    for request in asked.read() {
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
                *now = GameHandover(None);
                continue;
            }
        };
        now.update(at, event, clock.bypass_change_detection());
    }
    now.update(at, Event::Tick, clock.bypass_change_detection());
    if *now != before {
        handover.set_changed();
        clock.set_changed();
        if was_running && clock.get().is_some_and(|clock| !clock.runs()) {
            requests.write(GameRequest::KeepClock);
        }
    }
}

/// Tells of another phase, to systems and to tools.
pub(super) fn publish(
    time: Res<Time<Real>>,
    handover: Res<GameHandover>,
    (options, clock): (Res<HandoverOptions>, Res<GameClock>),
    mut state: ResMut<HandoverState>,
    mut told: Local<Option<Phase>>,
    mut changed: MessageWriter<HandoverChanged>,
    mut next: ResMut<NextFrame>,
) {
    let phase = handover.phase();
    let at = time.elapsed();
    if let Some(
        Phase::Landed { until: Some(until) }
        | Phase::Settle { until: Some(until) }
        | Phase::CatchUp { until },
    ) = phase
    {
        next.within(until.saturating_sub(at));
    }
    let left = |clock: &Clock| Side::ALL.map(|side| clock.remaining(side, at));
    let left = clock.get().map(left);
    // That a piece has arrived is no other phase.
    let name = phase.map_or("", Phase::name);
    if name != told.map_or("", Phase::name)
        && let Some(phase) = phase
    {
        changed.write(HandoverChanged(phase));
        if let (Some(player), Some([white, black])) = (handover.player(), left) {
            let [white, black] = [white, black].map(|left| left.as_secs_f64());
            debug!(target: "icochess::game::handover", "{name} of {player}, {white:.3} s and {black:.3} s left");
        }
    }
    *told = phase;
    let side = |side: Option<Side>| side.map_or_else(String::new, |side| side.to_string());
    let milliseconds = |left: Duration| left.as_millis() as u64;
    state.set_if_neq(HandoverState {
        phase: name.to_owned(),
        player: side(handover.player()),
        is_hidden: handover.hides(&options, &clock),
        clocks: left.into_iter().flatten().map(milliseconds).collect(),
        running: side(clock.get().filter(|clock| clock.runs()).map(Clock::turn)),
    });
}
