//! The place of the map for headset users: next to the board, within reach, and facing the eyes.
//!
//! With places large enough for rays, the ball's map is 28° wide. The ball with its pieces extends
//! 25° to each side. The map's middle is therefore at 41° at least, and its far edge at 55°. The
//! player turns their head to see it.

use bevy::prelude::*;

use crate::stage::drawing::seen_if;
use crate::stage::fit::Fit;
use crate::stage::shape::{BoardShape, PlayerSeat};
use crate::stage::switches::{MapRoot, MapShown, MapStand};
use icochess_base::schedule::AppSystems;
use icochess_play::game::handover::GameHandover;
use icochess_shape::{Seat, frame};

/// Distance from the eyes to the middle of the map, in metres: within reach without leaning (Meta:
/// 0.3 to 0.8 m).
const DISTANCE: f32 = 0.70;
/// Clear width of the smallest place, in metres at 1 m from the eyes, if the map fits in one view:
/// the minimum for ray targets (Meta: 48 mm).
const TARGET: f32 = 0.048;
/// Maximum size of the map from its middle to its edges, in metres at 1 m from the eyes: 40° by 64°,
/// so that players see the whole map at once. A map with many places has smaller ones instead.
const IN_ONE_VIEW: Vec2 = Vec2::new(0.364, 0.62);
/// Angle of the map below eye level, in radians: 15° (Meta: 10 to 20°).
const BELOW: f32 = 0.26;
/// Angle between the board and the map, in radians: 2°.
const BETWEEN: f32 = 0.035;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        place_map
            .run_if(
                resource_changed::<PlayerSeat>
                    .or_else(resource_changed::<Fit>)
                    .or_else(resource_changed::<GameHandover>)
                    .or_else(any_match_filter::<Added<MapRoot>>),
            )
            .in_set(AppSystems::Feedback),
    );
}

/// Returns the place of a map next to a board of this extent from its origin, in metres. `side` is
/// 1 for the right of the board and -1 for its left.
fn beside(seat: &Seat, extent: f32, map: &MapRoot, side: f32) -> Transform {
    let largest = (IN_ONE_VIEW / map.half).min_element();
    let scale = (TARGET / map.clear).min(largest) * DISTANCE;
    let to_board = seat.centre - seat.eye;
    let board = (extent / to_board.length()).min(1.0).asin();
    let right = side * (board + (map.half.x * scale / DISTANCE).atan() + BETWEEN);
    let ahead = to_board.with_y(0.0).normalize_or(Vec3::NEG_Z);
    let level = Quat::from_rotation_y(-right) * ahead;
    let away = (level * BELOW.cos() + Vec3::NEG_Y * BELOW.sin()) * DISTANCE;
    Transform {
        translation: seat.eye + away,
        rotation: frame(-away, Vec3::NEG_Y),
        scale: Vec3::splat(scale),
    }
}

/// Places the map, and hides it during a handover, as it would cover the cards.
fn place_map(
    (shown, seat, shape, fit): (Res<MapShown>, Res<PlayerSeat>, Res<BoardShape>, Res<Fit>),
    handover: Res<GameHandover>,
    mut maps: Query<(&MapRoot, &mut Transform, &mut Visibility)>,
) {
    let side = match shown.0 {
        Some(MapStand::Left) => -1.0,
        Some(MapStand::Right) => 1.0,
        Some(MapStand::Framed) | None => return,
    };
    for (map, mut place, mut visibility) in &mut maps {
        place.set_if_neq(beside(&seat, shape.extent * fit.scale(&shape), map, side));
        visibility.set_if_neq(seen_if(!handover.is_passing()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::plate;
    use super::*;
    use icochess_boards::Variant;
    use icochess_shape::Map;

    #[test]
    fn the_balls_map_is_no_farther_aside_than_necessary() {
        let shape = Variant::Icochess.shape();
        let map = Map::of(&shape).expect("a map");
        let half = plate::half(map.half, &shape);
        let clear = shape.clear();
        let seat = Seat::default().with_stance(shape.worn_stance());
        let to_board = seat.centre - seat.eye;
        for side in [-1.0, 1.0] {
            let place = beside(&seat, shape.extent, &MapRoot { half, clear }, side);
            let at = |across: f32| {
                let point = place * Vec3::new(across * half.x, 0.0, 0.0);
                to_board.angle_between(point - seat.eye).to_degrees()
            };
            assert!(at(0.0) < 42.0, "its middle is at {}°", at(0.0));
            let far = at(1.0).max(at(-1.0));
            assert!(far < 57.0, "its far edge is at {far}°");
        }
    }

    #[test]
    fn maps_are_within_reach_next_to_the_board_and_large_enough() {
        for variant in Variant::ALL {
            let shape = variant.shape();
            let Some(map) = Map::of(&shape) else {
                continue;
            };
            let (half, clear) = (map.half, shape.clear());
            let root = MapRoot { half, clear };
            let seat = Seat::default().with_stance(shape.worn_stance());
            let extent = shape.extent * shape.worn_scale;
            let board = (extent / seat.centre.distance(seat.eye)).asin();
            for side in [-1.0, 1.0] {
                let place = beside(&seat, extent, &root, side);
                let away = place.translation - seat.eye;
                assert!((0.5..=0.8).contains(&away.length()));
                // The map faces the eyes and is upright.
                assert!(place.up().dot(away.normalize()) < -0.999);
                assert!(place.forward().y > 0.9);
                let seen = place.scale.x / away.length();
                let is_whole = (half * seen).cmple(IN_ONE_VIEW * 1.001);
                assert!(is_whole.all(), "{variant}: {}", half * seen);
                let is_largest = (half * seen).cmpge(IN_ONE_VIEW * 0.999);
                let target = clear * seen;
                assert!(target > 0.0479 || is_largest.any(), "{variant}: {target}");
                // The whole map is on its own side of the board.
                let to_board = (seat.centre - seat.eye).with_y(0.0);
                let right = to_board.cross(Vec3::Y).normalize();
                for corner in [-1.0, 1.0].map(|x| Vec3::new(x * half.x, 0.0, 0.0)) {
                    let corner = (place * corner - seat.eye).with_y(0.0);
                    assert!(corner.angle_between(to_board) > board, "{variant}");
                    assert!(corner.dot(right) * side > 0.0, "{variant}");
                }
            }
        }
    }
}
