//! The game that was under way when the program ended, until somebody goes on with it.

use bevy::prelude::*;

use icochess_base::schedule::AppSystems;
use icochess_play::computer::messages::ComputerRequest;
use icochess_play::game::facts::{FactReader, MatchFact};
use icochess_play::game::messages::ClockRequest;

/// Exists while the match is the game that was under way when the program ended, and nobody has
/// gone on with it yet: clock and computer wait.
#[derive(Resource, Debug, Clone, Copy)]
pub struct TakenUp;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        go_on
            .run_if(resource_exists::<TakenUp>)
            .in_set(AppSystems::Feedback),
    );
}

/// The game that was taken up is one like any other as soon as something happens in it, or clock or
/// computer go on.
fn go_on(
    mut commands: Commands,
    mut facts: FactReader,
    mut clock: MessageReader<ClockRequest>,
    mut computer: MessageReader<ComputerRequest>,
) {
    let happens = facts.any(|fact| !matches!(fact, MatchFact::ClockKept));
    let runs = clock
        .read()
        .filter(|it| matches!(it, ClockRequest::Resume))
        .count()
        > 0;
    let thinks = computer
        .read()
        .filter(|it| matches!(it, ComputerRequest::Resume))
        .count()
        > 0;
    if happens || runs || thinks {
        commands.remove_resource::<TakenUp>();
    }
}
