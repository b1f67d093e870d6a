//! Numbers and words next to a ball, such as the number of hidden places. Digits are in front of a
//! disc, with a cached mesh for each number and height.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use crate::stage::shape::mesh;
use icochess_shape::lettering;

/// Disc colour, dark against any background.
pub(super) const GROUND: Color = Color::srgb(0.05, 0.055, 0.08);
/// Distance of the digits from their disc, in metres.
const THIN: f32 = 0.0004;

/// Cache of number meshes with digits of one height.
#[derive(Debug)]
pub(super) struct Counts {
    /// Height of the digits, in metres.
    height: f32,
    made: HashMap<usize, Handle<Mesh>>,
}

impl Counts {
    /// Creates an empty cache for digits of this height in metres.
    pub(super) fn new(height: f32) -> Self {
        Self {
            height,
            made: HashMap::default(),
        }
    }

    /// Returns the mesh of a number, upright in its plane.
    pub(super) fn of(&mut self, count: usize, meshes: &mut Assets<Mesh>) -> Handle<Mesh> {
        let height = self.height;
        let made = self.made.entry(count);
        let number = made.or_insert_with(|| meshes.add(word(&count.to_string(), height)));
        number.clone()
    }
}

/// Returns the mesh of capitals and digits of this height, in metres, upright in its plane.
pub(super) fn word(text: &str, height: f32) -> Mesh {
    let above = Transform::from_translation(Vec3::Y * THIN);
    mesh(lettering::written(text, height, above))
}
