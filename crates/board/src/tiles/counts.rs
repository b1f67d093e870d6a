//! Numbers and words next to a ball, such as the number of hidden places, in front of a disc.

use bevy::prelude::*;

use crate::stage::shape::mesh;
use icochess_shape::lettering;

/// Disc colour, dark against any background.
pub(super) const GROUND: Color = Color::srgb(0.05, 0.055, 0.08);
/// Distance of the digits from their disc, in metres.
const THIN: f32 = 0.0004;

/// Returns the mesh of capitals and digits of this height, in metres, upright in its plane.
pub(super) fn word(text: &str, height: f32) -> Mesh {
    let above = Transform::from_translation(Vec3::Y * THIN);
    mesh(lettering::written(text, height, above))
}
