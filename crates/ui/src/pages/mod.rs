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
pub use help::window_controls;
pub use map::MapRoom;

use crate::kit::build::Ui;
use crate::state::screen::{Question, Screen};
use crate::state::ui_state::UiState;
use crate::state::window::Fingertip;
use crate::state::window::SmallWindow;
use icochess_store::settings::Settings;

/// The room that a page of the window takes of its width at the left and at the right, logical
/// pixels: the board has the rest. Nothing if it hides the board. Whether there is a map is up to
/// the board.
pub fn sides_taken(
    screen: Screen,
    settings: &Settings,
    small: SmallWindow,
    tip: Fingertip,
    has_map: bool,
) -> [f32; 2] {
    match screen {
        Screen::Game => {
            let shows_list = small.shows_moves(settings);
            let list = shows_list.then_some(settings.move_list_style);
            let shows_map = settings.map && has_map;
            game::sides_taken(list, tip.0, shows_map, settings.computer.evaluation_bar)
        }
        _ if screen.is_beside() || screen == Screen::Result => [0.0, page::BESIDE],
        _ => [0.0; 2],
    }
}

/// The room that a page of the window takes of its height above the board, logical pixels, where
/// its buttons are laid out and reach so far down, or 0.
pub fn head_taken(screen: Screen, tip: Fingertip, buttons: f32) -> f32 {
    match screen {
        Screen::Game => game::head_taken(tip.0, buttons),
        _ => 0.0,
    }
}

/// The room that a page of the window takes of its height at the foot, logical pixels, where its
/// line is laid out and begins so far up, or 0.
pub fn foot_taken(screen: Screen, tip: Fingertip, below_line: f32) -> f32 {
    match screen {
        Screen::Game => game::foot_taken(tip.0, below_line),
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
        Screen::About => about::build(ui, state),
        Screen::Result => result::build(ui),
        Screen::Handover => handover::build(ui),
        Screen::Confirm(question) => confirm::build(ui, question),
    }
}

/// The page of those who watch a game that is played in the headset. The player who gets it is to
/// be read there too, and the one who resigns meanwhile is asked there.
pub(super) fn build_watched(screen: Screen, ui: &mut Ui) {
    match screen {
        Screen::Handover => handover::build(ui),
        Screen::Confirm(question @ Question::WhoResigns) => confirm::build(ui, question),
        _ => game::watched(ui),
    }
}

/// The plate at the board.
pub(super) fn build_plate(ui: &mut Ui) {
    at_board::build(ui);
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_store::settings::MoveListStyle;

    const NO_MAP: bool = false;

    #[test]
    fn the_list_takes_what_it_has_at_the_left_while_it_is_shown_and_nothing_else() {
        let taken = |settings: &Settings, small, tip| {
            sides_taken(Screen::Game, settings, small, Fingertip(tip), NO_MAP)[0]
        };
        let [with, without] = [true, false].map(|move_list| Settings {
            move_list,
            move_list_style: MoveListStyle::Columns,
            ..Settings::default()
        });
        let (told, columns) = (314.0, 358.0);
        let large = SmallWindow::default();
        assert_eq!(taken(&with, large, None), columns);
        assert_eq!(taken(&without, large, None), told);
        // In a small window it is there while it is wanted, whatever larger ones have.
        for settings in [&with, &without] {
            for (shows_moves, expected) in [(false, told), (true, columns)] {
                let small = SmallWindow {
                    is_small: true,
                    shows_moves,
                };
                assert_eq!(taken(settings, small, None), expected);
            }
        }
        // Four buttons for fingers, with what is between them and at their sides.
        let narrow = Settings::default();
        assert_eq!(taken(&narrow, large, Some(68.0)), 14.0 + 4.0 * 68.0 + 50.0);
        assert_eq!(taken(&narrow, large, Some(55.0)), told);
    }

    #[test]
    fn the_foot_is_as_high_as_its_buttons_need_for_fingers() {
        let taken = |tip| foot_taken(Screen::Game, Fingertip(tip), 0.0);
        assert_eq!(taken(Some(68.0)), taken(None) + 28.0);
        assert_eq!(taken(Some(30.0)), taken(None));
        assert_eq!(foot_taken(Screen::Home, Fingertip(Some(68.0)), 90.0), 0.0);
    }

    #[test]
    fn head_and_foot_are_as_high_as_the_rows_that_their_buttons_stand_in() {
        type Taken = fn(Screen, Fingertip, f32) -> f32;
        let tip = Fingertip(None);
        // The line is above a gap.
        let cases: [(Taken, [f32; 2]); 2] =
            [(head_taken, [54.0, 102.0]), (foot_taken, [62.0, 110.0])];
        for (taken, [one, two]) in cases {
            let [before, in_one, in_two] = [0.0, one, two].map(|it| taken(Screen::Game, tip, it));
            assert_eq!(in_one, before);
            assert_eq!(in_two, before + two - one);
            assert_eq!(taken(Screen::Home, tip, two), 0.0);
        }
    }
}
