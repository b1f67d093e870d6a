//! The puck: a low round handle that headset users drag to move the board. It is in front of the
//! board, at table height, and moves with it.

use bevy::prelude::*;
use bevy_rapier3d::prelude::{Collider, ColliderDisabled};
use icochess_shape::{Seat, Shape, TriangleMesh};

use super::ground::{Underside, has_scene_changed};
use super::place::RoomPlace;
use super::scenery::table_below;
use crate::stage::decals;
use crate::stage::drawing::{seen_if, unlit};
use crate::stage::looks::palette as colours;
use crate::stage::reach::Reachable;
use crate::stage::root::BoardRoot;
use crate::stage::shape::{BoardShape, PlayerSeat, mesh};
use icochess_base::display::Display;
use icochess_base::schedule::AppSystems;

/// Radius of the puck, in metres.
const RADIUS: f32 = 0.036;
/// Height of the puck, in metres.
const HEIGHT: f32 = 0.012;
/// Margin of the collider around the puck, in metres. 90 mm across is 5° from the seat (Meta: at
/// least 2.8°).
const TOUCH_MARGIN: f32 = 0.009;
/// Distance from the board's edge to the middle of the puck, in metres. Under a ball, the player
/// sees the puck below the turn and clock plate.
const BEFORE: f32 = 0.07;
/// Minimum horizontal distance from the eyes to the puck, in metres.
const FROM_EYES: f32 = 0.20;
/// Outer and inner radius of the ring on the puck, in metres.
const RING: [f32; 2] = [0.033, 0.030];
/// Start and end of the arrowheads, from the middle, and half their width, in metres.
const HEADS: [f32; 3] = [0.014, 0.025, 0.009];
/// Colour of the body.
const BODY: Color = Color::srgb(0.13, 0.12, 0.12);

/// State of the puck.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Puck {
    /// Invisible and not pickable.
    #[default]
    Away,
    /// Invisible until a hand comes near.
    Hidden,
    /// Visible.
    Seen,
    /// Touched or pointed at by a hand.
    Pointed,
    /// Held by a hand.
    Held,
}

impl Puck {
    /// Returns the colour of the icons on the puck.
    const fn ink(self) -> Color {
        match self {
            Self::Away | Self::Hidden | Self::Seen => colours::LAST,
            Self::Pointed => colours::HOVER,
            Self::Held => colours::SELECTED,
        }
    }
}

/// Horizontal direction from the board to the player's seat. Moving the board doesn't change it, so
/// that the puck stays in the hand that drags it.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
struct SeatSide(Vec3);

impl SeatSide {
    fn of(seat: &Seat) -> Self {
        let towards = (seat.eye - seat.centre).with_y(0.0);
        Self(towards.normalize_or(Vec3::Z))
    }
}

/// Material of the icons on the puck.
#[derive(Resource)]
struct PuckInk(Handle<StandardMaterial>);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_puck.run_if(in_state(Display::Headset)))
        .add_systems(
            Update,
            (
                place_puck.run_if(has_scene_changed),
                paint_puck.run_if(resource_exists::<PuckInk>),
            )
                .in_set(AppSystems::Feedback),
        );
}

/// Returns four arrowheads, because the board moves in all directions.
fn heads() -> Mesh {
    let [begins, ends, half] = HEADS;
    let mut shape = TriangleMesh::default();
    for direction in [Vec3::X, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Z] {
        let aside = direction.cross(Vec3::Y) * half;
        shape.polygon(&[
            direction * ends,
            direction * begins + aside,
            direction * begins - aside,
        ]);
    }
    mesh(shape)
}

fn spawn_puck(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let body = Cylinder::new(RADIUS, HEIGHT).mesh().resolution(24).build();
    let paint = StandardMaterial {
        base_color: BODY,
        perceptual_roughness: 0.6,
        ..default()
    };
    let ink = materials.add(unlit(Puck::default().ink()));
    let [outer, inner] = RING;
    let icons = [decals::ring(outer, inner), heads()];
    let puck = (
        Name::new("puck"),
        Puck::default(),
        SeatSide(Vec3::Z),
        Reachable,
        Mesh3d(meshes.add(body)),
        MeshMaterial3d(materials.add(paint)),
        Transform::default(),
        Visibility::Hidden,
        Collider::cylinder(HEIGHT / 2.0 + TOUCH_MARGIN, RADIUS + TOUCH_MARGIN),
        ColliderDisabled,
    );
    let puck = commands.spawn(puck).id();
    for icon in icons {
        commands.spawn((
            ChildOf(puck),
            Mesh3d(meshes.add(icon)),
            MeshMaterial3d(ink.clone()),
            Transform::from_translation(Vec3::Y * (HEIGHT / 2.0 + 0.0006)),
        ));
    }
    commands.insert_resource(PuckInk(ink));
}

/// Returns the position of the middle of the puck in the world, in metres. The puck is at table
/// height, in front of the board's edge on this side.
fn puck_position(
    (shape, underside): (&Shape, &Underside),
    board: &Transform,
    (side, eye): (Vec3, Vec3),
) -> Vec3 {
    let size = board.scale.x;
    let ahead = (eye - board.translation).with_y(0.0).length();
    let edge = underside.reach(board.rotation, side) * size;
    let out = (edge + BEFORE).min((ahead - FROM_EYES).max(0.0));
    let below = table_below(shape, underside, board.rotation) * size - HEIGHT / 2.0;
    board.translation + side * out - Vec3::Y * below
}

fn place_puck(
    (shape, underside): (Res<BoardShape>, Res<Underside>),
    (seat, room): (Res<PlayerSeat>, Res<RoomPlace>),
    board: Single<&Transform, (With<BoardRoot>, Without<Puck>)>,
    mut pucks: Query<(&mut SeatSide, &mut Transform), With<Puck>>,
) {
    for (mut side, mut place) in &mut pucks {
        // The room moves when a player sits down.
        if room.is_changed() {
            side.set_if_neq(SeatSide::of(&seat));
        }
        let at = puck_position((&shape, &underside), &board, (side.0, seat.eye));
        place.set_if_neq(Transform::from_translation(at));
    }
}

fn paint_puck(
    mut commands: Commands,
    ink: Res<PuckInk>,
    mut pucks: Query<(Entity, &Puck, &mut Visibility), Changed<Puck>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    for (entity, puck, mut visibility) in &mut pucks {
        let is_seen = !matches!(puck, Puck::Away | Puck::Hidden);
        visibility.set_if_neq(seen_if(is_seen));
        if *puck == Puck::Away {
            commands.entity(entity).insert(ColliderDisabled);
        } else {
            commands.entity(entity).remove::<ColliderDisabled>();
        }
        if let Some(mut material) = materials.get_mut(&ink.0) {
            material.base_color = puck.ink();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;
    use icochess_shape::SHOULDERS;

    #[test]
    fn puck_is_in_front_of_a_turned_board_and_within_reach() {
        for variant in Variant::ALL {
            let shape = BoardShape(variant.shape());
            let underside = Underside::of(&shape);
            let seat = Seat::default().with_stance(shape.worn_stance());
            let (SeatSide(side), eye) = (SeatSide::of(&seat), seat.eye);
            for turn in 0..16 {
                let board = Transform::from_translation(seat.centre)
                    .with_rotation(Quat::from_rotation_y(turn as f32 * 0.4))
                    .with_scale(Vec3::splat(shape.worn_scale));
                let at = puck_position((&shape, &underside), &board, (side, eye));
                // An arm is 0.7 m long.
                let from_shoulders = at.distance(eye - Vec3::Y * SHOULDERS);
                assert!(from_shoulders < 0.70, "{variant}: {from_shoulders} m away");
                assert!((at - eye).with_y(0.0).length() > FROM_EYES - 1e-4);
                for place in &shape.places {
                    let place = board.transform_point(place.frame.translation);
                    assert!(
                        place.distance(at) > RADIUS + 0.03,
                        "{variant}: {place} {at}"
                    );
                    // No piece hides the puck.
                    let (to_puck, to_place) = (at - eye, place - eye);
                    let apart = to_puck.angle_between(to_place);
                    assert!(apart > 0.04, "{variant}: {place} is before {at}");
                }
            }
        }
    }

    #[test]
    fn puck_stays_on_its_side_of_a_moved_board() {
        let shape = BoardShape(Variant::Icochess.shape());
        let underside = Underside::of(&shape);
        let seat = Seat::default().with_stance(shape.stance);
        let (SeatSide(side), eye) = (SeatSide::of(&seat), seat.eye);
        let at = |moved: Vec3| {
            let board = Transform::from_translation(seat.centre + moved);
            puck_position((&shape, &underside), &board, (side, eye))
        };
        for moved in [Vec3::X * 0.2, Vec3::new(-0.1, 0.15, -0.2)] {
            assert!((at(moved) - at(Vec3::ZERO)).distance(moved) < 1e-5);
        }
    }
}
