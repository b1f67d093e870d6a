//! The shortest rotation between two directions.

use bevy::prelude::*;

/// The cosine from which on directions are opposite to each other, so that no rotation is the
/// shortest.
const OPPOSITE: f32 = -0.9999;

/// The shortest rotation from one direction to another, both of length 1.
///
/// [`Quat::from_rotation_arc`] takes directions less than 0.04° apart for the same one: a hand that
/// turns by less between two frames, 3.5° a second, would turn nothing.
pub fn between(from: Vec3, to: Vec3) -> Quat {
    let dot = from.dot(to);
    if dot < OPPOSITE {
        return Quat::from_rotation_arc(from, to);
    }
    let axis = from.cross(to);
    Quat::from_xyzw(axis.x, axis.y, axis.z, 1.0 + dot).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_however_near_to_each_other_are_turned_into_each_other() {
        let from = Vec3::new(0.3, -0.5, 0.8).normalize();
        for axis in [Vec3::X, Vec3::Y, Vec3::new(1.0, 1.0, -1.0)] {
            let axis = from.cross(axis).normalize();
            for angle in [1e-5, 1e-4, 3e-4, 1e-3, 0.1, 1.0, 2.0, 3.0] {
                let to = (Quat::from_axis_angle(axis, angle) * from).normalize();
                let turned = between(from, to) * from;
                assert!(turned.distance(to) < 1e-5, "{angle}");
            }
        }
        assert!(between(from, -from).mul_vec3(from).distance(-from) < 1e-3);
        assert_eq!(between(from, from).mul_vec3(Vec3::X), Vec3::X);
    }
}
