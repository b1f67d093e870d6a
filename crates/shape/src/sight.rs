//! The part of the ball in sight, and rotations that bring a place into sight.

use bevy_math::{Quat, Vec3};
use bevy_transform::components::Transform;

use super::seat::Seat;

/// Maximum angle from the middle of the near side at which a place is in sight, in radians: 40°.
/// From the usual seat, the rim is at 76°, but tiles near the rim are foreshortened and hidden by
/// pieces.
pub const IN_SIGHT: f32 = 40.0 * std::f32::consts::PI / 180.0;

/// Maximum angle from the middle of the near side at which a royal piece counts as at home, in
/// radians: 55°. At home, the piece leans towards the eye, and is taller than the pieces in front
/// of it.
pub const AT_HOME: f32 = 55.0 * std::f32::consts::PI / 180.0;

/// Angle from the middle of the near side, in radians, of a place that is shown together with one
/// far from it: just in sight.
const AT_EDGE: f32 = 0.95 * IN_SIGHT;
/// Maximum angle from the middle of the near side, in radians, at which the far place still shows:
/// 60°. Beyond, up to the rim, it is seen from the side.
const STILL_SHOWN: f32 = 60.0 * std::f32::consts::PI / 180.0;

/// Returns whether a direction of the board's frame is in sight at this rotation of the ball.
pub fn is_in_sight(rotation: Quat, direction: Vec3, seat: &Seat) -> bool {
    from_middle(rotation, direction, seat) <= IN_SIGHT
}

/// Returns the angle between a direction of the board's frame and the middle of the near side, in
/// radians.
pub fn from_middle(rotation: Quat, direction: Vec3, seat: &Seat) -> f32 {
    (rotation * direction).angle_between(seat.eye - seat.centre)
}

/// Returns whether a place of a ball faces away from the eye at this rotation. `place` is in the
/// board's frame, with +y away from the ball.
pub fn is_turned_away(rotation: Quat, place: &Transform, seat: &Seat) -> bool {
    let eye = rotation.inverse() * (seat.eye - seat.centre) - place.translation;
    (place.rotation * Vec3::Y).dot(eye) <= 0.0
}

/// Turns the ball so that `place` is in sight, and `also` if both fit, nearer to the rim if need be.
/// Keeps the rotation if they are already in sight. Places are directions in the board's frame.
pub fn turned_to_see(rotation: Quat, place: Vec3, also: Option<Vec3>, seat: &Seat) -> Quat {
    let seen = |direction: Vec3| is_in_sight(rotation, direction, seat);
    let place = place.normalize();
    let is_missed = |also: Vec3| {
        let fits = place.angle_between(also) <= AT_EDGE + STILL_SHOWN;
        fits && from_middle(rotation, also, seat) > STILL_SHOWN
    };
    let middle = match also.map(Vec3::normalize) {
        Some(also) if place.angle_between(also) <= 2.0 * IN_SIGHT => {
            if seen(place) && seen(also) {
                return rotation;
            }
            // Centres the point between the two.
            (place + also).normalize()
        }
        // If the two are farther apart, keeps `place` in sight and shows as much of the way to
        // `also` as possible.
        Some(also) if !seen(place) || is_missed(also) => {
            let axis = place.cross(also).try_normalize();
            let axis = axis.unwrap_or_else(|| place.any_orthonormal_vector());
            Quat::from_axis_angle(axis, AT_EDGE) * place
        }
        None if !seen(place) => place,
        _ => return rotation,
    };
    let view = (seat.eye - seat.centre).normalize();
    // Takes the shortest arc, which changes the up direction least.
    (Quat::from_rotation_arc((rotation * middle).normalize(), view) * rotation).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_math::EulerRot;

    /// Directions all round, and the middle of the near side for `rotation`.
    fn round(rotation: Quat, seat: &Seat) -> (Vec<Vec3>, Vec3) {
        let places = (0..200).map(|n| {
            // Spiral from pole to pole.
            let y = 1.0 - (n as f32 + 0.5) / 100.0;
            let (sin, cos) = (n as f32 * 2.4).sin_cos();
            Vec3::new(cos, 0.0, sin) * (1.0 - y * y).sqrt() + Vec3::Y * y
        });
        let view = (seat.eye - seat.centre).normalize();
        (places.collect(), rotation.inverse() * view)
    }

    #[test]
    fn place_comes_into_sight_and_one_in_sight_moves_nothing() {
        let seat = Seat::default();
        let rotation = Quat::from_euler(EulerRot::XYZ, 0.4, 2.0, -1.0);
        let (places, near) = round(rotation, &seat);
        for place in places {
            let turned = turned_to_see(rotation, place, None, &seat);
            assert!(is_in_sight(turned, place, &seat), "{place}");
            let was_seen = near.angle_between(place) <= IN_SIGHT;
            let moved = turned.angle_between(rotation) > 1e-3;
            assert_eq!(moved, !was_seen, "{place}");
        }
    }

    #[test]
    fn two_places_are_in_sight_if_possible_and_else_the_first() {
        let seat = Seat::default();
        let rotation = Quat::from_rotation_z(0.7);
        let (places, _) = round(rotation, &seat);
        for place in &places {
            for also in &places {
                let turned = turned_to_see(rotation, *place, Some(*also), &seat);
                assert!(is_in_sight(turned, *place, &seat), "{place} {also}");
                let fit = place.angle_between(*also) < 2.0 * IN_SIGHT - 0.01;
                assert!(!fit || is_in_sight(turned, *also, &seat), "{place} {also}");
                // Farther apart, the second is still shown, up to 98°.
                let fit = place.angle_between(*also) < AT_EDGE + STILL_SHOWN - 0.01;
                let far = from_middle(turned, *also, &seat);
                assert!(!fit || far <= STILL_SHOWN + 0.01, "{place} {also}");
            }
        }
    }
}
