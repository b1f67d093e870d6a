//! The game: what one needs at a glance, and little else.

use bevy::prelude::*;

use super::{compass, kinds, learn, move_entry, moves, page, plates, slices};
use crate::game::seating::Seating;
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

/// Between what stands on the page and the edges of the window, logical pixels.
const EDGE: f32 = 14.0;
/// Between what stands side by side above, logical pixels.
const GAP: f32 = 12.0;
/// Width of the evaluation bar with its number, logical pixels.
const BAR_WIDTH: f32 = 44.0;
/// Width of the card that tells of the game, logical pixels.
const TOLD_WIDTH: f32 = 300.0;

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
        top: ui.px(EDGE),
        left: ui.px(EDGE),
        ..default()
    };
    ui.note(corner, |ui| told(ui, false));
}

/// Above, what is told of the game at the left and its moves at the right; below, what one can
/// do. What is above has what is left of the height.
fn window(ui: &mut Ui) {
    let whole = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        flex_direction: FlexDirection::Column,
        padding: UiRect::all(ui.px(EDGE)),
        row_gap: ui.px(12.0),
        ..default()
    };
    ui.node(whole, |ui| {
        let above = Node {
            align_items: AlignItems::Start,
            justify_content: JustifyContent::SpaceBetween,
            column_gap: ui.px(GAP),
            flex_grow: 1.0,
            flex_basis: px(0),
            min_height: px(0),
            ..default()
        };
        ui.node(above, |ui| {
            let left = Node {
                width: ui.px(TOLD_WIDTH),
                max_height: percent(100),
                ..default()
            };
            ui.note(left, |ui| told(ui, true));
            at_right(ui);
        });
        foot(ui);
    });
}

/// Who stands better, beside the moves.
fn bar(ui: &mut Ui) {
    // As wide as its number.
    let place = Node {
        width: ui.px(BAR_WIDTH),
        align_self: AlignSelf::Stretch,
        flex_shrink: 0.0,
        ..default()
    };
    let is_wanted = |state: &UiState| state.computer.evaluation_bar;
    ui.hidden_unless(place, is_wanted, |ui| {
        let bar = Node {
            top: percent(20),
            right: px(0),
            width: ui.px(14.0),
            height: percent(60),
            ..default()
        };
        let size = Size::Small.pixels();
        ui.spawn(evaluation::bar(bar, size), |_| {});
    });
}

/// The buttons of the pages, and below them the moves with the evaluation bar.
fn at_right(ui: &mut Ui) {
    let column = Node {
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::End,
        row_gap: ui.px(8.0),
        min_width: px(0),
        height: percent(100),
        ..default()
    };
    ui.node(column, |ui| {
        let row = Node {
            flex_wrap: FlexWrap::Wrap,
            justify_content: JustifyContent::End,
            column_gap: ui.px(8.0),
            row_gap: ui.px(8.0),
            flex_shrink: 0.0,
            ..default()
        };
        ui.node(row, |ui| {
            ui.command(Command::TypeMove);
            ui.command(Command::MoveList);
            ui.command(Command::Open(Screen::Help(Topic::Pieces)));
            ui.icon_button("☰", msg!("menu"), ControlStyle::Button, Command::Menu);
        });
        // The bar is read last, and stands first.
        let below = Node {
            flex_direction: FlexDirection::RowReverse,
            align_items: AlignItems::Start,
            column_gap: ui.px(8.0),
            min_height: px(0),
            flex_grow: 1.0,
            flex_basis: px(0),
            ..default()
        };
        ui.node(below, |ui| {
            let place = Node {
                flex_direction: FlexDirection::Column,
                max_height: percent(100),
                ..default()
            };
            ui.filled(
                place,
                |state| page::key((state.settings.move_list, state.settings.move_list_style)),
                |state, ui| {
                    if state.settings.move_list {
                        move_list(ui, state.settings.move_list_style);
                    }
                },
            );
            bar(ui);
        });
    });
}

/// What one can do, and the compass. The line stands on the buttons, in however many rows a
/// narrow window makes.
fn foot(ui: &mut Ui) {
    let foot = Node {
        align_items: AlignItems::End,
        column_gap: ui.px(12.0),
        flex_shrink: 0.0,
        ..default()
    };
    ui.node(foot, |ui| {
        let column = Node {
            flex_direction: FlexDirection::Column,
            row_gap: ui.px(8.0),
            flex_grow: 1.0,
            flex_basis: px(0),
            min_width: px(0),
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

/// Width of the card of the moves, logical pixels.
const fn list_width(style: MoveListStyle) -> f32 {
    match style {
        MoveListStyle::Notation => 280.0,
        MoveListStyle::Columns => 344.0,
    }
}

/// What the page takes at the left and at the right of the window, with the moves in this style if
/// they are shown, and perhaps the evaluation bar beside them, logical pixels.
pub(super) fn sides_taken(list: Option<MoveListStyle>, has_bar: bool) -> [f32; 2] {
    let bar = if has_bar { BAR_WIDTH + GAP } else { 0.0 };
    let list = list.map_or(0.0, |style| list_width(style) + EDGE);
    [EDGE + TOLD_WIDTH, bar + list]
}

/// The moves, on a card that is as long as they are, and no longer than there is room.
fn move_list(ui: &mut Ui, style: MoveListStyle) {
    let card = Node {
        width: ui.px(list_width(style)),
        min_height: px(0),
        row_gap: ui.px(6.0),
        ..default()
    };
    ui.card(card, theme::CARD, |ui| {
        moves::list(ui);
        moves::steps(ui);
    });
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
        let room = Node {
            flex_grow: 1.0,
            ..default()
        };
        ui.as_has_room(room, 4.0, |ui| {
            for (line, size, color) in TOLD {
                ui.status_in(whole_line(), line, size, color);
            }
            ui.status_in(whole_line(), StatusLine::Hovered, Size::Small, theme::FAINT);
            learn::legend(ui);
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

/// What is told of the game below whose turn it is.
const TOLD: [(StatusLine, Size, Color); 3] = [
    (StatusLine::Detail, Size::Body, theme::WARNING),
    (StatusLine::LastMove, Size::Small, theme::FAINT),
    (StatusLine::Thinking, Size::Small, theme::TEXT),
];

/// What there is to know, that first which matters most, with the pieces of the board if they
/// are to teach.
fn told(ui: &mut Ui, teaches: bool) {
    ui.as_has_room(Node::default(), 6.0, |ui| {
        plates::plates(ui);
        ui.status_in(
            whole_line(),
            StatusLine::Headline,
            Size::Heading,
            theme::TEXT,
        );
        for (line, size, color) in TOLD {
            ui.status_in(whole_line(), line, size, color);
        }
        if teaches {
            kinds::legend(ui);
            learn::legend(ui);
        }
        // It comes and goes while one points: the card keeps its size.
        let node = Node {
            min_height: ui.px(1.25 * Size::Small.pixels()),
            ..whole_line()
        };
        ui.node(node, |ui| {
            ui.status(StatusLine::Hovered, Size::Small, theme::FAINT);
        });
    });
}

/// A line of its own where what has no room is left out.
fn whole_line() -> Node {
    Node {
        width: percent(100),
        ..default()
    }
}

/// What one can do now, what was said to the last thing done, and what is asked.
fn line(ui: &mut Ui) {
    let node = Node {
        max_width: percent(100),
        align_self: AlignSelf::Start,
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
        // The panel has no room for it here: there it is among the views.
        if ui.on == Surface::Window {
            learn::button(ui);
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
        // Who finds nobody to play against has begun by playing both sides.
        ui.shown_if(is_begun_alone, |ui| {
            let against = Command::TakeOver(Side::Black);
            ui.button_for(msg!("play-computer"), ControlStyle::Button, against);
        });
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
        });
    });
    slices::build(ui);
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

/// Whether one person has both sides of a game without a move, which the computer could play.
fn is_begun_alone(state: &UiState) -> bool {
    let record = state.game.record();
    let is_alone = Seating::of(record) == Seating::Alone && !plays_computer(state);
    is_alone
        && record.line().is_empty()
        && state.boards.engine(record.board()).is_some()
        && Command::TakeOver(Side::Black).is_enabled(state)
}

fn may_pause(state: &UiState) -> bool {
    plays_computer(state) || state.clock.get().is_some()
}

fn plays_computer(state: &UiState) -> bool {
    Side::ALL.into_iter().any(|side| state.computer.plays(side))
}
