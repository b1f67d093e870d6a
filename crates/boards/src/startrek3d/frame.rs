//! The places of the boards: the frame of columns, rows and levels, and the pins.
//!
//! The frame and the pins are those of W. C. Roth's program
//! (<https://github.com/wchasroth/StarTrek3dChess>) turned over, as on the page White's
//! board is the highest.

use icochess_rules::Vector;

/// The large boards, White's first: their level and their first row. Each has the columns
/// `b` to `e`.
pub const MAIN_BOARDS: [(i32, i32); 3] = [(6, 1), (4, 3), (2, 5)];

/// Rows and columns of a large board.
pub(super) const SIZE: i32 = 4;

/// The first column of the large boards, and their last.
const OUTER_COLUMNS: [i32; 2] = [1, SIZE];

/// A corner of a large board. On each there are two pins, one above and one below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Corner {
    /// The board's place in [`MAIN_BOARDS`].
    board: usize,
    column: i32,
    row: i32,
}

/// The corners whose pins position text lists one after the other, as board and row, and
/// the levels of their pins.
const CORNER_ROWS: [(i32, [i32; 2]); 6] = [
    (1, [7, 5]),
    (3, [5, 3]),
    (4, [7, 5]),
    (5, [3, 1]),
    (6, [5, 3]),
    (8, [3, 1]),
];

/// The pins, as the points of the corners that small boards hang over or under, on the
/// level of the small board, in the order of position text; White's come first.
pub fn pins() -> Vec<[i32; 3]> {
    let mut pins = Vec::new();
    for (row, levels) in CORNER_ROWS {
        for level in levels {
            pins.extend(OUTER_COLUMNS.map(|column| [column, row, level]));
        }
    }
    pins
}

/// The corner that a pin is on.
fn corner([column, row, level]: [i32; 3]) -> Option<Corner> {
    let is_corner_of = |(board, first): &(i32, i32)| {
        level.abs_diff(*board) == 1 && [*first, *first + SIZE - 1].contains(&row)
    };
    let board = MAIN_BOARDS.iter().position(is_corner_of)?;
    Some(Corner { board, column, row })
}

/// Whether the way between two pins is one of the rule "adjacent pins only": they are on one
/// corner, or on two neighbouring ones of the same large board or of that and the next.
///
/// Two corners of one board are neighbours along an edge of it. A corner of the next
/// board, above or below, is a neighbour where small boards on both would adjoin, seen
/// from above: in the same column, and not more than two rows away.
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

/// The squares of the small board at a pin, row by row from the lowest. One of them lies
/// over or under the corner, the others stick out.
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

/// The points of a large board, row by row from the lowest.
pub(super) fn main_points((level, first): (i32, i32)) -> Vec<Vector> {
    let [left, right] = OUTER_COLUMNS;
    (first..first + SIZE)
        .flat_map(|row| (left..=right).map(move |column| [column, row, level]))
        .collect()
}

/// The points of the squares, by [`Cell::index`](icochess_rules::Cell::index): column, row
/// and level from 0, with the levels as they are named. White's board follows on the
/// small ones at its corners, then the neutral and Black's in the same way.
pub fn points() -> Vec<[i32; 3]> {
    let mut points = Vec::new();
    for (board, main) in MAIN_BOARDS.into_iter().enumerate() {
        let at_corner = |pin: &Vector| corner(*pin).is_some_and(|corner| corner.board == board);
        points.extend(pins().into_iter().filter(at_corner).flat_map(dock_points));
        points.extend(main_points(main));
    }
    points
}

/// The name of a square: column, row and level.
pub(super) fn name([column, row, level]: Vector) -> String {
    format!("{}{row}{level}", char::from(b'a' + column as u8))
}
