//! The arrows as they are seen. They are made with the board, and shown when they are needed.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy_rapier3d::prelude::Collider;

use super::found::{IndicatorKind, RimArrow, Shown};
use crate::cell_label;
use crate::stage::decals;
use crate::stage::drawing::{seen_if, unlit};
use crate::stage::looks::{FrameKind, Mark, palette as colours};
use crate::stage::palette::{Colors, Palette};
use crate::stage::reach::Reachable;
use crate::stage::root::BoardRoot;
use crate::stage::shape::{BoardShape, PlayerSeat, mesh};
use crate::stage::taught::Taught;
use crate::tiles::counts::{Counts, GROUND, word};
use crate::tiles::round::{Keep, RimRoom, Sight, Taken, heads, moved_apart};
use icochess_play::game::Match;
use icochess_rules::Cell;
use icochess_shape::{Flat, Hold, frame};

/// Radius of the disc of an arrow at the rim, metres: 2.7° at 0.8 m, the least for rays (Meta: 48 mm
/// at 1 m).
const DISC: f32 = 0.019;
/// Length of its tip, beyond the disc, metres.
const TIP: f32 = 0.012;
/// Thickness of what rays meet of it, metres.
const THICK: f32 = 0.004;
/// Height of the digits of its count, metres.
const DIGITS: f32 = 0.010;
/// Shift of its sign upwards and of its count downwards, where it has both, metres.
const ASIDE: [f32; 2] = [0.006, 0.008];
/// Distance of sign and count before the disc, metres.
const BEFORE: f32 = 0.0006;
/// Distance from the middle of the ball, as a multiple of the radius: beside the numbers of ways.
const BESIDE: f32 = 1.26;
/// The least angle between two arrows round the ball, radians: their discs and tips lie clear of one
/// another.
const APART: f32 = 0.22;
/// Distance of an arrow from the eye, as a part of the way to the rim: before the heads of the
/// pieces that stand there. It is made as much smaller, and so looks as large as at the rim. Before
/// taller pieces that stand nearer, too, it would come over the ball for who leans aside.
const NEARER: f32 = 0.9;

/// A part of what is seen of an arrow.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layer {
    of: IndicatorKind,
    is: LayerKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LayerKind {
    /// The disc, which is met by rays and hands; on it lie the sign and the count.
    Disc,
    /// The sign of what it indicates.
    Sign,
    /// The number of its places that are out of sight; of the last move, the name of the one.
    Told,
    /// The tip that leads there. It lies beside the disc, as it turns with the board.
    Tip,
}

/// The materials and meshes of arrows.
#[derive(Resource)]
pub(super) struct RimLook {
    /// The material of each kind.
    inks: [Handle<StandardMaterial>; IndicatorKind::ALL.len()],
    counts: Counts,
    /// Names of places, as far as they have been told.
    names: HashMap<Cell, Handle<Mesh>>,
}

/// The sign of a kind on its disc.
fn sign(of: IndicatorKind) -> Mesh {
    match of {
        IndicatorKind::Check => decals::burst(0.0095, 0.0072, 0.0050),
        IndicatorKind::LastMove => decals::arrow(0.0160),
        IndicatorKind::Targets => decals::disc(0.0058),
        IndicatorKind::Row => decals::ring(0.0080, 0.0050),
    }
}

/// The colour of the disc of a kind: that of the last move looks like its tiles, but lighter, as no White
/// piece has to stand out from it.
fn ground_of(of: IndicatorKind) -> Color {
    match of {
        IndicatorKind::LastMove => colours::LAST.mix(&Color::WHITE, 0.25),
        _ => GROUND,
    }
}

/// The colour of what lies on the disc of a kind.
fn ink_of(of: IndicatorKind, palette: Palette) -> Color {
    match of {
        IndicatorKind::Check => colours::CHECKER,
        IndicatorKind::LastMove => colours::INK,
        IndicatorKind::Targets => palette.mark(Mark::Move),
        IndicatorKind::Row => palette.frame(FrameKind::Hovered),
    }
}

/// The tip of an arrow, which points along +z from a disc round the origin.
fn tip() -> Mesh {
    let mut shape = Flat::default();
    let end = Vec3::Z * (DISC + TIP);
    let base = Vec3::Z * DISC * 0.75;
    let half = Vec3::X * DISC * 0.65;
    shape.polygon(&[end, base - half, base + half]);
    mesh(shape.mesh())
}

/// Makes the arrows of a ball, which are not shown yet. Other boards have none.
pub(super) fn make(
    mut commands: Commands,
    (shape, palette): (Res<BoardShape>, Res<Palette>),
    root: Single<Entity, With<BoardRoot>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    if shape.hold != Hold::Ball {
        commands.remove_resource::<RimLook>();
        return;
    }
    let inks = IndicatorKind::ALL.map(|kind| materials.add(unlit(ink_of(kind, *palette))));
    let (disc, tip) = (meshes.add(decals::disc(DISC)), meshes.add(tip()));
    for (of, ink) in IndicatorKind::ALL.into_iter().zip(&inks) {
        let ground = materials.add(unlit(ground_of(of)));
        // The edge is to be seen before the dark.
        let edge = if of == IndicatorKind::LastMove {
            &ground
        } else {
            ink
        };
        let layer = |is, mesh: &Handle<Mesh>, paint: &Handle<StandardMaterial>| {
            (
                Layer { of, is },
                Mesh3d(mesh.clone()),
                MeshMaterial3d(paint.clone()),
                Transform::from_translation(Vec3::Y * BEFORE),
                Pickable::IGNORE,
            )
        };
        let sign = meshes.add(sign(of));
        commands.spawn((
            Layer {
                of,
                is: LayerKind::Disc,
            },
            Name::new(format!("rim arrow {of:?}")),
            Mesh3d(disc.clone()),
            MeshMaterial3d(ground.clone()),
            Transform::default(),
            Visibility::Hidden,
            ChildOf(*root),
            children![
                (layer(LayerKind::Sign, &sign, ink), Visibility::Inherited),
                (
                    layer(LayerKind::Told, &Handle::default(), ink),
                    Visibility::Hidden
                ),
            ],
        ));
        commands.spawn((
            layer(LayerKind::Tip, &tip, edge),
            Visibility::Hidden,
            ChildOf(*root),
        ));
    }
    commands.insert_resource(RimLook {
        inks,
        counts: Counts::new(DIGITS),
        names: HashMap::default(),
    });
}

/// Gives the arrows the colours of the palette.
pub(super) fn recolour(
    (look, palette): (Res<RimLook>, Res<Palette>),
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    for (kind, ink) in IndicatorKind::ALL.into_iter().zip(&look.inks) {
        if let Some(mut material) = materials.get_mut(ink) {
            material.base_color = ink_of(kind, *palette);
        }
    }
}

/// Shows those arrows that lead somewhere now, with their counts.
pub(super) fn show(
    mut commands: Commands,
    (shown, game, taught): (Res<Shown>, Res<Match>, Res<Taught>),
    mut look: ResMut<RimLook>,
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
    let look = look.bypass_change_detection();
    for (entity, layer, before, mut place, mut visibility, mut mesh) in &mut layers {
        let arrow = shown.0.iter().find(|arrow| arrow.kind == layer.of);
        // The end of the last move says more than how many of its two places are out of sight.
        let told = arrow.filter(|arrow| arrow.kind == IndicatorKind::LastMove || arrow.count > 1);
        let [up, down] = if told.is_some() { ASIDE } else { [0.0; 2] };
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
            LayerKind::Sign => {
                let at = Vec3::new(0.0, BEFORE, -up);
                place.set_if_neq(Transform::from_translation(at));
            }
            LayerKind::Told => {
                visibility.set_if_neq(seen_if(told.is_some()));
                let Some(arrow) = told else {
                    continue;
                };
                let at = Vec3::new(0.0, BEFORE, down);
                place.set_if_neq(Transform::from_translation(at));
                let words = if arrow.kind == IndicatorKind::LastMove {
                    let made = look.names.entry(arrow.tile);
                    let position = taught.game(&game).position();
                    let name = || word(&cell_label(position, arrow.tile), DIGITS);
                    made.or_insert_with(|| meshes.add(name())).clone()
                } else {
                    look.counts.of(arrow.count, &mut meshes)
                };
                mesh.set_if_neq(Mesh3d(words));
            }
            LayerKind::Tip => {
                visibility.set_if_neq(seen_if(arrow.is_some()));
            }
        }
    }
}

/// Position of an arrow, in radii of the ball from its middle.
fn before_rim(sight: &Sight, angle: f32) -> Vec3 {
    sight.eye().lerp(sight.rim(angle) * BESIDE, NEARER)
}

/// Puts the arrows to the rim, as the board lies now.
pub(super) fn place(
    (shown, shape, seat): (Res<Shown>, Res<BoardShape>, Res<PlayerSeat>),
    (room, game, taught): (Res<RimRoom>, Res<Match>, Res<Taught>),
    root: Single<Ref<Transform>, (With<BoardRoot>, Without<Layer>)>,
    mut layers: Query<(&Layer, &mut Transform)>,
    mut taken: Local<Vec<Taken>>,
) {
    let has_moved = root.is_changed() || seat.is_changed() || room.is_changed();
    let is_changed = shown.is_changed() || shape.is_changed() || has_moved;
    let have_pieces_moved = game.is_changed() || taught.is_changed();
    if shown.0.is_empty() || !is_changed && !have_pieces_moved {
        return;
    }
    let radius = shape.radius();
    let sight = Sight::of(&seat, &root, radius);
    let mut angles = [f32::NAN; IndicatorKind::ALL.len()];
    for arrow in &shown.0 {
        angles[arrow.kind as usize] = sight.angle(shape.centre(arrow.tile));
    }
    let lowest = sight.lowest(*room, BESIDE, (DISC + TIP) / radius);
    let keep = Keep {
        apart: APART,
        farthest: f32::INFINITY,
        lowest,
    };
    taken.clear();
    let position = taught.game(&game).position();
    let disc = (before_rim(&sight, 0.0), DISC * NEARER);
    taken.extend(heads(&sight, &shape, position, disc));
    moved_apart(&mut angles, &taken, keep);
    for (layer, mut place) in &mut layers {
        let angle = angles[layer.of as usize];
        // It leads nowhere now.
        if angle.is_nan() {
            continue;
        }
        let eye = sight.eye() * radius;
        let at = before_rim(&sight, angle) * radius;
        let ahead = match layer.is {
            LayerKind::Disc => -sight.up,
            LayerKind::Tip => sight.across(angle),
            // They lie on the disc.
            LayerKind::Sign | LayerKind::Told => continue,
        };
        let turned = frame(eye - at, ahead);
        let lies = Transform::from_translation(at).with_rotation(turned);
        place.set_if_neq(lies.with_scale(Vec3::splat(NEARER)));
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
    fn an_arrow_lies_beside_the_ball_on_the_side_of_what_it_leads_to() {
        let (shape, seat) = (Variant::Icochess.shape(), Seat::default());
        let radius = 0.2;
        let eye = Transform::from_translation(seat.eye).looking_at(seat.centre, Vec3::Y);
        for turn in 0..8 {
            let rotation = Quat::from_rotation_y(turn as f32) * Quat::from_rotation_z(0.4);
            let lies = Transform::from_rotation(rotation);
            let sight = Sight::of(&seat, &lies, radius);
            for cell in shape.cells() {
                let Some(arrow) = arrow(IndicatorKind::Targets, &[cell], (&shape, &seat), rotation)
                else {
                    continue;
                };
                assert_eq!((arrow.count, arrow.tile, arrow.also), (1, cell, None));
                let angle = sight.angle(shape.centre(cell));
                let seen = |at: Vec3| {
                    let from_eye = seat.centre + rotation * at - seat.eye;
                    let seen = eye.rotation.inverse() * from_eye;
                    Vec2::new(seen.x, seen.y) / -seen.z
                };
                let at = seen(before_rim(&sight, angle) * radius);
                let hidden = seen(shape.centre(cell));
                assert!(at.angle_to(hidden).abs() < 0.05 || hidden.length() < 0.02);
                // The ball does not reach there: it is seen as far as its tangents.
                let ball = (radius / (seat.eye - seat.centre).length()).asin().tan();
                let disc = DISC / 0.8;
                assert!(at.length() - disc > ball, "{} {ball}", at.length());
            }
        }
    }

    #[test]
    fn an_arrow_lies_before_the_heads_at_the_rim_and_beside_the_ball_for_who_leans_aside() {
        let (seat, radius) = (Seat::default(), 0.2);
        let sight = Sight::of(&seat, &Transform::default(), radius);
        let far = |at: Vec3| (sight.eye() - at).dot(sight.towards);
        for step in 0..12 {
            let angle = step as f32 * PI / 6.0;
            let head = sight.rim(angle) * (1.0 + height(PieceKind::King));
            let arrow = before_rim(&sight, angle);
            assert!(far(arrow) < far(head));
            // Towards the arrow, by 15 cm.
            let eye = sight.eye() + sight.across(angle) * 0.15 / radius;
            let between = (arrow - eye).angle_between(-eye);
            let disc = (DISC * NEARER / radius / eye.distance(arrow)).atan();
            let ball = (1.0 / eye.length()).asin();
            assert!(between - disc > ball, "{between} {disc} {ball}");
        }
    }
}
