//! The match is handed from player to player, where two share one display.

use std::time::Duration;

use bevy::prelude::*;

use super::clock::GameClock;
use super::messages::GameRequest;
use super::seating::Seating;
use super::state::Match;
use crate::clock::{Clock, Pause};
use crate::handover::{Event, HandOver, Phase, Timing};
use icochess_rules::Side;

/// Who has the headset, or sits before the window; `None` in a game in which nothing is
/// handed over. It changes when something happens to it.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct GameHandOver(pub(super) Option<HandOver>);

/// What players want of handing over.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
pub struct HandOverOptions {
    /// How long who moved may still take it back.
    pub landed: Duration,
    /// When nothing is seen of the game while the headset is on its way.
    pub hides: Hides,
}

impl Default for HandOverOptions {
    fn default() -> Self {
        Self {
            landed: Timing::HEADSET.landed,
            hides: Hides::default(),
        }
    }
}

/// When the pieces are hidden while the headset is on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Hides {
    /// Always.
    Always,
    /// In a game with a clock: nobody studies the board on the other's time.
    #[default]
    WithClock,
    /// Never.
    Never,
}

impl Hides {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Always, Self::WithClock, Self::Never];

    /// What it is called in files.
    #[must_use]
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
pub enum HandOverRequest {
    /// The headset was taken off.
    TakenOff,
    /// It was put on.
    PutOn,
    /// The one who is to have it says to be there.
    Ready,
    /// The board lies before the player's eyes.
    Settled,
    /// It is passed on: somebody else has taken it.
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
pub struct HandOverChanged(pub Phase);

/// Who has the display, in words, for tools that look in from outside (Bevy's remote
/// protocol).
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq, Reflect)]
#[reflect(Resource, Default)]
pub struct HandOverState {
    /// `turn`, `landed`, `pass`, `settle`, `catch-up` or `open`; empty where nothing is
    /// handed over.
    pub phase: String,
    /// Who has the display or gets it, `White` or `Black`.
    pub player: String,
    /// Is the board hidden?
    pub is_hidden: bool,
    /// What White and Black have on the clock, milliseconds, when what can be read on it
    /// changed last; empty without a clock.
    pub clocks: Vec<u64>,
    /// Whose time runs, `White` or `Black`; empty while it stands.
    pub running: String,
}

impl GameHandOver {
    /// Another game has come. Somebody is there who has just set it up; who goes on with
    /// one has to say who it is.
    pub(super) fn begin(&mut self, game: &Match, options: &HandOverOptions, clock: &mut GameClock) {
        let passes = match Seating::of(game.record()) {
            Seating::Alone | Seating::HeadsetAndWindow { .. } => {
                self.0 = None;
                return;
            }
            Seating::Passing => true,
            Seating::HotSeat => false,
        };
        self.0 = Some(HandOver::new(Timing {
            landed: options.landed,
            passes,
            ..Timing::HEADSET
        }));
        let is_there = !passes && game.record().line().is_empty();
        let due = due(game);
        self.update(Duration::ZERO, Event::Begun { due, is_there }, clock);
    }

    /// What is going on; `None` where nothing is handed over.
    #[must_use]
    pub fn phase(&self) -> Option<Phase> {
        Some(self.0?.phase())
    }

    /// Whose eyes everything is for: who plays, or who gets the display; `None` where
    /// nothing is handed over.
    #[must_use]
    pub fn player(&self) -> Option<Side> {
        Some(self.0?.player())
    }

    /// Are no moves made now, as nobody or the wrong one may have the display?
    #[must_use]
    pub fn refuses_moves(&self) -> bool {
        self.0.is_some_and(|handover| !handover.is_turn())
    }

    /// May the last move be taken back without asking, as it was just made?
    #[must_use]
    pub fn is_landed(&self) -> bool {
        self.0.is_some_and(|handover| handover.is_landed())
    }

    /// Is it passed on, and has the next one not begun to look?
    #[must_use]
    pub fn is_passing(&self) -> bool {
        self.0.is_some_and(|handover| handover.is_passing())
    }

    /// Is nothing to be seen of the game?
    #[must_use]
    pub fn hides(&self, options: &HandOverOptions, clock: &GameClock) -> bool {
        let is_wanted = match options.hides {
            Hides::Always => true,
            Hides::WithClock => clock.get().is_some(),
            Hides::Never => false,
        };
        is_wanted && self.is_passing() && self.passes()
    }

    /// Is a headset passed on, which only one can look through?
    #[must_use]
    pub fn passes(&self) -> bool {
        self.0.is_some_and(|handover| handover.passes())
    }

    /// Takes what has happened, and keeps the clock by it. Has that changed anything?
    pub(super) fn update(&mut self, at: Duration, event: Event, clock: &mut GameClock) -> bool {
        let Some(handover) = &mut self.0 else {
            return false;
        };
        let changed = handover.update(at, event);
        if let Some(clock) = &mut clock.0 {
            handover.hold(at, clock);
        }
        changed
    }
}

/// Who has to act where the game stands, which the board shows: to answer an offer, or to
/// move; nobody if it is over. A draw is offered with a move, and answered in the other's
/// turn.
pub(super) fn due(game: &Match) -> Option<Side> {
    let asked = game.takeback_offer().map(|by| !by);
    let due = asked.unwrap_or(game.position().turn());
    game.outcome().is_none().then_some(due)
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<GameHandOver>()
        .init_resource::<HandOverOptions>()
        .init_resource::<HandOverState>()
        .add_message::<HandOverRequest>()
        .add_message::<HandOverChanged>();
}

/// Does what devices ask, and lets time pass: before the match serves its requests.
pub(super) fn obey(
    time: Res<Time<Real>>,
    game: Res<Match>,
    options: Res<HandOverOptions>,
    mut asked: MessageReader<HandOverRequest>,
    mut handover: ResMut<GameHandOver>,
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
            HandOverRequest::TakenOff => Event::TakenOff,
            HandOverRequest::PutOn => Event::PutOn,
            HandOverRequest::Ready => Event::Ready,
            HandOverRequest::Settled => Event::Settled {
                has_news: !game.is_looking_back() && game.record().ply() > 0,
            },
            HandOverRequest::PassOn => Event::PassedOn,
            HandOverRequest::Arrived => Event::Arrived,
            HandOverRequest::Stop => {
                if let Some(clock) = &mut clock.0 {
                    clock.release(at, Pause::Passing);
                }
                *now = GameHandOver(None);
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
    handover: Res<GameHandOver>,
    (options, clock): (Res<HandOverOptions>, Res<GameClock>),
    mut state: ResMut<HandOverState>,
    mut told: Local<Option<Phase>>,
    mut changed: MessageWriter<HandOverChanged>,
) {
    let phase = handover.phase();
    let at = time.elapsed();
    let left = |clock: &Clock| Side::ALL.map(|side| clock.remaining(side, at));
    let left = clock.get().map(left);
    // That a piece has arrived is no other phase.
    let name = phase.map_or("", Phase::name);
    if name != told.map_or("", Phase::name)
        && let Some(phase) = phase
    {
        changed.write(HandOverChanged(phase));
        if let (Some(player), Some([white, black])) = (handover.player(), left) {
            let [white, black] = [white, black].map(|left| left.as_secs_f64());
            debug!("{name} of {player}, {white:.3} s and {black:.3} s left");
        }
    }
    *told = phase;
    let side = |side: Option<Side>| side.map_or_else(String::new, |side| side.to_string());
    let milliseconds = |left: Duration| left.as_millis() as u64;
    state.set_if_neq(HandOverState {
        phase: name.to_owned(),
        player: side(handover.player()),
        is_hidden: handover.hides(&options, &clock),
        clocks: left.into_iter().flatten().map(milliseconds).collect(),
        running: side(clock.get().filter(|clock| clock.runs()).map(Clock::turn)),
    });
}
