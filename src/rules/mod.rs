//! The rules, without a device, a clock, a file or chance.
//!
//! A board is **cells, lines and leaps as tables** ([`Board`], [`Tables`]); one
//! engine reads them ([`Position`]). [`Icochess`] is the first board. Another
//! board is a module like [`icochess`]: a type that names its storage (a
//! [`CellSet`] wide enough, words for its lines), its list of [`RoleRules`] and
//! a function that builds its [`Tables`].
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

mod board;
mod cell;
mod hash;
mod history;
pub mod icochess;
mod movegen;
mod moves;
mod outcome;
mod perft;
pub mod pgn;
mod piece;
mod position;
mod position_text;
pub mod san;
mod setup;
pub mod solid;

pub use board::{
    Board, Line, LineSpec, LineWords, Pass, Reach, RoleSets, Stride, Tables, rules_of,
};
pub use cell::{Cell, CellSet, Cells, WideSet, set_of};
pub use history::History;
pub use icochess::Icochess;
pub use moves::{Move, ParseUciError};
pub use outcome::{DrawReason, Outcome};
pub use perft::{divide, perft};
pub use piece::{Piece, Role, RoleRules, Side};
pub use position::{IllegalMove, IllegalReason, Position};
pub use position_text::{PositionTextError, PositionTextProblem};
pub use setup::{Setup, SetupError};
