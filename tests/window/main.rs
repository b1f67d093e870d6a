//! The real game in a window, driven with mouse and keyboard.
//!
//! Without a graphics card a frame takes up to a second, so these tests don't rely on timing. They
//! wait until an action shows in the game's state before the next one. The remote protocol answers
//! at the end of a frame.

#[path = "../support/mod.rs"]
mod support;

mod at_rest;
mod boards;
mod chess;
mod contrast;
mod controls;
mod driver;
mod faded;
mod game;
mod hot_seat;
mod map;
mod packaged;
mod picture;
mod trouble;
mod typing;
