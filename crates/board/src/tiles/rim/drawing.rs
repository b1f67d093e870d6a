//! Meshes and placement of the rim arrows. They are spawned with the board and shown when needed.

use std::f32::consts::SQRT_2;

use bevy::prelude::*;
use bevy_rapier3d::prelude::Collider;

use super::found::{IndicatorKind, RimArrow, Shown};
use crate::stage::decals;
use crate::stage::drawing::{seen_if, unlit};
use crate::stage::looks::{FrameKind, Mark, palette as colours};
use crate::stage::palette::{Colors, Palette};
use crate::stage::reach::Reachable;
use crate::stage::root::BoardRoot;
use crate::stage::shape::{BoardShape, PlayerSeat, mesh};
use crate::stage::taught::Taught;
use crate::tiles::counts::{GROUND, word};
use crate::tiles::round::{BallView, OccupiedArc, RimRoom, Spacing, heads, move_apart};
use icochess_play::game::Match;
use icochess_shape::{Hold, TriangleMesh, frame};

/// Radius of an arrow's disc at the rim, in metres. The disc spans 2.7° at 0.8 m, the minimum for
/// ray targets (Meta: 48 mm at 1 m).
const DISC: f32 = 0.019;
/// Length of the tip beyond the disc, in metres.
const TIP: f32 = 0.012;
/// Half the width of the last move's chevron, in metres: 12 pixels in a window of 1280 × 800.
const CHEVRON: f32 = 0.0092;
/// Places of the chevron's outer and inner corner along its axis, in metres.
const CORNERS: [f32; 2] = [0.0075, 0.0020];
/// Width of the dark seam around the chevron, in metres.
const SEAM: f32 = 0.0012;
/// Thickness of the collider, in metres.
const THICK: f32 = 0.004;
/// Height of the digits of the count, in metres.
const DIGITS: f32 = 0.010;
/// Upward offset of the icon and downward offset of the count, if an arrow has both, in metres.
const ASIDE: [f32; 2] = [0.006, 0.008];
/// Offset of icon and count in front of the disc, in metres.
const BEFORE: f32 = 0.0006;
/// Distance from the middle of the ball, as a multiple of the radius. Arrows are just outside the
/// numbers of paths.
const BESIDE: f32 = 1.26;
/// Minimum angle between two arrows around the ball, in radians, so that their discs and tips don't
/// overlap.
const MIN_ANGLE: f32 = 0.22;
/// Distance of an arrow from the eye, as a fraction of the rim's distance, in front of the heads
/// there. The arrow is scaled by the same factor, so its apparent size stays the same. A closer
/// arrow would cover the ball for a player who leans sideways.
const DISTANCE_FACTOR: f32 = 0.9;

/// Layer of an arrow, with the arrow's kind.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layer {
    of: IndicatorKind,
    is: LayerKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LayerKind {
    /// Disc with the collider, under the icon and the count. The last move has its chevron instead,
    /// and no other layer.
    Disc,
    /// Icon of the indicated kind.
    Icon,
    /// Number of hidden places.
    Count,
    /// Tip pointing to the places. It is separate from the disc because it turns with the board.
    Tip,
}

/// Material of each kind.
#[derive(Resource)]
pub(super) struct RimInks([Handle<StandardMaterial>; IndicatorKind::ALL.len()]);

/// Returns the icon of a kind.
fn icon(of: IndicatorKind) -> Mesh {
    match of {
        IndicatorKind::Check => decals::burst(0.0095, 0.0072, 0.0050),
        IndicatorKind::LastMove => chevron(),
        IndicatorKind::Targets => decals::disc(0.0058),
        IndicatorKind::Row => decals::ring(0.0080, 0.0050),
    }
}

/// Returns the colour of a kind's icon and count.
fn ink_of(of: IndicatorKind, palette: Palette) -> Color {
    match of {
        IndicatorKind::Check => colours::CHECKER,
        IndicatorKind::LastMove => colours::POLISHED,
        IndicatorKind::Targets => palette.mark(Mark::Move),
        IndicatorKind::Row => palette.frame(FrameKind::Hovered),
    }
}

/// Returns the chevron of the last move, which points along +z, with a dark seam around it.
fn chevron() -> Mesh {
    let [outer, inner] = CORNERS;
    let mut shape = TriangleMesh::default();
    for (seam, height, light) in [(SEAM, 0.0, 0.06), (0.0, BEFORE, 1.0)] {
        let (half, along) = (CHEVRON + seam, seam * SQRT_2);
        let (outer, inner) = (outer + along, inner - along);
        for side in [-1.0, 1.0] {
            let at = |x: f32, z: f32| Vec3::new(x * side, height, z - x);
            let arm = [
                at(0.0, outer),
                at(half, outer),
                at(half, inner),
                at(0.0, inner),
            ];
            shape.polygon(&arm);
            shape.colors.extend([[light, light, light, 1.0]; 4]);
        }
    }
    mesh(shape)
}

/// Returns the tip of an arrow, which points along +z from a disc at the origin.
fn tip() -> Mesh {
    let mut shape = TriangleMesh::default();
    let end = Vec3::Z * (DISC + TIP);
    let base = Vec3::Z * DISC * 0.75;
    let half = Vec3::X * DISC * 0.65;
    shape.polygon(&[end, base - half, base + half]);
    mesh(shape)
}

/// Spawns the hidden arrows of a ball. Other boards have none.
pub(super) fn load_looks(
    mut commands: Commands,
    (shape, palette): (Res<BoardShape>, Res<Palette>),
    root: Single<Entity, With<BoardRoot>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    if shape.hold != Hold::Ball {
        commands.remove_resource::<RimInks>();
        return;
    }
    let inks = IndicatorKind::ALL.map(|kind| materials.add(unlit(ink_of(kind, *palette))));
    let (disc, tip) = (meshes.add(decals::disc(DISC)), meshes.add(tip()));
    let ground = materials.add(unlit(GROUND));
    for (of, ink) in IndicatorKind::ALL.into_iter().zip(&inks) {
        let icon = meshes.add(icon(of));
        let target = (
            Layer {
                of,
                is: LayerKind::Disc,
            },
            Name::new(format!("rim arrow {of:?}")),
            Transform::default(),
            Visibility::Hidden,
            ChildOf(*root),
        );
        if of == IndicatorKind::LastMove {
            commands.spawn((target, Mesh3d(icon), MeshMaterial3d(ink.clone())));
            continue;
        }
        let layer = |is, mesh: &Handle<Mesh>, paint: &Handle<StandardMaterial>| {
            (
                Layer { of, is },
                Mesh3d(mesh.clone()),
                MeshMaterial3d(paint.clone()),
                Transform::from_translation(Vec3::Y * BEFORE),
            )
        };
        commands.spawn((
            target,
            Mesh3d(disc.clone()),
            MeshMaterial3d(ground.clone()),
            children![
                (layer(LayerKind::Icon, &icon, ink), Visibility::Inherited),
                (
                    layer(LayerKind::Count, &Handle::default(), ink),
                    Visibility::Hidden
                ),
            ],
        ));
        commands.spawn((
            layer(LayerKind::Tip, &tip, ink),
            Visibility::Hidden,
            ChildOf(*root),
        ));
    }
    commands.insert_resource(RimInks(inks));
}

pub(super) fn recolour_arrows(
    (inks, palette): (Res<RimInks>, Res<Palette>),
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    for (kind, ink) in IndicatorKind::ALL.into_iter().zip(&inks.0) {
        if let Some(mut material) = materials.get_mut(ink) {
            material.base_color = ink_of(kind, *palette);
        }
    }
}

/// Shows the current arrows, with their counts.
pub(super) fn show_arrows(
    mut commands: Commands,
    shown: Res<Shown>,
    mut layers: Query<(
        Entity,
        &Layer,
        Option<&RimArrow>,
        &mut Transform,
        &mut Visibility,
        &mut Mesh3d,
    )>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    for (entity, layer, before, mut place, mut visibility, mut mesh) in &mut layers {
        let arrow = shown.0.iter().find(|arrow| arrow.kind == layer.of);
        let labelled = arrow.filter(|arrow| arrow.count > 1);
        let [up, down] = if labelled.is_some() { ASIDE } else { [0.0; 2] };
        match layer.is {
            LayerKind::Disc => {
                visibility.set_if_neq(seen_if(arrow.is_some()));
                let mut disc = commands.entity(entity);
                match (before, arrow) {
                    (Some(_), None) => {
                        disc.remove::<(RimArrow, Reachable, Collider)>();
                    }
                    (None, Some(now)) => {
                        let met = Collider::cylinder(THICK / 2.0, DISC);
                        disc.insert((*now, Reachable, met));
                    }
                    (Some(before), Some(now)) if before != now => {
                        disc.insert(*now);
                    }
                    _ => {}
                }
            }
            LayerKind::Icon => {
                let at = Vec3::new(0.0, BEFORE, -up);
                place.set_if_neq(Transform::from_translation(at));
            }
            LayerKind::Count => {
                visibility.set_if_neq(seen_if(labelled.is_some()));
                let Some(arrow) = labelled else {
                    continue;
                };
                let at = Vec3::new(0.0, BEFORE, down);
                place.set_if_neq(Transform::from_translation(at));
                mesh.0 = meshes.add(word(&arrow.count.to_string(), DIGITS));
            }
            LayerKind::Tip => {
                visibility.set_if_neq(seen_if(arrow.is_some()));
            }
        }
    }
}

/// Returns the position of an arrow, in radii of the ball from its middle.
fn before_rim(view: &BallView, angle: f32) -> Vec3 {
    view.eye().lerp(view.rim(angle) * BESIDE, DISTANCE_FACTOR)
}

/// Moves the arrows to the rim for the board's current rotation.
pub(super) fn place_arrows(
    (shown, shape, seat): (Res<Shown>, Res<BoardShape>, Res<PlayerSeat>),
    (room, game, taught): (Res<RimRoom>, Res<Match>, Res<Taught>),
    root: Single<Ref<Transform>, (With<BoardRoot>, Without<Layer>)>,
    mut layers: Query<(&Layer, &mut Transform)>,
    mut occupied: Local<Vec<OccupiedArc>>,
) {
    let has_moved = root.is_changed() || seat.is_changed() || room.is_changed();
    let is_changed = shown.is_changed() || shape.is_changed() || has_moved;
    let have_pieces_moved = game.is_changed() || taught.is_changed();
    if shown.0.is_empty() || !is_changed && !have_pieces_moved {
        return;
    }
    let radius = shape.radius();
    let view = BallView::of(&seat, &root, radius);
    let mut angles = [f32::NAN; IndicatorKind::ALL.len()];
    for arrow in &shown.0 {
        angles[arrow.kind as usize] = view.angle(shape.centre(arrow.tile));
    }
    let lowest = view.lowest(*room, BESIDE, (DISC + TIP) / radius);
    let keep = Spacing {
        apart: MIN_ANGLE,
        farthest: f32::INFINITY,
        lowest,
    };
    occupied.clear();
    let position = taught.game(&game).position();
    let disc = (before_rim(&view, 0.0), DISC * DISTANCE_FACTOR);
    occupied.extend(heads(&view, &shape, position, disc));
    move_apart(&mut angles, &occupied, keep);
    for (layer, mut place) in &mut layers {
        let angle = angles[layer.of as usize];
        // This arrow is hidden.
        if angle.is_nan() {
            continue;
        }
        let eye = view.eye() * radius;
        let at = before_rim(&view, angle) * radius;
        let ahead = match layer.is {
            LayerKind::Disc if layer.of != IndicatorKind::LastMove => -view.up,
            LayerKind::Disc | LayerKind::Tip => view.across(angle),
            // Children of the disc.
            LayerKind::Icon | LayerKind::Count => continue,
        };
        let turned = frame(eye - at, ahead);
        let pose = Transform::from_translation(at).with_rotation(turned);
        place.set_if_neq(pose.with_scale(Vec3::splat(DISTANCE_FACTOR)));
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::PI;

    use super::*;
    use crate::tiles::rim::found::arrow;
    use icochess_boards::Variant;
    use icochess_shape::{PieceKind, Seat, height};

    #[test]
    fn arrows_are_outside_the_ball_towards_their_place() {
        let (shape, seat) = (Variant::Icochess.shape(), Seat::default());
        let radius = 0.2;
        let eye = Transform::from_translation(seat.eye).looking_at(seat.centre, Vec3::Y);
        for turn in 0..8 {
            let rotation = Quat::from_rotation_y(turn as f32) * Quat::from_rotation_z(0.4);
            let board_transform = Transform::from_rotation(rotation);
            let view = BallView::of(&seat, &board_transform, radius);
            for cell in shape.cells() {
                let Some(arrow) = arrow(IndicatorKind::Targets, &[cell], (&shape, &seat), rotation)
                else {
                    continue;
                };
                assert_eq!((arrow.count, arrow.tile, arrow.also), (1, cell, None));
                let angle = view.angle(shape.centre(cell));
                let seen = |at: Vec3| {
                    let from_eye = seat.centre + rotation * at - seat.eye;
                    let seen = eye.rotation.inverse() * from_eye;
                    Vec2::new(seen.x, seen.y) / -seen.z
                };
                let at = seen(before_rim(&view, angle) * radius);
                let hidden = seen(shape.centre(cell));
                assert!(at.angle_to(hidden).abs() < 0.05 || hidden.length() < 0.02);
                // The ball is visible up to its tangents from the eye.
                let ball = (radius / (seat.eye - seat.centre).length()).asin().tan();
                let disc = DISC / 0.8;
                assert!(at.length() - disc > ball, "{} {ball}", at.length());
            }
        }
    }

    #[test]
    fn arrows_clear_heads_at_the_rim_and_the_ball_for_leaning_eyes() {
        let (seat, radius) = (Seat::default(), 0.2);
        let view = BallView::of(&seat, &Transform::default(), radius);
        let far = |at: Vec3| (view.eye() - at).dot(view.towards);
        for step in 0..12 {
            let angle = step as f32 * PI / 6.0;
            let head = view.rim(angle) * (1.0 + height(PieceKind::King));
            let arrow = before_rim(&view, angle);
            assert!(far(arrow) < far(head));
            // Towards the arrow, by 15 cm.
            let eye = view.eye() + view.across(angle) * 0.15 / radius;
            let between = (arrow - eye).angle_between(-eye);
            let disc = (DISC * DISTANCE_FACTOR / radius / eye.distance(arrow)).atan();
            let ball = (1.0 / eye.length()).asin();
            assert!(between - disc > ball, "{between} {disc} {ball}");
        }
    }
}
