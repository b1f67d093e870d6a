//! Engine tests on the real boards.

#[macro_use]
#[path = "../support/every_board.rs"]
mod every_board;
mod fuzz;
mod search;
#[path = "../../../rules/tests/support/mod.rs"]
mod shared;
