//! Commands, with where they come from: where one person has the headset and another the
//! window, each acts for their own side and turns what they see themselves.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::commands::{Command, CommandConfirmed, CommandRequested};
use super::screen::{Question, Screen, Screens, Surface};
use super::words::player_name;
use crate::computer::beside::AtWindow;
use crate::game::Match;
use crate::msg;
use crate::rules::Side;
use crate::save::Notice;

/// Request: who plays at the window beside a headset wants to see something, without that
/// the board turns for the other one.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum LookRequested {
    /// Their own side.
    Home,
    /// The last move.
    LastMove,
}

/// Takes commands from surfaces and keys.
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
    /// Passes a command on, or tells who it is for. What `is_confirmed` is not asked back.
    pub fn give(&mut self, from: Surface, command: Command, is_confirmed: bool) {
        let own = self.at_window.side_through(from.display());
        let is_for = side_of(command, &self.game, self.screens.shown());
        if let (Some(own), Some(side)) = (own, is_for)
            && own != side
        {
            let name = player_name(&self.game, side);
            self.notices
                .write(Notice(msg!("for-other-display", name = name)));
            return;
        }
        let look = match command {
            Command::Flip => Some(LookRequested::Home),
            Command::LastMove => Some(LookRequested::LastMove),
            _ => None,
        };
        match look.filter(|_| own.is_some() && from == Surface::Window) {
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

/// Whose command it is, where each acts for one side; `None` if both may give it.
fn side_of(command: Command, game: &Match, shown: Screen) -> Option<Side> {
    let turn = game.position().turn();
    let goes_on = game.outcome().is_none() && !game.is_looking_back();
    match command {
        // A move is taken back by who has made it.
        Command::Undo => goes_on.then_some(!turn),
        Command::AllowTakeback => game.takeback_offer().map(|by| !by),
        Command::Decline => {
            let offer = game.takeback_offer().or(game.draw_offer());
            offer.map(|by| !by)
        }
        Command::Redo | Command::Hint | Command::Draw | Command::Resign => goes_on.then_some(turn),
        Command::Confirm => match shown {
            Screen::Confirm(Question::Resign(side)) => Some(side),
            _ => None,
        },
        _ => None,
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<LookRequested>();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{AnyBoard, Chess};

    #[test]
    fn a_command_of_the_game_is_for_one_side_and_others_are_for_both() {
        let mut record = AnyBoard::of::<Chess>().new_game();
        let of = |command, record: &crate::rules::Record| {
            side_of(command, &Match::new(record.clone()), Screen::Game)
        };
        let turns = [Command::Hint, Command::Draw, Command::Resign, Command::Redo];
        for (mv, turn) in [("e2e4", Side::White), ("e7e5", Side::Black)] {
            for command in turns {
                assert_eq!(of(command, &record), Some(turn), "{command:?}");
            }
            assert_eq!(of(Command::Undo, &record), Some(!turn));
            for command in [Command::Flip, Command::Menu, Command::LastMove] {
                assert_eq!(of(command, &record), None, "{command:?}");
            }
            let mv = record.position().parse_uci(mv).unwrap();
            record.make_mut().play(mv).unwrap();
        }
        let asked = Screen::Confirm(Question::Resign(Side::Black));
        let game = Match::new(record);
        assert_eq!(side_of(Command::Confirm, &game, asked), Some(Side::Black));
        let asked = Screen::Confirm(Question::Begin);
        assert_eq!(side_of(Command::Confirm, &game, asked), None);
    }
}
