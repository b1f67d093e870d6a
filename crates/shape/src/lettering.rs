//! Letters and digits as strokes in a plane: sharp at any distance, and no
//! texture is needed.

use bevy_math::Vec3;
use bevy_transform::components::Transform;

use super::flat::Flat;

/// Width of a stroke, as a part of the height of a letter.
const STROKE: f32 = 0.145;

/// The outline of `O`.
const OVAL: &[(u8, u8)] = &[
    (1, 0),
    (0, 1),
    (0, 5),
    (1, 6),
    (3, 6),
    (4, 5),
    (4, 1),
    (3, 0),
    (1, 0),
];
/// The stem and the upper bowl of `P`.
const BOWL: &[(u8, u8)] = &[(0, 0), (0, 6), (3, 6), (4, 5), (4, 4), (3, 3), (0, 3)];

/// The strokes of a character on a grid of 4 by 6, y up, or nothing if it
/// is no letter or digit.
pub const fn strokes(character: char) -> &'static [&'static [(u8, u8)]] {
    match character {
        'A' => &[&[(0, 0), (2, 6), (4, 0)], &[(1, 2), (3, 2)]],
        'B' => &[BOWL, &[(3, 3), (4, 2), (4, 1), (3, 0), (0, 0)]],
        'C' => &[&[
            (4, 5),
            (3, 6),
            (1, 6),
            (0, 5),
            (0, 1),
            (1, 0),
            (3, 0),
            (4, 1),
        ]],
        'D' => &[&[(0, 0), (0, 6), (2, 6), (4, 4), (4, 2), (2, 0), (0, 0)]],
        'E' => &[&[(4, 0), (0, 0), (0, 6), (4, 6)], &[(0, 3), (3, 3)]],
        'F' => &[&[(0, 0), (0, 6), (4, 6)], &[(0, 3), (3, 3)]],
        'G' => &[&[
            (4, 5),
            (3, 6),
            (1, 6),
            (0, 5),
            (0, 1),
            (1, 0),
            (3, 0),
            (4, 1),
            (4, 3),
            (2, 3),
        ]],
        'H' => &[&[(0, 0), (0, 6)], &[(4, 0), (4, 6)], &[(0, 3), (4, 3)]],
        'I' => &[&[(2, 0), (2, 6)], &[(1, 0), (3, 0)], &[(1, 6), (3, 6)]],
        'J' => &[&[(4, 6), (4, 1), (3, 0), (1, 0), (0, 1)]],
        'K' => &[&[(0, 0), (0, 6)], &[(4, 6), (0, 2)], &[(1, 3), (4, 0)]],
        'L' => &[&[(0, 6), (0, 0), (4, 0)]],
        'M' => &[&[(0, 0), (0, 6), (2, 3), (4, 6), (4, 0)]],
        'N' => &[&[(0, 0), (0, 6), (4, 0), (4, 6)]],
        'O' => &[OVAL],
        'P' => &[BOWL],
        'Q' => &[OVAL, &[(2, 2), (4, 0)]],
        'R' => &[BOWL, &[(2, 3), (4, 0)]],
        'S' => &[&[
            (4, 5),
            (3, 6),
            (1, 6),
            (0, 5),
            (0, 4),
            (4, 2),
            (4, 1),
            (3, 0),
            (1, 0),
            (0, 1),
        ]],
        'T' => &[&[(0, 6), (4, 6)], &[(2, 6), (2, 0)]],
        'U' => &[&[(0, 6), (0, 1), (1, 0), (3, 0), (4, 1), (4, 6)]],
        'V' => &[&[(0, 6), (2, 0), (4, 6)]],
        'W' => &[&[(0, 6), (1, 0), (2, 4), (3, 0), (4, 6)]],
        'X' => &[&[(0, 0), (4, 6)], &[(0, 6), (4, 0)]],
        'Y' => &[&[(0, 6), (2, 3), (4, 6)], &[(2, 3), (2, 0)]],
        'Z' => &[&[(0, 6), (4, 6), (0, 0), (4, 0)]],
        '0' => &[OVAL, &[(1, 1), (3, 5)]],
        '1' => &[&[(1, 5), (2, 6), (2, 0)], &[(1, 0), (3, 0)]],
        '2' => &[&[(0, 5), (1, 6), (3, 6), (4, 5), (4, 4), (0, 0), (4, 0)]],
        '3' => &[&[
            (0, 6),
            (4, 6),
            (2, 4),
            (4, 2),
            (4, 1),
            (3, 0),
            (1, 0),
            (0, 1),
        ]],
        '4' => &[&[(3, 0), (3, 6), (0, 2), (4, 2)]],
        '5' => &[&[
            (4, 6),
            (0, 6),
            (0, 3),
            (3, 3),
            (4, 2),
            (4, 1),
            (3, 0),
            (1, 0),
            (0, 1),
        ]],
        '6' => &[&[
            (4, 5),
            (3, 6),
            (1, 6),
            (0, 5),
            (0, 1),
            (1, 0),
            (3, 0),
            (4, 1),
            (4, 2),
            (3, 3),
            (0, 3),
        ]],
        '7' => &[&[(0, 6), (4, 6), (1, 0)]],
        '8' => &[
            &[
                (1, 3),
                (0, 4),
                (0, 5),
                (1, 6),
                (3, 6),
                (4, 5),
                (4, 4),
                (3, 3),
                (1, 3),
            ],
            &[
                (1, 3),
                (0, 2),
                (0, 1),
                (1, 0),
                (3, 0),
                (4, 1),
                (4, 2),
                (3, 3),
            ],
        ],
        '9' => &[&[
            (0, 1),
            (1, 0),
            (3, 0),
            (4, 1),
            (4, 5),
            (3, 6),
            (1, 6),
            (0, 5),
            (0, 4),
            (1, 3),
            (4, 3),
        ]],
        _ => &[],
    }
}

/// Writes a text of capitals and digits into a shape. `height` is that of a
/// letter, metres. In the frame of `place` the text is centred on the origin, in
/// the plane y = 0, and upright towards -z.
pub fn write(shape: &mut Flat, text: &str, height: f32, place: Transform) {
    let unit = height / 6.0;
    let advance = 6.0 * unit;
    let width = advance * text.chars().count() as f32 - 2.0 * unit;
    for (i, character) in text.chars().enumerate() {
        let at = |(x, y): (u8, u8)| {
            place.transform_point(Vec3::new(
                f32::from(x) * unit + advance * i as f32 - width / 2.0,
                0.0,
                height / 2.0 - f32::from(y) * unit,
            ))
        };
        for line in strokes(character) {
            for pair in line.windows(2) {
                shape.stroke(at(pair[0]), at(pair[1]), height * STROKE);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_capital_and_digit_can_be_drawn() {
        for character in ('A'..='Z').chain('0'..='9') {
            assert!(!strokes(character).is_empty(), "{character}");
        }
    }
}
