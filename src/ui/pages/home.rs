//! The menu, on which everything is found.

use bevy::prelude::*;

use super::page;
use super::rows;
use crate::ui::commands::command::Command;
use crate::ui::kit::act::Act;
use crate::ui::kit::build::Ui;
use crate::ui::kit::control_style::ControlStyle;
use crate::ui::state::screen::{PanelShown, Screen, Subject, Surface};
use crate::ui::style::theme;
use crate::ui::style::theme::Size;
use icochess_message::msg;

/// The commands that have to do with the game that is played, beside its end.
const OF_GAME: [Command; 3] = [
    Command::Open(Screen::Moves),
    Command::Open(Screen::Views),
    Command::Open(Screen::Sides),
];

/// The commands that lead to another game.
const OF_GAMES: [Command; 5] = [
    Command::Open(Screen::NewGame),
    Command::TwoPlayers,
    Command::Resume,
    Command::Open(Screen::Saved),
    Command::Open(Screen::Players),
];

/// The commands that have to do with the program.
const OF_PROGRAM: [Command; 5] = [
    Command::Headset,
    Command::Passthrough,
    Command::Open(Screen::Settings(Subject::Board)),
    Command::Open(Screen::About),
    Command::Quit,
];

/// The groups stand in one order, whatever is played, so that their entries are found again.
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

/// All of it at once: the game and the way to others side by side, and below them a row for the program.
fn on_panel(ui: &mut Ui) {
    ui.side_by_side(|ui| {
        ui.share(1.0, |ui| ui.group_card(this_game));
        ui.share(1.0, |ui| ui.group_card(games));
    });
    ui.row(4.0, |ui| {
        for command in OF_PROGRAM {
            shown(ui, command, |ui| {
                ui.narrow_button(command.info().label, ControlStyle::Button, command);
            });
        }
        let away = Act::new(|world| world.insert_resource(PanelShown(false)));
        ui.narrow_button_of(msg!("put-away"), ControlStyle::Button, away);
    });
}

fn this_game(ui: &mut Ui) {
    entries(ui, &OF_GAME);
    shown_if_begun(ui, Command::Draw, |ui| {
        ui.entry_for(Command::Draw);
    });
    shown(ui, Command::Resign, |ui| {
        ui.entry_held(Command::Resign);
    });
}

fn games(ui: &mut Ui) {
    entries(ui, &OF_GAMES);
    shown_if_begun(ui, Command::Rematch, |ui| {
        ui.entry_for(Command::Rematch);
    });
}

/// Nobody offers a draw, or plays again, before a move was made: that leaves room for the way to
/// another game. Resigning is possible at any time.
fn shown_if_begun(ui: &mut Ui, command: Command, entry: impl FnOnce(&mut Ui)) {
    ui.hidden_unless(
        Node::default(),
        move |state| command.is_enabled(state) && !state.game.record().line().is_empty(),
        entry,
    );
}

/// Entries that do something now; the others are not there.
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
