//! Letters, digits and punctuation as flat triangles, made from the UI font. They are sharp at
//! any distance and need no texture.

use std::f32::consts::{FRAC_PI_2, PI};

use bevy_color::{Color, Luminance};
use bevy_math::{Quat, Vec3};
use bevy_transform::components::Transform;

use super::glyphs::{Glyph, glyph};
use super::mesh::TriangleMesh;

/// Height of a capital in the glyphs' units.
const CAPITAL: f32 = 1000.0;
/// Width of a space, as a fraction of the height of a capital.
const SPACE: f32 = 0.38;
/// Luminance of letters in the air. Against the floors and hills behind a board, it gives the
/// contrast of 3:1 that WCAG 2.2 requires for large text.
const IN_AIR: f32 = 0.76;

/// Returns whether a character has a glyph. Other characters become a space.
pub fn is_drawn(character: char) -> bool {
    glyph(character).is_some()
}

/// Returns the colour of letters that float next to a board: the hue of `color`, lightened.
pub fn in_air(color: Color) -> Color {
    let color = color.to_linear();
    color.lighter(IN_AIR - color.luminance()).into()
}

/// Returns the width of a character, as a fraction of the height of a capital.
fn advance(glyph: Option<&Glyph>) -> f32 {
    glyph.map_or(SPACE, |glyph| f32::from(glyph.advance) / CAPITAL)
}

/// Returns the width of a text with capitals of this height, in metres.
pub fn width(text: &str, height: f32) -> f32 {
    let parts = text.chars().map(|character| advance(glyph(character)));
    height * parts.sum::<f32>()
}

/// Adds a text to a mesh. `height` is the height of a letter, in metres. The text is centred on the
/// origin of `place`, in the plane y = 0, with -z upwards.
pub fn write(shape: &mut TriangleMesh, text: &str, height: f32, place: Transform) {
    let unit = height / CAPITAL;
    let mut left = -width(text, height) / 2.0;
    for glyph in text.chars().map(glyph) {
        if let Some(glyph) = glyph {
            let corners = glyph.corners.iter().map(|corner| {
                let [x, y] = corner.map(|along| f32::from(along) * unit);
                place.transform_point(Vec3::new(left + x, 0.0, height / 2.0 - y))
            });
            shape.triangles(corners, &glyph.triangles);
        }
        left += advance(glyph) * height;
    }
}

/// Returns a text as a mesh: see [`write()`].
pub fn written(text: &str, height: f32, place: Transform) -> TriangleMesh {
    let mut mesh = TriangleMesh::default();
    write(&mut mesh, text, height, place);
    mesh
}

/// Returns an upright text that faces White with its middle at `at`, and the same text rotated
/// about the vertical for Black.
pub fn facing_both(text: &str, height: f32, at: Vec3) -> TriangleMesh {
    let near = written(text, height, Transform::IDENTITY)
        .rotated(Quat::from_rotation_x(FRAC_PI_2))
        .translated(at);
    let mut both = near.clone();
    both.add(&near.rotated(Quat::from_rotation_y(PI)));
    both
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floating_letters_keep_the_hue_at_one_luminance() {
        for color in [(0.1, 0.2, 0.7), (0.8, 0.5, 0.1), (1.0, 1.0, 0.9)] {
            let (red, green, blue) = color;
            let lit = in_air(Color::linear_rgb(red, green, blue)).to_linear();
            assert!((lit.luminance() - IN_AIR).abs() < 1e-3, "{lit:?}");
            assert_eq!(lit.blue > lit.red, blue > red, "{lit:?}");
        }
    }

    #[test]
    fn every_character_is_drawn_within_its_line() {
        let others = "ÄÖÜäöüß,.:'()-".chars();
        let letters = ('A'..='Z').chain('a'..='z');
        for character in letters.chain('0'..='9').chain(others) {
            assert!(is_drawn(character), "{character}");
            let mesh = written(&character.to_string(), 1.0, Transform::IDENTITY);
            for three in mesh.indices.chunks_exact(3) {
                let [a, b, c] = [0, 1, 2].map(|i| mesh.positions[three[i] as usize]);
                assert!((b - a).cross(c - a).y > 0.0, "{character}");
            }
            // Round letters extend slightly beyond the lines, tails, dots and brackets more.
            let beyond = if "ÄÖÜQäöüfgijpqy,()".contains(character) {
                0.8
            } else {
                0.53
            };
            // The tail of a j reaches below its neighbour.
            let tail = if character == 'j' { 0.03 } else { 0.0 };
            let half = width(&character.to_string(), 1.0) / 2.0 + tail;
            for at in mesh.positions {
                assert!(
                    at.x.abs() < half && at.z.abs() < beyond,
                    "{character}: {at}"
                );
            }
        }
    }

    #[test]
    fn texts_are_centred_and_missing_glyphs_are_spaces() {
        assert_eq!(width("A?A", 2.0), width("A A", 2.0));
        assert!(!is_drawn('?') && !is_drawn(' '));
        let at = written("H H", 0.5, Transform::IDENTITY).positions;
        let (left, right) = at.iter().fold((0.0_f32, 0.0_f32), |(low, high), at| {
            (low.min(at.x), high.max(at.x))
        });
        assert!(
            (left + right).abs() < 0.001 && right > 0.5,
            "{left} {right}"
        );
    }
}
