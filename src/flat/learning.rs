//! Switches Learn or Glass off again when its key was held rather than tapped.

use std::time::Duration;

use bevy::prelude::*;

use icochess_base::schedule::AppSystems;
use icochess_board::stage::switches::Glass;
use icochess_board::stage::switches::Learning;
use icochess_play::interaction::at_window::is_played_at_window;
use icochess_ui::commands::command::Command;
use icochess_ui::commands::info::Shortcut;
use icochess_ui::kit::field::is_typing;
use icochess_ui::kit::peek::TAP;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        handle_key_release
            .run_if(
                resource_changed::<ButtonInput<KeyCode>>
                    .and_then(is_played_at_window)
                    .and_then(not(is_typing)),
            )
            .in_set(AppSystems::Input),
    );
}

/// Handles the release of a key: a tap toggles, like any command; the release of a held key
/// restores the previous state.
fn handle_key_release(
    keyboard: Res<ButtonInput<KeyCode>>,
    time: Res<Time<Real>>,
    mut since: Local<[Option<Duration>; 2]>,
    (mut learning, mut glass): (ResMut<Learning>, ResMut<Glass>),
) {
    let now = time.elapsed();
    let was_held = |command: Command, since: &mut Option<Duration>| {
        let shortcuts = command.info().shortcuts;
        let keys = || shortcuts.iter().copied().filter_map(Shortcut::alone);
        if keyboard.any_just_pressed(keys()) {
            *since = Some(now);
        }
        let is_over = keyboard.any_just_released(keys());
        is_over && since.take().is_some_and(|since| now - since > TAP)
    };
    let [learns, looks] = &mut *since;
    if was_held(Command::Learn, learns) && learning.is_switched {
        learning.is_switched = false;
    }
    if was_held(Command::Glass, looks) && glass.is_on() {
        glass.is_switched = false;
    }
}
