//! The headset.
pub mod config;
