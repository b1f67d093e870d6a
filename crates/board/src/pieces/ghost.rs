//! A translucent copy of a carried piece on the cell where it would be played.

use bevy::prelude::*;
use icochess_rules::Cell;

use super::in_hand::InHand;
use super::materials::PieceLooks;
use super::piece::{IsPiece, PieceOn, Vanishing};
use super::standing::PieceSystems;
use crate::stage::parts::Parts;
use crate::stage::shape::BoardShape;
use icochess_base::schedule::AppSystems;

/// The copy, and its own cell.
#[derive(Component, Debug)]
struct Ghost(Cell);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        update_ghost
            .run_if(resource_changed::<InHand>.and_then(resource_exists::<PieceLooks>))
            .after(PieceSystems)
            .in_set(AppSystems::Scene),
    );
}

fn update_ghost(
    in_hand: Res<InHand>,
    (shape, parts, looks): (Res<BoardShape>, Res<Parts>, Res<PieceLooks>),
    pieces: Query<(&PieceOn, &IsPiece, &Mesh3d), Without<Vanishing>>,
    ghosts: Query<(Entity, &Ghost)>,
    mut commands: Commands,
) {
    let target = in_hand.0.and_then(|held| Some((held.cell, held.target?)));
    let cell = target.map(|(_, cell)| cell);
    let mut is_there = false;
    for (entity, ghost) in &ghosts {
        if Some(ghost.0) == cell {
            is_there = true;
        } else {
            commands.entity(entity).despawn();
        }
    }
    let Some((from, cell)) = target.filter(|_| !is_there) else {
        return;
    };
    let Some((_, is, mesh)) = pieces.iter().find(|(on, ..)| on.0 == from) else {
        return;
    };
    commands.spawn((
        Name::new("carried piece's ghost"),
        Ghost(cell),
        mesh.clone(),
        MeshMaterial3d(looks.material(is.0.side, true).clone()),
        shape.on_cell(is.0, cell),
        ChildOf(parts.of(cell, &shape)),
    ));
}
