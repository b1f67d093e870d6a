//! The places of the squares of Star Trek's boards in space.

use bevy_math::Vec3;

use super::frame::dock_points;

/// Side of a square of the large boards, metres: eight of them are no wider than a
/// tournament board.
pub const SQUARE: f32 = 0.048;
/// Distance of a level from the next one, metres: a king is 54 mm high, and a board lies over every
/// other level at most.
pub const LEVEL: f32 = 0.084;
/// The squares of small boards are so much smaller: that leaves room for the rim.
pub(crate) const SMALL: f32 = 0.9;
/// The level in the middle.
const MIDDLE: i32 = 4;

/// The place of a point between squares, metres: columns and rows in squares from that of `a` and
/// `0`, and a level.
pub(crate) fn at(column: f32, row: f32, level: i32) -> Vec3 {
    Vec3::new(
        (column - 2.5) * SQUARE,
        (level - MIDDLE) as f32 * LEVEL,
        (4.5 - row) * SQUARE,
    )
}

/// The middle of the small board at a pin: the corner point of the large one is below it
/// or above.
pub(crate) fn middle(pin: [i32; 3]) -> Vec3 {
    let points = dock_points(pin);
    let [column, row, level] = points[0];
    at(column as f32 + 0.5, row as f32 + 0.5, level)
}
