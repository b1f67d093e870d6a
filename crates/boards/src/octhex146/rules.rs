//! OctHex 146: 146 cells in an octahedron, without kings.
//!
//! Source: Charles Gilman, *OctHex 146*, 2006 and 2016 (chessvariants.com). Its diagram
//! is lost; the counts of its text say on which planes the pieces stand and where bishops,
//! duchess, marshal and cavalcade do, but not which of the last three is where, nor who
//! stands on the other 15 cells. The first start position puts each compound beside its
//! parents; the others are alike to the left and to the right. What the text leaves open beside
//! that, such as what becomes of a reserve that can no longer enter, is as
//! [`Position`] has it.
//!
//! Cells are the integer points with an odd sum of coordinates and at most five steps
//! from the middle: rhombic dodecahedra. The name of a cell is its level from `a`
//! (bottom, z = -5) to `k` (top), then column and row in the square of that level. White's
//! pieces stand on one face of the octahedron, x + y + z = -5, and Black's on the opposite
//! one.
//!
//! ```
//! use icochess_boards::OctHex146;
//! use icochess_rules::Position;
//! use icochess_rules::perft;
//!
//! let start = Position::<OctHex146>::start();
//! assert_eq!((perft(&start, 1), perft(&start, 2)), (139, 19_348));
//! assert!(start.parse_uci("e12f34b").is_ok_and(|mv| start.uci(mv) == "e12f34b"));
//! ```

use icochess_rules::{
    Board, Cell, CellSet, Equipment, Extinction, Gating, Lattice, Layout, Piece, Position,
    PromotionZone, Role, RoleRules, SetupError, Side, StartPosition, Vector, WideSet, all_of,
    packed_tables,
};

// The kinds of line.
const ROOK: u8 = 1;
const BISHOP: u8 = 2;
const UNICORN: u8 = 4;

// Leap tables.
const KNIGHT: usize = 0;
const TAKES: [usize; 2] = [1, 2];
const STEPS: [usize; 2] = [3, 4];

/// The pawns of White step and take so, those of Black the other way: always one
/// hexagonal plane ahead.
const PAWN_STEPS: [Vector; 3] = [[1, 1, 0], [1, 0, 1], [0, 1, 1]];
const PAWN_TAKES: [Vector; 3] = [[2, 0, 0], [0, 2, 0], [0, 0, 2]];

// The roles that have a rule of their own.
const BISHOPS: Role = Role::new(2);
const DUCHESS: Role = Role::new(6);
const MARSHAL: Role = Role::new(7);
const CAVALCADE: Role = Role::new(10);

/// The pieces that let the bishop of each side enter, where they stand at the start: the compounds
/// without a bishop's power.
const GATES: [[(&str, Role); 3]; 2] = [
    [("c12", CAVALCADE), ("e12", MARSHAL), ("e14", DUCHESS)],
    [("g52", MARSHAL), ("g54", DUCHESS), ("i32", CAVALCADE)],
];

/// Each simple piece along an edge of its face, and each compound beside its parents.
const EDGES_START: &str = "b|pu/pn|1pu/1pv/1pn|2pu/2pg/2pc/2pn|P2pu/P2pd/P2pq/P2pm/P2pn|\
    BP2pb/RP2pr/RP2pr/RP2pr/RP2pr/BP2pb|UP2p/DP2p/QP2p/MP2p/NP2p|UP2/GP2/CP2/NP2|\
    UP1/VP1/NP1|UP/NP|B[Bb] w c12e12e14g52g54i32 - 0 1";

/// Rooks, knights and unicorns on each edge, the knights in the middle of the widest row.
const MIXED_START: &str = "b|pu/pu|1pn/1pv/1pn|2pr/2pg/2pc/2pr|P2pu/P2pd/P2pq/P2pm/P2pu|\
    BP2pb/RP2pr/NP2pn/NP2pn/RP2pr/BP2pb|UP2p/DP2p/QP2p/MP2p/UP2p|RP2/GP2/CP2/RP2|\
    NP1/VP1/NP1|UP/UP|B[Bb] w c12e12e14g52g54i32 - 0 1";

/// The rooks beside one another in the widest row and the one below it.
const ROOKS_START: &str = "b|pu/pu|1pn/1pv/1pn|2pn/2pg/2pc/2pn|P2pr/P2pd/P2pq/P2pm/P2pr|\
    BP2pb/UP2pu/RP2pr/RP2pr/UP2pu/BP2pb|RP2p/DP2p/QP2p/MP2p/RP2p|NP2/GP2/CP2/NP2|\
    NP1/VP1/NP1|UP/UP|B[Bb] w c12e12e14g52g54i32 - 0 1";

/// The board of OctHex 146.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OctHex146;

/// A piece of the array by whose first move the bishop enters.
const fn gating(rules: RoleRules) -> RoleRules {
    RoleRules {
        gating: Some(Gating::Compulsory),
        ..rules
    }
}

/// A compound of the knight and what slides.
const fn leaps_and_slides(letter: char, name: &'static str, slides: u8) -> RoleRules {
    RoleRules {
        slides,
        ..RoleRules::leaper(letter, name, KNIGHT)
    }
}

/// The roles that a pawn becomes: all but a pawn.
const ARRAY: &[Role] = &{
    let mut roles = [Role::new(1); 10];
    let mut n = 0;
    while n < 10 {
        roles[n] = Role::new(n as u8 + 1);
        n += 1;
    }
    roles
};

const fn element(of: &'static str, roles: &'static [Role]) -> Extinction {
    Extinction {
        of,
        roles,
        count: 0,
    }
}

impl Equipment for OctHex146 {
    type Set = WideSet;
    type Roles = [WideSet; 11];
    type Lines = [u64; 44];
    type Reserve = [[u8; 11]; 2];
    type Absent = ();

    const ROLES: &'static [RoleRules] = &[
        RoleRules {
            promotes: ARRAY,
            ..RoleRules::pawn('P', "pawn", TAKES, STEPS)
        },
        RoleRules::slider('R', "rook", ROOK),
        RoleRules::slider('B', "bishop", BISHOP),
        RoleRules::slider('U', "unicorn", UNICORN),
        RoleRules::leaper('N', "knight", KNIGHT),
        RoleRules::slider('Q', "queen", ROOK | BISHOP),
        gating(RoleRules::slider('D', "duchess", ROOK | UNICORN)),
        gating(leaps_and_slides('M', "marshal", ROOK)),
        RoleRules::slider('G', "governor", BISHOP | UNICORN),
        leaps_and_slides('C', "cardinal", BISHOP),
        gating(leaps_and_slides('V', "cavalcade", UNICORN)),
    ];

    packed_tables!(OctHex146, layout());
}

impl Board for OctHex146 {
    const ID: &'static str = "octhex146";
    const NAME: &'static str = "OctHex 146";
    const START: &'static str = EDGES_START;
    const STARTS: &'static [StartPosition] = &[
        StartPosition {
            name: "standard",
            title: "Edges",
            text: EDGES_START,
        },
        StartPosition {
            name: "mixed",
            title: "Mixed",
            text: MIXED_START,
        },
        StartPosition {
            name: "rooks",
            title: "Rooks together",
            text: ROOKS_START,
        },
    ];

    /// The powers, each with the simple piece and the three compounds that have it.
    const EXTINCTIONS: &'static [Extinction] = &[
        element(
            "rook",
            &[Role::new(1), Role::new(5), Role::new(6), Role::new(7)],
        ),
        element(
            "bishop",
            &[Role::new(2), Role::new(5), Role::new(8), Role::new(9)],
        ),
        element(
            "unicorn",
            &[Role::new(3), Role::new(6), Role::new(8), Role::new(10)],
        ),
        element(
            "knight",
            &[Role::new(4), Role::new(7), Role::new(9), Role::new(10)],
        ),
    ];

    /// Each side has one bishop in reserve at most, and only what stands where it stood at
    /// the start can let it enter.
    fn validate(position: &Position<Self>) -> Result<(), SetupError> {
        for side in Side::ALL {
            let is_bishop = |(piece, count)| {
                (piece, count)
                    == (
                        Piece {
                            side,
                            role: BISHOPS,
                        },
                        1,
                    )
            };
            if !position.in_reserve(side).all(is_bishop) {
                return Err(SetupError::InvalidReserve(side));
            }
            let own = position.unmoved().and(position.by_side(side));
            for cell in own.cells() {
                let name = Self::tables().name(cell);
                let at_start = (name, position.role_at(cell));
                let is_gate = |(cell, role): &(&str, Role)| (*cell, Some(*role)) == at_start;
                if !GATES[side.index()].iter().any(is_gate) {
                    return Err(SetupError::NotUnmoved(name.into()));
                }
            }
        }
        Ok(())
    }

    /// Never: as long as both sides have pieces of all powers, a unicorn's among them, which
    /// reaches every cell, the one can take the last of a power if the other holds still.
    /// Whether pieces are hemmed in so that they cannot is not looked into.
    fn is_dead(_: &Position<Self>) -> bool {
        false
    }
}

/// The points of the cells, by [`Cell::index`]: integer, with an odd sum, at most five
/// steps from the middle. Level by level, from the lowest.
pub fn points() -> Vec<[i32; 3]> {
    let all = -5..=5_i32;
    all.clone()
        .flat_map(|z| all.clone().map(move |x| (x, z)))
        .flat_map(|(x, z)| all.clone().map(move |y| [x, y, z]))
        .filter(|[x, y, z]| x.abs() + y.abs() + z.abs() <= 5 && (x + y + z) % 2 != 0)
        .collect()
}

/// The hexagonal plane of a point, from -5 (White's pieces) to 5 (Black's).
fn plane(at: Vector) -> i32 {
    at.iter().sum()
}

/// A point's column and row in the square level that it lies on.
fn column_and_row([x, y, z]: Vector) -> (i32, i32) {
    let middle = 5 - z.abs();
    ((x + y + middle) / 2 + 1, (x - y + middle) / 2 + 1)
}

fn name(at: Vector) -> String {
    let level = char::from(b'a' + (at[2] + 5) as u8);
    let (column, row) = column_and_row(at);
    format!("{level}{column}{row}")
}

fn layout() -> Layout<WideSet> {
    let lattice = Lattice { points: points() };
    // The highest level first, and in it the highest row.
    let level = |z: i32| -> Vec<Vec<Cell>> {
        let mut points = lattice.points.clone();
        points.retain(|at| at[2] == z);
        points.sort_by_key(|at| (-column_and_row(*at).1, column_and_row(*at).0));
        let cells: Vec<Cell> = points
            .into_iter()
            .filter_map(|at| lattice.cell(at))
            .collect();
        cells
            .chunks(6 - z.unsigned_abs() as usize)
            .map(Into::into)
            .collect()
    };
    Layout {
        names: lattice.points.iter().map(|at| name(*at)).collect(),
        sections: (-5..=5).rev().map(level).collect(),
        lines: [
            lattice.lines(ROOK, &all_of([1, 1, 0])),
            lattice.lines(BISHOP, &all_of([2, 0, 0])),
            lattice.lines(UNICORN, &all_of([2, 1, 1])),
        ]
        .concat(),
        leaps: vec![
            lattice.leaps(&all_of([3, 1, 0]), 1),
            lattice.leaps(&PAWN_TAKES, 1),
            lattice.leaps(&PAWN_TAKES, -1),
            lattice.leaps(&PAWN_STEPS, 1),
            lattice.leaps(&PAWN_STEPS, -1),
        ],
        promotion: vec![PromotionZone {
            role: Role::PAWN,
            cells: [
                lattice.set(|at| plane(at) == 5),
                lattice.set(|at| plane(at) == -5),
            ],
        }],
        ..Layout::default()
    }
}
