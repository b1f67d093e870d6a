//! The setup of the next game: board, start position, and players.

use bevy::prelude::*;

use super::rows::{self, SettingsOwner};
use super::side_of::Of;
use super::{clock, page, seating, sides, strength};
use crate::commands::command::Command;
use crate::kit::act::{Act, Slide};
use crate::kit::bind::{BoundPicture, BoundText, CheckedIf, Value};
use crate::kit::build::Ui;
use crate::kit::choice::Alternative;
use crate::kit::control_style::ControlStyle;
use crate::kit::slider::Scale;
use crate::state::screen::{Screen, Surface};
use crate::state::setup::Setup;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use crate::text::terms;
use icochess_message::{Msg, msg};
use icochess_play::computer::series::{MAX_GAMES, MAX_RANDOM_PLIES};
use icochess_play::game::Boards;
use icochess_rules::{AnyBoard, Side, StartPosition};
use icochess_store::settings::Settings;
use icochess_store::table::setting;

/// Widths of the panel's columns, as fractions: boards, players, and clock with strength.
const COLUMNS: [f32; 3] = [0.395, 0.26, 0.345];
/// Height reserved on the panel for the strength with two lines of words, in logical pixels of the
/// window.
const STRENGTH: f32 = theme::TARGET + 2.0 * 1.25 * Size::Small.pixels();

pub(super) fn build(ui: &mut Ui, state: &UiState) {
    match ui.on {
        Surface::Window => in_window(ui, state),
        Surface::Panel | Surface::Plate => on_panel(ui, state),
    }
}

fn start(ui: &mut Ui) {
    ui.command_held(Command::Begin, ControlStyle::Primary);
}

fn in_window(ui: &mut Ui, state: &UiState) {
    let display = *state.display.get();
    let first = |ui: &mut Ui| pictures(ui, state);
    let second = |ui: &mut Ui| {
        seating::player_choice(ui, display);
        seating::sides(ui, display);
        strength_choice(ui);
        clock::presets(ui);
        clock::details(ui);
        ui.line();
        starts(ui, state);
        ui.shown_if(|state| state.setup.is_computers(), series);
        ui.column(8.0, names_and_options);
    };
    page::page_in_columns(ui, msg!("new-game"), first, second, |ui| {
        // Below the choices, where reading ends.
        let foot = Node {
            justify_content: JustifyContent::End,
            ..default()
        };
        ui.node(foot, start);
    });
}

/// Adds the page on the panel. The choices for most games, and Start, are visible at once in
/// columns; the rest is below.
fn on_panel(ui: &mut Ui, state: &UiState) {
    let display = *state.display.get();
    let fill = |ui: &mut Ui| {
        ui.side_by_side(|ui| {
            let [first, second, third] = COLUMNS;
            column(ui, first, |ui| pictures(ui, state));
            column(ui, second, |ui| {
                seating::player_choice(ui, display);
                // The menu has no room for it.
                ui.command(Command::Open(Screen::Friend));
            });
            column(ui, third, |ui| {
                clock::presets(ui);
                // Comes last, because its reserved space is invisible without a computer player.
                seating::kept_row(ui, STRENGTH, strength_choice);
            });
        });
        ui.line();
        seating::sides(ui, display);
        clock::details(ui);
        starts(ui, state);
        ui.shown_if(|state| state.setup.is_computers(), series);
        ui.line();
        ui.column(8.0, names_and_options);
    };
    page::page_with_head(ui, msg!("new-game"), start, fill);
}

/// Adds a column of narrow controls with this fraction of the width.
fn column(ui: &mut Ui, part: f32, fill: impl FnOnce(&mut Ui)) {
    let node = Node {
        flex_direction: FlexDirection::Column,
        row_gap: ui.px(seating::BELOW_LABEL),
        flex_grow: part,
        flex_basis: px(0),
        min_width: px(0),
        ..default()
    };
    ui.node(node, |ui| ui.narrow(fill));
}

fn strength_choice(ui: &mut Ui) {
    ui.shown_if(|state| state.setup.has_computer(), strength::build);
}

/// Adds names and advanced options.
fn names_and_options(ui: &mut Ui) {
    // Two people need names; for a single person the name is optional.
    ui.shown_if(
        |state| seating::is_for_two(state) || state.setup.shows_more,
        |ui| {
            for side in Side::ALL {
                sides::person(ui, side, Of::Next);
            }
        },
    );
    more(ui);
}

/// Adds the boards as pictures.
fn pictures(ui: &mut Ui, state: &UiState) {
    let picture = |board: AnyBoard| BoundPicture::new(move |state| state.portraits.of(board.id()));
    let boards = state.boards.all();
    let choices = boards.map(|board| (board_choice(board), picture(board)));
    ui.picture_choice(&msg!("setup-board"), choices.collect());
}

/// Adds the start positions of the chosen board, and a sentence about the chosen one.
pub(super) fn starts(ui: &mut Ui, state: &UiState) {
    let mut starts: Vec<_> = state.boards.all().map(AnyBoard::starts).collect();
    // Boards that differ only in rules share their start positions.
    starts.dedup();
    for starts in starts.into_iter().filter(|starts| starts.len() > 1) {
        ui.shown_if(
            move |state| state.setup.board.starts() == starts,
            |ui| {
                ui.choice(msg!("setup-start"), start_choices(starts));
                ui.bound_text(Size::Small, theme::FAINT, |state| {
                    let start = state.setup.start;
                    start.map_or(Msg::nothing(), terms::start_explained)
                });
            },
        );
    }
}

/// Adds the advanced options, hidden by default, and below them their button and the switch for the
/// level. Last of all, the switch moves no other control.
fn more(ui: &mut Ui) {
    ui.shown_if(
        |state| state.setup.shows_more,
        |ui| {
            for side in Side::ALL {
                ui.shown_if(
                    move |state| state.setup.player(side).computer,
                    |ui| sides::algorithm_choice(ui, side, Of::Next),
                );
            }
            ui.shown_if(seating::is_for_two, seating::pairing_order);
        },
    );
    let toggle = Act::new(|world| world.resource_mut::<Setup>().shows_more ^= true);
    ui.row(8.0, |ui| {
        ui.bound_button(
            msg!("more"),
            |state| {
                if state.setup.shows_more {
                    msg!("less")
                } else {
                    msg!("more")
                }
            },
            toggle,
        );
        strength::matching_switch(ui);
    });
}

/// Adds the options of a computer series: number of games, pause between moves, and random
/// openings.
fn series(ui: &mut Ui) {
    ui.line();
    ui.slider(
        msg!("games-to-play"),
        Scale {
            range: (1.0, f32::from(MAX_GAMES)),
            step: 1.0,
            value: Value::new(|state| f32::from(state.setup.games)),
            words: BoundText::new(|state| Msg::verbatim(state.setup.games.to_string())),
            set: Slide::new(|world, value| {
                let games = (value.round() as u16).clamp(1, MAX_GAMES);
                world.resource_mut::<Setup>().games = games;
            }),
        },
    );
    if let Some(delay) = setting("computer.delay") {
        rows::row(ui, delay, SettingsOwner::Everybody);
    }
    ui.shown_if(
        |state| state.setup.games > 1,
        |ui| {
            ui.slider(
                msg!("random-plies"),
                Scale {
                    range: (0.0, f32::from(MAX_RANDOM_PLIES)),
                    step: 1.0,
                    value: Value::new(|state| f32::from(state.setup.random_plies)),
                    words: BoundText::new(|state| {
                        Msg::verbatim(state.setup.random_plies.to_string())
                    }),
                    set: Slide::new(|world, value| {
                        let plies = (value.round() as u8).min(MAX_RANDOM_PLIES);
                        world.resource_mut::<Setup>().random_plies = plies;
                    }),
                },
            );
            ui.text(Size::Small, theme::FAINT, msg!("series-text"));
        },
    );
}

/// Returns the choice of a board for the next game.
pub(super) fn board_choice(board: AnyBoard) -> Alternative {
    Alternative {
        label: terms::board(board),
        chosen: CheckedIf::new(move |state| state.setup.board == board),
        choose: Act::new(move |world| {
            world.resource_scope(|world, mut setup: Mut<Setup>| {
                setup.choose_board(
                    board,
                    world.resource::<Boards>(),
                    world.resource::<Settings>(),
                );
            });
        }),
    }
}

fn start_choices(starts: &'static [StartPosition]) -> Vec<Alternative> {
    let choice = |start: &'static StartPosition| Alternative {
        label: terms::start(start),
        chosen: CheckedIf::new(move |state| state.setup.start == Some(start)),
        choose: Act::new(move |world| world.resource_mut::<Setup>().start = Some(start)),
    };
    starts.iter().map(choice).collect()
}
