//! The practice of endings: the choice of an ending, its task, and the answer to each move.

use super::{page, tutorial};
use crate::commands::command::Command;
use crate::kit::act::Act;
use crate::kit::bind::{CheckedIf, EnabledIf};
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::state::screen::Screen;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use icochess_board::endings::{EndingPhase, EndingRequest};
use icochess_message::{Msg, msg};
use icochess_shape::Task;

/// Adds the page. The board stays visible, because the endings are played there.
pub(super) fn build(ui: &mut Ui, state: &UiState) {
    let on = ui.on;
    let shape = state.shape.as_ref();
    let classes = shape.map_or(&[][..], |shape| shape.endings);
    let fill = move |ui: &mut Ui| {
        ui.announced_text(Size::Heading, theme::TEXT, task);
        ui.shown_if(
            |state| matches!(state.endings.phase(), Some(EndingPhase::Won(_))),
            |ui| {
                ui.bound_text(Size::Body, theme::FAINT, move |state| {
                    tutorial::how(Task::Win, on, state)
                });
            },
        );
        ui.shown_if(
            |state| state.endings.phase() == Some(EndingPhase::Slipped),
            |ui| {
                let again = asks(EndingRequest::TryAgain);
                ui.button(msg!("try-again"), ControlStyle::Button, again);
            },
        );
        ui.row(8.0, |ui| {
            for &class in classes {
                let is_chosen = CheckedIf::new(move |state| state.endings.class() == Some(class));
                let begin = (asks(EndingRequest::Begin(class)), is_chosen);
                ui.button(
                    msg!("ending-name", class = class),
                    ControlStyle::Choice,
                    begin,
                );
            }
        });
    };
    page::page_beside(ui, msg!("endings"), fill, foot);
}

fn foot(ui: &mut Ui) {
    ui.row(8.0, |ui| {
        let may = EnabledIf::new(|state| state.endings.class().is_some());
        let another = (asks(EndingRequest::Another), may);
        ui.button(msg!("ending-another"), ControlStyle::Button, another);
        let game = Command::Open(Screen::Game);
        ui.button_for(msg!("come-back"), ControlStyle::Button, game);
    });
}

fn asks(request: EndingRequest) -> Act {
    Act::new(move |world| {
        world.write_message(request);
    })
}

/// Returns the task or the answer to the player's last move, or how to begin.
fn task(state: &UiState) -> Msg {
    let endings = &state.endings;
    match (endings.phase(), endings.first_to_move()) {
        (None, _) => msg!("endings-choose"),
        (Some(EndingPhase::Solving), _) => msg!("ending-solving"),
        (Some(EndingPhase::Won(count)), Some(side)) => {
            msg!("puzzle-mate", side = side, count = count)
        }
        (Some(EndingPhase::Won(count)), None) => msg!("ending-won", count = count),
        (Some(EndingPhase::Slipped), _) => msg!("ending-slipped"),
        (Some(EndingPhase::Mated), _) => msg!("ending-mated"),
    }
}
