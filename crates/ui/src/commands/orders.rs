//! Commands by source. If one player uses the headset and another the window, each acts for their
//! own side, and turns only their own view.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::commands::command::{Command, CommandConfirmed, CommandRequested};
use crate::commands::info::LookRequested;
use crate::state::screen::{Screens, Surface};
use crate::text::words::player_name;
use icochess_message::{Msg, msg};
use icochess_play::game::Match;
use icochess_play::interaction::at_window::AtWindow;
use icochess_store::Notice;

/// Access for giving commands from surfaces and keys.
#[derive(SystemParam)]
pub struct Orders<'w> {
    game: Res<'w, Match>,
    at_window: Res<'w, AtWindow>,
    screens: Res<'w, Screens>,
    requests: MessageWriter<'w, CommandRequested>,
    confirmed: MessageWriter<'w, CommandConfirmed>,
    looks: MessageWriter<'w, LookRequested>,
    notices: MessageWriter<'w, Notice>,
}

impl Orders<'_> {
    /// Shows the player a notice.
    pub fn show_notice(&mut self, words: Msg) {
        self.notices.write(Notice(words));
    }

    /// Gives a command, or tells the player that it belongs to the other player. With
    /// `is_confirmed`, asks no question.
    pub fn give(&mut self, from: Surface, command: Command, is_confirmed: bool) {
        let own = self.at_window.side_through(from.display());
        let command = match (command, own) {
            (Command::Resign, Some(own)) => Command::ResignAs(own),
            _ => command,
        };
        let info = command.info();
        let is_for = info.available_to.side(&self.game, self.screens.shown());
        if let (Some(own), Some(side)) = (own, is_for)
            && own != side
        {
            let name = player_name(&self.game, side);
            return self.show_notice(msg!("for-other-display", name = name));
        }
        match info
            .look
            .filter(|_| own.is_some() && from == Surface::Window)
        {
            Some(look) => {
                self.looks.write(look);
            }
            None if is_confirmed => {
                self.confirmed.write(CommandConfirmed(command));
            }
            None => {
                self.requests.write(CommandRequested(command));
            }
        }
    }
}
