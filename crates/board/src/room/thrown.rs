//! The shadow that a hanging board casts on the ground in the key light, as a cue to its height. It
//! is a round spot, computed for a ball, because no light here casts shadows (see
//! [`super::lights`]).
//!
//! A ball of radius `R` casts an evenly dark disc of the same radius. Its variance is `R²/4` along
//! each axis. The lamp has a size, so each point of the disc blurs into a Gaussian. Its standard
//! deviation `σ` is the lamp's (radians) times the distance from the body to the ground.
//!
//! Variances add up, and the total darkness stays the same. The spot's darkness is `D (1 - p²)²` at
//! a fraction `p` of its radius `r`. Its variance is `r²/8` and its total `π r² D / 3`. It follows
//! that `r² = 2R² + 8σ²` and `D = 3R²/r²`, so a higher body has a wider and paler shadow. Slanted
//! light would stretch the disc, but the spot is too soft to show it.

use bevy::prelude::*;
use icochess_shape::{Hold, Room, Shape};

use super::ground::{Underside, has_scene_changed};
use super::place::RoomPlace;
use super::scene::{SHOULDER, scene};
use super::scenery::table_radius;
use super::shadow::{FADES, Ground, ground, soft};
use super::shown::ShownRoom;
use super::surroundings::Surroundings;
use super::terrace;
use crate::stage::drawing::seen_if;
use crate::stage::root::BoardRoot;
use crate::stage::shape::BoardShape;
use icochess_base::schedule::AppSystems;

/// Standard deviation of the lamp as seen from the body, in radians, for a round shade 30 cm wide
/// and 1 m away.
const LAMP: f32 = 0.075;
/// Direction to the light that throws a ball's shadow on a deck: from behind the player. The shadow
/// is then in sight below the ball. In the key light it would be far to the right, under the map.
const BEHIND: Vec3 = Vec3::new(-0.15, 1.0, 1.3);
/// Fraction of the light lost where the whole lamp is hidden. On a table below a ball, the key
/// light and its lamp's glow are 5,900 of 7,500 lux (`scene.rs`).
const HIDDEN: f32 = 0.8;
/// Number of darkness steps of the spot. Few steps mean few material updates while the board is
/// raised or lowered.
const SHADES: f32 = 64.0;

/// Marker for the thrown shadow.
#[derive(Component, Debug)]
struct ThrownShadow;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_thrown_shadow).add_systems(
        Update,
        update_thrown_shadow
            .run_if(has_scene_changed)
            .in_set(AppSystems::Feedback),
    );
}

fn spawn_thrown_shadow(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut images: ResMut<Assets<Image>>,
) {
    commands.spawn((
        Name::new("thrown shadow"),
        ThrownShadow,
        Mesh3d(meshes.add(Plane3d::new(Vec3::Y, Vec2::ONE))),
        MeshMaterial3d(materials.add(soft(&mut images))),
        Transform::default(),
        Visibility::Hidden,
    ));
}

/// Returns the ball that approximates a board: its middle in the world, and its radius, in metres.
fn body(shape: &Shape, board: &Transform) -> (Vec3, f32) {
    let places = || shape.places.iter().map(|place| place.frame.translation);
    let count = shape.places.len() as f32;
    let middle = places().sum::<Vec3>() / count;
    // Root mean square distance of the places from the middle, which is exact for a ball.
    let squared = places().map(|at| at.distance_squared(middle)).sum::<f32>() / count;
    (
        board.transform_point(middle),
        squared.sqrt() * board.scale.x,
    )
}

/// Shadow on level ground.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Spot {
    /// Offset of the shadow from the point below the body's middle, in metres.
    away: Vec3,
    /// Radius, in metres.
    radius: f32,
    /// Darkness in the middle, 0 to 1.
    dark: f32,
}

/// Returns the shadow of a ball in light from a direction. `height` is from the ground to its
/// middle, in metres.
fn thrown(radius: f32, height: f32, from: Vec3) -> Spot {
    let back = from / from.y * height.max(0.0);
    let of_body = radius * radius;
    let of_lamp = (LAMP * back.length()).powi(2);
    let squared = 2.0 * of_body + 8.0 * of_lamp;
    Spot {
        away: -back.with_y(0.0),
        radius: squared.sqrt(),
        dark: HIDDEN * (3.0 * of_body / squared).min(1.0),
    }
}

/// Returns the place, size and darkness of a board's shadow in a room; `None` if it casts none.
fn cast(
    (around, room, place): (Surroundings, Room, &Transform),
    (shape, underside): (&BoardShape, &Underside),
    board: &Transform,
) -> Option<(Transform, f32)> {
    let of = (shape, underside);
    let (height, on) = ground(around, room, of, (board, place.translation.y))?;
    let (middle, reach) = match on {
        Ground::Real => return None,
        Ground::Table => (board.translation, table_radius(shape, board.scale.x)),
        Ground::Floor => (place.translation, terrace::RADIUS),
    };
    let (at, radius) = body(shape, board);
    let from = match (on, shape.hold) {
        (Ground::Floor, Hold::Ball) => BEHIND,
        (_, Hold::Ball) => SHOULDER,
        _ => scene(room).key.over(shape.hold).from,
    };
    let spot = thrown(radius, at.y - height, place.rotation * from);
    // The shadow of a board on the ground is inside the soft edge around it.
    let edge = FADES * board.scale.x;
    let seen = (spot.away.length() / edge - 1.0).clamp(0.0, 1.0);
    // Keeps the shadow on the table.
    let out = (at + spot.away - middle).with_y(0.0);
    let out = out.clamp_length_max((reach - spot.radius).max(0.0));
    let pose = Transform {
        translation: (middle + out).with_y(height),
        rotation: Quat::IDENTITY,
        scale: Vec3::new(spot.radius, 1.0, spot.radius),
    };
    let dark = (spot.dark * seen * SHADES).round() / SHADES;
    (dark > 0.0).then_some((pose, dark))
}

fn update_thrown_shadow(
    (around, shown, place): (Res<Surroundings>, Res<ShownRoom>, Res<RoomPlace>),
    (shape, underside): (Res<BoardShape>, Res<Underside>),
    board: Single<&Transform, (With<BoardRoot>, Without<ThrownShadow>)>,
    shadow: Single<
        (
            &mut Transform,
            &mut Visibility,
            &MeshMaterial3d<StandardMaterial>,
        ),
        With<ThrownShadow>,
    >,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let (mut at, mut seen, material) = shadow.into_inner();
    let of = (&*shape, &*underside);
    let now = cast((*around, shown.0, &place.0), of, &board);
    seen.set_if_neq(seen_if(now.is_some()));
    let Some((pose, dark)) = now else {
        return;
    };
    at.set_if_neq(pose);
    let color = Color::BLACK.with_alpha(dark);
    let was = materials.get(&material.0).map(|it| it.base_color);
    if was != Some(color)
        && let Some(mut material) = materials.get_mut(&material.0)
    {
        material.base_color = color;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;
    use icochess_shape::Seat;
    use icochess_store::choices;

    /// Returns a board of a size at its default seat in a room, with its shadow.
    fn shadow(variant: Variant, room: Room, size: f32) -> (BoardShape, Transform, Option<Spot>) {
        let shape = BoardShape(variant.shape());
        let underside = Underside::of(&shape);
        let seat = Seat::default().with_stance(shape.stance);
        let board = Transform::from_translation(seat.centre).with_scale(Vec3::splat(size));
        let room = (Surroundings::OurRoom, room, &Transform::IDENTITY);
        let cast = cast(room, (&shape, &underside), &board);
        let spot = cast.map(|(pose, dark)| Spot {
            away: (pose.translation - board.translation).with_y(0.0),
            radius: pose.scale.x,
            dark,
        });
        (shape, board, spot)
    }

    #[test]
    fn higher_bodies_have_wider_paler_shadows_of_equal_sum() {
        let from = Vec3::new(-1.0, 2.0, 0.5);
        let spots: Vec<Spot> = (0..=8)
            .map(|step| thrown(0.2, 0.25 * step as f32, from))
            .collect();
        for (step, pair) in spots.windows(2).enumerate() {
            assert!(pair[1].radius > pair[0].radius && pair[1].dark <= pair[0].dark);
            // Away from the light: half a metre to the right and a quarter ahead for each metre of
            // height.
            let height = 0.25 * (step + 1) as f32;
            let away = Vec3::new(0.5, 0.0, -0.25) * height;
            assert!(pair[1].away.distance(away) < 1e-5, "{pair:?}");
        }
        assert!(spots[0].dark == HIDDEN && spots[8].dark < HIDDEN / 2.0);
        // The spot's total darkness is constant.
        let whole = |spot: &Spot| spot.dark * spot.radius * spot.radius;
        assert!((whole(&spots[8]) / whole(&spots[7]) - 1.0).abs() < 1e-4);
    }

    #[test]
    fn shadow_is_on_the_table_opposite_the_key() {
        let mut thrown = 0;
        for variant in Variant::ALL {
            for size in [choices::SIZES[0], 1.0, choices::SIZES[1]] {
                let (shape, board, spot) = shadow(variant, Room::Table, size);
                let radius = table_radius(&shape, size);
                // A flat board on the table casts no separate shadow.
                let heights = shape.places.iter().map(|place| place.frame.translation.y);
                let [low, high] = [f32::min, f32::max].map(|of| heights.clone().reduce(of));
                assert_eq!(spot.is_some(), high != low, "{variant}: {spot:?}");
                let Some(spot) = spot else {
                    continue;
                };
                thrown += 1;
                assert!(
                    spot.away.length() + spot.radius < radius + 1e-4,
                    "{variant}"
                );
                let key = scene(Room::Table).key.over(shape.hold).from.with_y(0.0);
                let straight = spot.away.normalize().dot(-key.normalize());
                assert!(straight > 0.9, "{variant}, {size}: {spot:?}");
                let (_, body) = body(&shape, &board);
                assert!(spot.radius > body && spot.dark > 0.7, "{variant}: {spot:?}");
            }
        }
        assert!(thrown > 0);
    }

    #[test]
    fn shadow_is_softer_on_the_deck_and_absent_in_space_or_reality() {
        let ball = Variant::ALL
            .into_iter()
            .find(|it| it.shape().hold == Hold::Ball);
        let ball = ball.expect("a ball");
        let spot = |room| shadow(ball, room, 1.0).2;
        let [table, deck] = [Room::Table, Room::Terrace].map(|room| spot(room).expect("a shadow"));
        assert!(deck.radius > 1.5 * table.radius && deck.dark < 0.6 * table.dark);
        assert!(deck.dark > 0.2, "{deck:?}");
        // Behind the ball as the player sees it, hardly to its side.
        assert!(deck.away.x.abs() < 0.3 && deck.away.z < -1.0, "{deck:?}");
        for room in [Room::Stars, Room::Plain] {
            assert_eq!(spot(room), None, "{room:?}");
        }
        let (shape, board, _) = shadow(ball, Room::Table, 1.0);
        let underside = Underside::of(&shape);
        let real = (Surroundings::Passthrough, Room::Table, &Transform::IDENTITY);
        assert_eq!(cast(real, (&shape, &underside), &board), None);
    }
}
