//! Pauses the clock while the window is unfocused.

use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowFocused};

use icochess_core::clock::Pause;
use icochess_play::game::messages::ClockRequest;

/// Pauses the clock when the window loses focus, and releases it when focus returns.
pub(super) fn pause_clock(
    mut changes: MessageReader<WindowFocused>,
    window: Query<(), With<PrimaryWindow>>,
    mut requests: MessageWriter<ClockRequest>,
) {
    for change in changes.read() {
        if window.contains(change.window) {
            requests.write(if change.focused {
                ClockRequest::Release(Pause::Unfocused)
            } else {
                ClockRequest::Pause(Pause::Unfocused)
            });
        }
    }
}
