//! The shadow that a board in the air throws: it lies where the body is between the key light and what is
//! below, and makes that look as near as it is. No light casts shadows here (see [`super::lights`]), so it
//! is a round spot, and that of a ball.
//!
//! A ball of radius `R` throws an evenly dark disc: as large as itself, and with a variance of `R²/4` along
//! each axis. The lamp is no point, and blurs it: a point of the disc becomes a Gaussian whose standard
//! deviation `σ` is that of the lamp times the way from the body to the ground. Variances add up, and the
//! darkness of all points together stays the same. So the spot, whose darkness at a part `p` of its radius
//! `r` is `D (1 - p²)²`, with a variance of `r²/8` and a sum of `π r² D / 3`, has `r² = 2R² + 8σ²` and
//! `D = 3R²/r²`: the higher the body, the wider and the paler. Of the disc being drawn out where the light
//! comes in at a slant nothing is seen in a spot so soft; it is left out.

use bevy::prelude::*;
use icochess_shape::{Room, Shape};

use super::ground::{Underside, is_elsewhere};
use super::place::RoomPlace;
use super::scene::scene;
use super::scenery::table_radius;
use super::shadow::{FADES, Ground, ground, soft};
use super::shown::ShownRoom;
use super::surroundings::Surroundings;
use super::terrace;
use crate::stage::drawing::seen_if;
use crate::stage::root::BoardRoot;
use crate::stage::shape::BoardShape;
use icochess_base::schedule::AppSystems;

/// The standard deviation of the lamp as the body sees it, radians: a round shade 40 cm wide, a metre away.
const LAMP: f32 = 0.1;
/// The part of the light that is gone where all of the lamp is hidden. On a table below a ball the key and
/// the glow of its lamp in the light from all around are 5 900 of 7 500 lux (`scene.rs`).
const HIDDEN: f32 = 0.8;
/// The shades between none and black in which the spot gets darker, so that what is moved up or down writes
/// its material now and then only.
const SHADES: f32 = 64.0;

/// The entity of the shadow.
#[derive(Component, Debug)]
struct ThrownShadow;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn).add_systems(
        Update,
        follow.run_if(is_elsewhere).in_set(AppSystems::Feedback),
    );
}

fn spawn(
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
        Pickable::IGNORE,
        Transform::default(),
        Visibility::Hidden,
    ));
}

/// A ball that stands for a board: its middle in the world, and its radius, metres.
fn body(shape: &Shape, board: &Transform) -> (Vec3, f32) {
    let places = || shape.places.iter().map(|place| place.frame.translation);
    let count = shape.places.len() as f32;
    let middle = places().sum::<Vec3>() / count;
    // As far as its places are from the middle, in the root mean square: a ball is itself.
    let squared = places().map(|at| at.distance_squared(middle)).sum::<f32>() / count;
    (
        board.transform_point(middle),
        squared.sqrt() * board.scale.x,
    )
}

/// A shadow on level ground.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Spot {
    /// From below the middle of the body to that of the shadow, metres.
    away: Vec3,
    /// Metres.
    radius: f32,
    /// The darkness in its middle, 0 to 1.
    dark: f32,
}

/// The shadow of a ball whose middle is so high above the ground, metres, in the light from a direction.
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

/// The place and the size of the shadow of a board in a room, and its darkness; `None` where it throws none.
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
    let from = place.rotation * scene(room).key.over(shape.hold).from;
    let spot = thrown(radius, at.y - height, from);
    // That of what lies on the ground is thrown no farther than the soft edge round it.
    let edge = FADES * board.scale.x;
    let seen = (spot.away.length() / edge - 1.0).clamp(0.0, 1.0);
    // Beyond the edge of a table it would lie on the air.
    let out = (at + spot.away - middle).with_y(0.0);
    let out = out.clamp_length_max((reach - spot.radius).max(0.0));
    let lies = Transform {
        translation: (middle + out).with_y(height),
        rotation: Quat::IDENTITY,
        scale: Vec3::new(spot.radius, 1.0, spot.radius),
    };
    let dark = (spot.dark * seen * SHADES).round() / SHADES;
    (dark > 0.0).then_some((lies, dark))
}

fn follow(
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
    let Some((lies, dark)) = now else {
        return;
    };
    at.set_if_neq(lies);
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
    use icochess_shape::{Hold, Seat};
    use icochess_store::choices;

    /// The shadow of a board of a size at its usual seat in a room, and the board.
    fn shadow(variant: Variant, room: Room, size: f32) -> (BoardShape, Transform, Option<Spot>) {
        let shape = BoardShape(variant.shape());
        let underside = Underside::of(&shape);
        let seat = Seat::default().with_stance(shape.stance);
        let board = Transform::from_translation(seat.centre).with_scale(Vec3::splat(size));
        let room = (Surroundings::OurRoom, room, &Transform::IDENTITY);
        let cast = cast(room, (&shape, &underside), &board);
        let spot = cast.map(|(lies, dark)| Spot {
            away: (lies.translation - board.translation).with_y(0.0),
            radius: lies.scale.x,
            dark,
        });
        (shape, board, spot)
    }

    #[test]
    fn the_higher_a_body_hangs_the_wider_and_paler_is_its_shadow_and_as_dark_as_a_whole() {
        let from = Vec3::new(-1.0, 2.0, 0.5);
        let spots: Vec<Spot> = (0..=8)
            .map(|step| thrown(0.2, 0.25 * step as f32, from))
            .collect();
        for (step, pair) in spots.windows(2).enumerate() {
            assert!(pair[1].radius > pair[0].radius && pair[1].dark <= pair[0].dark);
            // Away from the light: half a metre to the right and a quarter ahead for each of height.
            let height = 0.25 * (step + 1) as f32;
            let away = Vec3::new(0.5, 0.0, -0.25) * height;
            assert!(pair[1].away.distance(away) < 1e-5, "{pair:?}");
        }
        assert!(spots[0].dark == HIDDEN && spots[8].dark < HIDDEN / 2.0);
        // What the disc has lost in darkness it has gained in size.
        let whole = |spot: &Spot| spot.dark * spot.radius * spot.radius;
        assert!((whole(&spots[8]) / whole(&spots[7]) - 1.0).abs() < 1e-4);
    }

    #[test]
    fn it_lies_on_the_table_away_from_the_key_and_takes_twice_as_much_as_what_is_dark_below() {
        let mut thrown = 0;
        for variant in Variant::ALL {
            for size in [choices::SIZES[0], 1.0, choices::SIZES[1]] {
                let (shape, board, spot) = shadow(variant, Room::Table, size);
                let radius = table_radius(&shape, size);
                // What lies flat on the table throws none beside itself.
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
    fn on_the_deck_it_is_wider_and_softer_and_in_space_and_the_real_room_there_is_none() {
        let ball = Variant::ALL
            .into_iter()
            .find(|it| it.shape().hold == Hold::Ball);
        let ball = ball.expect("a ball");
        let spot = |room| shadow(ball, room, 1.0).2;
        let [table, deck] = [Room::Table, Room::Terrace].map(|room| spot(room).expect("a shadow"));
        assert!(deck.radius > 1.5 * table.radius && deck.dark < 0.6 * table.dark);
        assert!(deck.dark > 0.2, "{deck:?}");
        for room in [Room::Stars, Room::Plain] {
            assert_eq!(spot(room), None, "{room:?}");
        }
        let (shape, board, _) = shadow(ball, Room::Table, 1.0);
        let underside = Underside::of(&shape);
        let real = (Surroundings::Passthrough, Room::Table, &Transform::IDENTITY);
        assert_eq!(cast(real, (&shape, &underside), &board), None);
    }
}
