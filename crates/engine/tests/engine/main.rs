//! The engine, on the boards that are played.

mod fuzz;
mod mates;
mod other_ends;
mod search;
#[path = "../../../rules/tests/support/mod.rs"]
mod shared;
mod solver;
