//! The menu, which leads to all pages and commands.

use bevy::prelude::*;

use super::page;
use super::rows;
use crate::commands::command::Command;
use crate::kit::act::Act;
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::state::screen::{PanelShown, Screen, Subject, Surface};
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use crate::text::terms;
use icochess_message::{Msg, msg};
use icochess_rules::IllegalReason;

/// The commands of the game.
const OF_GAME: [Command; 5] = [
    Command::Open(Screen::Moves),
    Command::Open(Screen::Views),
    Command::Open(Screen::Sides),
    Command::Draw,
    Command::Resign,
];

/// The commands that start or open other games.
const OF_GAMES: [Command; 5] = [
    Command::Open(Screen::NewGame),
    Command::TwoPlayers,
    Command::Resume,
    Command::Open(Screen::Saved),
    Command::Open(Screen::Players),
];

/// The commands for the program itself.
const OF_PROGRAM: [Command; 5] = [
    Command::Headset,
    Command::Passthrough,
    Command::Open(Screen::Settings(Subject::Board)),
    Command::Open(Screen::About),
    Command::Quit,
];

/// Adds the menu. Its groups are always in the same order, so that players find entries again.
pub(super) fn build(ui: &mut Ui) {
    page::menu(ui, msg!("icochess"), |ui| {
        match ui.on {
            Surface::Panel => on_panel(ui),
            Surface::Window | Surface::Plate => in_window(ui),
        }
        rows::next_time(ui);
    });
}

fn in_window(ui: &mut Ui) {
    ui.text(Size::Heading, theme::TEXT, msg!("this-game"));
    ui.row(8.0, this_game);
    ui.text(Size::Heading, theme::TEXT, msg!("games-and-players"));
    ui.row(8.0, games);
    ui.text(Size::Heading, theme::TEXT, msg!("program"));
    ui.row(8.0, |ui| entries(ui, &OF_PROGRAM));
}

/// Adds all groups at once: this game next to other games, and a row for the program below.
fn on_panel(ui: &mut Ui) {
    ui.side_by_side(|ui| {
        ui.share(1.0, |ui| ui.group_card(this_game));
        ui.share(1.0, |ui| ui.group_card(games));
    });
    ui.narrow(|ui| {
        ui.row(4.0, |ui| {
            for command in OF_PROGRAM {
                shown(ui, command, |ui| {
                    ui.command(command);
                });
            }
            let away = Act::new(|world| world.insert_resource(PanelShown(false)));
            ui.button(msg!("put-away"), ControlStyle::Button, away);
        });
    });
}

/// Adds the entries of this game. Disabled ones stay in place, so that no entry moves under a
/// pointer.
fn this_game(ui: &mut Ui) {
    for command in OF_GAME {
        ui.lasting_entry(command, move |state| why_not(command, state));
    }
}

/// Returns why a command of the game is disabled.
fn why_not(command: Command, state: &UiState) -> Msg {
    let game = &state.game;
    let turn = game.position().turn();
    if state.handover.refuses_moves() {
        return terms::illegal(IllegalReason::HandedOver, turn);
    }
    match command {
        _ if game.end().is_some() => terms::illegal(IllegalReason::GameOver, turn),
        Command::Draw if game.is_looking_back() => msg!("move-while-looking-back"),
        Command::Draw if game.has_offered_draw() => msg!("draw-stands"),
        Command::Draw => msg!("stuck-computers-turn", side = turn),
        Command::Resign => msg!("computer-plays-both"),
        _ => msg!("players-apart"),
    }
}

fn games(ui: &mut Ui) {
    entries(ui, &OF_GAMES);
    // A rematch makes no sense before the first move.
    let is_begun = |state: &UiState| {
        Command::Rematch.is_enabled(state) && !state.game.record().line().is_empty()
    };
    ui.hidden_unless(Node::default(), is_begun, |ui| {
        ui.entry_for(Command::Rematch);
    });
}

/// Adds entries that are hidden while disabled.
fn entries(ui: &mut Ui, all: &[Command]) {
    for command in all.iter().copied() {
        shown(ui, command, |ui| ui.entry_for(command));
    }
}

fn shown(ui: &mut Ui, command: Command, entry: impl FnOnce(&mut Ui)) {
    ui.hidden_unless(
        Node::default(),
        move |state| command.is_enabled(state),
        entry,
    );
}
