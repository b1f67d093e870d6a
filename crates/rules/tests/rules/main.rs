//! The rules on the playable boards, and on small boards made for the tests.

mod any;
mod diagram;
mod effects;
mod material;
mod move_rows;
mod pgn;
mod pgn_writer;
mod python_chess;
#[path = "../support/mod.rs"]
mod shared;
mod small_boards;
mod stuck;
mod threats;
mod tree_edit;
