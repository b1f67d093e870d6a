//! The workbench, and the commands that it shares with the game.

mod architecture;
mod arena;
mod cli;
#[path = "../../../rules/tests/support/mod.rs"]
mod shared;
mod tune;
mod uci;
mod variant_ends;
