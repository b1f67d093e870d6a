//! Rotations from the directions up and ahead.

use bevy_math::{Mat3, Quat, Vec3};

/// Returns the rotation that maps +y to `up`, and +z as close to `ahead` as possible.
pub fn frame(up: Vec3, ahead: Vec3) -> Quat {
    let y = up.normalize();
    let z = ahead
        .reject_from(y)
        .try_normalize()
        .unwrap_or_else(|| y.any_orthonormal_vector());
    Quat::from_mat3(&Mat3::from_cols(y.cross(z), y, z))
}
