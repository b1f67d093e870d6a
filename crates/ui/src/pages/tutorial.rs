//! The tutorial on the board, with instructions and progress.

use super::kinds::kinds;
use super::page;
use crate::commands::command::Command;
use crate::kit::act::Act;
use crate::kit::bind::EnabledIf;
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::state::hand_controls::HandControls;
use crate::state::screen::{Screen, Surface};
use crate::state::status::detail;
use crate::state::ui_state::UiState;
use crate::state::window::InputUsed;
use crate::style::theme;
use crate::style::theme::Size;
use crate::text::words::in_words;
use icochess_board::tutorial::{Answer, TutorialRequest};
use icochess_message::{Msg, msg};
use icochess_rules::Outcome;
use icochess_shape::{Hold, Step, Task};

/// Adds the page. The board stays visible, because the steps happen there.
pub(super) fn build(ui: &mut Ui) {
    let on = ui.on;
    let fill = move |ui: &mut Ui| {
        ui.bound_text(Size::Small, theme::FAINT, |state| {
            let (step, steps) = state.tutorial.progress();
            if state.tutorial.is_on() {
                msg!("tutorial-progress", number = step + 1, count = steps)
            } else {
                Msg::nothing()
            }
        });
        ui.announced_text(Size::Heading, theme::TEXT, |state| match step(state) {
            Some(step) => step.text.clone(),
            None if state.tutorial.is_over() => msg!("tutorial-over"),
            None => Msg::nothing(),
        });
        // The panel has no height for this next to a lesson.
        let has_room = move |state: &UiState| on == Surface::Window || !is_taught(state);
        ui.shown_if(has_room, |ui| {
            ui.bound_text(Size::Body, theme::FAINT, move |state| {
                step(state).map_or(Msg::nothing(), |step| how(step.task, on, state))
            });
        });
        ui.shown_if(moves_each, |ui| {
            ui.bound_text(Size::Body, theme::TEXT, of_kind);
            ui.shown_if(
                |state| {
                    let shape = state.shape.as_ref();
                    shape.is_some_and(|shape| shape.hold == Hold::Ball) && is_taught(state)
                },
                |ui| ui.text(Size::Body, theme::FAINT, msg!("lesson-ball-rim")),
            );
            ui.shown_if(has_room, |ui| {
                ui.bound_text(Size::Body, theme::FAINT, left);
            });
        });
        ui.announced_text(Size::Body, theme::TEXT, answer);
        ui.shown_if(
            |state| step(state).is_some_and(|step| step.task == Task::TakeBack),
            |ui| {
                ui.command(Command::Undo);
            },
        );
    };
    page::page_beside(ui, msg!("tutorial"), fill, foot);
}

fn foot(ui: &mut Ui) {
    let asks = |request: TutorialRequest| {
        Act::new(move |world| {
            world.write_message(request);
        })
    };
    ui.row(8.0, |ui| {
        // Stays in place even on the first step, so that no other button moves.
        let is_after_first = EnabledIf::new(|state| state.tutorial.progress().0 > 0);
        let back = asks(TutorialRequest::Back);
        let back = (back, is_after_first);
        ui.button(msg!("tutorial-back"), ControlStyle::Button, back);
        ui.shown_if(
            |state| state.tutorial.is_on(),
            |ui| {
                let skip = asks(TutorialRequest::Skip);
                ui.button(msg!("tutorial-skip"), ControlStyle::Button, skip);
            },
        );
        ui.shown_if(
            |state| state.tutorial.is_on(),
            |ui| {
                let game = Command::Open(Screen::Game);
                ui.button_for(msg!("tutorial-leave"), ControlStyle::Button, game);
            },
        );
        ui.shown_if(
            |state| state.tutorial.is_over(),
            |ui| {
                let game = Command::Open(Screen::Game);
                ui.button_for(msg!("tutorial-play"), ControlStyle::Primary, game);
            },
        );
    });
}

/// Returns the current step.
fn step<'a>(state: &'a UiState) -> Option<&'a Step> {
    let steps = state.shape.as_ref()?.tutorial;
    let is_on = state.tutorial.is_on();
    steps.get(state.tutorial.progress().0).filter(|_| is_on)
}

/// Returns the instruction for a task, by the input device in use.
pub(super) fn how(task: Task, on: Surface, state: &UiState) -> Msg {
    match (on, *state.input_used) {
        (Surface::Window, InputUsed::Mouse) => by_mouse(task),
        (Surface::Window, InputUsed::Fingers) => by_fingers(task),
        (Surface::Window, InputUsed::Keys) => by_keys(task),
        (Surface::Panel | Surface::Plate, _) => by_hand(task, &state.hand_controls),
    }
}

const fn by_mouse(task: Task) -> Msg {
    match task {
        Task::Turn => msg!("tutorial-how-turn"),
        Task::Find => msg!("tutorial-how-find"),
        Task::MoveEach | Task::Capture | Task::Defend | Task::Win => msg!("tutorial-how-move"),
        Task::TakeBack => msg!("tutorial-how-take-back"),
    }
}

const fn by_fingers(task: Task) -> Msg {
    match task {
        Task::Turn => msg!("tutorial-fingers-turn"),
        Task::Find => msg!("tutorial-fingers-find"),
        Task::MoveEach | Task::Capture | Task::Defend | Task::Win => msg!("tutorial-fingers-move"),
        Task::TakeBack => msg!("tutorial-how-take-back"),
    }
}

const fn by_keys(task: Task) -> Msg {
    match task {
        Task::Turn => msg!("tutorial-keys-turn"),
        Task::Find => msg!("tutorial-keys-find"),
        Task::MoveEach | Task::Capture | Task::Defend | Task::Win => msg!("tutorial-keys-move"),
        Task::TakeBack => msg!("tutorial-keys-take-back"),
    }
}

/// Returns the instruction with the names of the controls.
fn by_hand(task: Task, controls: &HandControls) -> Msg {
    let select = controls.select.clone();
    match (task, &controls.grab, &controls.turn) {
        (Task::Turn, Some(grab), Some(turn)) => {
            msg!(
                "tutorial-hand-turn-or",
                part = grab.clone(),
                other = turn.clone()
            )
        }
        (Task::Turn, Some(grab), None) => msg!("tutorial-hand-turn", part = grab.clone()),
        // Without a grip, the selecting control grabs the air.
        (Task::Turn, None, _) => msg!("tutorial-hand-turn-air", part = select),
        (Task::Find, ..) => msg!("tutorial-hand-find", part = select),
        (Task::MoveEach | Task::Capture | Task::Defend | Task::Win, ..) => {
            msg!("tutorial-hand-move", part = select)
        }
        (Task::TakeBack, ..) => msg!("tutorial-hand-take-back"),
    }
}

/// Returns whether the task is to move one piece of each kind.
fn moves_each(state: &UiState) -> bool {
    step(state).is_some_and(|step| step.task == Task::MoveEach)
}

/// Returns whether a piece is selected whose moves the step explains.
fn is_taught(state: &UiState) -> bool {
    moves_each(state) && state.tutorial.kind().is_some()
}

/// Returns the text about the selected piece's moves.
fn of_kind(state: &UiState) -> Msg {
    let lessons = state.shape.as_ref().map_or(&[][..], |shape| shape.lessons);
    let kind = state.tutorial.kind().filter(|_| moves_each(state));
    let lesson = lessons.iter().find(|it| Some(it.role) == kind);
    lesson.map_or(Msg::nothing(), |lesson| lesson.text.clone())
}

/// Returns which kinds of piece the player still has to move, and how many of them.
fn left(state: &UiState) -> Msg {
    if !moves_each(state) {
        return Msg::nothing();
    }
    let record = state.game.record();
    let roles = record.board().roles();
    let kinds = kinds(state).into_iter();
    let names: Vec<&str> = kinds.map(|kind| roles[kind.role.index()].name).collect();
    let count = names.len();
    let left = names.into_iter().filter(|name| state.tutorial.misses(name));
    let left: Vec<Msg> = left.map(|name| msg!("piece", piece = name)).collect();
    if left.is_empty() {
        return Msg::nothing();
    }
    msg!(
        "tutorial-left",
        left = left.len(),
        count = count,
        kinds = Msg::list(left)
    )
}

/// Returns the answer to the last action, or the hint, or why the king is mated.
fn answer(state: &UiState) -> Msg {
    let game = state.taught.game(&state.game);
    match (state.tutorial.answer(), state.tutorial.hint()) {
        (Answer::None | Answer::Missed, Some(mv)) => {
            msg!("tutorial-hint", move = in_words(game.position(), mv))
        }
        (Answer::None, None) => Msg::nothing(),
        (Answer::Missed, None) => msg!("tutorial-missed"),
        (Answer::Others(side), _) => msg!("tutorial-others", side = side),
        (Answer::TakeItBack, _) => msg!("tutorial-take-it-back"),
        (Answer::Done, _) => match game.outcome() {
            Some(Outcome::Checkmate { .. }) => msg!("tutorial-mated", mate = detail(game)),
            _ => msg!("tutorial-done"),
        },
    }
}
