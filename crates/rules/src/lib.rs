//! The rules of chess on any board, without input, clocks, files or randomness.
//!
//! [`Tables`] describe a board as **cells, lines and leaps**, and [`Equipment`] adds its pieces;
//! the moves follow from these. [`Board`] defines how a game starts and ends. [`Position`] is a
//! single rules engine for all boards. The crate `icochess_boards` defines the playable boards.
//!
//! Imports between the modules go one way:
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
//! A board is a type that implements [`Equipment`] and [`Board`], in any crate. See
//! `tests/rules/small_boards` for examples. The steps:
//!
//! 1. **Storage**: a [`CellSet`] with room for all cells, an array of sets by role, and words for
//!    the line bits.
//! 2. **Roles**: [`Equipment::ROLES`], pawns first (move text omits their letters). A board without
//!    a royal role has no check and no mate.
//! 3. **Tables**: a [`Layout`], which [`packed_tables!`] packs once; it panics on inconsistent
//!    data. Move text distinguishes origins by the first letter of a cell's name and by the rest.
//! 4. **Special rules**: [`Board::EXTINCTIONS`] and [`Board::BARE_KING_LOSES`], or
//!    [`Board::variant_outcome`] for other ends, [`Board::is_dead`], and [`Board::validate`] for
//!    unreachable positions.
//! 5. **Names**, for selection at run time: [`Board::ID`] and [`Board::NAME`]. A line in its list
//!    of boards makes it a `Variant` of the crate `icochess_boards`.
//!
//! Some boards need features that most do without. `tests/rules/small_boards` has examples:
//!
//! * **A reserve**: pieces that enter by [`Gating`] on the cell that a piece leaves with its first
//!   move ([`Equipment::Reserve`], [`MoveKind::Gating`]).
//! * **Missing cells** ([`Equipment::Absent`]), which block sliders. Every place where a cell can
//!   be is a cell of the board.
//! * **Movable parts** ([`Layout::docks`], [`Carriage`], [`MoveKind::Carriage`]), which carry their
//!   pieces along.
//! * **Promotion zones** by role ([`PromotionZone`]), and all kinds of **double steps**
//!   ([`DoubleSteps`]).
//!
//! Unused features cost nothing: they are resolved at compile time and take no space in positions.

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
pub use game::nag::nag_symbol;
pub use game::tree::{GameTree, Node, NodeId};
pub use notation::diagram::{PieceSymbols, diagram};
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
