//! Runs the referee on the requests of a frame.

use bevy::prelude::*;

use super::clock::{GameClock, Surroundings};
use super::facts::MatchFact;
use super::handover::{GameHandover, HandoverOptions};
use super::messages::{GameRequest, MoveRequested};
use super::{AskBeforeTakeback, Match};
use icochess_core::game::Referee;

/// Serves requests. Only this system changes the match.
pub(super) fn serve_requests(
    time: Res<Time<Real>>,
    mut game: ResMut<Match>,
    mut clock: ResMut<GameClock>,
    (mut handover, options): (ResMut<GameHandover>, Res<HandoverOptions>),
    (ask, surroundings): (Res<AskBeforeTakeback>, Res<Surroundings>),
    mut moves: MessageReader<MoveRequested>,
    mut requests: MessageReader<GameRequest>,
    mut to: MessageWriter<MatchFact>,
) {
    let before = *handover;
    // Requests without effect must not trigger change detection.
    let mut referee = Referee {
        game: game.bypass_change_detection(),
        clock: clock.bypass_change_detection(),
        handover: handover.bypass_change_detection(),
        options: &options,
        asks: ask.0,
        surroundings: *surroundings,
        at: time.elapsed(),
    };
    let moves = moves.read().map(|asked| asked.0);
    let served = referee.serve(moves, &requests.read().collect::<Vec<_>>());
    if *handover != before {
        handover.set_changed();
    }
    if served.is_changed {
        game.set_changed();
        clock.set_changed();
    }
    to.write_batch(served.facts);
}
