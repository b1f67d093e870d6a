//! The first start of the program, until whoever has started it knows it.

use bevy::prelude::*;

use crate::game::Match;
use crate::game::facts::{FactReader, MatchFact};
use crate::schedule::AppSystems;

/// Exists from the first start of the program until something happens: newcomers are offered the
/// first steps.
#[derive(Resource, Debug, Clone, Copy)]
pub struct FirstStart;

/// Plies after which nobody needs to be shown how to move.
pub const FIRST_PLIES: usize = 4;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        know_program
            .run_if(resource_exists::<FirstStart>.and_then(on_message::<MatchFact>))
            .in_set(AppSystems::Feedback),
    );
}

/// Who has begun a game of their own, or played some moves, has found what there is to be found.
fn know_program(mut commands: Commands, game: Res<Match>, mut facts: FactReader) {
    let is_begun = facts.any(MatchFact::is_begun);
    if is_begun || game.record().ply() >= FIRST_PLIES {
        commands.remove_resource::<FirstStart>();
    }
}
