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
use crate::text::words::player_name;
use icochess_base::platform::CAN_QUIT;
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

/// The commands that set up or open other games.
const OF_GAMES: [Command; 4] = [
    Command::Open(Screen::NewGame),
    Command::TwoPlayers,
    Command::Open(Screen::Saved),
    Command::Open(Screen::Players),
];

/// The pages of the program itself.
const OF_PROGRAM: [Command; 2] = [
    Command::Open(Screen::Settings(Subject::Board)),
    Command::Open(Screen::About),
];

/// Adds the menu. Every entry keeps its place and is dimmed while it is of no use, so that players
/// find it again, and none moves under a pointer. Entries that few games have come last in their
/// group, and only while they are of use.
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
    ui.row(8.0, |ui| {
        this_game(ui);
        ui.entry_for(Command::Open(Screen::Photo));
    });
    ui.text(Size::Heading, theme::TEXT, msg!("games-and-players"));
    ui.row(8.0, |ui| {
        games(ui);
        // The panel has it on the page New game.
        ui.entry_for(Command::Open(Screen::Friend));
        lasting(ui, Command::Rematch);
        passing(ui, Command::Open(Screen::Puzzles));
        passing(ui, Command::Resume);
    });
    ui.text(Size::Heading, theme::TEXT, msg!("program"));
    ui.row(8.0, |ui| {
        lasting(ui, Command::Headset);
        for command in OF_PROGRAM {
            ui.entry_for(command);
        }
        if CAN_QUIT {
            ui.entry_for(Command::Quit);
        }
        // Depends on the headset.
        passing(ui, Command::Passthrough);
    });
}

/// Adds all groups at once: this game next to other games, and a row for the program below.
fn on_panel(ui: &mut Ui) {
    ui.side_by_side(|ui| {
        ui.share(1.0, |ui| ui.group_card(this_game));
        ui.share(1.0, |ui| {
            ui.group_card(|ui| {
                games(ui);
                // The panel has no height for both. A saved game is offered only before the first
                // move, so that the two never apply at once.
                passing(ui, Command::Resume);
                let is_alone = |state: &UiState| !Command::Resume.is_enabled(state);
                ui.hidden_unless(Node::default(), is_alone, |ui| {
                    lasting(ui, Command::Rematch);
                });
            });
        });
    });
    ui.narrow(|ui| {
        ui.row(4.0, |ui| {
            for command in OF_PROGRAM {
                ui.command(command);
            }
            if CAN_QUIT {
                ui.command(Command::Quit);
            }
            let away = Act::new(|world| world.insert_resource(PanelShown(false)));
            ui.button(msg!("put-away"), ControlStyle::Button, away);
            // Comes last, because it depends on the headset.
            let is_offered = |state: &UiState| Command::Passthrough.is_enabled(state);
            ui.hidden_unless(Node::default(), is_offered, |ui| {
                ui.command(Command::Passthrough);
            });
        });
    });
}

fn this_game(ui: &mut Ui) {
    for command in OF_GAME {
        lasting(ui, command);
    }
}

fn games(ui: &mut Ui) {
    for command in OF_GAMES {
        ui.entry_for(command);
    }
}

fn lasting(ui: &mut Ui, command: Command) {
    ui.lasting_entry(command, move |state| why_not(command, state));
}

/// Adds an entry that is displayed only while it is of use.
fn passing(ui: &mut Ui, command: Command) {
    let is_of_use = move |state: &UiState| command.is_enabled(state);
    ui.hidden_unless(Node::default(), is_of_use, |ui| ui.entry_for(command));
}

/// Returns why an entry is dimmed; `None` while it is of use.
fn why_not(command: Command, state: &UiState) -> Option<Msg> {
    let game = &state.game;
    // A rematch makes no sense before the first move.
    if command == Command::Rematch {
        return game.record().line().is_empty().then(|| msg!("no-move-yet"));
    }
    if command.is_enabled(state) {
        return None;
    }
    let turn = game.position().turn();
    let is_watched = game.is_remote() && game.remote_side().is_none();
    Some(match command {
        Command::Headset => msg!("no-headset"),
        Command::Draw | Command::Resign if is_watched => msg!("remote-watching"),
        _ if state.handover.refuses_moves() => terms::illegal(IllegalReason::HandedOver, turn),
        _ if game.end().is_some() => terms::illegal(IllegalReason::GameOver, turn),
        Command::Draw if game.is_looking_back() => msg!("move-while-looking-back"),
        Command::Draw if game.has_offered_draw() => msg!("draw-stands"),
        Command::Draw if game.is_remote() => {
            msg!("stuck-friends-turn", name = player_name(game, turn))
        }
        Command::Draw => msg!("stuck-computers-turn", side = turn),
        Command::Resign => msg!("computer-plays-both"),
        _ => msg!("players-apart"),
    })
}
