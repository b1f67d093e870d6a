//! Pauses the clock while the window does not have the focus.

use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowFocused};

use icochess_core::clock::Pause;
use icochess_play::game::messages::ClockRequest;

/// Lets the clock stand from when the window loses the focus until it has it again.
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
