//! The keys of Learn and of Glass held down: they were on as long as that.

use std::time::Duration;

use bevy::prelude::*;

use crate::board::stage::glass::Glass;
use crate::board::stage::learning::Learning;
use crate::interaction::at_window::is_played_at_window;
use crate::schedule::AppSystems;
use crate::ui::kit::field::is_typing;
use crate::ui::kit::peek::TAP;

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
    mut since: Local<[Option<Duration>; 2]>,
    (mut learning, mut glass): (ResMut<Learning>, ResMut<Glass>),
) {
    let now = time.elapsed();
    let was_held = |key, since: &mut Option<Duration>| {
        if keyboard.just_pressed(key) {
            *since = Some(now);
        }
        let is_over = keyboard.just_released(key);
        is_over && since.take().is_some_and(|since| now - since > TAP)
    };
    let [learns, looks] = &mut *since;
    if was_held(KeyCode::KeyL, learns) && learning.is_switched {
        learning.is_switched = false;
    }
    if was_held(KeyCode::KeyG, looks) && glass.is_on() {
        glass.is_switched = false;
    }
}
