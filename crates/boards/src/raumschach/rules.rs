//! Raumschach: five boards of five by five squares, one above the other, with unicorns.
//!
//! Invented by Ferdinand Maack in 1907, first on eight boards of eight by eight squares. A
//! cell is a level `a` (lowest) to `e`, a file `a` to `e` and a rank `1` to `5`; it is dark where these three,
//! counted from 1, have an odd sum. White begins below, on the levels `a` and `b`, and goes
//! to higher ranks and levels; Black begins above, on `e` and `d`, and goes the other way.
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
//! # What the sources say
//!
//! The sources are the *3-D Chess FAQ* of David Moeser
//! (<https://www.chessvariants.org/3d.dir/555.html>), which follows Anthony Dickins, *A Guide
//! to Fairy Chess* (1969), who follows T. R. Dawson (1926); and the page of Bruce Balden and
//! Hans Bodlaender (<https://www.chessvariants.com/3d.dir/3d5.html>) with its comments. They
//! agree on this:
//!
//! * **Rook**: through the faces of a cell, in 6 directions. **Bishop**: through the edges,
//!   12. **Unicorn**: through the corners, 8; those of the start reach 30 cells each.
//!   **Queen**: the 26 of these three. **King**: one step as the queen. **Knight**: two
//!   cells along one axis and one along another, 24 cells, over anything in between.
//! * **Pawn**: one cell forward or one cell towards the other side's levels, for White
//!   upwards. It takes through an edge and never backwards: forward or upwards and to the
//!   side, or forward and upwards at once, five cells in all. There is no double step and
//!   no capture en passant.
//! * There is no castling. Checkmate wins.
//!
//! # Where they differ, and what they leave open
//!
//! * **Set-up**: after Dickins, in whose diagram each player sees each bishop to the left of
//!   each unicorn, so that Black's second level is White's turned. The page once had it
//!   mirrored, as its comments say.
//! * **Where a pawn promotes**: on the last rank of the last level, `ea5` to `ee5` for
//!   White, `aa1` to `ae1` for Black, as Dickins, Pritchard's *Classified Encyclopedia of
//!   Chess Variants* and the FAQ have it. On the page are others, which its comments refute.
//!   On the last level a pawn goes on from rank to rank, and on the last rank from level to
//!   level: none is stuck but by what stands before it.
//! * **What it becomes**: a queen, rook, bishop, unicorn or knight. It has to become one.
//! * **Ends**: stalemate, repetition, fifty moves and dead positions are as FIDE has them.

use icochess_rules::{
    Board, Cell, CellSet, Equipment, Lattice, Layout, Position, PromotionZone, Role, RoleRules,
    SetupError, Side, Vector, all_of, packed_tables,
};

/// Files, ranks and levels.
const SIZE: i32 = 5;

// The kinds of line.
const ROOK: u8 = 1;
const BISHOP: u8 = 2;
const UNICORN: u8 = 4;

// Leap tables; where there are two, White's comes first.
const KNIGHT: usize = 0;
const KING: usize = 1;
const TAKES: [usize; 2] = [2, 3];
const STEPS: [usize; 2] = [4, 5];

/// The pawns of White step and take so, those of Black the other way.
const PAWN_STEPS: [Vector; 2] = [[0, 1, 0], [0, 0, 1]];
const PAWN_TAKES: [Vector; 5] = [[-1, 1, 0], [1, 1, 0], [-1, 0, 1], [1, 0, 1], [0, 1, 1]];

/// The one role beside the orthodox ones.
pub(super) const UNICORNS: Role = Role::new(6);

/// The board of Raumschach. Cells count from `aa1` along the rank, then rank by rank and
/// level by level: `ab1` is 1, `aa2` is 5, `ba1` is 25.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raumschach;

impl Equipment for Raumschach {
    type Set = u128;
    type Roles = [u128; 7];
    type Lines = [u64; 24];
    type Reserve = ();
    type Absent = ();

    // The orthodox ones in the order of the constants of `Role`.
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

    /// Neither side can mate, whatever the other does: see [`Self::can_win`].
    fn is_dead(position: &Position<Self>) -> bool {
        let mut sides = Side::ALL.into_iter();
        sides.all(|side| !Self::can_win(position, side))
    }

    /// A king alone mates nobody, nor does one with men that leave the other king more
    /// flights than there are men to stand on them, nor do
    /// men that are all bound to one kind of cell.
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
        least_flights(own, of(UNICORNS).len()).is_some_and(|least| others >= least)
            && !are_bound(position)
    }

    /// Pawns behind their first rank, and more promoted pieces than pawns are missing.
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

/// The dark cells, `aa1` among them: every other one.
const DARK: u128 = u128::MAX / 3;

/// The cells of the four bindings of unicorns: one never leaves its own.
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

/// So many of the cells round a king in check are neither attacked nor guarded, at the
/// least, where the other side has its king and so many men, so many unicorns among them
/// and neither queens nor pawns. `None`: the king is not in check.
///
/// No man of its own that the attacked king does not stand beside takes one of these
/// flights from it, and each takes one, so that without as many there is no mate.
/// Found by going through all positions: `tests/dead.rs`.
const fn least_flights(men: u32, unicorns: u32) -> Option<u32> {
    match men {
        0 => None,
        1 => Some(2 + unicorns),
        2 => Some(unicorns),
        _ => Some(0),
    }
}

/// Whether there is nothing but kings and bishops of one colour, or unicorns of two bindings.
///
/// Then nobody is mated. The king stands in a cell with a neighbour through a face along
/// each of three axes, and the other king, which stands not beside it, guards at most one
/// of those. The others would have to be attacked or occupied by men. Bishops that give
/// check, and others of their colour, cannot be there, for the neighbours have the other
/// colour; unicorns that give check have the binding of the king's cell, and the
/// neighbours along each axis have one of the other three.
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

/// The points of the cells, by [`Cell::index`]: file, rank and level, each from 0.
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
    // The highest level first, and in it the highest rank.
    let level = |level| (0..SIZE).rev().map(|rank| row(rank, level)).collect();
    let ways = [all_of([0, 0, 1]), all_of([0, 1, 1]), all_of([1, 1, 1])];
    let [rook, bishop, unicorn] = &ways;
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
            lattice.leaps(&ways.concat(), 1),
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
