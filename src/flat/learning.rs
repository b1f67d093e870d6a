//! The key of Learn held down: it was on as long as that.

use std::time::Duration;

use bevy::prelude::*;

use crate::board::stage::learning::Learning;
use crate::interaction::at_window::is_played_at_window;
use crate::schedule::AppSystems;
use crate::ui::kit::field::is_typing;

/// A key that is down for longer is held.
const TAP: Duration = Duration::from_millis(400);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        let_go
            .run_if(is_played_at_window.and_then(not(is_typing)))
            .in_set(AppSystems::Input),
    );
}

/// A tap switches it, as any command; who has held the key wants it as it was before.
fn let_go(
    keyboard: Res<ButtonInput<KeyCode>>,
    time: Res<Time<Real>>,
    mut since: Local<Option<Duration>>,
    mut learning: ResMut<Learning>,
) {
    if keyboard.just_pressed(KeyCode::KeyL) {
        *since = Some(time.elapsed());
    }
    if keyboard.just_released(KeyCode::KeyL)
        && let Some(since) = since.take()
        && time.elapsed() - since > TAP
        && learning.is_switched
    {
        learning.is_switched = false;
    }
}
