//! The program without its app: its commands, the text of moves, and the files that
//! come with it.

#[path = "../../../crates/rules/tests/support/mod.rs"]
mod support;

mod cli;
mod documents;
mod move_text;
mod xr_config;
