//! Handover at a window: turns the view to the next player, then starts their turn.

use bevy::prelude::*;

use icochess_base::display::Display;
use icochess_base::schedule::AppSystems;
use icochess_board::turning::spin::{FaceSide, TurnSystems, Turning};
use icochess_core::handover::Phase;
use icochess_play::game::handover::{GameHandover, HandoverChanged, HandoverRequest};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            turn_to_player
                .run_if(on_message::<HandoverChanged>)
                .before(TurnSystems)
                .in_set(AppSystems::Scene),
            report_settled
                .run_if(is_settling.and_then(not(resource_exists::<Turning>)))
                .in_set(AppSystems::Feedback),
        )
            .run_if(in_state(Display::Flat)),
    );
}

fn is_settling(handover: Res<GameHandover>) -> bool {
    matches!(handover.phase(), Some(Phase::Settle { .. }))
}

fn turn_to_player(
    mut changed: MessageReader<HandoverChanged>,
    handover: Res<GameHandover>,
    mut face: MessageWriter<FaceSide>,
) {
    let is_settle = |it: &HandoverChanged| matches!(it.0, Phase::Settle { .. });
    let is_due = changed.read().any(is_settle);
    if let Some(side) = handover.player().filter(|_| is_due) {
        face.write(FaceSide(side));
    }
}

fn report_settled(mut requests: MessageWriter<HandoverRequest>) {
    requests.write(HandoverRequest::Settled);
}
