//! The rules, without a device, a clock, a file or chance.
//!
//! A board is **cells, lines and leaps as tables** ([`Tables`]) with its pieces
//! ([`Equipment`]), from which moves follow, and with how its game starts and ends
//! ([`Board`]). One engine reads them ([`Position`]). Four boards are here, [`Icochess`],
//! [`Chess`] on 8×8 squares, and two in space, [`OctHex146`] and [`StarTrek3d`];
//! [`Variant`] is the choice between them at run time.
//!
//! The files import one another one way:
//!
//! ```text
//! cell, piece, extinct, outcome <- layout, storage <- lattice, docks <- tables
//!     <- moves, equipment <- position
//!     <- attacks, making, carriage, piece_moves, movegen, legality <- position_text
//!     <- extinction, board, from_setup
//!     <- game_tree, claims <- san, pgn <- tree_edit, material, move_rows <- any
//! ```
//!
//! ```
//! use icochess::rules::{Icochess, Position, san};
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
//! crate: the tests `tests/small_boards` make theirs without a change to the engine. The
//! way in:
//!
//! 1. **Storage**: a [`CellSet`] with room for the cells, an array of it with a
//!    set for each role, and words with a bit for each cell of each line.
//! 2. **Roles**: [`Equipment::ROLES`], the pawns first (move text leaves their letters
//!    out). A board without a royal role has no check and no mate.
//! 3. **Tables**: a [`Layout`], packed once by [`Tables::new`], which panics if
//!    something does not fit. The first letter of a cell's name and the rest
//!    of it are what move text tells origins apart by.
//! 4. **Rules of its own**: [`Board::EXTINCTIONS`] and [`Board::BARE_KING_LOSES`], or
//!    [`Board::variant_outcome`] for other ends, [`Board::is_dead`], and
//!    [`Board::validate`] for what no game leads to.
//! 5. **A name to choose it by** at run time: [`Variant`], the list of the boards;
//!    the engine has a match over it, which the compiler keeps complete.
//!
//! Some boards need means that most do without; `tests/small_boards` plays with each of
//! them:
//!
//! * **A reserve**: pieces that enter by [`Gating`] on the cell that a piece leaves with
//!   its first move ([`Equipment::Reserve`], [`MoveKind::Gating`]).
//! * **Missing cells** ([`Equipment::Absent`]): nothing slides over them, and steps may
//!   depend on one ([`Detour`]). All places where a cell can be are cells of the board.
//! * **Parts that move** ([`Layout::docks`], [`Carriage`], [`MoveKind::Carriage`]) with
//!   what stands on them.
//! * **Promotion zones** by role ([`PromotionZone`]), **double steps** of every make
//!   ([`DoubleSteps`]).
//!
//! What a board does not use is nothing to the compiler: positions have no room for it,
//! and no instruction asks for it.

mod annotation;
mod any;
mod attacks;
mod board;
mod by_cell;
mod carriage;
mod cell;
pub mod chess;
mod claims;
mod docks;
mod effects;
mod equipment;
mod extinct;
mod extinction;
mod from_setup;
mod game_tree;
mod hash;
pub mod icochess;
mod lattice;
mod layout;
mod legality;
mod line;
mod making;
mod material;
mod move_rows;
mod movegen;
mod moves;
mod nag;
pub mod octhex146;
mod outcome;
mod path;
mod perft;
pub mod pgn;
mod piece;
mod piece_moves;
mod position;
mod position_text;
mod quote;
pub mod san;
mod setup;
pub mod solid;
pub mod startrek3d;
mod storage;
mod stuck;
mod tables;
mod tree_edit;
mod uci_text;
mod variant;

pub use annotation::{Annotation, ClockTime, Eval, ParseClockTimeError, Score};
pub use any::{
    AnyBoard, AnyGame, AnyPosition, AnyTree, Completion, Demonstration, Meaning, MoveTexts, Record,
    Scene, Target, read_any_pgn, read_any_text,
};
pub use board::{Board, StartPosition};
pub use cell::{Cell, CellSet, Cells, WideSet, set_of};
pub use chess::Chess;
pub use effects::{Effect, undone};
pub use equipment::{Equipment, rules_of};
pub use extinct::{Extinct, Extinction};
pub use game_tree::{GameTree, Node, NodeId};
pub use icochess::Icochess;
pub use layout::{Carriage, Castling, Detour, Dock, DoubleStep, Layout, LineSpec, PromotionZone};
pub use legality::{IllegalMove, IllegalReason};
pub use line::{Crossing, Line};
pub use material::Material;
pub use move_rows::{MoveEntry, MoveRow, move_rows};
pub use moves::{Move, MoveKind};
pub use nag::nag_sign;
pub use octhex146::OctHex146;
pub use outcome::{DrawReason, Outcome};
pub use perft::{Counted, divide, divide_until, perft};
pub use piece::{DoubleStepRight, DoubleSteps, Gating, Piece, Role, RoleRules, Side};
pub use position::Position;
pub use position_text::{PlacementPart, PositionTextError, PositionTextProblem};
pub(crate) use quote::quoted;
pub use setup::{Setup, SetupError};
pub use startrek3d::{StarTrek3d, StarTrek3dAdjacent};
pub use storage::{AbsentCells, LineWords, Reserve, RoleSets};
pub use stuck::Stuck;
pub use tables::Tables;
pub use uci_text::ParseUciError;
pub(crate) use variant::on_variant;
pub use variant::{OnBoard, ParseVariantError, Variant};
