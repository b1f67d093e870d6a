//! Boards, positions and games whose board is known only at run time.
//!
//! Rules and search are generic over the board, which keeps them fast. Code that shows, saves or
//! plays a game can afford dynamic dispatch, which avoids the type parameter. [`AnyPosition`] and
//! [`AnyGame`] are the object-safe interfaces of [`Position`](super::Position) and
//! [`pgn::Game`](super::pgn::Game).
//!
//! * `position`: positions; `game`: games, and boards as values; `tree`: trees of variations;
//!   `choice`: finds a board by name.

mod choice;
mod game;
mod position;
mod tree;

pub use choice::{UnknownBoard, board_named};
pub use game::{AnyBoard, AnyGame, Record, read_any_pgn, read_any_text};
pub use position::{AnyPosition, Target};
pub use tree::AnyTree;
