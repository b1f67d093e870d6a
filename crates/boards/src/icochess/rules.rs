//! Icochess: chess on the 80 tiles of a pentakis icosidodecahedron.
//!
//! Source of the rules, tile names and start position: ReasonMakes, *Icochess* (2020), its README
//! and its `PieceController`. The lines are specified by this project's rules page and its check
//! values (`tests/`).
//!
//! * **Tiles** `a1` to `t4`: a letter for the icosahedron face, 1 for its middle tile and 2 to 4
//!   for its corner tiles.
//! * **Rook lines**: strips of edge-adjacent tiles that turn left and right in alternation; 12
//!   closed circuits of 20.
//! * **Bishop lines**: alternately over an edge and over a vertex to the tile straight across it,
//!   which exists where six tiles meet; 10 closed circuits of 12 and 30 open lines of 4.
//! * **Leaps**: kings and pawns leap to the 3 edge neighbours, knights to the 6 side corners.
//! * **Double steps**: an unmoved pawn crosses one edge and then another.
//!
//! # Dead positions
//!
//! The table lists the pieces, in addition to the kings, with which a (possibly cooperative) mate
//! exists. It was found by searching every position (`tests/dead.rs`). `U` is an unmoved pawn, `P`
//! a moved one; colours are interchangeable.
//!
//! | Pieces, kings aside | Some move mates |
//! |---|---|
//! | nothing | no |
//! | N | no |
//! | P or U | no |
//! | P or U against P or U | no |
//! | PP | no |
//! | PU, UU, PPP | yes |
//! | PN | yes |
//! | N against P, N | yes |
//! | PP against P | yes |
//! | NN | yes |
//! | B, R or Q | yes |
//! | any superset of a "yes" line | yes |

use std::sync::LazyLock;

use super::solid::{SOLID, TILES};
use icochess_rules::{
    Board, Cell, CellSet, DoubleStep, DoubleStepRight, DoubleSteps, Equipment, Layout, LineSpec,
    Position, Role, RoleRules, Side, StartPosition, packed_tables, set_of,
};

/// A second start position on the same tiles and with the same symmetries, in which moving first is
/// a smaller advantage. There are 30 first moves instead of 46.
///
/// Selected by matches among the 120 symmetric arrangements of the pieces on these tiles. After one
/// random move of each side, White scores 51.2% here (47.5 to 54.9), against 66.1% (61.8 to 70.4)
/// from [`Board::START`]. Measured with 500 games of 4,000 and 5,000 nodes a move.
pub const BALANCED_START: &str = "QKNN/BRP1/1P2/1P2/BR1P/4/4/4/4/4/1p2/1p2/br1p/qknn/brp1/4/4/4/4/4 \
                                  w b3c2d2e4k2l2m4o3 - 0 1";

/// Line kind of rooks.
pub const EDGE_LINE: u8 = 1;
/// Line kind of bishops.
pub const CORNER_LINE: u8 = 2;
/// Leap table of edge neighbours.
pub const EDGES: usize = 0;
/// Leap table of side corners.
pub const SIDE_CORNERS: usize = 1;

/// The board of Icochess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Icochess;

impl Equipment for Icochess {
    type Set = u128;
    type Roles = [u128; 6];
    type Lines = [u64; 8];
    type Reserve = ();
    type Absent = ();

    // In the order of the constants of `Role`.
    const ROLES: &'static [RoleRules] = &[
        RoleRules {
            double_step: Some(DoubleSteps {
                right: DoubleStepRight::Unmoved,
                captures: true,
                en_passant: false,
            }),
            is_pawn: true,
            ..RoleRules::leaper('P', "pawn", EDGES)
        },
        RoleRules::leaper('N', "knight", SIDE_CORNERS),
        RoleRules::slider('B', "bishop", CORNER_LINE),
        RoleRules::slider('R', "rook", EDGE_LINE),
        RoleRules::slider('Q', "queen", EDGE_LINE | CORNER_LINE),
        RoleRules::king(EDGES),
    ];

    packed_tables!(Icochess, layout());
}

impl Board for Icochess {
    const ID: &'static str = "icochess";
    const NAME: &'static str = "Icochess";
    const TITLE: &'static str = "Icochess ball";
    const START: &'static str = "QKPP/RBN1/1P2/1P2/RB1N/4/4/4/4/4/1p2/1p2/rb1n/qkpp/rbn1/4/4/4/4/4 \
                                 w a3a4c2d2k2l2n3n4 - 0 1";
    const STARTS: &'static [StartPosition] = &[
        StartPosition {
            name: "original",
            title: "Original",
            text: Self::START,
        },
        StartPosition {
            name: "balanced",
            title: "Balanced",
            text: BALANCED_START,
        },
    ];

    /// Returns true if the pieces other than the kings are
    ///
    /// * nothing or one knight,
    /// * one pawn, or one pawn of each side, moved or not, or
    /// * two moved pawns of one side.
    ///
    /// With these pieces, no legal move ever mates. With any other pieces some move does: a lone
    /// bishop can mate, and so can two knights, or one knight if a pawn or knight blocks the enemy
    /// king. In some positions an unmoved pawn mates a king, or a king with a pawn, but no legal
    /// move leads to them.
    ///
    /// Found by searching all positions and moves. `tests/dead.rs` has the definition, proof and
    /// search; to print the results:
    ///
    /// ```text
    /// cargo test -p icochess-boards icochess::tests::dead -- --include-ignored --nocapture
    /// ```
    fn is_dead(position: &Position<Self>) -> bool {
        let sliders = [Role::BISHOP, Role::ROOK, Role::QUEEN];
        if sliders.iter().any(|role| position.by_role(*role) != 0) {
            return false;
        }
        let count = |side, role| position.pieces(side, role).len();
        // Pawns and knights of White and of Black.
        match Side::ALL.map(|side| (count(side, Role::PAWN), count(side, Role::KNIGHT))) {
            [(0 | 1, 0), (0 | 1, 0)] | [(0, 1), (0, 0)] | [(0, 0), (0, 1)] => true,
            [(2, 0), (0, 0)] | [(0, 0), (2, 0)] => position.unmoved() == 0,
            _ => false,
        }
    }
}

/// The neighbours of a tile, by kind of contact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbours {
    /// The 3 tiles that share two vertices.
    pub edges: Vec<Cell>,
    /// The 6 tiles that share one vertex and an edge neighbour.
    pub side_corners: Vec<Cell>,
    /// The 2 or 3 tiles straight across a shared vertex.
    pub direct_corners: Vec<Cell>,
}

/// The neighbours of every tile, by cell.
pub static NEIGHBOURS: LazyLock<Vec<Neighbours>> =
    LazyLock::new(|| (0..TILES).map(neighbours).collect());

fn cell(tile: usize) -> Cell {
    Cell::new(tile as u8)
}

fn neighbours(tile: usize) -> Neighbours {
    let sharing = |count| {
        (0..TILES)
            .filter(move |&other| other != tile && SOLID.shared(tile, other) == count)
            .collect::<Vec<_>>()
    };
    let edges = sharing(2);
    let (side, direct): (Vec<_>, Vec<_>) = sharing(1)
        .into_iter()
        .partition(|&other| edges.iter().any(|&edge| SOLID.shared(edge, other) == 2));
    let cells = |tiles: Vec<usize>| tiles.into_iter().map(cell).collect();
    Neighbours {
        edges: cells(edges),
        side_corners: cells(side),
        direct_corners: cells(direct),
    }
}

/// Returns whether two tiles have no common vertex.
fn apart(a: Cell, b: Cell) -> bool {
    SOLID.shared(a.index(), b.index()) == 0
}

/// Returns the rook circuits, each once.
fn edge_lines() -> Vec<LineSpec> {
    let edges = |c: Cell| NEIGHBOURS[c.index()].edges.iter().copied();
    let mut circuits: Vec<Vec<Cell>> = Vec::new();
    for a in (0..TILES).map(cell) {
        for b in edges(a) {
            for c in edges(b).filter(|&c| c != a) {
                let mut strip = vec![a, b, c];
                while let &[.., x, y, z] = strip.as_slice() {
                    let next = edges(z).find(|&n| n != y && apart(n, x));
                    match next {
                        Some(next) if next != a => strip.push(next),
                        _ => break,
                    }
                }
                // Each circuit is found from each of its tiles, in both directions.
                let set: u128 = set_of(strip.iter().copied());
                if !circuits
                    .iter()
                    .any(|known| set_of::<u128>(known.iter().copied()) == set)
                {
                    circuits.push(strip);
                }
            }
        }
    }
    circuits
        .into_iter()
        .map(|cells| LineSpec {
            kind: EDGE_LINE,
            closed: true,
            cells,
        })
        .collect()
}

/// Follows the bishop line from `start` through `first`, which is across an edge or a vertex.
/// Returns the line, and whether it returned to its start.
fn corner_ray(start: Cell, first: Cell, first_is_edge: bool) -> (Vec<Cell>, bool) {
    let mut ray = vec![start, first];
    let mut edge_next = !first_is_edge;
    loop {
        let &[.., before, last] = ray.as_slice() else {
            return (ray, false);
        };
        let steps = if edge_next {
            &NEIGHBOURS[last.index()].edges
        } else {
            &NEIGHBOURS[last.index()].direct_corners
        };
        match steps.iter().find(|&&next| apart(next, before)) {
            Some(&next) if next == start => return (ray, true),
            Some(&next) => ray.push(next),
            None => return (ray, false),
        }
        edge_next = !edge_next;
    }
}

/// Returns the bishop lines, each once.
fn corner_lines() -> Vec<LineSpec> {
    let mut lines: Vec<LineSpec> = Vec::new();
    for start in (0..TILES).map(cell) {
        let around = &NEIGHBOURS[start.index()];
        for &edge in &around.edges {
            let (mut cells, closed) = corner_ray(start, edge, true);
            if !closed {
                // The other direction crosses the vertex opposite that edge.
                if let Some(&corner) = around.direct_corners.iter().find(|&&c| apart(c, edge)) {
                    let (mut back, _) = corner_ray(start, corner, false);
                    back.reverse();
                    back.pop();
                    cells.splice(0..0, back);
                }
            }
            let set: u128 = set_of(cells.iter().copied());
            if !lines
                .iter()
                .any(|known| set_of::<u128>(known.cells.iter().copied()) == set)
            {
                lines.push(LineSpec {
                    kind: CORNER_LINE,
                    closed,
                    cells,
                });
            }
        }
    }
    lines
}

fn layout() -> Layout<u128> {
    let names = ('a'..='t')
        .flat_map(|face| (1..=4).map(move |tile| format!("{face}{tile}")))
        .collect();
    let groups = (0..TILES / 4)
        .map(|face| (0..4).map(|tile| cell(4 * face + tile)).collect())
        .collect();
    let table = |of: fn(&Neighbours) -> &Vec<Cell>| {
        NEIGHBOURS
            .iter()
            .map(|around| set_of(of(around).iter().copied()))
            .collect()
    };
    let double_steps: Vec<Vec<DoubleStep>> = (0..TILES)
        .map(|tile| {
            let around = |c: Cell| &NEIGHBOURS[c.index()].edges;
            around(cell(tile))
                .iter()
                .flat_map(|&via| {
                    around(via)
                        .iter()
                        .filter(move |end| end.index() != tile)
                        .map(move |&end| DoubleStep { via, end })
                })
                .collect()
        })
        .collect();
    Layout {
        names,
        sections: vec![groups],
        lines: edge_lines().into_iter().chain(corner_lines()).collect(),
        leaps: vec![table(|n| &n.edges), table(|n| &n.side_corners)],
        double_steps: [double_steps.clone(), double_steps],
        ..Layout::default()
    }
}
