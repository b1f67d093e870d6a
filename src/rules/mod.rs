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

mod annotation;
mod board;
mod cell;
pub mod chess;
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
mod tables;

pub use annotation::{Annotation, Eval, Score};
pub use board::{Board, Castling, Layout, LineSpec, LineWords, RoleSets, Stride, rules_of};
pub use cell::{Cell, CellSet, Cells, WideSet, set_of};
pub use chess::Chess;
pub use history::{History, Node, NodeId};
pub use icochess::Icochess;
pub use moves::{Move, MoveKind, ParseUciError};
pub use outcome::{DrawReason, Outcome};
pub use perft::{divide, perft};
pub use piece::{Piece, Role, RoleRules, Side, Strides};
pub use position::{IllegalMove, IllegalReason, Position};
pub use position_text::{PositionTextError, PositionTextProblem};
pub use setup::{Setup, SetupError};
pub use tables::{Line, Pass, Tables};

/// At most this much of a bad word is quoted in a message, and nothing in it
/// that a terminal would obey.
fn quoted(word: &str) -> String {
    let mut chars = word.chars();
    let mut text: String = chars
        .by_ref()
        .take(20)
        .flat_map(char::escape_debug)
        .collect();
    if chars.next().is_some() {
        text.push('…');
    }
    text
}
