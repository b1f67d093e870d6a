//! Where everything is found.

use bevy::prelude::*;

use super::page;
use crate::ui::commands::command::Command;
use crate::ui::kit::act::Act;
use crate::ui::kit::build::Ui;
use crate::ui::state::screen::{PanelShown, Screen, Subject, Surface, Topic};
use crate::ui::state::ui_state::UiState;
use crate::ui::style::theme;
use crate::ui::style::theme::Size;
use icochess_message::{Msg, msg};
use icochess_rules::DrawReason;

/// An entry of the menu: its sign, and what it asks for.
type Entry = (&'static str, Command);

/// What has to do with the game that is played, beside its end.
const OF_GAME: [Entry; 3] = [
    ("🔍", Command::Open(Screen::Moves)),
    ("📷", Command::Open(Screen::Views)),
    ("♚", Command::Open(Screen::Sides)),
];

/// What leads to another game.
const OF_GAMES: [Entry; 5] = [
    ("♟", Command::Open(Screen::NewGame)),
    ("👪", Command::TwoPlayers),
    ("⏵", Command::Resume),
    ("🗀", Command::Open(Screen::Saved)),
    ("🗂", Command::Open(Screen::Players)),
];

/// What has to do with the program.
const OF_PROGRAM: [Entry; 6] = [
    ("👓", Command::Headset),
    ("🏠", Command::Passthrough),
    ("🕮", Command::Open(Screen::Help(Topic::Pieces))),
    ("🛠", Command::Open(Screen::Settings(Subject::Board))),
    ("🗎", Command::Open(Screen::About)),
    ("⏻", Command::Quit),
];

/// What leads to another game stands first until one is played.
pub(super) fn build(ui: &mut Ui, state: &UiState) {
    page::page(ui, msg!("icochess"), |ui| {
        let is_begun = !state.game.record().line().is_empty();
        if is_begun {
            this_game(ui);
        }
        ui.text(Size::Heading, theme::TEXT, msg!("play"));
        ui.row(8.0, |ui| entries(ui, &OF_GAMES));
        if !is_begun {
            this_game(ui);
        }
        ui.text(Size::Heading, theme::TEXT, msg!("program"));
        ui.row(8.0, |ui| {
            entries(ui, &OF_PROGRAM);
            if ui.on == Surface::Panel {
                let away = Act::new(|world| world.insert_resource(PanelShown(false)));
                ui.entry("✗", msg!("put-away"), away);
            }
        });
    });
}

fn this_game(ui: &mut Ui) {
    ui.text(Size::Heading, theme::TEXT, msg!("this-game"));
    ui.row(8.0, |ui| {
        entries(ui, &OF_GAME);
        shown(ui, Command::Draw, |ui| {
            ui.entry_saying("½", Command::Draw, draw);
        });
        shown(ui, Command::Resign, |ui| {
            ui.entry_held("🏳", Command::Resign);
        });
        entries(ui, &[("⭯", Command::Rematch)]);
    });
}

/// Entries that do something now; the others are not there.
fn entries(ui: &mut Ui, all: &[Entry]) {
    for (sign, command) in all.iter().copied() {
        shown(ui, command, |ui| ui.entry_for(sign, command));
    }
}

fn shown(ui: &mut Ui, command: Command, entry: impl FnOnce(&mut Ui)) {
    ui.hidden_unless(
        Node::default(),
        move |state| command.is_enabled(state),
        entry,
    );
}

/// What the entry of the draw would do.
fn draw(state: &UiState) -> Msg {
    match state.game.draw_on_request() {
        Some(DrawReason::Agreement) if state.game.has_offered_draw() => msg!("offer-draw"),
        Some(DrawReason::Agreement) => msg!("agree-to-draw"),
        Some(_) => msg!("claim-draw"),
        None => msg!("offer-draw"),
    }
}
