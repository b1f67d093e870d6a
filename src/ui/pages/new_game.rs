//! What the next game is like: board, start, and who plays each side.

use bevy::prelude::*;

use super::{algorithms, clock, page, seating};
use crate::game::Boards;
use crate::library::name::key;
use crate::save::settings::Settings;
use crate::ui::commands::command::Command;
use crate::ui::kit::act::{Act, Slide};
use crate::ui::kit::bind::{CheckedIf, Says, Value};
use crate::ui::kit::build::Ui;
use crate::ui::kit::control_style::ControlStyle;
use crate::ui::kit::controls::{Alternative, Scale};
use crate::ui::kit::field::OnTextChange;
use crate::ui::state::setup::Setup;
use crate::ui::state::ui_state::UiState;
use crate::ui::style::theme;
use crate::ui::style::theme::Size;
use crate::ui::text::terms;
use icochess_engine::{Algorithm, ComputerPlayer};
use icochess_message::{Msg, msg};
use icochess_rules::{AnyBoard, Side, StartPosition};

/// Most players of whom one can be chosen; others are typed.
const PLAYERS: usize = 12;

pub(super) fn build(ui: &mut Ui, state: &UiState) {
    let foot = |ui: &mut Ui| {
        ui.row(8.0, |ui| {
            ui.command_held(Command::Begin, ControlStyle::Primary);
        });
    };
    let fill = |ui: &mut Ui| {
        seating::build(ui, *state.display.get());
        ui.line();
        let boards: Vec<AnyBoard> = state.boards.all().collect();
        ui.choice(
            msg!("setup-board"),
            boards.iter().map(|board| board_choice(*board)).collect(),
        );
        let mut starts: Vec<_> = boards.iter().map(|board| board.starts()).collect();
        // Boards that differ in rules alone have the same ones.
        starts.dedup();
        for starts in starts.into_iter().filter(|starts| starts.len() > 1) {
            ui.shown_if(
                move |state| state.setup.board.starts() == starts,
                |ui| ui.choice(msg!("setup-start"), start_choices(starts)),
            );
        }
        ui.shown_if(
            |state| !state.setup.has_engine,
            |ui| ui.text(Size::Small, theme::FAINT, msg!("people-only")),
        );
        for side in Side::ALL {
            ui.line();
            player(ui, side);
        }
        ui.line();
        clock::build(ui);
        ui.line();
        ui.switch(
            msg!("draw-who-has-white"),
            |state| state.setup.drawn,
            |world| world.resource_mut::<Setup>().drawn ^= true,
        );
    };
    page::page_with_foot(ui, msg!("new-game"), fill, foot);
}

fn board_choice(board: AnyBoard) -> Alternative {
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

fn player(ui: &mut Ui, side: Side) {
    let who = |computer: bool, label: Msg| Alternative {
        label,
        chosen: CheckedIf::new(move |state| state.setup.player(side).computer == computer),
        choose: Act::new(move |world| {
            world.resource_mut::<Setup>().set_computer(side, computer);
        }),
    };
    ui.shown_if(
        |state| state.setup.has_engine,
        |ui| {
            let who = vec![who(false, msg!("person")), who(true, msg!("computer"))];
            ui.choice(terms::side(side), who);
        },
    );
    ui.shown_if(
        move |state| !state.setup.player(side).computer,
        |ui| {
            let node = Node {
                flex_direction: FlexDirection::Column,
                row_gap: ui.px(8.0),
                ..default()
            };
            let key = |state: &UiState| {
                let players = state.players.all().iter().map(|it| it.name.as_str());
                page::key((state.setup.names_put, players.collect::<Vec<_>>()))
            };
            ui.filled(node, key, move |state, ui| name(state, ui, side));
        },
    );
    ui.shown_if(
        move |state| state.setup.player(side).computer,
        |ui| {
            algorithms::build(ui, side);
            ui.shown_if(
                move |state| !state.setup.player(side).external,
                |ui| ui.slider(msg!("player-level", side = side), level(side)),
            );
            ui.shown_if(
                move |state| {
                    let player = state.setup.player(side);
                    player.algorithm == Algorithm::Random && !player.external
                },
                |ui| {
                    let words = msg!("random-plays");
                    ui.text(Size::Small, theme::FAINT, words);
                },
            );
        },
    );
}

/// What somebody is called: typed, or one of those who are known.
fn name(state: &UiState, ui: &mut Ui, side: Side) {
    let known = state.setup.names[side.index()].as_str();
    let typed = OnTextChange::new(known, move |world, text| {
        world.resource_mut::<Setup>().names[side.index()] = text;
    });
    ui.field(msg!("player-name", side = side), typed);
    let players = state.players.all().iter().take(PLAYERS).map(|player| {
        let (shown, put) = (player.name.clone(), player.name.clone());
        Alternative {
            label: Msg::verbatim(player.name.clone()),
            chosen: CheckedIf::new(move |state| {
                key(&state.setup.names[side.index()]) == key(&shown)
            }),
            choose: Act::new(move |world| world.resource_mut::<Setup>().put_name(side, &put)),
        }
    });
    let players: Vec<Alternative> = players.collect();
    if !players.is_empty() {
        ui.choice(msg!("player-is", side = side), players);
    }
}

fn level(side: Side) -> Scale {
    Scale {
        range: (1.0, f32::from(ComputerPlayer::MAX_LEVEL)),
        step: 1.0,
        value: Value::new(move |state| f32::from(state.setup.player(side).level)),
        words: Says::new(move |state| Msg::verbatim(state.setup.player(side).level.to_string())),
        set: Slide::new(move |world, value| set_level(world, side, value)),
    }
}

fn set_level(world: &mut World, side: Side, value: f32) {
    let level = (value.round() as u8).clamp(1, ComputerPlayer::MAX_LEVEL);
    let mut setup = world.resource_mut::<Setup>();
    if setup.player(side).level != level {
        setup.player_mut(side).level = level;
    }
}
