//! Boards, positions and games whose board is known only at run time.
//!
//! Rules and search are made anew for each board, which keeps them quick. Who
//! shows a game, saves it or lets people play it has time enough to ask through
//! a trait object, and then needs no type parameter: [`AnyPosition`] and
//! [`AnyGame`] are what [`Position`](super::Position) and
//! [`pgn::Game`](super::pgn::Game) of every board can do.
//!
//! * `position`: positions; `game`: games, and boards as values; `tree`: games as
//!   trees of variations; `choice`: a board by its name.

mod choice;
mod game;
mod position;
mod tree;

pub use choice::{UnknownBoard, board_named};
pub use game::{AnyBoard, AnyGame, Record, read_any_pgn, read_any_text};
pub use position::{AnyPosition, Target};
pub use tree::AnyTree;
