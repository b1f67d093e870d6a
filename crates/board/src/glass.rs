//! See-through mode of a ball. The near half becomes outlines, with rings in place of pieces.
//! Through it the inside of the far half is visible, with pieces in profile.
//!
//! [`focus`](super::tiles::focus) decides which cells are see-through and which are pickable.

use bevy::prelude::*;

use crate::map::pieces::{flat_look, from_aside};
use crate::pieces::materials::PieceLooks;
use crate::stage::decals;
use crate::stage::drawing::{self, Drawable, seen_if, unlit};
use crate::stage::looks::Tint;
use crate::stage::palette::{Colors, Palette};
use crate::stage::root::BoardRoot;
use crate::stage::shape::{BoardShape, PlayerSeat};
use crate::stage::switches::OnMap;
use crate::stage::switches::{Glass, ring_radius};
use crate::stage::taught::Taught;
use crate::tiles::focus::{Focus, FocusSystems};
use icochess_base::schedule::AppSystems;
use icochess_play::game::{Match, OnCell};
use icochess_rules::{Cell, Side};
use icochess_shape::{Hold, Seat, Shape};

/// Width of an outline, in metres.
const LINE: f32 = 0.0012;
/// Height of an outline above its tile, in metres.
const ABOVE: f32 = 0.0004;
/// Offset of a far tile's back face from the tile, in metres: behind all marks, as seen from
/// inside.
const BEHIND: f32 = 0.0025;
/// Outer and inner radii of the rings, as fractions of the largest.
const RINGS: [[f32; 2]; 2] = [[1.0, 0.86], [0.68, 0.54]];
/// Colour of the outlines of see-through tiles.
const OUTLINE: Color = Color::srgb(0.62, 0.67, 0.74);
/// Colour of the rings for Black's pieces, light enough for a dark background.
const BLACKS: Color = Color::srgb(0.65, 0.612, 0.549);
/// Fraction of black in the colour of a back face, 0 to 1.
const SHADE: f32 = 0.45;

/// Shape drawn on a tile in see-through mode.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum GlassLayer {
    /// Outline of a near tile.
    Outline(Cell),
    /// Rings on a near tile in place of a piece: one for White, two for Black.
    Ring(Cell),
    /// Back face of a far tile.
    BackFace(Cell),
    /// Piece on a far tile, in profile.
    Piece(Cell),
}

/// Meshes and materials of the rings, by side.
#[derive(Resource)]
struct RingLooks([(Handle<Mesh>, Handle<StandardMaterial>); 2]);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            spawn.run_if(
                resource_changed::<Glass>
                    .or_else(resource_changed::<Palette>)
                    .or_else(resource_exists_and_changed::<BoardShape>),
            ),
            (show_layers.run_if(has_changed), set_upright).run_if(any_with_component::<GlassLayer>),
        )
            .chain()
            .run_if(resource_exists::<PieceLooks>)
            .after(FocusSystems)
            .in_set(AppSystems::Scene),
    );
}

/// Spawns or despawns the shapes of see-through mode.
fn spawn(
    mut commands: Commands,
    (glass, shape, palette): (Res<Glass>, Res<BoardShape>, Res<Palette>),
    tiles: Query<(Entity, &OnCell), Without<OnMap>>,
    before: Query<Entity, With<GlassLayer>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let is_on = glass.is_on() && shape.hold == Hold::Ball;
    if is_on && !before.is_empty() && !palette.is_changed() && !shape.is_changed() {
        return;
    }
    for part in &before {
        commands.entity(part).despawn();
    }
    if !is_on {
        return;
    }
    let mut flat = |color| materials.add(unlit(color));
    let line = MeshMaterial3d(flat(OUTLINE));
    let radius = ring_radius(&shape);
    let rings = Side::ALL.map(|side| {
        let (inks, count) = match side {
            Side::White => (palette.piece(side), 1),
            Side::Black => (BLACKS, 2),
        };
        let all = RINGS.map(|[outer, inner]| (outer * radius, inner * radius));
        (meshes.add(decals::rings(&all[..count])), flat(inks))
    });
    let kinds = shape.kinds.iter().enumerate().map(|(index, kind)| {
        let face = palette.face(Tint::Plain, index, kind.shade);
        (
            Mesh3d(meshes.add(decals::edge(&kind.outline, LINE))),
            Mesh3d(meshes.add(decals::underside(&kind.outline))),
            MeshMaterial3d(flat(face.mix(&Color::BLACK, SHADE))),
        )
    });
    let kinds: Vec<_> = kinds.collect();
    for (tile, &OnCell(cell)) in &tiles {
        let (edge, underside, face) = &kinds[shape.places[cell.index()].kind];
        let of_tile = (Visibility::Hidden, ChildOf(tile));
        commands.spawn((
            GlassLayer::Outline(cell),
            edge.clone(),
            line.clone(),
            Transform::from_translation(Vec3::Y * ABOVE),
            of_tile.clone(),
        ));
        commands.spawn((
            GlassLayer::BackFace(cell),
            underside.clone(),
            face.clone(),
            Transform::from_translation(Vec3::Y * BEHIND),
            of_tile.clone(),
        ));
        commands.spawn((
            GlassLayer::Ring(cell),
            Mesh3d::default(),
            MeshMaterial3d::<StandardMaterial>::default(),
            Transform::from_translation(Vec3::Y * ABOVE),
            of_tile.clone(),
        ));
        commands.spawn((
            GlassLayer::Piece(cell),
            Mesh3d::default(),
            MeshMaterial3d::<StandardMaterial>::default(),
            Transform::default(),
            of_tile,
        ));
    }
    commands.insert_resource(RingLooks(rings));
}

/// Run condition: the pieces or the see-through cells have changed.
fn has_changed(
    (game, taught, focus): (Res<Match>, Res<Taught>, Res<Focus>),
    added: Query<(), Added<GlassLayer>>,
) -> bool {
    game.is_changed() || taught.is_changed() || focus.is_changed() || !added.is_empty()
}

fn show_layers(
    (game, taught, focus): (Res<Match>, Res<Taught>, Res<Focus>),
    (shape, looks, rings): (Res<BoardShape>, Res<PieceLooks>, Res<RingLooks>),
    mut layers: Query<(&GlassLayer, Drawable)>,
) {
    let position = taught.position(&game);
    // The far half, which is visible through the near half.
    let is_far = |cell| focus.cells.is_some() && !focus.fades(cell);
    for (layer, mut drawn) in &mut layers {
        let look = match *layer {
            GlassLayer::Outline(cell) => {
                drawn.2.set_if_neq(seen_if(focus.fades(cell)));
                continue;
            }
            GlassLayer::BackFace(cell) => {
                drawn.2.set_if_neq(seen_if(is_far(cell)));
                continue;
            }
            GlassLayer::Ring(cell) => {
                let piece = position.piece_at(cell).filter(|_| focus.fades(cell));
                let ring = piece.map(|piece| &rings.0[piece.side.index()]);
                ring.map(|(ring, ink)| (ring, ink))
            }
            GlassLayer::Piece(cell) => {
                let piece = position.piece_at(cell).filter(|_| is_far(cell));
                piece.map(|piece| flat_look(&looks, &shape, position, piece))
            }
        };
        drawing::show(drawn, look);
    }
}

/// Returns the transform of a piece on the inside of a tile, upright as seen through the ball.
fn upright(shape: &Shape, cell: Cell, board_rotation: Quat, seat: &Seat) -> Transform {
    let tile = shape.frame(cell);
    let ahead = seat.centre + board_rotation * tile.translation - seat.eye;
    let up = Vec3::Y.reject_from(ahead.normalize_or(Vec3::NEG_Z));
    let up = (board_rotation * tile.rotation).inverse() * up;
    let up = up.with_y(0.0).normalize_or(Vec3::Z);
    // Seen from below the tile.
    let right = Vec3::Y.cross(up);
    from_aside(shape, up, right, -1.0)
}

fn set_upright(
    (shape, seat): (Res<BoardShape>, Res<PlayerSeat>),
    root: Single<Ref<Transform>, (With<BoardRoot>, Without<GlassLayer>)>,
    added: Query<(), Added<GlassLayer>>,
    mut layers: Query<(&GlassLayer, &mut Transform)>,
) {
    if !root.is_changed() && !seat.is_changed() && added.is_empty() {
        return;
    }
    for (layer, mut place) in &mut layers {
        if let GlassLayer::Piece(cell) = *layer {
            place.set_if_neq(upright(&shape, cell, root.rotation, &seat));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;
    use icochess_shape::is_turned_away;

    #[test]
    fn far_pieces_appear_upright_and_face_the_same_direction() {
        let (shape, seat) = (Variant::Icochess.shape(), Seat::default());
        for turn in 0..6 {
            let board_rotation = Quat::from_rotation_y(turn as f32) * Quat::from_rotation_x(0.7);
            let far = shape
                .cells()
                .filter(|cell| is_turned_away(board_rotation, &shape.frame(*cell), &seat));
            for cell in far {
                let tile = Transform::from_rotation(board_rotation) * shape.frame(cell);
                let piece = tile * upright(&shape, cell, board_rotation, &seat);
                let at = seat.centre + tile.translation;
                let eye = Transform::from_translation(seat.eye).looking_at(at, Vec3::Y);
                let seen = |direction: Vec3| eye.rotation.inverse() * (piece.rotation * direction);
                // The piece is upright, with its front to the right.
                let (up, front) = (seen(Vec3::Y), seen(Vec3::Z));
                assert!(up.y > 0.0 && front.x > 0.0, "{cell:?}: {up} {front}");
                // The piece is inside the ball, in front of its tile's back face.
                let outwards = tile.rotation * Vec3::Y;
                assert!((piece.translation - tile.translation).dot(outwards) < 0.0);
            }
        }
    }
}
