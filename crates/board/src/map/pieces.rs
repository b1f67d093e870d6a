//! The pieces on the map, as they are seen from aside: flat, upright, and told apart by their
//! outline.

use bevy::prelude::*;

use crate::pieces::materials::PieceLooks;
use crate::stage::drawing::{self, Drawable};
use crate::stage::shape::BoardShape;
use crate::stage::taught::Taught;
use crate::tiles::veil::{VeilSystems, Veiled};
use icochess_base::schedule::AppSystems;
use icochess_play::game::Match;
use icochess_rules::{AnyPosition, Cell, Piece, Side};
use icochess_shape::{Detail, PieceKind, Shape, frame, height};

/// Height of the tallest piece, as a part of the clear width of a place.
const TALL: f32 = 0.86;
/// Thickness of a piece, as a part of that on the board.
const FLAT: f32 = 0.08;
/// Distance of a piece before its place, metres at scale 1: before all marks.
const BEFORE: f32 = 0.0035;

/// The piece on a place of the map, or none.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct MapPiece(pub Cell);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        show.run_if(
            resource_exists::<PieceLooks>.and_then(
                resource_changed::<Match>
                    .or_else(resource_changed::<Taught>)
                    .or_else(resource_changed::<Veiled>)
                    .or_else(any_match_filter::<Added<MapPiece>>),
            ),
        )
        .after(VeilSystems)
        .in_set(AppSystems::Scene),
    );
}

/// A piece that is seen from aside, flat, in the frame of a place whose plane has these directions
/// up and to the right, and which is seen from `before`, 1 for its face and -1 for its back.
pub(crate) fn from_aside(shape: &Shape, up: Vec3, right: Vec3, before: f32) -> Transform {
    let clear = shape.clear();
    let size = TALL * clear / (height(PieceKind::King) * shape.piece_scale);
    Transform {
        translation: Vec3::Y * BEFORE * before - up * TALL * clear / 2.0,
        rotation: frame(up, right),
        scale: Vec3::new(FLAT, 1.0, 1.0) * size,
    }
}

/// Makes the piece of a place on the map, which is not seen yet; the rotation leads from the map to
/// the frame of the place.
pub(super) fn spawn(
    commands: &mut Commands,
    tile: Entity,
    (cell, back): (Cell, Quat),
    shape: &Shape,
    looks: &PieceLooks,
) -> Entity {
    let piece = commands.spawn((
        MapPiece(cell),
        Mesh3d(
            looks
                .mesh(PieceKind::Pawn, Side::White, Detail::Low)
                .clone(),
        ),
        MeshMaterial3d(looks.material(Side::White, false).clone()),
        from_aside(shape, back * Vec3::NEG_Z, back * Vec3::X, 1.0),
        Visibility::Hidden,
        Pickable::IGNORE,
        ChildOf(tile),
    ));
    piece.id()
}

/// The mesh and the material of a piece of a position that is seen from aside.
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

fn show(
    (game, taught, shape): (Res<Match>, Res<Taught>, Res<BoardShape>),
    (veiled, looks): (Res<Veiled>, Res<PieceLooks>),
    mut pieces: Query<(&MapPiece, Drawable)>,
) {
    let position = taught.position(&game);
    let is_hidden = veiled.hides(&taught);
    for (&MapPiece(cell), drawn) in &mut pieces {
        let piece = position.piece_at(cell).filter(|_| !is_hidden);
        let look = piece.map(|piece| flat_look(&looks, &shape, position, piece));
        drawing::show(drawn, look);
    }
}
