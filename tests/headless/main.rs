//! The game without a window, a device and sound: everything but what is drawn and heard.
//!
//! One program, because what the tests share of Bevy takes most of the time that it takes to
//! build them.
#![cfg(feature = "app")]

#[path = "../support/headless.rs"]
mod headless;
#[path = "../support/table.rs"]
mod table;

mod any_board;
mod beside;
mod clocks;
mod flat;
mod game_flow;
mod language;
mod pages;
mod panel;
mod plates;
mod players;
mod records;
mod review;
mod screen_reader;
mod settings;
mod space;
mod teaching;
mod two_players;
mod typing;
