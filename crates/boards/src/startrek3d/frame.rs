//! The coordinates of the boards: columns, rows, levels and pins.
//!
//! Coordinates and pins follow W. C. Roth's program
//! (<https://github.com/wchasroth/StarTrek3dChess>) upside down, because the page has White's board
//! on top.

use icochess_rules::Vector;

/// Level and first row of the large boards, White's first. Each has the columns `b` to `e`.
pub const MAIN_BOARDS: [(i32, i32); 3] = [(6, 1), (4, 3), (2, 5)];

/// Number of rows and columns of a large board.
pub(super) const SIZE: i32 = 4;

/// First and last column of the large boards.
const OUTER_COLUMNS: [i32; 2] = [1, SIZE];

/// A corner of a large board, with one pin above and one below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Corner {
    /// Index of the board in [`MAIN_BOARDS`].
    pub(super) board: usize,
    pub(super) column: i32,
    pub(super) row: i32,
}

/// Rows of the corners and levels of their pins, in the order of position text.
const CORNER_ROWS: [(i32, [i32; 2]); 6] = [
    (1, [7, 5]),
    (3, [5, 3]),
    (4, [7, 5]),
    (5, [3, 1]),
    (6, [5, 3]),
    (8, [3, 1]),
];

/// Returns the pins in the order of position text, White's first. A pin is the corner's column and
/// row with the level of its small board.
pub fn pins() -> Vec<[i32; 3]> {
    let mut pins = Vec::new();
    for (row, levels) in CORNER_ROWS {
        for level in levels {
            pins.extend(OUTER_COLUMNS.map(|column| [column, row, level]));
        }
    }
    pins
}

/// Returns the corner of a pin.
pub(super) fn corner([column, row, level]: [i32; 3]) -> Option<Corner> {
    let is_corner_of = |(board, first): &(i32, i32)| {
        level.abs_diff(*board) == 1 && [*first, *first + SIZE - 1].contains(&row)
    };
    let board = MAIN_BOARDS.iter().position(is_corner_of)?;
    Some(Corner { board, column, row })
}

/// Returns whether two pins are adjacent under the rule "adjacent pins only". Adjacent pins share a
/// corner, or are on neighbouring corners of one large board or of two successive ones.
///
/// Corners of one board are neighbours along an edge. Corners of successive boards are neighbours
/// if small boards on both would adjoin as seen from above: the corners share a column and are at
/// most two rows apart.
pub fn are_adjacent(one: [i32; 3], other: [i32; 3]) -> bool {
    let (Some(one), Some(other)) = (corner(one), corner(other)) else {
        return false;
    };
    match one.board.abs_diff(other.board) {
        0 => one.column == other.column || one.row == other.row,
        1 => one.column == other.column && one.row.abs_diff(other.row) <= 2,
        _ => false,
    }
}

/// Returns the squares of the small board at a pin, row by row from the lowest. One square is above
/// or below the corner; the others stick out.
pub fn dock_points([column, row, level]: [i32; 3]) -> [[i32; 3]; 4] {
    let left = if column == OUTER_COLUMNS[0] {
        column - 1
    } else {
        column
    };
    let is_first_row = MAIN_BOARDS.iter().any(|(_, first)| *first == row);
    let low = if is_first_row { row - 1 } else { row };
    [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(c, r)| [left + c, low + r, level])
}

/// Returns the points of a large board, row by row from the lowest.
pub(super) fn main_points((level, first): (i32, i32)) -> Vec<Vector> {
    let [left, right] = OUTER_COLUMNS;
    (first..first + SIZE)
        .flat_map(|row| (left..=right).map(move |column| [column, row, level]))
        .collect()
}

/// Returns the points of the squares by [`Cell::index`](icochess_rules::Cell::index). A point is a
/// column and row from 0, and the level as named. The small boards at the corners of White's board
/// come first, followed by White's board; the neutral board and Black's follow in the same way.
pub fn points() -> Vec<[i32; 3]> {
    let mut points = Vec::new();
    for (board, main) in MAIN_BOARDS.into_iter().enumerate() {
        let at_corner = |pin: &Vector| corner(*pin).is_some_and(|corner| corner.board == board);
        points.extend(pins().into_iter().filter(at_corner).flat_map(dock_points));
        points.extend(main_points(main));
    }
    points
}

/// Returns the name of a square: column, row and level.
pub(super) fn name([column, row, level]: Vector) -> String {
    format!("{}{row}{level}", char::from(b'a' + column as u8))
}
