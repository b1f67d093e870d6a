//! Positions of Star Trek squares on the map: the large boards one below another as they hang, and
//! the small boards at their corners.

use bevy_math::Vec2;

use super::frame::{MAIN_BOARDS, SIZE, corner, dock_points};
use super::grid::{SMALL, SQUARE};
use icochess_rules::Vector;

/// Distance between the middles of successive large boards, in squares. A row of small boards fits
/// between them, with a gap that shows which boards belong together.
const BETWEEN: f32 = 6.5;
/// Distance of a small board's middle from the middle of its large board, in squares, along an axis
/// on which they are next to each other.
const OUTSIDE: f32 = 3.1;
/// Distance of the middles along an axis on which the small board is within the large one's extent,
/// in squares.
const WITHIN: f32 = 1.05;

/// Returns the middle of the large board with this index in [`MAIN_BOARDS`], in squares.
fn large(board: usize) -> Vec2 {
    Vec2::new(0.0, (board as f32 - 1.0) * BETWEEN)
}

/// Returns the middle of the small board at a pin, in squares; `None` if it isn't a pin.
///
/// The lower board at a far corner and the upper one at a near corner are next to the large board.
/// The upper one at a far corner is beyond the far edge, and the lower one at a near corner is
/// diagonal to that corner.
fn small(pin: Vector) -> Option<Vec2> {
    let corner = corner(pin)?;
    let (level, first) = MAIN_BOARDS[corner.board];
    let side = if corner.column == 1 { -1.0 } else { 1.0 };
    let (across, down) = match (corner.row > first, pin[2] > level) {
        (true, true) => (WITHIN, -OUTSIDE),
        (true, false) => (OUTSIDE, -WITHIN),
        (false, true) => (OUTSIDE, WITHIN),
        (false, false) => (OUTSIDE, OUTSIDE),
    };
    Some(large(corner.board) + Vec2::new(side * across, down))
}

/// Returns the offset of a square from the middle of its board, in squares. The board has `size`
/// columns and rows, and begins at this column and row.
fn within([column, row, _]: Vector, [left, low]: [i32; 2], size: i32) -> Vec2 {
    let middle = (size - 1) as f32 / 2.0;
    Vec2::new((column - left) as f32 - middle, middle - (row - low) as f32)
}

/// Returns the position of a square on the map, in metres to the right and downwards as White sees
/// them. A square of a small board has this pin.
pub(super) fn on_map(point: Vector, pin: Option<Vector>) -> Option<Vec2> {
    let squares = match pin {
        Some(pin) => {
            let [left, low, _] = dock_points(pin)[0];
            small(pin)? + within(point, [left, low], 2) * SMALL
        }
        None => {
            let mut boards = MAIN_BOARDS.iter();
            let board = boards.position(|(level, _)| *level == point[2])?;
            large(board) + within(point, [1, MAIN_BOARDS[board].1], SIZE)
        }
    };
    Some(squares * SQUARE)
}
