//! The players: their profiles, their preferences, and their results against each other.

mod values;

use std::sync::Arc;

use bevy::prelude::*;
use bevy::ui::Checked;

use super::page;
use crate::kit::act::Act;
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::kit::field::OnTextChange;
use crate::state::people;
use crate::state::people::PeopleView;
use crate::state::screen::Surface;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use crate::text::terms;
use icochess_core::library::{Score, Tally, tallies};
use icochess_message::{Msg, msg};
use icochess_play::game::pairing::GamePairings;
use icochess_store::player::PlayerProfile;

/// Maximum number of pairs listed.
const PAIRS: usize = 50;

pub(super) fn build(ui: &mut Ui) {
    page::page(ui, msg!("player-list"), |ui| {
        let node = Node {
            flex_direction: FlexDirection::Column,
            row_gap: ui.px(8.0),
            ..default()
        };
        let player_list = |ui: &mut Ui| {
            ui.filled(node.clone(), list_key, list);
        };
        // The name field has the full width, because the panel shows a keyboard below it.
        let change = |ui: &mut Ui| {
            ui.filled(node.clone(), |state| u64::from(state.people.added), new);
            ui.bound_text(Size::Small, theme::WARNING, |state| {
                state.people.problem.clone().unwrap_or(Msg::nothing())
            });
            ui.filled(node.clone(), chosen_key, chosen);
        };
        let results = |ui: &mut Ui| {
            ui.filled(
                node.clone(),
                |state| page::key(state.pairings.scores()),
                scores,
            );
            if ui.on == Surface::Window {
                ui.line();
            }
            ui.text(Size::Heading, theme::TEXT, msg!("against-each-other"));
            let words = msg!("against-each-other-text");
            ui.text(Size::Small, theme::FAINT, words);
            ui.filled(node.clone(), pairs_key, pairs);
        };
        if ui.on == Surface::Window {
            player_list(ui);
            change(ui);
            results(ui);
        } else {
            ui.side_by_side(|ui| {
                ui.share(1.0, |ui| ui.group_card(player_list));
                ui.share(1.0, |ui| ui.group_card(results));
            });
            change(ui);
        }
    });
}

/// Returns the key of the list of games. A new list has a different allocation, because it is
/// created before the old list is dropped.
fn games_key(state: &UiState) -> (bool, usize) {
    let library = &state.library;
    (library.is_listed, Arc::as_ptr(&library.games).addr())
}

// --- The people ------------------------------------------------------------------------

fn list_key(state: &UiState) -> u64 {
    let names = state.players.all().iter().map(|it| it.name.as_str());
    let names: Vec<&str> = names.collect();
    page::key((games_key(state), names, &state.people.chosen))
}

fn list(state: &UiState, ui: &mut Ui) {
    let players = state.players.all();
    if players.is_empty() {
        let words = msg!("players-nobody");
        ui.text(Size::Body, theme::FAINT, words);
    }
    let tallies = tallies(&state.library.games);
    for player in players {
        let is_chosen = state.people.chosen.as_ref() == Some(&player.name);
        row(ui, player, &tallies, is_chosen);
    }
}

fn row(ui: &mut Ui, player: &PlayerProfile, tallies: &[Tally], is_chosen: bool) {
    let node = Node {
        min_height: ui.px(34.0),
        justify_content: JustifyContent::SpaceBetween,
        column_gap: ui.px(10.0),
        ..default()
    };
    let name = player.name.clone();
    let choose = Act::new(move |world| world.resource_mut::<PeopleView>().choose(&name));
    let name = Msg::verbatim(player.name.clone());
    let score = Score::of(tallies, |name| player.is_called(name));
    let fill = |ui: &mut Ui| {
        ui.text(Size::Body, theme::TEXT, name.clone());
        ui.text(Size::Small, theme::FAINT, score_words(score));
    };
    if is_chosen {
        ui.item(name.clone(), node, (choose, Checked), fill);
    } else {
        ui.item(name.clone(), node, choose, fill);
    }
}

/// Formats a score: "2 won, 1 lost, 0 drawn".
fn score_words(score: Score) -> Msg {
    let Score { won, lost, drawn } = score;
    msg!("score", won = won, lost = lost, drawn = drawn)
}

fn new(state: &UiState, ui: &mut Ui) {
    let typed = OnTextChange::new(state.people.new_name.as_str(), |world, text| {
        world.resource_mut::<PeopleView>().new_name = text;
    });
    ui.field(msg!("new-player"), typed);
    ui.row(8.0, |ui| {
        ui.button(msg!("add"), ControlStyle::Button, Act::new(people::add));
    });
}

// --- The chosen player -----------------------------------------------------------------

fn chosen_key(state: &UiState) -> u64 {
    let view = &state.people;
    page::key((&view.chosen, view.asks_to_delete))
}

fn chosen(state: &UiState, ui: &mut Ui) {
    let view = &state.people;
    let Some(name) = &view.chosen else {
        return;
    };
    ui.line();
    ui.text(Size::Heading, theme::TEXT, Msg::verbatim(name.clone()));
    if view.asks_to_delete {
        let words = msg!("ask-delete-player", name = name.as_str());
        ui.text(Size::Body, theme::TEXT, words);
        ui.row(8.0, |ui| {
            ui.button(
                msg!("delete-them"),
                ControlStyle::Destructive,
                Act::new(people::delete),
            );
            let keeps = ui.button(
                msg!("keep-them"),
                ControlStyle::Primary,
                asks_to_delete(false),
            );
            ui.safe_answer(keeps);
        });
        return;
    }
    let typed = OnTextChange::new(view.name.as_str(), |world, text| {
        world.resource_mut::<PeopleView>().name = text;
    });
    ui.field(msg!("name"), typed);
    ui.row(8.0, |ui| {
        ui.button(
            msg!("rename"),
            ControlStyle::Button,
            Act::new(people::rename),
        );
        ui.button(msg!("delete"), ControlStyle::Button, asks_to_delete(true));
    });
    values::build(ui);
}

fn asks_to_delete(asks: bool) -> Act {
    Act::new(move |world| world.resource_mut::<PeopleView>().asks_to_delete = asks)
}

// --- More than two people --------------------------------------------------------------

fn scores(state: &UiState, ui: &mut Ui) {
    let scores = state.pairings.scores();
    if scores.is_empty() {
        return;
    }
    ui.line();
    ui.text(Size::Heading, theme::TEXT, msg!("pairing-tally"));
    for (name, score) in scores {
        ui.ends(|ui| {
            ui.text(Size::Body, theme::TEXT, Msg::verbatim(name.to_owned()));
            ui.text(Size::Body, theme::FAINT, score_words(score));
        });
    }
    let end = Act::new(|world| world.resource_mut::<GamePairings>().end());
    ui.row(8.0, |ui| {
        ui.button(msg!("end-pairing"), ControlStyle::Button, end);
    });
}

// --- Pairs -----------------------------------------------------------------------------

fn pairs_key(state: &UiState) -> u64 {
    page::key(games_key(state))
}

fn pairs(state: &UiState, ui: &mut Ui) {
    let tallies = tallies(&state.library.games);
    if tallies.is_empty() {
        let words = if state.library.is_listed {
            msg!("players-none")
        } else {
            msg!("looking")
        };
        ui.text(Size::Body, theme::FAINT, words);
    }
    for tally in tallies.iter().take(PAIRS) {
        // Names and result may each need a line on the panel.
        let node = Node {
            flex_wrap: FlexWrap::Wrap,
            justify_content: JustifyContent::SpaceBetween,
            column_gap: ui.px(16.0),
            ..default()
        };
        ui.node(node, |ui| {
            let [first, second] = &tally.players;
            ui.text(
                Size::Body,
                theme::TEXT,
                Msg::verbatim(format!("{first} – {second}")),
            );
            ui.text(Size::Body, theme::FAINT, words(state, tally));
        });
    }
}

/// Formats a tally: "3 – 1, 2 draws, 8×8 chess".
fn words(state: &UiState, tally: &Tally) -> Msg {
    let board = terms::board_of(&tally.board, state.boards.get(&tally.board));
    let [first, second] = tally.wins;
    let score = format!("{first} – {second}");
    match tally.draws {
        0 => msg!("tally", score = score, board = board),
        draws => msg!(
            "tally-with-draws",
            score = score,
            count = draws,
            board = board
        ),
    }
}
