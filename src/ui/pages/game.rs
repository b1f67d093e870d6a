//! The game: what one needs at a glance, and little else.

use bevy::prelude::*;

use super::{compass, kinds, move_entry, moves, page, plates};
use crate::interaction::choice::{ChoiceAnswer, ChoiceRequested, Choosing};
use crate::save::settings::MoveListStyle;
use crate::ui::commands::actions::is_paused;
use crate::ui::commands::command::Command;
use crate::ui::kit::act::Act;
use crate::ui::kit::build::Ui;
use crate::ui::kit::control_style::ControlStyle;
use crate::ui::state::screen::{Screen, Surface, Topic};
use crate::ui::state::ui_state::UiState;
use crate::ui::style::theme;
use crate::ui::style::theme::Size;
use crate::ui::text::evaluation;
use crate::ui::text::status;
use crate::ui::text::status::StatusLine;
use icochess_message::{Msg, msg};
use icochess_rules::Side;

/// The row of buttons, always of these: none jumps when another would come or go.
const ROW: [Command; 5] = [
    Command::Undo,
    Command::Redo,
    Command::Hint,
    Command::Flip,
    Command::LastMove,
];

pub(super) fn build(ui: &mut Ui) {
    match ui.on {
        Surface::Window => window(ui),
        Surface::Panel | Surface::Plate => panel(ui),
    }
}

/// Without anything to press.
pub(super) fn watched(ui: &mut Ui) {
    let corner = Node {
        position_type: PositionType::Absolute,
        top: ui.px(14.0),
        left: ui.px(14.0),
        ..default()
    };
    ui.note(corner, |ui| {
        plates::plates(ui);
        told(ui);
    });
}

fn window(ui: &mut Ui) {
    let edge = ui.px(14.0);
    let corner = Node {
        position_type: PositionType::Absolute,
        top: edge,
        left: edge,
        width: ui.px(290.0),
        row_gap: ui.px(6.0),
        ..default()
    };
    ui.note(corner, |ui| {
        plates::plates(ui);
        kinds::legend(ui);
        told(ui);
    });
    let corner = Node {
        position_type: PositionType::Absolute,
        top: edge,
        right: edge,
        column_gap: ui.px(8.0),
        ..default()
    };
    ui.node(corner, |ui| {
        ui.command(Command::TypeMove);
        ui.command(Command::MoveList);
        ui.command(Command::Open(Screen::Help(Topic::Pieces)));
        ui.icon_button("☰", msg!("menu"), ControlStyle::Button, Command::Menu);
    });
    let whole = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        ..default()
    };
    ui.filled(
        whole,
        |state| page::key(state.settings.move_list_style),
        |state, ui| {
            let width = match state.settings.move_list_style {
                MoveListStyle::Notation => 244.0,
                MoveListStyle::Columns => 316.0,
            };
            move_list(ui, width);
            let bar = Node {
                top: percent(20),
                right: ui.px(width + 24.0),
                width: ui.px(14.0),
                height: percent(50),
                ..default()
            };
            let size = Size::Small.pixels();
            ui.spawn(evaluation::bar(bar, size), |_| {});
        },
    );
    // The line stands on the buttons, in however many rows a narrow window makes.
    let foot = Node {
        position_type: PositionType::Absolute,
        bottom: edge,
        left: edge,
        right: edge,
        align_items: AlignItems::End,
        column_gap: ui.px(12.0),
        ..default()
    };
    ui.node(foot, |ui| {
        let column = Node {
            flex_direction: FlexDirection::Column,
            align_items: AlignItems::Start,
            row_gap: ui.px(8.0),
            flex_grow: 1.0,
            flex_basis: px(0),
            ..default()
        };
        ui.node(column, |ui| {
            move_entry::build(ui);
            line(ui);
            buttons(ui);
        });
        compass::build(ui);
    });
}

/// The moves at the right, as long as they are wanted, on a card of a width in logical pixels.
fn move_list(ui: &mut Ui, width: f32) {
    let node = Node {
        position_type: PositionType::Absolute,
        top: ui.px(66.0),
        right: ui.px(14.0),
        bottom: ui.px(140.0),
        ..default()
    };
    ui.hidden_unless(
        node,
        |state| state.settings.move_list,
        |ui| {
            let card = Node {
                width: ui.px(width),
                height: percent(100),
                row_gap: ui.px(6.0),
                ..default()
            };
            ui.card(card, theme::CARD, |ui| {
                moves::list(ui);
                moves::steps(ui);
            });
        },
    );
}

fn panel(ui: &mut Ui) {
    let whole = Node {
        flex_direction: FlexDirection::Column,
        width: percent(100),
        height: percent(100),
        padding: UiRect::all(ui.px(16.0)),
        row_gap: ui.px(8.0),
        ..default()
    };
    ui.node(whole, |ui| {
        ui.ends(|ui| {
            // As large as leaves the buttons in one row.
            ui.status(StatusLine::Headline, Size::Heading, theme::TEXT);
            ui.row(8.0, |ui| {
                ui.command(Command::Open(Screen::Moves));
                let help = Command::Open(Screen::Help(Topic::Pieces));
                ui.command_saying(help, |_| Msg::verbatim("?"));
                ui.icon_button("☰", msg!("menu"), ControlStyle::Button, Command::Menu);
            });
        });
        plates::plates(ui);
        // What there is no room for is left out, and no button.
        let room = Node {
            flex_direction: FlexDirection::Column,
            row_gap: ui.px(4.0),
            flex_grow: 1.0,
            min_height: px(0),
            overflow: Overflow::clip_y(),
            ..default()
        };
        ui.node(room, |ui| {
            ui.status(StatusLine::Detail, Size::Body, theme::WARNING);
            ui.status(StatusLine::LastMove, Size::Small, theme::FAINT);
            ui.status(StatusLine::Thinking, Size::Small, theme::TEXT);
            ui.status(StatusLine::Hovered, Size::Small, theme::FAINT);
        });
        line(ui);
        buttons(ui);
        let bar = Node {
            top: percent(22),
            right: ui.px(10.0),
            width: ui.px(12.0),
            height: percent(38),
            ..default()
        };
        let size = Size::Small.pixels() * ui.on.scale();
        ui.spawn(evaluation::bar(bar, size), |_| {});
    });
}

/// What there is to know beside whose turn it is.
fn told(ui: &mut Ui) {
    ui.status(StatusLine::Headline, Size::Heading, theme::TEXT);
    ui.status(StatusLine::Detail, Size::Body, theme::WARNING);
    ui.status(StatusLine::LastMove, Size::Small, theme::FAINT);
    // These come and go while one points and thinks: the card keeps its size, or it would
    // get between the pointer and the board.
    let node = Node {
        flex_direction: FlexDirection::Column,
        min_height: ui.px(2.0 * 1.25 * Size::Small.pixels()),
        ..default()
    };
    ui.node(node, |ui| {
        ui.status(StatusLine::Thinking, Size::Small, theme::TEXT);
        ui.status(StatusLine::Hovered, Size::Small, theme::FAINT);
    });
}

/// What one can do now, what was said to the last thing done, and what is asked.
fn line(ui: &mut Ui) {
    let node = Node {
        max_width: percent(100),
        ..default()
    };
    ui.note(node, |ui| {
        ui.status(StatusLine::Notice, Size::Body, theme::TEXT);
    });
}

fn buttons(ui: &mut Ui) {
    let display = ui.on.display();
    ui.row(8.0, |ui| {
        for command in ROW {
            ui.command(command);
        }
        inside(ui);
        let is_own = move |state: &UiState| {
            let turn = state.game.position().turn();
            is_to_confirm(state) && state.at_window.may_play(display, turn)
        };
        ui.shown_if(is_own, |ui| {
            ui.row(8.0, |ui| {
                let answer = |answer: ChoiceAnswer| {
                    Act::new(move |world| {
                        let through = display;
                        world.write_message(ChoiceRequested { through, answer });
                    })
                };
                ui.button(
                    msg!("play-move"),
                    ControlStyle::Primary,
                    answer(ChoiceAnswer::Take(0)),
                );
                ui.button(
                    msg!("cancel"),
                    ControlStyle::Button,
                    answer(ChoiceAnswer::Cancel),
                );
            });
        });
        ui.shown_if(may_pause, |ui| {
            ui.row(8.0, |ui| {
                pause(ui);
            });
        });
        ui.shown_if(plays_computer, |ui| {
            ui.command(Command::MoveNow);
        });
        ui.shown_if(
            |state| state.game.is_looking_back(),
            |ui| {
                ui.row(8.0, |ui| {
                    ui.command_as(Command::ComeBack, ControlStyle::Primary);
                    ui.command(Command::PlayOn);
                });
            },
        );
        ui.shown_if(
            |state| state.offer.is_some(),
            |ui| {
                ui.command_as(Command::Resume, ControlStyle::Primary);
            },
        );
        ui.shown_if(
            |state| state.first.is_some(),
            |ui| {
                ui.command_as(Command::Open(Screen::Tutorial), ControlStyle::Primary);
            },
        );
        ui.shown_if(
            |state| state.taken_up.is_some(),
            |ui| {
                ui.command(Command::Open(Screen::NewGame));
            },
        );
        ui.shown_if(
            move |state| {
                let turn = state.game.position().turn();
                status::is_draw_to_answer(&state.game, &state.computer)
                    && state.at_window.may_play(display, turn)
            },
            |ui| {
                ui.row(8.0, |ui| {
                    ui.button_for(msg!("agree-to-draw"), ControlStyle::Primary, Command::Draw);
                    ui.command(Command::Decline);
                });
            },
        );
        ui.shown_if(
            move |state| {
                let asks = state.game.takeback_offer();
                asks.is_some_and(|offer| state.at_window.may_play(display, !offer.by))
            },
            |ui| {
                ui.row(8.0, |ui| {
                    ui.command_as(Command::AllowTakeback, ControlStyle::Primary);
                    ui.button_for(
                        msg!("refuse-takeback"),
                        ControlStyle::Button,
                        Command::Decline,
                    );
                });
            },
        );
    });
}

/// What opens a board that has an inside.
fn inside(ui: &mut Ui) {
    let has_inside = |state: &UiState| Command::Apart.is_enabled(state);
    ui.shown_if(has_inside, |ui| {
        ui.row(8.0, |ui| {
            ui.command_saying(Command::Apart, |state| {
                if state.opened.is_apart {
                    msg!("put-together")
                } else {
                    msg!("take-apart")
                }
            });
            ui.command_saying(Command::Cut, |state| {
                let shape = state.shape.as_ref();
                match shape.and_then(|shape| state.opened.cut(shape)) {
                    None => msg!("cut"),
                    Some((cut, plane)) => msg!(
                        "cut-shown",
                        cut = cut.title.clone(),
                        number = plane + 1,
                        count = cut.planes.len()
                    ),
                }
            });
        });
    });
    let is_cut = |state: &UiState| Command::NextPlane.is_enabled(state);
    ui.shown_if(is_cut, |ui| {
        ui.row(8.0, |ui| {
            ui.icon("▼", Command::PreviousPlane);
            ui.icon("▲", Command::NextPlane);
        });
    });
}

/// The button that pauses, or lets go on.
pub(super) fn pause(ui: &mut Ui) {
    ui.command_saying(Command::Pause, |state| {
        if is_paused(*state.paused, &state.clock, &state.series) {
            msg!("go-on")
        } else {
            msg!("pause")
        }
    });
}

/// Does a move wait for the player to say yes?
fn is_to_confirm(state: &UiState) -> bool {
    let choosing = state.choice.0.as_ref();
    choosing.and_then(Choosing::to_confirm).is_some()
}

fn may_pause(state: &UiState) -> bool {
    plays_computer(state) || state.clock.get().is_some()
}

fn plays_computer(state: &UiState) -> bool {
    Side::ALL.into_iter().any(|side| state.computer.plays(side))
}
