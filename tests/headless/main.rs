//! The game without a window, a device and sound: everything but what is drawn and heard;
//! and in `program` what needs no app at all.
//!
//! One program, because what the tests share of Bevy takes most of the time that it takes to
//! build them.

#[path = "../support/headless.rs"]
mod headless;
#[path = "../support/runnable.rs"]
mod runnable;
#[path = "../support/short_games.rs"]
mod short_games;

mod asking;
mod table;

mod any_board;
mod ball;
mod beside;
mod clocks;
mod facts;
mod flat;
#[cfg(target_os = "linux")]
mod full_disk;
mod language;
mod pages;
mod panel;
mod plates;
mod players;
mod program;
mod records;
mod rest;
mod review;
mod screen_reader;
mod settings;
mod space;
mod teaching;
mod two_apps;
mod two_players;
mod typing;
