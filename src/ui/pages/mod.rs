//! The pages of the interface, each written once for every surface.

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
pub(super) mod frame_rate;
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
mod plates;
mod players;
mod result;
mod review;
mod rows;
mod rules;
mod saved;
mod seating;
mod settings;
mod side_of;
mod sides;
mod signs;
mod slices;
mod strength;
mod tutorial;
mod views;

pub use game::AtEdge;
pub use help::CONTROLS;
pub use map::MapRoom;

use crate::save::settings::Settings;
use crate::ui::kit::build::Ui;
use crate::ui::state::screen::{Question, Screen};
use crate::ui::state::ui_state::UiState;

/// What a page of the window takes of its width at the left and at the right, logical pixels: the
/// board has the rest. Nothing if it hides the board. Whether there is a map is up to the board.
pub fn sides_taken(screen: Screen, settings: &Settings, has_map: bool) -> [f32; 2] {
    match screen {
        Screen::Game => {
            let list = settings.move_list.then_some(settings.move_list_style);
            let shows_map = settings.map && has_map;
            game::sides_taken(list, shows_map, settings.computer.evaluation_bar)
        }
        _ if screen.is_beside() => [0.0, page::BESIDE],
        _ => [0.0; 2],
    }
}

/// What a page of the window takes of its height at the foot, logical pixels.
pub fn foot_taken(screen: Screen) -> f32 {
    match screen {
        Screen::Game => game::FOOT_TAKEN,
        _ => 0.0,
    }
}

/// Builds a page.
pub(super) fn build(screen: Screen, state: &UiState, ui: &mut Ui) {
    match screen {
        Screen::Game => game::build(ui),
        Screen::Home => home::build(ui),
        Screen::Moves => review::build(ui),
        Screen::Views => views::build(ui),
        Screen::Sides => sides::build(ui),
        Screen::NewGame => new_game::build(ui, state),
        Screen::Settings(subject) => settings::build(ui, subject),
        Screen::Help(topic) => help::build(ui, topic, state),
        Screen::Saved => saved::build(ui),
        Screen::Players => players::build(ui),
        Screen::Tutorial => tutorial::build(ui),
        Screen::About => about::build(ui),
        Screen::Result => result::build(ui),
        Screen::Handover => handover::build(ui),
        Screen::Confirm(question) => confirm::build(ui, question),
    }
}

/// What those see who watch a game that is played in the headset. Who gets it is to be
/// read there too, and who resigns meanwhile is asked there.
pub(super) fn build_watched(screen: Screen, ui: &mut Ui) {
    match screen {
        Screen::Handover => handover::build(ui),
        Screen::Confirm(question @ Question::WhoResigns) => confirm::build(ui, question),
        _ => game::watched(ui),
    }
}

/// What the plate at the board tells.
pub(super) fn build_plate(ui: &mut Ui) {
    at_board::build(ui);
}
