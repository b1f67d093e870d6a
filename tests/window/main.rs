//! The real game in a window, played with a driven mouse and keyboard.
//!
//! Without a graphics card a frame takes up to a second, so nothing here counts
//! on time: what was done is seen in the game's state before the next is done.
//! The remote protocol answers at the end of a frame.

#[path = "../support/mod.rs"]
mod support;

mod at_rest;
mod boards;
mod chess;
mod clock;
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
