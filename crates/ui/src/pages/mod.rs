//! The pages of the interface, each written once for all surfaces.

mod about;
pub(super) mod algorithms;
mod at_board;
mod buttons;
mod clock;
mod columns;
mod compass;
mod confirm;
mod curve;
mod diagram;
mod endings;
pub(super) mod frame_rate;
mod friend;
mod game;
mod handover;
mod help;
mod home;
mod judged;
mod kinds;
mod kinds_left;
mod learn;
pub mod legend;
mod map;
mod move_entry;
mod moves;
mod new_game;
mod page;
mod photo;
mod plates;
mod players;
mod puzzles;
mod result;
mod review;
mod rows;
mod rules;
mod saved;
mod seating;
mod settings;
mod side_of;
mod sides;
mod slices;
mod strength;
mod symbols;
mod tutorial;
mod views;

pub use game::{AtEdge, GAP, LINE};
pub use help::window_controls;
pub use map::MapRoom;

use crate::kit::build::Ui;
use crate::state::screen::{Question, Screen};
use crate::state::ui_state::UiState;

pub(super) fn build(screen: Screen, state: &UiState, ui: &mut Ui) {
    match screen {
        Screen::Game => game::build(ui),
        Screen::Home => home::build(ui),
        Screen::Moves => review::build(ui),
        Screen::Views => views::build(ui),
        Screen::Photo => photo::build(ui),
        Screen::Sides => sides::build(ui),
        Screen::NewGame => new_game::build(ui, state),
        Screen::Settings(subject) => settings::build(ui, subject),
        Screen::Help(topic) => help::build(ui, topic, state),
        Screen::Friend => friend::build(ui),
        Screen::Saved => saved::build(ui),
        Screen::Players => players::build(ui),
        Screen::Tutorial => tutorial::build(ui),
        Screen::Puzzles => puzzles::build(ui),
        Screen::Endings => endings::build(ui, state),
        Screen::About => about::build(ui, state),
        Screen::Result => result::build(ui),
        Screen::Handover => handover::build(ui),
        Screen::Confirm(question) => confirm::build(ui, question),
    }
}

/// Builds the spectators' page during a headset game. The page also shows who gets the headset, and
/// asks which player resigns.
pub(super) fn build_watched(screen: Screen, ui: &mut Ui) {
    match screen {
        Screen::Handover => handover::build(ui),
        Screen::Confirm(question @ Question::WhoResigns) => confirm::build(ui, question),
        _ => game::watched(ui),
    }
}

pub(super) fn build_plate(ui: &mut Ui) {
    at_board::build(ui);
}
