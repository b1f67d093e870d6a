//! Star Trek 3D chess: three boards of four by four squares, one above the other, and six
//! boards of two by two that move from pin to pin.
//!
//! Source: <https://mjollnir.com/Chess.html>. Where that leaves it open: the frame of
//! columns, rows and levels, the pins and the set-up are those of W. C. Roth's program and
//! of the *Star Fleet Technical Manual*.
//!
//! A square is a column `a` to `f`, a row `0` to `9` and a level `1` to `7`. The boards lie
//! on the levels 6 (White's), 4 and 2 (Black's); at each of their corners a small board can
//! hang on a pin one level above or below. White moves to higher rows and lower levels.
//! What a pawn becomes a queen on depends on where it started, so those of the small boards
//! have a letter of their own, `F`.
//!
//! ```
//! use icochess::rules::{Position, StarTrek3d, perft};
//!
//! let start = Position::<StarTrek3d>::start();
//! assert_eq!((perft(&start, 1), perft(&start, 2), perft(&start, 3)), (16, 256, 5_223));
//! ```

use std::sync::LazyLock;

use super::board::Board;
use super::cell::{CellSet, WideSet};
use super::equipment::Equipment;
use super::lattice::{Lattice, Vector, all_of};
use super::layout::{Carriage, Detour, Dock, DoubleStep, Layout, PromotionZone};
use super::piece::{DoubleStepRight, DoubleSteps, Role, RoleRules, Side};
use super::position::Position;
use super::setup::SetupError;
use super::tables::Tables;

// The kinds of line.
const STRAIGHT: u8 = 1;
const DIAGONAL: u8 = 2;

// Leap tables.
const KNIGHT: usize = 0;
const KING: usize = 1;
const TAKES: [usize; 2] = [2, 3];
const STEPS: [usize; 2] = [4, 5];

/// The pawns of the large boards, and those of the small ones.
const PAWNS: [Role; 2] = [Role::new(0), Role::new(1)];
const QUEEN: Role = Role::new(5);

/// Star Trek 3D chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StarTrek3d;

const fn pawn(letter: char) -> RoleRules {
    RoleRules {
        leaps: Some(TAKES),
        steps: Some(STEPS),
        double_step: Some(DoubleSteps {
            right: DoubleStepRight::Unmoved,
            captures: false,
            en_passant: false,
        }),
        detours: Some([0, 1]),
        is_pawn: true,
        promotes: &[QUEEN],
        ..RoleRules::slider(letter, "pawn", 0)
    }
}

impl Equipment for StarTrek3d {
    type Set = WideSet;
    type Roles = [WideSet; 7];
    type Lines = [u64; 32];
    type Reserve = ();
    type Absent = WideSet;

    const ROLES: &'static [RoleRules] = &[
        pawn('P'),
        pawn('F'),
        RoleRules {
            leaps: Some([KNIGHT; 2]),
            ..RoleRules::slider('N', "knight", 0)
        },
        RoleRules::slider('B', "bishop", DIAGONAL),
        RoleRules::slider('R', "rook", STRAIGHT),
        RoleRules::slider('Q', "queen", STRAIGHT | DIAGONAL),
        RoleRules {
            leaps: Some([KING; 2]),
            royal: true,
            ..RoleRules::slider('K', "king", 0)
        },
    ];

    fn tables() -> &'static Tables<WideSet, Self::Lines> {
        static TABLES: LazyLock<Tables<WideSet, [u64; 32]>> =
            LazyLock::new(|| Tables::new(layout(), StarTrek3d::ROLES));
        &TABLES
    }
}

impl Board for StarTrek3d {
    const ID: &'static str = "startrek3d";
    const NAME: &'static str = "Star Trek 3D";
    const START: &'static str = "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4|\
        b17:FF/RQ,e17:FF/KR,b35:2/2,b63:2/2,b81:rq/ff,e81:kr/ff \
        w a17b17e17f17b26c26d26e26a81b81e81f81b72c72d72e72 - 0 1";
    const BARE_KING_LOSES: bool = true;

    /// All small boards are there.
    fn validate(position: &Position<Self>) -> Result<(), SetupError> {
        let docks = Self::tables().docks.iter();
        let is_free = |pin| position.absent().contains(pin);
        let found = docks.filter(|dock| !is_free(dock.pin)).count();
        let expected = SMALL_BOARDS;
        (found == expected)
            .then_some(())
            .ok_or(SetupError::PartCount { found, expected })
    }

    /// Nobody has anything but the king.
    fn is_dead(position: &Position<Self>) -> bool {
        Side::ALL
            .iter()
            .all(|side| position.by_side(*side).len() == 1)
    }
}

/// How many boards hang on pins.
const SMALL_BOARDS: usize = 6;

/// The large boards, White's first: their level and their first row. Each has the columns
/// `b` to `e`.
pub const MAIN_BOARDS: [(i32, i32); 3] = [(6, 1), (4, 3), (2, 5)];

/// The pins, as the points of the corners that small boards hang over or under, in the
/// order of position text; White's come first.
#[must_use]
pub fn pins() -> Vec<[i32; 3]> {
    let corner = |row: i32, levels: [i32; 2]| {
        levels
            .into_iter()
            .flat_map(move |level| [1, 4].map(|column| [column, row, level]))
    };
    let rows = [
        (1, [7, 5]),
        (3, [5, 3]),
        (4, [7, 5]),
        (5, [3, 1]),
        (6, [5, 3]),
        (8, [3, 1]),
    ];
    rows.into_iter()
        .flat_map(|(row, levels)| corner(row, levels))
        .collect()
}

/// The squares of the small board at a pin, row by row from the lowest.
#[must_use]
pub fn dock_points([column, row, level]: [i32; 3]) -> [[i32; 3]; 4] {
    let left = if column == 1 { 0 } else { 4 };
    // The other row is not one of the large board's.
    let low = if matches!(row, 1 | 3 | 5) {
        row - 1
    } else {
        row
    };
    [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(c, r)| [left + c, low + r, level])
}

/// The points of the squares, by [`Cell::index`]: column, row and level from 0, with the
/// levels as they are named. White's board follows on the small ones at its corners, then
/// the neutral and Black's in the same way.
#[must_use]
pub fn points() -> Vec<[i32; 3]> {
    let mut points = Vec::new();
    for (level, first) in MAIN_BOARDS {
        let at_corner =
            |pin: &Vector| (pin[2] - level).abs() == 1 && [first, first + 3].contains(&pin[1]);
        points.extend(pins().into_iter().filter(at_corner).flat_map(dock_points));
        points.extend((first..first + 4).flat_map(|row| (1..=4).map(move |c| [c, row, level])));
    }
    points
}

fn name([column, row, level]: Vector) -> String {
    format!("{}{row}{level}", char::from(b'a' + column as u8))
}

/// The vectors of rooks: within a plane of columns and levels or of rows and levels.
fn straight() -> Vec<Vector> {
    let all = [all_of([1, 0, 0]), all_of([1, 1, 0])].concat();
    all.into_iter()
        .filter(|[c, r, _]| *c == 0 || *r == 0)
        .collect()
}

/// The vectors of bishops: to another column and another row.
fn diagonal() -> Vec<Vector> {
    let all = [all_of([1, 1, 0]), all_of([1, 1, 1])].concat();
    all.into_iter()
        .filter(|[c, r, _]| *c != 0 && *r != 0)
        .collect()
}

/// How a side's pawns go ahead: rows, and levels if they change them.
const AHEAD: [(i32, i32); 2] = [(1, -1), (-1, 1)];

fn layout() -> Layout<WideSet> {
    let lattice = Lattice { points: points() };
    let pins = pins();
    let cell = |at: Vector| lattice.cell(at);
    let steps = |at: Vector, (row, level): (i32, i32)| {
        [0, level].map(|by| [at[0], at[1] + row, at[2] + by])
    };
    let sideways = |at: Vector| -> WideSet {
        lattice.set(|to| to[1..] == at[1..] && (to[0] - at[0]).abs() == 1)
    };
    let leaps =
        |ends: &dyn Fn(Vector) -> WideSet| lattice.points.iter().map(|at| ends(*at)).collect();
    let takes = |(row, level): (i32, i32)| {
        leaps(&|at| {
            lattice.set(|to| {
                (to[0] - at[0]).abs() == 1 && to[1] == at[1] + row && (to[2] - at[2]) * level >= 0
            })
        })
    };
    // Where no square can ever be ahead, the step to the side is always there.
    let walks = |ahead: (i32, i32)| {
        leaps(&|at| {
            let ahead = steps(at, ahead);
            let straight: WideSet = lattice.set(|to| ahead.contains(&to));
            match cell(ahead[0]) {
                Some(_) => straight,
                None => straight.or(sideways(at)),
            }
        })
    };
    let double_steps = |ahead: (i32, i32)| {
        let points = lattice.points.iter();
        let from = |at: &Vector| {
            let mut double: Vec<DoubleStep> = Vec::new();
            for via in steps(*at, ahead) {
                for end in steps(via, ahead) {
                    if let (Some(via), Some(end)) = (cell(via), cell(end)) {
                        double.push(DoubleStep { via, end });
                    }
                }
            }
            double
        };
        points.map(from).collect()
    };
    let is_of_dock = |at: &Vector| pins.iter().any(|pin| dock_points(*pin).contains(at));
    let detours = |ahead: (i32, i32)| {
        let points = lattice.points.iter();
        let from = |at: &Vector| {
            let [next, _] = steps(*at, ahead);
            let absent = cell(next).filter(|_| is_of_dock(&next));
            let to = sideways(*at);
            absent
                .map(|absent| Detour { absent, to })
                .into_iter()
                .collect()
        };
        points.map(from).collect()
    };
    let docks = pins.iter().filter_map(|pin| {
        let [left, right, upper_left, upper_right] = dock_points(*pin);
        let squares = [upper_left, upper_right, left, right];
        Some(Dock {
            pin: cell(*pin)?,
            cells: squares.into_iter().filter_map(cell).collect(),
            group: 2,
        })
    });
    let places = || 0..pins.len();
    let ways = places().flat_map(|from| places().map(move |to| (from, to)));
    let rows = |dock: usize| dock_points(pins[dock])[0][1];
    let carriages = ways
        .filter(|(from, to)| from != to)
        .map(|(from, to)| Carriage {
            from,
            to,
            barred: if rows(from) == rows(to) { &[] } else { &PAWNS },
        });
    // The highest row first.
    let boards = MAIN_BOARDS.map(|(level, first)| {
        let row = |row| {
            (1..=4)
                .filter_map(|column| cell([column, row, level]))
                .collect()
        };
        (first..first + 4).rev().map(row).collect()
    });
    let zones = [[8, 1], [7, 2]].map(|[white, black]| {
        [
            lattice.set(|at| at[1] >= white),
            lattice.set(|at| at[1] <= black),
        ]
    });
    Layout {
        names: lattice.points.iter().map(|at| name(*at)).collect(),
        sections: boards.into(),
        lines: [
            lattice.lines(STRAIGHT, &straight()),
            lattice.lines(DIAGONAL, &diagonal()),
        ]
        .concat(),
        leaps: vec![
            lattice.leaps(&all_of([2, 1, 0]), 1),
            lattice.leaps(&[straight(), diagonal()].concat(), 1),
            takes(AHEAD[0]),
            takes(AHEAD[1]),
            walks(AHEAD[0]),
            walks(AHEAD[1]),
        ],
        double_steps: AHEAD.map(double_steps),
        promotion: PAWNS
            .into_iter()
            .zip(zones)
            .map(|(role, cells)| PromotionZone { role, cells })
            .collect(),
        detours: AHEAD.map(detours).into(),
        docks: docks.collect(),
        carriages: carriages.collect(),
        ..Layout::default()
    }
}
