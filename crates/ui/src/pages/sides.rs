//! The players of both sides, in the next game or the current one.

use bevy::prelude::*;

use super::side_of::Of;
use super::{algorithms, page, strength};
use crate::kit::act::Act;
use crate::kit::bind::CheckedIf;
use crate::kit::build::Ui;
use crate::kit::choice::Alternative;
use crate::kit::field::OnTextChange;
use crate::state::setup::Setup;
use crate::state::sides::may_take_over;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use crate::text::terms;
use icochess_core::library::name::key;
use icochess_engine::Algorithm;
use icochess_message::{Msg, msg};
use icochess_rules::Side;

/// Maximum number of players to choose from. Other names must be typed.
const PLAYERS: usize = 12;

/// Adds the page for the current game.
pub(super) fn build(ui: &mut Ui) {
    page::page_beside(
        ui,
        msg!("person-or-computer"),
        |ui| {
            ui.bound_text(Size::Small, theme::FAINT, |state| {
                if may_take_over(&state.game, &state.clock) {
                    msg!("who-plays-text")
                } else {
                    msg!("no-take-over")
                }
            });
            for side in Side::ALL {
                ui.line();
                player(ui, side, Of::Played);
            }
        },
        |_| {},
    );
}

/// Adds the player of a side, and the computer's algorithm.
fn player(ui: &mut Ui, side: Side, of: Of) {
    let kind = |is_computer: bool, label: Msg| Alternative {
        label,
        chosen: CheckedIf::new(move |state| of.player(state, side).computer == is_computer),
        choose: Act::new(move |world| of.set_computer(world, side, is_computer)),
    };
    ui.shown_if(
        move |state| {
            let may = of == Of::Next || may_take_over(&state.game, &state.clock);
            may && state.boards.engine(of.board(state)).is_some()
        },
        |ui| {
            let kind = vec![kind(false, msg!("person")), kind(true, msg!("computer"))];
            ui.choice(terms::side(side), kind);
        },
    );
    person(ui, side, of);
    ui.shown_if(
        move |state| of.player(state, side).computer,
        |ui| {
            strength::one(ui, side, of);
            algorithm_choice(ui, side, of);
        },
    );
}

/// Adds the name of a side's person, unless the computer plays it.
pub(super) fn person(ui: &mut Ui, side: Side, of: Of) {
    ui.shown_if(
        move |state| !of.player(state, side).computer,
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
            ui.filled(node, key, move |state, ui| name(state, ui, side, of));
        },
    );
}

/// Adds the computer's algorithms for a side, with descriptions.
pub(super) fn algorithm_choice(ui: &mut Ui, side: Side, of: Of) {
    algorithms::build(ui, side, of);
    ui.bound_text(Size::Small, theme::FAINT, move |state| {
        let player = of.player(state, side);
        match player.algorithm {
            _ if player.external => msg!("explain-engine"),
            Algorithm::Random => msg!("explain-random"),
            Algorithm::Value => msg!("explain-value"),
            Algorithm::Attack => msg!("explain-attack"),
            Algorithm::Strong => msg!("explain-strong"),
        }
    });
}

/// Adds the name of a person, as a field and a choice of known players.
fn name(state: &UiState, ui: &mut Ui, side: Side, of: Of) {
    let known = state.setup.names[side.index()].as_str();
    let typed = OnTextChange::new(known, move |world, text| {
        world.resource_mut::<Setup>().names[side.index()] = text;
        of.rename(world, side);
    });
    ui.field(msg!("player-name", side = side), typed);
    let players = state.players.all().iter().take(PLAYERS).map(|player| {
        let (shown, put) = (player.name.clone(), player.name.clone());
        Alternative {
            label: Msg::verbatim(player.name.clone()),
            chosen: CheckedIf::new(move |state| {
                key(&state.setup.names[side.index()]) == key(&shown)
            }),
            choose: Act::new(move |world| {
                world.resource_mut::<Setup>().put_name(side, &put);
                of.rename(world, side);
            }),
        }
    });
    let players: Vec<Alternative> = players.collect();
    if !players.is_empty() {
        ui.choice(msg!("player-is", side = side), players);
    }
}
