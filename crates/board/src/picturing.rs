//! Shows how the neighbours of a cell touch it, for the help.

use bevy::prelude::*;

use crate::pose::BoardPose;
use crate::stage::shape::BoardShape;
use crate::stage::taught::{Pictured, ShowNeighbours};
use crate::tiles::focus::FocusSystems;
use icochess_base::schedule::AppSystems;
use icochess_shape::Neighbours;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        choose_pictured_cell
            .run_if(on_message::<ShowNeighbours>.or_else(resource_exists_and_changed::<BoardShape>))
            .before(FocusSystems)
            .in_set(AppSystems::Scene),
    );
}

/// Chooses the cell whose neighbours are shown, again for each new board. Chooses none if the board
/// has no such neighbours.
fn choose_pictured_cell(
    mut asked: MessageReader<ShowNeighbours>,
    pose: BoardPose,
    mut wanted: Local<Option<Neighbours>>,
    mut pictured: ResMut<Pictured>,
) {
    if let Some(ShowNeighbours(asked)) = asked.read().last() {
        *wanted = *asked;
    }
    let has = |neighbours: &Neighbours| {
        let mut relations = pose.shape.relations.iter();
        relations.any(|relation| relation.neighbours == *neighbours)
    };
    let now = wanted.filter(has).and_then(|neighbours| {
        let cells = pose.by_sight();
        cells.first().map(|cell| (*cell, neighbours))
    });
    pictured.set_if_neq(Pictured(now));
}
