//! The moves of the game as rows, computed once per change for all lists.

use bevy::prelude::*;

use icochess_base::schedule::AppSystems;
use icochess_play::game::Match;
use icochess_rules::MoveRow;

/// The rows of the move list, marked as changed only when they differ.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct MoveRows(pub Vec<MoveRow>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MoveRows>()
        .add_systems(Startup, update_rows)
        .add_systems(
            Update,
            update_rows
                .run_if(resource_changed::<Match>)
                .in_set(AppSystems::Scene),
        );
}

fn update_rows(game: Res<Match>, mut rows: ResMut<MoveRows>) {
    rows.set_if_neq(MoveRows(game.record().move_rows()));
}
