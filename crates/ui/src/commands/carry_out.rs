//! Executes commands, or asks the player for confirmation first.

use bevy::prelude::*;

use super::actions::{Action, Actions};
use crate::commands::command::{CommandConfirmed, CommandRequested, CommandSystems};
use crate::state::screen::Screen;
use crate::state::ui_state::UiState;
use icochess_base::schedule::AppSystems;
use icochess_play::interaction::move_entry::MoveEntrySystems;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        carry_out
            .run_if(on_message::<CommandRequested>.or_else(on_message::<CommandConfirmed>))
            .in_set(CommandSystems)
            // The field for moves opens in the frame of its button, so that it receives the keys.
            .before(MoveEntrySystems)
            .in_set(AppSystems::Input),
    );
}

fn carry_out(
    mut requests: MessageReader<CommandRequested>,
    mut confirmed: MessageReader<CommandConfirmed>,
    mut world: ParamSet<(UiState, Actions)>,
) {
    for &CommandConfirmed(command) in confirmed.read() {
        let is_enabled = command.is_enabled(&world.p0());
        let mut actions = world.p1();
        actions.open(Screen::Game);
        if is_enabled {
            actions.carry_out(command.info().action);
        }
    }
    for &CommandRequested(command) in requests.read() {
        let state = world.p0();
        if !command.is_enabled(&state) {
            continue;
        }
        let question = command.question(&state);
        world.p1().carry_out(match question {
            Some(question) => Action::Open(Screen::Confirm(question)),
            None => command.info().action,
        });
    }
}
