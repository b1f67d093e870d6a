//! Handover of a display that two players share.

use std::time::Duration;

use bevy::prelude::*;

use super::Match;
use super::clock::GameClock;
use super::messages::GameRequest;
use icochess_base::frame::NextFrame;
use icochess_core::clock::Clock;
pub use icochess_core::game::handover::{
    GameHandover, HandoverOptions, HandoverRequest, HidePieces,
};
use icochess_core::handover::Phase;
use icochess_rules::Side;

/// Fact: the handover entered another phase. Written once per frame, after the match has served its
/// requests. Only the last phase of a frame counts, so this isn't a
/// [`MatchFact`](super::facts::MatchFact).
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct HandoverChanged(pub Phase);

/// Handover state as text, for external tools (Bevy's remote protocol).
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq, Reflect)]
#[type_path = "icochess::game::handover"]
#[reflect(Resource, Default)]
pub struct HandoverState {
    /// `turn`, `landed`, `pass`, `settle`, `catch-up` or `open`; empty without a handover.
    pub phase: String,
    /// Side that has the display or is about to get it: `White` or `Black`.
    pub player: String,
    /// Whether the board is hidden.
    pub is_hidden: bool,
    /// Times of White and Black in milliseconds, at the last visible change of the clock; empty
    /// without a clock.
    pub clocks: Vec<u64>,
    /// Side whose time is running, `White` or `Black`; empty while the clock is stopped.
    pub running: String,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<GameHandover>()
        .init_resource::<HandoverOptions>()
        .init_resource::<HandoverState>()
        .add_message::<HandoverRequest>()
        .add_message::<HandoverChanged>();
}

/// Serves requests of devices and advances the time, before the match serves its requests.
pub(super) fn serve_requests(
    time: Res<Time<Real>>,
    game: Res<Match>,
    options: Res<HandoverOptions>,
    mut asked: MessageReader<HandoverRequest>,
    mut handover: ResMut<GameHandover>,
    mut clock: ResMut<GameClock>,
    mut requests: MessageWriter<GameRequest>,
) {
    let at = time.elapsed();
    let was_running = clock.runs();
    let now = handover.bypass_change_detection();
    if options.is_changed() {
        now.set_landed(options.landed);
    }
    let before = *now;
    let stopped = clock.bypass_change_detection();
    for &request in asked.read() {
        now.obey(at, request, &game, stopped);
    }
    now.tick(at, stopped);
    if *now != before {
        handover.set_changed();
        clock.set_changed();
        if was_running && !clock.runs() {
            requests.write(GameRequest::KeepClock);
        }
    }
}

/// Publishes a change of phase to systems and tools.
pub(super) fn publish_phase(
    time: Res<Time<Real>>,
    handover: Res<GameHandover>,
    (options, clock): (Res<HandoverOptions>, Res<GameClock>),
    mut state: ResMut<HandoverState>,
    mut reported: Local<Option<Phase>>,
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
    // The arrival of a piece doesn't change the phase.
    let name = phase.map_or("", Phase::name);
    if name != reported.map_or("", Phase::name)
        && let Some(phase) = phase
    {
        changed.write(HandoverChanged(phase));
        if let (Some(player), Some([white, black])) = (handover.player(), left) {
            let [white, black] = [white, black].map(|left| left.as_secs_f64());
            debug!(target: "icochess::game::handover", "{name} of {player}, {white:.3} s and {black:.3} s left");
        }
    }
    *reported = phase;
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
