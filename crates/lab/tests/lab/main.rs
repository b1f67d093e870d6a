//! Tests of the workbench, and of the commands that it shares with the game.

mod arena;
mod cli;
mod crates;
#[macro_use]
#[path = "../../../engine/tests/support/every_board.rs"]
mod every_board;
#[path = "../../../rules/tests/support/mod.rs"]
mod shared;
mod tune;
mod uci;
mod variant_ends;
