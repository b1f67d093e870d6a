//! Access to the player of a side, in the next game or the current one.

use bevy::prelude::*;

use crate::commands::command::{Command, CommandRequested};
use crate::state::setup::Setup;
use crate::state::sides;
use crate::state::ui_state::UiState;
use icochess_play::computer::external::known_engine::KnownEngine;
use icochess_play::computer::{Computer, SidePlayer};
use icochess_play::game::Match;
use icochess_play::game::handover::GameHandover;
use icochess_play::interaction::at_window::AtWindow;
use icochess_rules::{AnyBoard, Side};

/// The game whose players are shown and changed. In both cases the names of people are in
/// [`Setup`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    /// The next game, in the setup.
    Next,
    /// The current game.
    Played,
}

impl Of {
    /// Returns the board of the game.
    pub fn board(self, state: &UiState) -> AnyBoard {
        match self {
            Self::Next => state.setup.board,
            Self::Played => state.game.record().board(),
        }
    }

    /// Returns the player of a side.
    pub fn player(self, state: &UiState, side: Side) -> SidePlayer {
        match self {
            Self::Next => *state.setup.player(side),
            Self::Played => *state.computer.of(side),
        }
    }

    /// Changes how the computer plays a side.
    pub fn change(self, world: &mut World, side: Side, change: impl Fn(&mut SidePlayer)) {
        let before = match self {
            Self::Next => *world.resource::<Setup>().player(side),
            Self::Played => *world.resource::<Computer>().of(side),
        };
        let mut player = before;
        change(&mut player);
        match self {
            Self::Played => replace_player(world, side, player),
            Self::Next if player == before => {}
            Self::Next => *world.resource_mut::<Setup>().player_mut(side) = player,
        }
    }

    /// Sets whether the computer plays a side.
    pub fn set_computer(self, world: &mut World, side: Side, is_computer: bool) {
        match self {
            Self::Next => world
                .resource_mut::<Setup>()
                .set_computer(side, is_computer),
            Self::Played if is_computer => {
                world.write_message(CommandRequested(Command::TakeOver(side)));
            }
            Self::Played => self.change(world, side, |player| player.computer = false),
        }
    }

    /// Applies a changed name of a side's person in the setup.
    pub fn rename(self, world: &mut World, side: Side) {
        if self == Self::Played {
            self.change(world, side, |_| {});
        }
    }
}

/// Requests that `player` plays a side of the game from now on.
fn replace_player(world: &mut World, side: Side, player: SidePlayer) {
    let game = world.resource::<Match>();
    let at_window = *world.resource::<AtWindow>();
    if !sides::may_change(game, world.resource::<GameHandover>(), at_window) {
        return;
    }
    let person = &world.resource::<Setup>().names[side.index()];
    let computer = world.resource::<Computer>();
    let engine = world.resource::<KnownEngine>().name().unwrap_or_default();
    let names = sides::Names { person, engine };
    let (set_side, edit) = sides::change(game, computer, side, player, names);
    world.write_message(set_side);
    world.write_message(edit);
}
