//! Removes the computer from games of two people, and the handover from games against it.

use bevy::prelude::*;

use super::settings::Computer;
use crate::game::facts::{MatchFact, on_fact};
use crate::game::handover::{GameHandover, HandoverRequest};
use crate::game::seating::Seating;
use crate::game::{Match, MatchSystems};
use icochess_base::schedule::AppSystems;
use icochess_rules::Side;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, leave_sides).add_systems(
        Update,
        (
            end_handover
                .run_if(resource_changed::<Computer>.or_else(resource_changed::<GameHandover>))
                .in_set(AppSystems::Input),
            leave_sides
                .run_if(on_fact(MatchFact::is_begun))
                .after(MatchSystems)
                .in_set(AppSystems::Rules),
        ),
    );
}

/// Gives both sides of a game of two people to humans.
fn leave_sides(game: Res<Match>, mut computer: ResMut<Computer>) {
    let is_taken = Side::ALL.into_iter().any(|side| computer.plays(side));
    if is_taken && Seating::of(game.record()).is_for_two() {
        computer.leave();
    }
}

fn end_handover(
    computer: Res<Computer>,
    handover: Res<GameHandover>,
    mut requests: MessageWriter<HandoverRequest>,
) {
    let plays = Side::ALL.into_iter().any(|side| computer.plays(side));
    if plays && handover.phase().is_some() {
        requests.write(HandoverRequest::Stop);
    }
}
