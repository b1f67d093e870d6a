//! The pieces on the map in profile: flat, upright, and recognisable by their outline.

use bevy::prelude::*;

use crate::pieces::materials::PieceLooks;
use crate::stage::drawing::{self, Drawable};
use crate::stage::shape::BoardShape;
use crate::stage::taught::Taught;
use crate::tiles::cover::{CoverSystems, Covered};
use icochess_base::schedule::AppSystems;
use icochess_play::game::Match;
use icochess_rules::{AnyPosition, Cell, Piece};
use icochess_shape::{Detail, PieceKind, Shape, frame, height};

/// Height of the tallest piece, as a fraction of a place's clear width.
const TALL: f32 = 0.86;
/// Thickness of a piece, as a fraction of its thickness on the board.
const FLAT: f32 = 0.08;
/// Offset of a piece in front of its place, in metres at scale 1, in front of all marks.
const BEFORE: f32 = 0.0035;

/// Piece on a place of the map; hidden while the place is empty.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct MapPiece(pub Cell);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        update_pieces
            .run_if(
                resource_exists::<PieceLooks>.and_then(
                    resource_changed::<Match>
                        .or_else(resource_changed::<Taught>)
                        .or_else(resource_changed::<Covered>)
                        .or_else(any_match_filter::<Added<MapPiece>>),
                ),
            )
            .after(CoverSystems)
            .in_set(AppSystems::Scene),
    );
}

/// Returns the transform of a flat piece in profile, relative to its place. `up` and `right` are
/// directions in the place's plane. `before` is 1 on the place's face and -1 on its back.
pub(crate) fn from_aside(shape: &Shape, up: Vec3, right: Vec3, before: f32) -> Transform {
    let clear = shape.clear();
    let size = TALL * clear / (height(PieceKind::King) * shape.piece_scale);
    Transform {
        translation: Vec3::Y * BEFORE * before - up * TALL * clear / 2.0,
        rotation: frame(up, right),
        scale: Vec3::new(FLAT, 1.0, 1.0) * size,
    }
}

/// Spawns the hidden piece of a place on the map. `back` rotates from the map's frame to the
/// place's.
pub(super) fn spawn(
    commands: &mut Commands,
    tile: Entity,
    (cell, back): (Cell, Quat),
    shape: &Shape,
) -> Entity {
    let piece = commands.spawn((
        MapPiece(cell),
        Mesh3d::default(),
        MeshMaterial3d::<StandardMaterial>::default(),
        from_aside(shape, back * Vec3::NEG_Z, back * Vec3::X, 1.0),
        Visibility::Hidden,
        ChildOf(tile),
    ));
    piece.id()
}

/// Returns the mesh and material of a position's piece in profile.
pub(crate) fn flat_look<'a>(
    looks: &'a PieceLooks,
    shape: &Shape,
    position: &dyn AnyPosition,
    piece: Piece,
) -> (&'a Handle<Mesh>, &'a Handle<StandardMaterial>) {
    let kind = shape.model(position, piece.role);
    (
        looks.mesh(kind, piece.side, Detail::Low),
        looks.material(piece.side, false),
    )
}

fn update_pieces(
    (game, taught, shape): (Res<Match>, Res<Taught>, Res<BoardShape>),
    (covered, looks): (Res<Covered>, Res<PieceLooks>),
    mut pieces: Query<(&MapPiece, Drawable)>,
) {
    let position = taught.position(&game);
    let is_hidden = covered.hides(&taught);
    for (&MapPiece(cell), drawn) in &mut pieces {
        let piece = position.piece_at(cell).filter(|_| !is_hidden);
        let look = piece.map(|piece| flat_look(&looks, &shape, position, piece));
        drawing::show(drawn, look);
    }
}
