//! A board that is wider to the ear than to the eye: from its seat it takes up some 28°, in
//! which few people could tell the places of two moves apart.

use bevy::prelude::*;

/// The place from which a sound at `at` is heard by `ears`, when what lies beside `centre` is heard
/// from farther out: from `width` times the angle if that is small, from less and less beyond.
/// Sounds ahead stay ahead, those at right angles to that stay there, and the distance and the
/// height do not change.
pub fn widened(ears: Isometry3d, centre: Vec3, at: Vec3, width: f32) -> Vec3 {
    let ears_at = Vec3::from(ears.translation);
    let (ahead, towards) = (centre - ears_at, at - ears_at);
    // Of what lies right above or below the head, there is no right and left.
    let Some(side) = ahead.cross(ears.rotation * Vec3::Y).try_normalize() else {
        return at;
    };
    let wide = towards + side * (towards.dot(side) * (width - 1.0));
    ears_at + wide.normalize_or_zero() * towards.length()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A head that looks past the board.
    fn ears() -> Isometry3d {
        Isometry3d::new(Vec3::new(0.3, 1.4, 0.9), Quat::from_rotation_y(0.7))
    }

    #[test]
    fn the_sides_are_farther_out_and_what_is_ahead_or_right_beside_stays() {
        let ears_at = Vec3::from(ears().translation);
        let centre = ears_at + Vec3::new(0.0, -0.2, -0.8);
        let heard = |offset: Vec3| widened(ears(), centre, ears_at + offset, 4.0) - ears_at;
        let near = |a: Vec3, b: Vec3| assert!((a - b).length() < 1e-5, "{a}, {b}");
        near(
            heard(Vec3::new(0.0, -0.2, -0.8)),
            Vec3::new(0.0, -0.2, -0.8),
        );
        near(heard(Vec3::new(0.0, 0.1, -0.5)), Vec3::new(0.0, 0.1, -0.5));
        near(heard(Vec3::X), Vec3::X);
        near(heard(Vec3::Z), Vec3::Z);
        let edge = Vec3::new(0.2, -0.2, -0.8);
        let wide = heard(edge);
        assert!((wide.length() - edge.length()).abs() < 1e-5);
        assert!((wide.x / -wide.z - 1.0).abs() < 1e-4, "{wide}");
        near(
            heard(edge * Vec3::new(-1.0, 1.0, 1.0)),
            wide * Vec3::new(-1.0, 1.0, 1.0),
        );
        near(widened(ears(), centre, ears_at + edge, 1.0) - ears_at, edge);
    }

    #[test]
    fn a_board_at_the_ears_or_right_below_is_heard_where_it_is() {
        let ears_at = Vec3::from(ears().translation);
        for centre in [ears_at, ears_at - Vec3::Y] {
            let at = ears_at + Vec3::new(0.2, -0.9, 0.1);
            assert_eq!(widened(ears(), centre, at, 4.0), at);
        }
        assert_eq!(widened(ears(), ears_at + Vec3::Z, ears_at, 4.0), ears_at);
    }
}
