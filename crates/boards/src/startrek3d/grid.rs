//! Positions of Star Trek squares in space.

use bevy_math::Vec3;

use super::frame::dock_points;

/// Side of a large board's square, in metres; eight of them are no wider than a tournament board.
pub const SQUARE: f32 = 0.048;
/// Distance between levels, in metres. A king is 54 mm high, and boards overlap only at every other
/// level.
pub const LEVEL: f32 = 0.084;
/// Scale of the small boards' squares, smaller to leave space for the rim.
pub(crate) const SMALL: f32 = 0.9;
/// The middle level.
const MIDDLE: i32 = 4;

/// Returns the position of a point in the board's frame, in metres. Column and row may be
/// fractional and count squares from `a` and `0`.
pub(crate) fn at(column: f32, row: f32, level: i32) -> Vec3 {
    Vec3::new(
        (column - 2.5) * SQUARE,
        (level - MIDDLE) as f32 * LEVEL,
        (4.5 - row) * SQUARE,
    )
}

/// Returns the centre of the small board at a pin, which is above or below a corner of the large
/// board.
pub(crate) fn middle(pin: [i32; 3]) -> Vec3 {
    let points = dock_points(pin);
    let [column, row, level] = points[0];
    at(column as f32 + 0.5, row as f32 + 0.5, level)
}
