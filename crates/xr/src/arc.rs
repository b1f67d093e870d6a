//! Shortest rotation between two directions.

use bevy::prelude::*;

/// Cosine below which two directions count as opposite, with no unique shortest rotation.
const OPPOSITE: f32 = -0.9999;

/// Returns the shortest rotation from one unit vector to another.
///
/// [`Quat::from_rotation_arc`] treats directions less than 0.04° apart as equal. It would ignore a
/// hand that turns by less than that per frame, or 3.5° per second.
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
    fn tiny_angles_are_rotated_exactly() {
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
