//! The rules, without a device, a clock, a file or chance.
//!
//! A board is **cells, lines and leaps as tables** ([`Tables`]) with its pieces
//! ([`Equipment`]), from which moves follow, and with how its game starts and ends
//! ([`Board`]). One engine reads them ([`Position`]). The boards that people play on are in
//! the crate `icochess_boards`.
//!
//! The folders import one another one way:
//!
//! ```text
//! cell, piece <- tables <- position <- game <- notation <- any
//! ```
//!
//! ```
//! use icochess_boards::Icochess;
//! use icochess_rules::{Position, san};
//!
//! let start = Position::<Icochess>::start();
//! assert_eq!(start.legal_moves().len(), 46);
//!
//! let mv = san::parse(&start, "a4g1")?;
//! let next = start.play(mv).map_err(|illegal| illegal.reason)?;
//! assert!(next.outcome().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Adding a board
//!
//! A board is a type that implements [`Equipment`] and [`Board`], here or in another
//! crate: the tests in `tests/rules/small_boards` make theirs without a change to the
//! engine. The way in:
//!
//! 1. **Storage**: a [`CellSet`] with room for the cells, an array of it with a
//!    set for each role, and words with a bit for each cell of each line.
//! 2. **Roles**: [`Equipment::ROLES`], the pawns first (move text leaves their letters
//!    out). A board without a royal role has no check and no mate.
//! 3. **Tables**: a [`Layout`], packed once by [`packed_tables!`], which panics if
//!    something does not fit. The first letter of a cell's name and the rest
//!    of it are what move text tells origins apart by.
//! 4. **Rules of its own**: [`Board::EXTINCTIONS`] and [`Board::BARE_KING_LOSES`], or
//!    [`Board::variant_outcome`] for other ends, [`Board::is_dead`], and
//!    [`Board::validate`] for what no game leads to.
//! 5. **Names to choose it by** at run time: [`Board::ID`] and [`Board::NAME`]. With a line in
//!    its list of the boards, the crate `icochess_boards` makes a `Variant` of it.
//!
//! Some boards need means that most do without; `tests/rules/small_boards` plays with each
//! of them:
//!
//! * **A reserve**: pieces that enter by [`Gating`] on the cell that a piece leaves with
//!   its first move ([`Equipment::Reserve`], [`MoveKind::Gating`]).
//! * **Missing cells** ([`Equipment::Absent`]): nothing slides over them. All places where a
//!   cell can be are cells of the board.
//! * **Parts that move** ([`Layout::docks`], [`Carriage`], [`MoveKind::Carriage`]) with
//!   what stands on them.
//! * **Promotion zones** by role ([`PromotionZone`]), **double steps** of every make
//!   ([`DoubleSteps`]).
//!
//! Whatever a board does not use is nothing to the compiler: positions have no room for it, and no
//! instruction asks for it.

mod any;
mod cell;
mod game;
mod hash;
mod notation;
mod piece;
mod position;
mod quote;
mod tables;

pub use any::{
    AnyBoard, AnyGame, AnyPosition, AnyTree, Record, Target, UnknownBoard, board_named,
    read_any_pgn, read_any_text,
};
pub use cell::{Cell, CellSet, Cells, WideSet, set_of};
pub use game::annotation::{Annotation, ClockTime, Eval, ParseClockTimeError, Score};
pub use game::material::Material;
pub use game::nag::nag_sign;
pub use game::tree::{GameTree, Node, NodeId};
pub use notation::diagram::{Signs, diagram};
pub use notation::move_rows::{ListedMove, MoveRow, move_rows};
pub use notation::uci_text::ParseUciError;
pub use notation::{pgn, san};
pub use piece::{DoubleStepRight, DoubleSteps, Gating, Piece, Role, RoleRules, Side};
pub use position::board::{Board, StartPosition};
pub use position::effects::{Effect, undone};
pub use position::extinct::{Extinct, Extinction};
pub use position::legality::{IllegalMove, IllegalReason};
pub use position::moves::{Move, MoveKind};
pub use position::outcome::{DrawReason, Outcome};
pub use position::perft::{PerftResult, divide, divide_until, perft};
pub use position::setup::{Setup, SetupError};
pub use position::state::Position;
pub use position::stuck::{FixedReason, StuckReason};
pub use position::text::{PlacementPart, PositionTextError, PositionTextProblem};
pub use position::threat::Threat;
pub use quote::{beginning, quoted};
pub use tables::equipment::{Equipment, rules_of};
pub use tables::lattice::{Lattice, Vector, add, all_of};
pub use tables::layout::{Carriage, Castling, Dock, DoubleStep, Layout, LineSpec, PromotionZone};
pub use tables::line::{Crossing, Line};
pub use tables::packed::Tables;
pub use tables::storage::{AbsentCells, LineWords, Reserve, RoleSets};
