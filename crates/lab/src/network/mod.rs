//! Trains the networks of the boards: see [`icochess_engine::eval::network`].

mod data;
mod train;

pub use data::Examples;
pub use train::{Progress, Training};
