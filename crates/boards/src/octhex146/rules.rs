//! OctHex 146: 146 cells in an octahedron, without kings.
//!
//! Source: Charles Gilman, *OctHex 146*, 2006 and 2016 (chessvariants.com). Its diagram is lost.
//! The text gives the planes of all pieces and the cells of the bishops. Duchess, marshal and
//! cavalcade are on three known cells, in an unknown order. The pieces on the other 15 cells are
//! unknown. The first start position puts each compound next to its parents; the others are
//! mirror-symmetric. Other open points follow [`Position`], such as a reserve that can no longer
//! enter.
//!
//! Cells are rhombic dodecahedra at the integer points with an odd coordinate sum, at most five
//! steps from the centre. A cell's name is its level from `a` (bottom, z = -5) to `k` (top), then
//! column and row in that level's square. White's pieces start on the face `x + y + z = -5` of the
//! octahedron, and Black's on the opposite face.
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

// Line kinds.
const ROOK: u8 = 1;
const BISHOP: u8 = 2;
const UNICORN: u8 = 4;

// Leap tables.
const KNIGHT: usize = 0;
const TAKES: [usize; 2] = [1, 2];
const STEPS: [usize; 2] = [3, 4];

/// White's pawn vectors, always one hexagonal plane ahead; Black's are the opposite.
const PAWN_STEPS: [Vector; 3] = [[1, 1, 0], [1, 0, 1], [0, 1, 1]];
const PAWN_TAKES: [Vector; 3] = [[2, 0, 0], [0, 2, 0], [0, 0, 2]];

// Roles with special rules.
const BISHOPS: Role = Role::new(2);
const DUCHESS: Role = Role::new(6);
const MARSHAL: Role = Role::new(7);
const CAVALCADE: Role = Role::new(10);

/// Start cells of the pieces whose first move lets the bishop enter: the compounds without a
/// bishop's power, by side.
const GATES: [[(&str, Role); 3]; 2] = [
    [("c12", CAVALCADE), ("e12", MARSHAL), ("e14", DUCHESS)],
    [("g52", MARSHAL), ("g54", DUCHESS), ("i32", CAVALCADE)],
];

/// Simple pieces of one role along each edge of the face, compounds next to their parents.
const EDGES_START: &str = "b|pu/pn|1pu/1pv/1pn|2pu/2pg/2pc/2pn|P2pu/P2pd/P2pq/P2pm/P2pn|\
    BP2pb/RP2pr/RP2pr/RP2pr/RP2pr/BP2pb|UP2p/DP2p/QP2p/MP2p/NP2p|UP2/GP2/CP2/NP2|\
    UP1/VP1/NP1|UP/NP|B[Bb] w c12e12e14g52g54i32 - 0 1";

/// Rooks, knights and unicorns on each edge, with the knights in the middle of the widest row.
const MIXED_START: &str = "b|pu/pu|1pn/1pv/1pn|2pr/2pg/2pc/2pr|P2pu/P2pd/P2pq/P2pm/P2pu|\
    BP2pb/RP2pr/NP2pn/NP2pn/RP2pr/BP2pb|UP2p/DP2p/QP2p/MP2p/UP2p|RP2/GP2/CP2/RP2|\
    NP1/VP1/NP1|UP/UP|B[Bb] w c12e12e14g52g54i32 - 0 1";

/// Rooks next to one another, in the widest row and the row below.
const ROOKS_START: &str = "b|pu/pu|1pn/1pv/1pn|2pn/2pg/2pc/2pn|P2pr/P2pd/P2pq/P2pm/P2pr|\
    BP2pb/UP2pu/RP2pr/RP2pr/UP2pu/BP2pb|RP2p/DP2p/QP2p/MP2p/RP2p|NP2/GP2/CP2/NP2|\
    NP1/VP1/NP1|UP/UP|B[Bb] w c12e12e14g52g54i32 - 0 1";

/// The board of OctHex 146.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OctHex146;

/// Returns the role with a first move that lets the bishop enter.
const fn gating(rules: RoleRules) -> RoleRules {
    RoleRules {
        gating: Some(Gating::Compulsory),
        ..rules
    }
}

/// Returns a compound of the knight and a slider.
const fn leaps_and_slides(letter: char, name: &'static str, slides: u8) -> RoleRules {
    RoleRules {
        slides,
        ..RoleRules::leaper(letter, name, KNIGHT)
    }
}

/// Roles that pawns promote to: all except pawns.
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

    /// The four powers, each with its simple piece and three compounds.
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

    /// Allows at most one bishop in reserve per side; unmoved pieces must be gates on their start
    /// cells.
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

    /// Returns false. While both sides have all powers, either side can capture the other's last
    /// piece of a power if the other side cooperates, because unicorns reach every cell. Positions
    /// in which blocked pieces prevent this aren't detected.
    fn is_dead(_: &Position<Self>) -> bool {
        false
    }
}

/// Returns the cells' points by [`Cell::index`], level by level from the lowest: integer
/// coordinates with an odd sum, at most five steps from the centre.
pub fn points() -> Vec<[i32; 3]> {
    let all = -5..=5_i32;
    all.clone()
        .flat_map(|z| all.clone().map(move |x| (x, z)))
        .flat_map(|(x, z)| all.clone().map(move |y| [x, y, z]))
        .filter(|[x, y, z]| x.abs() + y.abs() + z.abs() <= 5 && (x + y + z) % 2 != 0)
        .collect()
}

/// Returns the hexagonal plane of a point, from -5 (White's pieces) to 5 (Black's).
fn plane(at: Vector) -> i32 {
    at.iter().sum()
}

/// Returns a point's column and row in its square level.
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
    // Highest level first, and highest row first within it.
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
