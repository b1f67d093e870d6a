//! Orthodox chess on 8×8 squares.
//!
//! Source: FIDE, *Laws of Chess*, in force from 1 January 2023, articles 3
//! (moves), 5.2 and 9 (ends of games). Position text is FEN and move text SAN
//! as in the PGN standard of 1994, sections 16.1 and 8.2.3.
//!
//! ```
//! use icochess_boards::Chess;
//! use icochess_rules::{Position, Role, san};
//!
//! let text = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8";
//! let position: Position<Chess> = text.parse()?;
//! assert_eq!(position.legal_moves().len(), 44);
//!
//! let mv = position.parse_uci("d7c8q")?;
//! assert_eq!(mv.promotion(), Some(Role::QUEEN));
//! assert_eq!(san::write(&position, mv), "dxc8=Q");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::locked::is_locked;
use icochess_rules::{
    Board, Castling, Cell, CellSet, DoubleStep, DoubleStepRight, DoubleSteps, Equipment, Layout,
    LineSpec, Position, PromotionZone, Role, RoleRules, SetupError, Side, packed_tables, set_of,
};

/// Line kind of rooks: ranks and files.
const STRAIGHT: u8 = 1;
/// Line kind of bishops.
const DIAGONAL: u8 = 2;

/// Leap table of knights.
const KNIGHT: usize = 0;
/// Leap table of kings.
const KING: usize = 1;
/// Leap tables of pawn captures: White's, Black's.
const TAKES: [usize; 2] = [2, 3];
/// Leap tables of pawn steps: White's, Black's.
const STEPS: [usize; 2] = [4, 5];

/// The dark squares, including a1.
const DARK: u64 = 0xaa55_aa55_aa55_aa55;

/// The board of orthodox chess. Cells are numbered along ranks from a1: b1 is 1, a2 is 8.
///
/// ```
/// use icochess_rules::{Cell, Equipment, Position};
/// use icochess_boards::Chess;
///
/// assert_eq!(Chess::tables().name(Cell::new(8)), "a2");
/// assert_eq!(Position::<Chess>::start().legal_moves().len(), 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chess;

impl Equipment for Chess {
    type Set = u64;
    type Roles = [u64; 6];
    type Lines = [u64; 4];
    type Reserve = ();
    type Absent = ();

    // In the order of the constants of `Role`.
    const ROLES: &'static [RoleRules] = &[
        RoleRules {
            double_step: Some(DoubleSteps {
                right: DoubleStepRight::Home,
                captures: false,
                en_passant: true,
            }),
            promotes: &[Role::QUEEN, Role::ROOK, Role::BISHOP, Role::KNIGHT],
            ..RoleRules::pawn('P', "pawn", TAKES, STEPS)
        },
        RoleRules::leaper('N', "knight", KNIGHT),
        RoleRules::slider('B', "bishop", DIAGONAL),
        RoleRules::slider('R', "rook", STRAIGHT),
        RoleRules::slider('Q', "queen", STRAIGHT | DIAGONAL),
        RoleRules::king(KING),
    ];

    packed_tables!(Chess, layout());
}

impl Board for Chess {
    const ID: &'static str = "chess";
    const NAME: &'static str = "Standard";
    const TITLE: &'static str = "8×8 chess";
    const ALIASES: &'static [&'static str] =
        &["Chess", "Classical", "Normal", "Orthodox", "From Position"];
    const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    /// Returns true for kings with at most one knight, and for kings with any bishops of one square
    /// colour: no sequence of moves mates. Also returns true for kings with pawns that `is_locked`
    /// recognises as permanently locked.
    fn is_dead(position: &Position<Self>) -> bool {
        let of = |role| position.by_role(role);
        let (pawns, knights, bishops) = (of(Role::PAWN), of(Role::KNIGHT), of(Role::BISHOP));
        if position.occupied() & !(pawns | knights | bishops | of(Role::KING)) != 0 {
            return false;
        }
        if pawns != 0 {
            let sides = |role| Side::ALL.map(|side| position.pieces(side, role));
            return knights | bishops == 0
                && position.en_passant().is_none()
                && is_locked(sides(Role::PAWN), sides(Role::KING));
        }
        if knights == 0 {
            bishops & DARK == 0 || bishops & !DARK == 0
        } else {
            bishops == 0 && knights.len() == 1
        }
    }

    /// Decides by the pieces alone, like lichess. A lone knight needs an enemy piece other than a
    /// queen, which can block a square of its king. Bishops of one colour need a bishop of the
    /// other colour, or an enemy knight or pawn.
    fn can_win(position: &Position<Self>, side: Side) -> bool {
        let own = |role| position.pieces(side, role);
        let others = |role| position.pieces(!side, role);
        let (knights, bishops) = (own(Role::KNIGHT), own(Role::BISHOP));
        if own(Role::PAWN) | own(Role::ROOK) | own(Role::QUEEN) != 0 {
            return true;
        }
        match (knights.len(), bishops.len()) {
            (0, 0) => false,
            (1, 0) => {
                others(Role::PAWN)
                    | others(Role::ROOK)
                    | others(Role::BISHOP)
                    | others(Role::KNIGHT)
                    != 0
            }
            (0, _) => {
                let all = bishops | others(Role::BISHOP);
                (all & DARK != 0 && all & !DARK != 0)
                    || others(Role::KNIGHT) | others(Role::PAWN) != 0
            }
            _ => true,
        }
    }

    /// Rejects pawns on the first and last ranks, more promoted pieces than missing pawns, and
    /// checks that no move can have given.
    fn validate(position: &Position<Self>) -> Result<(), SetupError> {
        for side in Side::ALL {
            let of = |role| position.pieces(side, role);
            let pawns = of(Role::PAWN);
            if let Some(cell) = (pawns & (rank(0) | rank(7))).first() {
                return Err(SetupError::Unreachable {
                    name: "pawn",
                    cell: Self::tables().name(cell).into(),
                });
            }
            let at_first = [
                (of(Role::KNIGHT), 2),
                (of(Role::BISHOP) & DARK, 1),
                (of(Role::BISHOP) & !DARK, 1),
                (of(Role::ROOK), 2),
                (of(Role::QUEEN), 1),
            ];
            let promoted: u32 = at_first
                .iter()
                .map(|(pieces, count)| pieces.len().saturating_sub(*count))
                .sum();
            if pawns.len() + promoted > 8 {
                return Err(SetupError::TooManyPieces(side));
            }
        }
        let checkers = position.checkers();
        let aligned = || {
            position.royal(position.turn()).is_some_and(|king| {
                Self::tables()
                    .lines
                    .iter()
                    .any(|line| line.set.contains(king) && checkers & line.set == checkers)
            })
        };
        // One of two checks must be discovered, which requires a slider.
        let sliders = [Role::BISHOP, Role::ROOK, Role::QUEEN];
        let uncovered = sliders
            .iter()
            .any(|&role| checkers & position.pieces(!position.turn(), role) != 0);
        if checkers.len() > 2 || checkers.len() == 2 && (aligned() || !uncovered) {
            return Err(SetupError::ImpossibleCheck(position.turn()));
        }
        Ok(())
    }
}

const fn rank(number: u32) -> u64 {
    0xff << (8 * number)
}

/// Returns the square at this offset in files and ranks, if it is on the board.
fn beside(square: usize, files: isize, ranks: isize) -> Option<Cell> {
    let on_board = |place: usize, by: isize| place.checked_add_signed(by).filter(|p| *p < 8);
    let (file, rank) = (on_board(square % 8, files)?, on_board(square / 8, ranks)?);
    Some(Cell::new((8 * rank + file) as u8))
}

/// Returns all lines in a direction, each starting at its first square.
fn lines(kind: u8, files: isize, ranks: isize) -> impl Iterator<Item = LineSpec> {
    (0..64)
        .filter(move |&square| beside(square, -files, -ranks).is_none())
        .map(move |first| LineSpec {
            kind,
            closed: false,
            cells: (0..8)
                .map_while(|step| beside(first, step * files, step * ranks))
                .collect(),
        })
        .filter(|line| line.cells.len() > 1)
}

fn leaps(steps: &[(isize, isize)]) -> Vec<u64> {
    (0..64)
        .map(|square| {
            set_of(
                steps
                    .iter()
                    .filter_map(|&(files, ranks)| beside(square, files, ranks)),
            )
        })
        .collect()
}

/// Returns the double steps of pawns from their home rank.
fn double_steps(home: usize, forward: isize) -> Vec<Vec<DoubleStep>> {
    (0..64)
        .map(|square| {
            let double_step = || {
                Some(DoubleStep {
                    via: beside(square, 0, forward)?,
                    end: beside(square, 0, 2 * forward)?,
                })
            };
            (square / 8 == home)
                .then(double_step)
                .flatten()
                .into_iter()
                .collect()
        })
        .collect()
}

/// Returns a side's kingside and queenside castling.
fn castlings(rank: u8, letters: [char; 2]) -> Vec<Castling<u64>> {
    let square = |file: u8| Cell::new(8 * rank + file);
    let squares = |files: &[u8]| set_of(files.iter().map(|&file| square(file)));
    vec![
        Castling {
            letter: letters[0],
            text: "O-O",
            royal: (square(4), square(6)),
            partner: (square(7), square(5)),
            partner_role: Role::ROOK,
            empty: squares(&[5, 6]),
            safe: squares(&[5, 6]),
        },
        Castling {
            letter: letters[1],
            text: "O-O-O",
            royal: (square(4), square(2)),
            partner: (square(0), square(3)),
            partner_role: Role::ROOK,
            empty: squares(&[1, 2, 3]),
            safe: squares(&[2, 3]),
        },
    ]
}

fn layout() -> Layout<u64> {
    let (ring, jumps): (Vec<_>, Vec<_>) = (-2..=2)
        .flat_map(|files: isize| (-2..=2).map(move |ranks: isize| (files, ranks)))
        .filter(|(files, ranks)| {
            files.abs().max(ranks.abs()) == 1 || files.abs() + ranks.abs() == 3
        })
        .partition(|(files, ranks)| files.abs().max(ranks.abs()) == 1);
    Layout {
        names: (1..=8)
            .flat_map(|rank| ('a'..='h').map(move |file| format!("{file}{rank}")))
            .collect(),
        sections: vec![
            (0..8)
                .rev()
                .map(|rank| (0..8).map(|file| Cell::new(8 * rank + file)).collect())
                .collect(),
        ],
        lines: lines(STRAIGHT, 1, 0)
            .chain(lines(STRAIGHT, 0, 1))
            .chain(lines(DIAGONAL, 1, 1))
            .chain(lines(DIAGONAL, 1, -1))
            .collect(),
        leaps: vec![
            leaps(&jumps),
            leaps(&ring),
            leaps(&[(-1, 1), (1, 1)]),
            leaps(&[(-1, -1), (1, -1)]),
            leaps(&[(0, 1)]),
            leaps(&[(0, -1)]),
        ],
        double_steps: [double_steps(1, 1), double_steps(6, -1)],
        promotion: vec![PromotionZone {
            role: Role::PAWN,
            cells: [rank(7), rank(0)],
        }],
        castlings: [castlings(0, ['K', 'Q']), castlings(7, ['k', 'q'])],
        ..Layout::default()
    }
}
