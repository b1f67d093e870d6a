//! The board for tests of movable parts: six files and six ranks. The files b and e consist of
//! docks of two squares, three on each file; the middle ones are empty at the start.

use icochess_rules::{
    Board, Carriage, Dock, DoubleStep, DoubleStepRight, DoubleSteps, Equipment, Layout, Position,
    PromotionZone, Role, RoleRules, packed_tables,
};

use super::grid::{DIAGONAL, Grid, KING, KNIGHT, STRAIGHT, Square};

const GRID: Grid = Grid { files: 6, ranks: 6 };
const ROOK: Role = Role::new(3);

/// Squares of each dock, whose lower squares are b1, b3, b5, e1, e3 and e5.
pub const DOCKS: [[Square; 2]; 6] = [
    [(1, 0), (1, 1)],
    [(1, 2), (1, 3)],
    [(1, 4), (1, 5)],
    [(4, 0), (4, 1)],
    [(4, 2), (4, 3)],
    [(4, 4), (4, 5)],
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Docks;

impl Equipment for Docks {
    type Set = u64;
    type Roles = [u64; 5];
    type Lines = [u64; 4];
    type Reserve = ();
    type Absent = u64;

    const ROLES: &'static [RoleRules] = &[
        RoleRules {
            double_step: Some(DoubleSteps {
                right: DoubleStepRight::Unmoved,
                captures: false,
                en_passant: false,
            }),
            promotes: &[ROOK],
            ..RoleRules::pawn('P', "pawn", [2, 3], [4, 5])
        },
        RoleRules::leaper('N', "knight", 0),
        RoleRules::slider('B', "bishop", DIAGONAL),
        RoleRules::slider('R', "rook", STRAIGHT),
        RoleRules::king(1),
    ];

    packed_tables!(Docks, layout());
}

impl Board for Docks {
    const ID: &'static str = "docks";
    const NAME: &'static str = "Docks";
    const START: &'static str =
        "rknn/pppp/4/4/PPPP/NNKR|b1:P/B,b5:b/p,e1:P/B,e5:b/p w a2b2c2d2e2f2a5b5c5d5e5f5 - 0 1";
    const BARE_KING_LOSES: bool = true;

    fn is_dead(_: &Position<Self>) -> bool {
        false
    }
}

/// Returns the moves from dock to dock, and whether a part with a pawn can make them.
pub fn carriages() -> impl Iterator<Item = (usize, usize, bool)> {
    let all = (0..6).flat_map(|from| (0..6).map(move |to| (from, to)));
    all.filter(|(from, to)| from != to)
        .map(|(from, to)| (from, to, from % 3 == to % 3))
}

fn layout() -> Layout<u64> {
    let dock = |squares: &[Square; 2]| {
        let cells: Vec<_> = squares.iter().filter_map(|at| GRID.cell(*at)).collect();
        Dock {
            pin: cells[0],
            cells: cells.into_iter().rev().collect(),
            group: 1,
        }
    };
    let double_steps = |forward: i8| {
        let step = |(file, rank): Square| {
            let via = GRID.cell((file, rank + forward))?;
            let end = GRID.cell((file, rank + 2 * forward))?;
            Some(DoubleStep { via, end })
        };
        GRID.squares()
            .map(|square| step(square).into_iter().collect())
            .collect()
    };
    let mut fixed = GRID.groups();
    let parts: Vec<_> = DOCKS
        .iter()
        .flat_map(|squares| dock(squares).cells)
        .collect();
    fixed
        .iter_mut()
        .for_each(|rank| rank.retain(|cell| !parts.contains(cell)));
    Layout {
        names: GRID.names(),
        sections: vec![fixed],
        lines: GRID.straight_and_diagonal(),
        leaps: [GRID.leaps(KNIGHT), GRID.leaps(KING)]
            .into_iter()
            .chain(GRID.pawns())
            .collect(),
        double_steps: [double_steps(1), double_steps(-1)],
        promotion: vec![PromotionZone {
            role: Role::PAWN,
            cells: [GRID.rank(5), GRID.rank(0)],
        }],
        docks: DOCKS.iter().map(dock).collect(),
        carriages: carriages()
            .map(|(from, to, pawns)| Carriage {
                from,
                to,
                barred: if pawns { &[] } else { &[Role::PAWN] },
            })
            .collect(),
        ..Layout::default()
    }
}
