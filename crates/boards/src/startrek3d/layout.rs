//! Board tables: lines, leaps, steps and boards.

use super::frame::{MAIN_BOARDS, SIZE, are_adjacent, dock_points, main_points, name, pins, points};
use super::pieces::{DIAGONAL, FLANK_PAWN, PAWN, PAWNS, STRAIGHT};
use icochess_rules::{
    Carriage, Cell, CellSet, Dock, DoubleStep, Lattice, Layout, PromotionZone, Vector, WideSet,
    add, all_of,
};

/// Forward direction of a side's pawns: the row step, and the level step if they change levels.
#[derive(Clone, Copy)]
struct Ahead {
    row: i32,
    level: i32,
}

/// White's pawns move to higher rows and down, Black's to lower rows and up.
const AHEAD: [Ahead; 2] = [Ahead { row: 1, level: -1 }, Ahead { row: -1, level: 1 }];

impl Ahead {
    /// Returns the targets of single steps from a square, on its own level and on the next.
    fn steps(self, at: Vector) -> [Vector; 2] {
        [0, self.level].map(|level| add(at, [0, self.row, level], 1))
    }

    /// Returns whether a pawn captures on a square: in the next row, on an adjacent column, and on
    /// its own level or any level ahead.
    fn takes(self, at: Vector, to: Vector) -> bool {
        let [columns, rows, levels] = add(to, at, -1);
        columns.abs() == 1 && rows == self.row && levels * self.level >= 0
    }
}

/// First promotion rows of each side's pawns, six rows beyond their start: first for pawns of large
/// boards, then for pawns of small boards.
const PROMOTION_ROWS: [[i32; 2]; 2] = [[8, 7], [1, 2]];

/// Returns rook vectors: along columns or rows, each optionally with a level, or vertical.
fn straight() -> Vec<Vector> {
    let all = [all_of([1, 0, 0]), all_of([1, 1, 0])].concat();
    all.into_iter()
        .filter(|[c, r, _]| *c == 0 || *r == 0)
        .collect()
}

/// Returns bishop vectors: to another column and another row.
fn diagonal() -> Vec<Vector> {
    let all = [all_of([1, 1, 0]), all_of([1, 1, 1])].concat();
    all.into_iter()
        .filter(|[c, r, _]| *c != 0 && *r != 0)
        .collect()
}

/// The lattice, with pawn moves.
struct Squares {
    lattice: Lattice,
    /// Squares of each board: the large boards, and a small board at every pin.
    boards: Vec<Vec<Vector>>,
}

impl Squares {
    fn new() -> Self {
        let large = MAIN_BOARDS.map(main_points).into_iter();
        let small = pins().into_iter().map(|pin| dock_points(pin).into());
        Self {
            lattice: Lattice { points: points() },
            boards: large.chain(small).collect(),
        }
    }

    fn cell(&self, at: Vector) -> Option<Cell> {
        self.lattice.cell(at)
    }

    /// Maps all squares, by cell.
    fn each<T>(&self, of: impl Fn(Vector) -> T) -> Vec<T> {
        self.lattice.points.iter().map(|at| of(*at)).collect()
    }

    /// Returns the left and right neighbours of a square.
    fn beside(&self, at: Vector) -> WideSet {
        let is_beside = |to: Vector| to[1..] == at[1..] && to[0].abs_diff(at[0]) == 1;
        self.lattice.set(is_beside)
    }

    fn takes(&self, ahead: Ahead) -> Vec<WideSet> {
        self.each(|at| self.lattice.set(|to| ahead.takes(at, to)))
    }

    /// Returns single steps: forward, and at the end of a board also sideways.
    fn steps(&self, ahead: Ahead) -> Vec<WideSet> {
        self.each(|at| {
            let steps = ahead.steps(at);
            let set: WideSet = self.lattice.set(|to| steps.contains(&to));
            let goes_on = |board: &Vec<Vector>| [at, steps[0]].iter().all(|it| board.contains(it));
            if self.boards.iter().any(goes_on) {
                set
            } else {
                set.or(self.beside(at))
            }
        })
    }

    /// Returns pairs of single steps. Each step stays on its level or moves to the next.
    fn double_steps(&self, ahead: Ahead) -> Vec<Vec<DoubleStep>> {
        self.each(|at| {
            let mut double_steps = Vec::new();
            for via in ahead.steps(at) {
                for end in ahead.steps(via) {
                    if let (Some(via), Some(end)) = (self.cell(via), self.cell(end)) {
                        double_steps.push(DoubleStep { via, end });
                    }
                }
            }
            double_steps
        })
    }

    /// Returns the cells of a large board by rows, highest first.
    fn rows_of(&self, board: (i32, i32)) -> Vec<Vec<Cell>> {
        let squares = main_points(board);
        let rows = squares.chunks(SIZE as usize).rev();
        rows.map(|row| row.iter().filter_map(|at| self.cell(*at)).collect())
            .collect()
    }

    /// Returns the small board at a pin, higher row first.
    fn dock(&self, pin: Vector) -> Option<Dock> {
        let [left, right, upper_left, upper_right] = dock_points(pin);
        let squares = [upper_left, upper_right, left, right];
        Some(Dock {
            pin: self.cell(pin)?,
            cells: squares.into_iter().filter_map(|at| self.cell(at)).collect(),
            group: 2,
        })
    }
}

/// Returns the moves between pins, either all or only adjacent ones. A board with a pawn must keep
/// its rows.
fn carriages(adjacent_only: bool) -> Vec<Carriage> {
    let pins = pins();
    let low_row = |pin: usize| dock_points(pins[pin])[0][1];
    let mut carriages = Vec::new();
    for from in 0..pins.len() {
        for to in (0..pins.len()).filter(|to| *to != from) {
            if !adjacent_only || are_adjacent(pins[from], pins[to]) {
                let keeps_rows = low_row(from) == low_row(to);
                let barred: &[_] = if keeps_rows { &[] } else { &PAWNS };
                carriages.push(Carriage { from, to, barred });
            }
        }
    }
    carriages
}

/// Returns the layout of the board.
pub(super) fn layout(adjacent_only: bool) -> Layout<WideSet> {
    let squares = Squares::new();
    let lattice = &squares.lattice;
    let promotion = [PAWN, FLANK_PAWN].into_iter().enumerate();
    let promotion = promotion.map(|(kind, role)| {
        let [white, black] = PROMOTION_ROWS.map(|rows| rows[kind]);
        PromotionZone {
            role,
            cells: [
                lattice.set(|at| at[1] >= white),
                lattice.set(|at| at[1] <= black),
            ],
        }
    });
    let [takes, steps] = [
        AHEAD.map(|ahead| squares.takes(ahead)),
        AHEAD.map(|ahead| squares.steps(ahead)),
    ];
    let leaps = vec![
        lattice.leaps(&all_of([2, 1, 0]), 1),
        lattice.leaps(&[straight(), diagonal()].concat(), 1),
    ];
    Layout {
        names: squares.each(name),
        sections: MAIN_BOARDS.map(|board| squares.rows_of(board)).into(),
        lines: [
            lattice.lines(STRAIGHT, &straight()),
            lattice.lines(DIAGONAL, &diagonal()),
        ]
        .concat(),
        leaps: leaps.into_iter().chain(takes).chain(steps).collect(),
        double_steps: AHEAD.map(|ahead| squares.double_steps(ahead)),
        promotion: promotion.collect(),
        docks: pins()
            .into_iter()
            .filter_map(|pin| squares.dock(pin))
            .collect(),
        carriages: carriages(adjacent_only),
        ..Layout::default()
    }
}
