//! The game without a window, a device and sound: everything but what is drawn and heard.
//!
//! One program, because what the tests share of Bevy takes most of the time that it takes to
//! build them.

#[path = "../support/headless.rs"]
mod headless;
#[path = "../support/runnable.rs"]
mod runnable;
#[path = "../support/space_games.rs"]
mod space_games;

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
mod records;
mod review;
mod rules;
mod screen_reader;
mod settings;
mod space;
mod teaching;
mod two_apps;
mod two_players;
mod typing;
