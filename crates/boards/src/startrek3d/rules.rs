//! Star Trek 3D chess: three boards of four by four squares, one above the other, and six
//! boards of two by two that move from pin to pin, or four or five of them.
//!
//! A square is a column `a` to `f`, a row `0` to `9` and a level `1` to `7`. The boards lie
//! on the levels 6 (White's), 4 and 2 (Black's); at each of their corners a small board can
//! hang on a pin one level above or below. White moves to higher rows and lower levels.
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
//! # What the source says
//!
//! The source is the page <https://mjollnir.com/Chess.html>:
//!
//! * **Rook**: 14 directions: forward, back, left, right, up, down, and forward, back,
//!   left or right with a level up or down. **Bishop**: 12, the diagonals, on their level or
//!   with a level up or down. **Queen**: the 26 of both. They pass neither a piece nor a
//!   missing square. **King**: one step as the queen; no castling. **Knight**: 24 squares,
//!   over pieces and missing squares.
//! * **Pawn**: forward; on its first move two squares. It takes in the next row, on the
//!   columns beside its own, on its level and on all levels towards its goal, past
//!   anything. At the end of a board it may step sideways. Six rows beyond its first it
//!   becomes a queen.
//! * **Small board**: to any free corner, with at least one piece on it, none of the other
//!   side's and no king; with a pawn on it only up, down or sideways.
//! * The game ends by mate, or as soon as a side has only its king.
//!
//! # What it leaves open
//!
//! * **Frame, pins and set-up**: those of Roth's program and of Franz Joseph's *Star Fleet
//!   Technical Manual* (1975), with White above. The two small boards that the manual does
//!   not have hang free between the large ones. A second start position has the order of
//!   a poster, with the king on the large board: from there, too, the square of the short
//!   castling is one step away, which is why the page has no castling.
//! * **Number of small boards**: the page has six. It says that with four there are 64
//!   squares, that five are the most that the series showed, and that an odd number cannot
//!   be placed alike for both sides. So there are start positions with four, and one with
//!   five, which is not alike.
//! * **Level of a pawn's step**: its own, or the next towards its goal. A first move is two
//!   such steps, each with a choice of its own; two ways to one square are one move.
//! * **End of a board**: the last row, in the pawn's direction, of the board it stands on.
//!   Squares ahead on other boards don't matter.
//! * **Where a pawn promotes** follows from where it started. Those of the small boards,
//!   which have their first row, and so the last, one lower, have a letter of their own
//!   in position text, `F`.
//! * **First move**: a pawn that was carried has moved. There is no en passant.
//! * **Pieces on a small board** keep their places on it. Both pins of a corner may be in use.
//! * **Counts**: moves of boards do not restart the count towards the fifty moves, pawns on
//!   them or not; a pawn's step to the side does.
//! * **Bare king**: its side has lost, before mate and stalemate are looked at. With two bare
//!   kings the game is drawn.
//! * **Adjacent pins**: that a board may go to any pin makes the opening sharp: after
//!   1\. b16b35 White threatens 2. A@b35e83, mate. So there is a second set of rules,
//!   [`StarTrek3dAdjacent`], by which a board goes to an adjacent pin only
//!   ([`are_adjacent`]), as in the other rules for such boards.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use super::{layout, pieces};

use icochess_rules::{
    Board, CellSet, Equipment, Position, RoleRules, SetupError, Side, StartPosition, Tables,
    WideSet,
};

/// Star Trek 3D chess: boards move to any pin, or to adjacent ones only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StarTrek<const ADJACENT_ONLY: bool>;

/// Star Trek 3D chess by the rules of its page: boards move to any pin.
pub type StarTrek3d = StarTrek<false>;

/// Star Trek 3D chess where boards move to adjacent pins only.
pub type StarTrek3dAdjacent = StarTrek<true>;

/// The numbers of small boards that there may be; none comes or goes during a game.
const SMALL_BOARDS: RangeInclusive<usize> = 4..=6;

/// King, queen and rooks on the small boards. Black has what White has, turned over with
/// the board: the square of column, row and level `(c, r, l)` becomes `(c, 9 - r, 8 - l)`.
const STANDARD_START: &str = "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4|\
    b17:FF/RQ,e17:FF/KR,b35:2/2,b63:2/2,b81:rq/ff,e81:kr/ff \
    w a17b17e17f17b26c26d26e26a81b81e81f81b72c72d72e72 - 0 1";

/// The other reading, from a poster: king, queen and bishops on the large boards, rooks
/// and knights on the small ones, in the order that they have on 8×8 squares.
const POSTER_START: &str = "4/4/PPPP/BQKB|4/4/4/4|bqkb/pppp/4/4|\
    b17:FF/RN,e17:FF/NR,b35:2/2,b63:2/2,b81:rn/ff,e81:nr/ff \
    w a17b17e17f17b26c26d26e26a81b81e81f81b72c72d72e72 - 0 1";

/// The two orders without the boards that hang free: 64 squares, as many as on 8×8.
const STANDARD_4_START: &str = "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4|\
    b17:FF/RQ,e17:FF/KR,b81:rq/ff,e81:kr/ff \
    w a17b17e17f17b26c26d26e26a81b81e81f81b72c72d72e72 - 0 1";
const POSTER_4_START: &str = "4/4/PPPP/BQKB|4/4/4/4|bqkb/pppp/4/4|\
    b17:FF/RN,e17:FF/NR,b81:rn/ff,e81:nr/ff \
    w a17b17e17f17b26c26d26e26a81b81e81f81b72c72d72e72 - 0 1";

/// With five, the most that the series showed. No place for the fifth is the same for both
/// sides: it hangs nearer to Black's men, who move second.
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

    /// Nobody has anything but the king.
    fn is_dead(position: &Position<Self>) -> bool {
        Side::ALL
            .iter()
            .all(|side| position.by_side(*side).len() == 1)
    }

    /// As many small boards are there as some start position has.
    fn validate(position: &Position<Self>) -> Result<(), SetupError> {
        let docks = Self::tables().docks.iter();
        let is_free = |pin| position.absent().contains(pin);
        let found = docks.filter(|dock| !is_free(dock.pin)).count();
        let (least, most) = SMALL_BOARDS.into_inner();
        SMALL_BOARDS
            .contains(&found)
            .then_some(())
            .ok_or(SetupError::PartCount { found, least, most })
    }
}
