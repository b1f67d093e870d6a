//! The program without an app: its commands, move text, and shipped files.

#[path = "../../../crates/rules/tests/support/mod.rs"]
mod support;

mod cli;
mod documents;
mod move_text;
mod xr_config;
