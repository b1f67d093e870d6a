//! Begins the next game of a series that the computer plays against itself, when it is time.

use bevy::prelude::*;

use crate::commands::command::{Command, CommandRequested, CommandSystems};
use crate::state::screen::{Screen, Screens};
use icochess_base::schedule::AppSystems;
use icochess_play::computer::series::Series;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        begin_next
            .run_if(|series: Res<Series>| series.is_due())
            .before(CommandSystems)
            .in_set(AppSystems::Input),
    );
}

/// Begins the next game, unless that would disturb players who fill in another one or are asked
/// something.
fn begin_next(screens: Res<Screens>, mut requests: MessageWriter<CommandRequested>) {
    if !matches!(screens.shown(), Screen::NewGame | Screen::Confirm(_)) {
        requests.write(CommandRequested(Command::NextGame));
    }
}
