//! Widens the board's stereo image. From the player's seat, the board spans about 28°, too little
//! to distinguish the positions of two moves.

use bevy::prelude::*;

/// Returns the position from which `ears` hear a sound at `at` so that offsets from `centre` are
/// widened. Small angles are multiplied by `width`, larger angles by less. Sounds straight ahead or
/// at right angles keep their direction. Distance and height don't change.
pub fn widened(ears: Isometry3d, centre: Vec3, at: Vec3, width: f32) -> Vec3 {
    let ears_at = Vec3::from(ears.translation);
    let (ahead, towards) = (centre - ears_at, at - ears_at);
    // Directly above or below the head, there is no left or right.
    let Some(side) = ahead.cross(ears.rotation * Vec3::Y).try_normalize() else {
        return at;
    };
    let wide = towards + side * (towards.dot(side) * (width - 1.0));
    ears_at + wide.normalize_or_zero() * towards.length()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the pose of a head that faces away from the board.
    fn ears() -> Isometry3d {
        Isometry3d::new(Vec3::new(0.3, 1.4, 0.9), Quat::from_rotation_y(0.7))
    }

    #[test]
    fn offsets_widen_but_ahead_and_right_angles_stay() {
        let ears_at = Vec3::from(ears().translation);
        let centre = ears_at + Vec3::new(0.0, -0.2, -0.8);
        let shifted = |offset: Vec3| widened(ears(), centre, ears_at + offset, 4.0) - ears_at;
        let near = |a: Vec3, b: Vec3| assert!((a - b).length() < 1e-5, "{a}, {b}");
        near(
            shifted(Vec3::new(0.0, -0.2, -0.8)),
            Vec3::new(0.0, -0.2, -0.8),
        );
        near(
            shifted(Vec3::new(0.0, 0.1, -0.5)),
            Vec3::new(0.0, 0.1, -0.5),
        );
        near(shifted(Vec3::X), Vec3::X);
        near(shifted(Vec3::Z), Vec3::Z);
        let edge = Vec3::new(0.2, -0.2, -0.8);
        let wide = shifted(edge);
        assert!((wide.length() - edge.length()).abs() < 1e-5);
        assert!((wide.x / -wide.z - 1.0).abs() < 1e-4, "{wide}");
        near(
            shifted(edge * Vec3::new(-1.0, 1.0, 1.0)),
            wide * Vec3::new(-1.0, 1.0, 1.0),
        );
        near(widened(ears(), centre, ears_at + edge, 1.0) - ears_at, edge);
    }

    #[test]
    fn board_at_or_below_the_ears_is_not_widened() {
        let ears_at = Vec3::from(ears().translation);
        for centre in [ears_at, ears_at - Vec3::Y] {
            let at = ears_at + Vec3::new(0.2, -0.9, 0.1);
            assert_eq!(widened(ears(), centre, at, 4.0), at);
        }
        assert_eq!(widened(ears(), ears_at + Vec3::Z, ears_at, 4.0), ears_at);
    }
}
