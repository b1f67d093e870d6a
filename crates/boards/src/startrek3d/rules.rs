//! Star Trek 3D chess: three stacked boards of 4×4 squares, and four to six boards of 2×2 squares
//! that move from pin to pin.
//!
//! A square is a column `a` to `f`, a row `0` to `9` and a level `1` to `7`. The large boards are
//! on the levels 6 (White's), 4 and 2 (Black's). Each of their corners has pins for small boards,
//! one level above and one below. White moves towards higher rows and lower levels.
//!
//! ```
//! use icochess_rules::Position;
//! use icochess_boards::StarTrek3d;
//! use icochess_rules::perft;
//!
//! let start = Position::<StarTrek3d>::start();
//! assert_eq!((perft(&start, 1), perft(&start, 2), perft(&start, 3)), (16, 256, 5_223));
//! ```
//!
//! # Source
//!
//! The source is the page <https://mjollnir.com/Chess.html>:
//!
//! * **Rook**: 14 directions: forward, back, left, right, up, down, and forward, back, left or
//!   right with a level up or down. **Bishop**: 12 directions: the diagonals, on their level or
//!   with a level up or down. **Queen**: all 26. Sliders pass neither a piece nor a missing square.
//!   **King**: one step like the queen; no castling. **Knight**: 24 squares, jumping over pieces
//!   and missing squares.
//! * **Pawn**: one square forward, or two on its first move. It captures in the next row on the
//!   adjacent columns, on its level and on all levels towards its goal, past anything. At the end
//!   of a board it may step sideways. Six rows beyond its first it becomes a queen.
//! * **Small board**: to any free corner, with at least one of the mover's pieces on it, no enemy
//!   piece and no king. With a pawn on it, only up, down or sideways.
//! * The game ends by mate, or when a side has only its king.
//!
//! # Open points
//!
//! * **Coordinates, pins and setup**: as in Roth's program and Franz Joseph's *Star Fleet Technical
//!   Manual* (1975), with White above. The manual lacks two of the small boards, which hang free
//!   between the large ones. A second start position follows a poster, with the king on a large
//!   board. In both, the king is one step from its square after kingside castling, which is why the
//!   page has no castling.
//! * **Number of small boards**: the page has six. According to it, four make 64 squares, the
//!   series showed at most five, and an odd number can't be placed symmetrically. There are
//!   therefore start positions with four, and an asymmetric one with five.
//! * **Level of a pawn's step**: its own, or the next towards its goal. A first move is two such
//!   steps, each with its own choice; two paths to one square are one move.
//! * **End of a board**: the last row, in the pawn's direction, of the pawn's board. Squares ahead
//!   on other boards don't matter.
//! * **Promotion** depends on the pawn's start. Pawns of small boards start and promote one row
//!   lower, and have their own letter `F` in position text.
//! * **First move**: a carried pawn has moved. There is no en passant.
//! * **Pieces on a small board** keep their squares on it. Both pins of a corner may be in use.
//! * **Fifty moves**: board moves don't restart the count, even with pawns on them; a pawn's
//!   sideways step does.
//! * **Bare king**: its side has lost, before mate and stalemate are considered. With two bare
//!   kings the game is drawn.
//! * **Adjacent pins**: moving boards to any pin makes the opening sharp: after 1\. b16b35 White
//!   threatens 2. A@b35e83, mate. A second rule set, [`StarTrek3dAdjacent`], therefore restricts
//!   boards to adjacent pins ([`are_adjacent`]), as in the other rules for such boards.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use super::{layout, pieces};

use icochess_rules::{
    Board, CellSet, Equipment, Position, RoleRules, SetupError, Side, StartPosition, Tables,
    WideSet,
};

/// Star Trek 3D chess, with board moves to any pin or to adjacent pins only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StarTrek<const ADJACENT_ONLY: bool>;

/// Star Trek 3D chess by the rules of its page: boards move to any pin.
pub type StarTrek3d = StarTrek<false>;

/// Star Trek 3D chess where boards move to adjacent pins only.
pub type StarTrek3dAdjacent = StarTrek<true>;

/// Allowed numbers of small boards; constant during a game.
const SMALL_BOARDS: RangeInclusive<usize> = 4..=6;

/// King, queen and rooks on the small boards. Black's position is White's upside down: the square
/// `(c, r, l)` of column, row and level becomes `(c, 9 - r, 8 - l)`.
const STANDARD_START: &str = "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4|\
    b17:FF/RQ,e17:FF/KR,b35:2/2,b63:2/2,b81:rq/ff,e81:kr/ff \
    w a17b17e17f17b26c26d26e26a81b81e81f81b72c72d72e72 - 0 1";

/// The alternative setup of a poster. King, queen and bishops are on the large boards, rooks and
/// knights on the small ones, in the order of 8×8 chess.
const POSTER_START: &str = "4/4/PPPP/BQKB|4/4/4/4|bqkb/pppp/4/4|\
    b17:FF/RN,e17:FF/NR,b35:2/2,b63:2/2,b81:rn/ff,e81:nr/ff \
    w a17b17e17f17b26c26d26e26a81b81e81f81b72c72d72e72 - 0 1";

/// Standard setup without the free-hanging boards: 64 squares, as in 8×8 chess.
const STANDARD_4_START: &str = "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4|\
    b17:FF/RQ,e17:FF/KR,b81:rq/ff,e81:kr/ff \
    w a17b17e17f17b26c26d26e26a81b81e81f81b72c72d72e72 - 0 1";
const POSTER_4_START: &str = "4/4/PPPP/BQKB|4/4/4/4|bqkb/pppp/4/4|\
    b17:FF/RN,e17:FF/NR,b81:rn/ff,e81:nr/ff \
    w a17b17e17f17b26c26d26e26a81b81e81f81b72c72d72e72 - 0 1";

/// Standard setup with five small boards, the most that the series showed. The fifth has no
/// symmetric pin, so it is nearer to Black, who moves second.
const STANDARD_5_START: &str = "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4|\
    b17:FF/RQ,e17:FF/KR,b63:2/2,b81:rq/ff,e81:kr/ff \
    w a17b17e17f17b26c26d26e26a81b81e81f81b72c72d72e72 - 0 1";

impl<const ADJACENT_ONLY: bool> Equipment for StarTrek<ADJACENT_ONLY> {
    type Set = WideSet;
    type Roles = [WideSet; 7];
    type Lines = [u64; 19];
    type Reserve = ();
    type Absent = WideSet;

    const ROLES: &'static [RoleRules] = pieces::ROLES;

    fn tables() -> &'static Tables<WideSet, Self::Lines> {
        static ANY: LazyLock<Tables<WideSet, [u64; 19]>> =
            LazyLock::new(|| Tables::new(layout::layout(false), pieces::ROLES));
        static ADJACENT: LazyLock<Tables<WideSet, [u64; 19]>> =
            LazyLock::new(|| Tables::new(layout::layout(true), pieces::ROLES));
        if ADJACENT_ONLY { &ADJACENT } else { &ANY }
    }
}

impl<const ADJACENT_ONLY: bool> Board for StarTrek<ADJACENT_ONLY> {
    const ID: &'static str = if ADJACENT_ONLY {
        "startrek3d-adjacent"
    } else {
        "startrek3d"
    };
    const NAME: &'static str = if ADJACENT_ONLY {
        "Star Trek 3D, adjacent pins"
    } else {
        "Star Trek 3D"
    };
    const START: &'static str = STANDARD_START;
    const STARTS: &'static [StartPosition] = &[
        StartPosition {
            name: "standard",
            title: "Standard",
            text: STANDARD_START,
        },
        StartPosition {
            name: "poster",
            title: "Poster",
            text: POSTER_START,
        },
        StartPosition {
            name: "standard-4",
            title: "Standard 4",
            text: STANDARD_4_START,
        },
        StartPosition {
            name: "poster-4",
            title: "Poster 4",
            text: POSTER_4_START,
        },
        StartPosition {
            name: "standard-5",
            title: "Standard 5",
            text: STANDARD_5_START,
        },
    ];
    const BARE_KING_LOSES: bool = true;

    /// Returns true if both sides have only their king.
    fn is_dead(position: &Position<Self>) -> bool {
        Side::ALL
            .iter()
            .all(|side| position.by_side(*side).len() == 1)
    }

    /// Checks that the number of small boards occurs in a start position.
    fn validate(position: &Position<Self>) -> Result<(), SetupError> {
        let docks = Self::tables().docks.iter();
        let is_free = |pin| position.absent().contains(pin);
        let found = docks.filter(|dock| !is_free(dock.pin)).count();
        let (minimum, maximum) = SMALL_BOARDS.into_inner();
        SMALL_BOARDS
            .contains(&found)
            .then_some(())
            .ok_or(SetupError::PartCount {
                found,
                minimum,
                maximum,
            })
    }
}
