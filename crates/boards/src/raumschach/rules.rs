//! Raumschach: five stacked boards of 5×5 squares, with unicorns.
//!
//! Invented by Ferdinand Maack in 1907, first on eight boards of 8×8 squares. A cell is a level `a`
//! (lowest) to `e`, a file `a` to `e` and a rank `1` to `5`. It is dark if the sum of these,
//! counted from 1, is odd. White starts at the bottom, on the levels `a` and `b`, and moves towards
//! higher ranks and levels. Black starts at the top, on `e` and `d`, and moves the other way.
//!
//! ```
//! use icochess_rules::Position;
//! use icochess_boards::Raumschach;
//! use icochess_rules::perft;
//!
//! let start = Position::<Raumschach>::start();
//! assert_eq!((perft(&start, 1), perft(&start, 2)), (61, 3_615));
//! assert!(start.parse_uci("ba2ba3").is_ok_and(|mv| start.is_legal(mv)));
//! ```
//!
//! # Sources
//!
//! There are two sources, which agree on the rules below:
//!
//! * David Moeser, *3-D Chess FAQ* (<https://www.chessvariants.org/3d.dir/555.html>). It follows
//!   Anthony Dickins, *A Guide to Fairy Chess* (1969), who follows T. R. Dawson (1926).
//! * The page of Bruce Balden and Hans Bodlaender, with its comments
//!   (<https://www.chessvariants.com/3d.dir/3d5.html>).
//!
//! The rules:
//!
//! * **Rook**: through the faces of a cell, in 6 directions. **Bishop**: through the edges, in 12.
//!   **Unicorn**: through the corners, in 8; from its start cell it reaches 30 cells. **Queen**:
//!   all 26 directions. **King**: one step like the queen. **Knight**: two cells along one axis and
//!   one along another, 24 cells, jumping over pieces.
//! * **Pawn**: one cell forward, or one cell towards the enemy's levels (for White upwards). It
//!   captures through an edge, never backwards: forward or upwards and sideways, or forward and
//!   upwards at once, five cells in all. There is no double step and no en passant.
//! * There is no castling. Checkmate wins.
//!
//! # Differences and open points
//!
//! * **Setup**: after Dickins, in whose diagram each player's bishops are to the left of their
//!   unicorns. Black's second level is therefore White's rotated. According to its comments, the
//!   page once mirrored it.
//! * **Promotion cells**: the last rank of the last level, `ea5` to `ee5` for White and `aa1` to
//!   `ae1` for Black. This follows Dickins, Pritchard's *Classified Encyclopedia of Chess Variants*
//!   and the FAQ. The page has others, which its comments refute. On the last level a pawn
//!   continues rank by rank, and on the last rank level by level. Only a blocker can stop it.
//! * **Promotion roles**: queen, rook, bishop, unicorn or knight; promotion is compulsory.
//! * **Game end**: stalemate, repetition, fifty moves and dead positions as in FIDE's rules.

use icochess_rules::{
    Board, Cell, CellSet, Equipment, Lattice, Layout, Position, PromotionZone, Role, RoleRules,
    SetupError, Side, Vector, all_of, packed_tables,
};

/// Number of files, ranks and levels.
pub(super) const SIZE: i32 = 5;

// Line kinds.
const ROOK: u8 = 1;
const BISHOP: u8 = 2;
const UNICORN: u8 = 4;

// Leap tables. Where a piece has two, White's is first.
const KNIGHT: usize = 0;
const KING: usize = 1;
const TAKES: [usize; 2] = [2, 3];
const STEPS: [usize; 2] = [4, 5];

/// White's pawn vectors; Black's are the opposite.
const PAWN_STEPS: [Vector; 2] = [[0, 1, 0], [0, 0, 1]];
const PAWN_TAKES: [Vector; 5] = [[-1, 1, 0], [1, 1, 0], [-1, 0, 1], [1, 0, 1], [0, 1, 1]];

/// The only role that isn't in orthodox chess.
pub(super) const UNICORNS: Role = Role::new(6);

/// The board of Raumschach. Cells are numbered from `aa1` along ranks, then by rank and level:
/// `ab1` is 1, `aa2` is 5, `ba1` is 25.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raumschach;

impl Equipment for Raumschach {
    type Set = u128;
    type Roles = [u128; 7];
    type Lines = [u64; 24];
    type Reserve = ();
    type Absent = ();

    // Orthodox roles in the order of the constants of `Role`, then the unicorn.
    const ROLES: &'static [RoleRules] = &[
        RoleRules {
            promotes: &[
                Role::QUEEN,
                Role::ROOK,
                Role::BISHOP,
                UNICORNS,
                Role::KNIGHT,
            ],
            ..RoleRules::pawn('P', "pawn", TAKES, STEPS)
        },
        RoleRules::leaper('N', "knight", KNIGHT),
        RoleRules::slider('B', "bishop", BISHOP),
        RoleRules::slider('R', "rook", ROOK),
        RoleRules::slider('Q', "queen", ROOK | BISHOP | UNICORN),
        RoleRules::king(KING),
        RoleRules::slider('U', "unicorn", UNICORN),
    ];

    packed_tables!(Raumschach, layout());
}

impl Board for Raumschach {
    const ID: &'static str = "raumschach";
    const NAME: &'static str = "Raumschach";
    const START: &'static str = "rnknr/ppppp/5/5/5|ubqub/ppppp/5/5/5|5/5/5/5/5|\
        5/5/5/PPPPP/BUQBU|5/5/5/PPPPP/RNKNR w - - 0 1";

    /// Returns true if neither side can mate, even with the opponent's help: see [`Self::can_win`].
    fn is_dead(position: &Position<Self>) -> bool {
        let mut sides = Side::ALL.into_iter();
        sides.all(|side| !Self::can_win(position, side))
    }

    /// Returns false for a lone king, for pieces bound to too few cells, and if the enemy king
    /// always has more flight squares than its own men can block.
    fn can_win(position: &Position<Self>, side: Side) -> bool {
        let of = |role| position.pieces(side, role);
        if of(Role::PAWN) | of(Role::QUEEN) != 0 {
            return true;
        }
        let men = Side::ALL.map(|side| {
            let king = position.pieces(side, Role::KING);
            (position.by_side(side) & !king).len()
        });
        let (own, others) = (men[side.index()], men[(!side).index()]);
        min_flights(own, of(UNICORNS).len()).is_some_and(|least| others >= least)
            && !are_bound(position)
    }

    /// Rejects pawns behind their first rank, and more promoted pieces than missing pawns.
    fn validate(position: &Position<Self>) -> Result<(), SetupError> {
        for (side, behind) in [(Side::White, 0), (Side::Black, SIZE - 1)] {
            let of = |role| position.pieces(side, role);
            let is_behind = |cell: &Cell| cell.index() as i32 / SIZE % SIZE == behind;
            if let Some(cell) = of(Role::PAWN).cells().find(is_behind) {
                return Err(SetupError::Unreachable {
                    name: "pawn",
                    cell: Self::tables().name(cell).into(),
                });
            }
            let (bishops, unicorns) = (of(Role::BISHOP), of(UNICORNS));
            let at_first = [
                (of(Role::KNIGHT), 2),
                (of(Role::ROOK), 2),
                (of(Role::QUEEN), 1),
                (bishops & DARK, 1),
                (bishops & !DARK, 1),
                (unicorns & BINDINGS[0], 0),
                (unicorns & BINDINGS[1], 1),
                (unicorns & BINDINGS[2], 0),
                (unicorns & BINDINGS[3], 1),
            ];
            let promoted: u32 = at_first
                .iter()
                .map(|(pieces, count)| pieces.len().saturating_sub(*count))
                .sum();
            if of(Role::PAWN).len() + promoted > 10 {
                return Err(SetupError::TooManyPieces(side));
            }
        }
        Ok(())
    }
}

/// The dark cells: `aa1` and every second cell.
const DARK: u128 = u128::MAX / 3;

/// Cells of the four unicorn bindings; a unicorn never leaves its binding.
const BINDINGS: [u128; 4] = {
    let mut bindings = [0; 4];
    let mut cell = 0;
    while cell < 125 {
        let (file, rank, level) = (cell % 5, cell / 5 % 5, cell / 25);
        bindings[(file + level) % 2 * 2 + (rank + level) % 2] |= 1 << cell;
        cell += 1;
    }
    bindings
};

/// Returns the minimum number of neighbours of a checked king that are neither attacked nor
/// guarded. The attacker has a king and `men` other pieces, `unicorns` of them unicorns, and no
/// queens or pawns. Returns `None` if no check is possible.
///
/// Each of the checked king's own men can block at most one of these flight squares, so there is no
/// mate with fewer men. Found by searching all positions: see `tests/dead.rs`.
const fn min_flights(men: u32, unicorns: u32) -> Option<u32> {
    match men {
        0 => None,
        1 => Some(2 + unicorns),
        2 => Some(unicorns),
        _ => Some(0),
    }
}

/// Returns whether all pieces other than kings are bishops of one colour, or unicorns of at most
/// two bindings.
///
/// Then no mate is possible. The checked king has a face neighbour along each of three axes. The
/// other king isn't adjacent and guards at most one of these neighbours. The rest would have to be
/// attacked or occupied by pieces. Bishops that give check can't attack or occupy them, because
/// face neighbours have the other colour. Unicorns that give check have the binding of the king's
/// cell. The neighbours along each axis have one of the other three bindings.
fn are_bound(position: &Position<Raumschach>) -> bool {
    let of = |role| {
        let sides = Side::ALL.into_iter();
        sides.fold(0, |all, side| all | position.pieces(side, role))
    };
    let men = position.occupied() & !of(Role::KING);
    if men == of(Role::BISHOP) {
        return men & DARK == 0 || men & !DARK == 0;
    }
    let bindings = BINDINGS.iter().filter(|binding| men & **binding != 0);
    men == of(UNICORNS) && bindings.count() <= 2
}

/// Returns the cells' points by [`Cell::index`]: file, rank and level, each from 0.
pub fn points() -> Vec<[i32; 3]> {
    (0..SIZE)
        .flat_map(|level| (0..SIZE).map(move |rank| (rank, level)))
        .flat_map(|(rank, level)| (0..SIZE).map(move |file| [file, rank, level]))
        .collect()
}

fn name([file, rank, level]: Vector) -> String {
    let letter = |place: i32| char::from(b'a' + place as u8);
    format!("{}{}{}", letter(level), letter(file), rank + 1)
}

fn layout() -> Layout<u128> {
    let lattice = Lattice { points: points() };
    let row = |rank, level| -> Vec<Cell> {
        let cells = (0..SIZE).map(|file| lattice.cell([file, rank, level]));
        cells.flatten().collect()
    };
    // Highest level first, and highest rank first within it.
    let level = |level| (0..SIZE).rev().map(|rank| row(rank, level)).collect();
    let directions = [all_of([0, 0, 1]), all_of([0, 1, 1]), all_of([1, 1, 1])];
    let [rook, bishop, unicorn] = &directions;
    Layout {
        names: lattice.points.iter().map(|at| name(*at)).collect(),
        sections: (0..SIZE).rev().map(level).collect(),
        lines: [
            lattice.lines(ROOK, rook),
            lattice.lines(BISHOP, bishop),
            lattice.lines(UNICORN, unicorn),
        ]
        .concat(),
        leaps: vec![
            lattice.leaps(&all_of([0, 1, 2]), 1),
            lattice.leaps(&directions.concat(), 1),
            lattice.leaps(&PAWN_TAKES, 1),
            lattice.leaps(&PAWN_TAKES, -1),
            lattice.leaps(&PAWN_STEPS, 1),
            lattice.leaps(&PAWN_STEPS, -1),
        ],
        promotion: vec![PromotionZone {
            role: Role::PAWN,
            cells: [SIZE - 1, 0]
                .map(|last| lattice.set(|[_, rank, level]| rank == last && level == last)),
        }],
        ..Layout::default()
    }
}
