//! The program without its app: its commands, the parts that know no Bevy, and the files that
//! come with it.

#[path = "../../crates/rules/tests/support/mod.rs"]
mod support;

mod cli;
mod clock_cases;
mod documents;
mod handover;
mod move_text;
mod start;
mod xr_config;
