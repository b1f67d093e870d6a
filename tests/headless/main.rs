//! The game without window, device and sound: everything except rendering and audio. The module
//! `program` needs no app.
//!
//! All tests are in one program, because building Bevy's shared code takes most of the build time.

#[allow(
    dead_code,
    reason = "what the tests of the real game ask as well is not all used here"
)]
#[path = "../support/friend.rs"]
mod friend;
#[path = "../support/headless.rs"]
mod headless;
#[allow(
    dead_code,
    reason = "what the tests of the real game ask as well is not all used here"
)]
#[path = "../support/inspect.rs"]
mod inspect;
#[path = "../support/runnable.rs"]
mod runnable;
#[path = "../support/server.rs"]
mod server;
#[path = "../support/short_games.rs"]
mod short_games;
#[path = "../support/wait.rs"]
mod wait;

use wait::wait_for;

mod asking;
mod table;

mod any_board;
mod ball;
mod beside;
mod bots;
mod clocks;
mod columns;
mod contact;
mod endings;
#[cfg(unix)]
mod engines;
mod facts;
mod flat;
mod focus;
mod fonts;
#[cfg(target_os = "linux")]
mod full_disk;
mod hands;
mod hints;
mod language;
mod layout;
mod map;
mod models;
mod motion;
mod new_game;
mod pages;
mod panel;
mod passthrough;
mod plates;
mod players;
mod program;
mod puzzles;
mod records;
mod remote;
mod rest;
mod review;
mod rooms;
mod rules;
mod saved_page;
mod screen_reader;
mod settings;
mod space;
mod stage;
mod taken_up;
mod teaching;
mod triangles;
mod tutorial;
mod two_apps;
mod two_players;
mod typing;
mod warm_up;
