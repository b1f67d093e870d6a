//! Starts the next game of a computer series when it is due.

use bevy::prelude::*;

use crate::commands::command::{Command, CommandRequested, CommandSystems};
use crate::state::screen::{Screen, Screens};
use icochess_base::schedule::AppSystems;
use icochess_play::computer::series::Series;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        request_next_game
            .run_if(|series: Res<Series>| series.is_due())
            .before(CommandSystems)
            .in_set(AppSystems::Input),
    );
}

/// Requests the next game, unless a player is setting up another game or has a question to answer.
fn request_next_game(screens: Res<Screens>, mut requests: MessageWriter<CommandRequested>) {
    if !matches!(screens.shown(), Screen::NewGame | Screen::Confirm(_)) {
        requests.write(CommandRequested(Command::NextGame));
    }
}
