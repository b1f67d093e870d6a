//! The OpenXR session: events, frame pacing, and its end by the runtime or the player.

use std::time::Duration;

use bevy::prelude::*;
use bevy::render::{Render, RenderApp};
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_mod_openxr::init::should_run_frame_loop;
use bevy_mod_openxr::poll_events::{OxrEventHandlerExt, OxrEventIn};
use bevy_mod_openxr::resources::OxrSessionStarted;
use bevy_mod_xr::camera::XrCamera;
use bevy_mod_xr::session::{XrState, XrStateChanged};
use openxr::SessionState;

use super::presence::Presence;
use crate::relaunch::{self, Heartbeat};
use crate::session::{SessionEvent, SessionStatus, SessionVisibility};
use icochess_base::schedule::AppSystems;

/// Polling interval for events while the session requests no frames.
const IDLE_PACE: Duration = Duration::from_millis(33);

pub(super) fn plugin(app: &mut App) {
    app.add_oxr_event_handler(on_event)
        .add_systems(
            Update,
            (
                (
                    end_with_session,
                    // A failure during exit must not restart the game.
                    relaunch::disarm.run_if(on_message::<AppExit>),
                )
                    .chain(),
                update_pace,
            )
                .in_set(AppSystems::Input),
        )
        .add_systems(Last, relaunch::frame);
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        // The render thread runs exclusive systems itself, so this system marks that thread.
        render.add_systems(Render, |_: &mut World| relaunch::mark_thread());
    }
}

fn on_event(
    event: OxrEventIn,
    mut status: ResMut<SessionStatus>,
    mut events: MessageWriter<SessionEvent>,
    heartbeat: Res<Heartbeat>,
    mut presence: ResMut<Presence>,
) {
    match *event {
        openxr::Event::SessionStateChanged(change) => {
            let state = change.state();
            debug!("session state: {state:?}");
            let visibility = visibility(state);
            events.write(SessionEvent::Shown(visibility));
            heartbeat.set_focused(visibility == SessionVisibility::Focused);
            status.state = format!("{state:?}");
        }
        openxr::Event::UserPresenceChangedEXT(change) => {
            presence.is_reported = true;
            events.write(SessionEvent::Present(change.is_user_present()));
        }
        openxr::Event::InstanceLossPending(_) => relaunch::go_on_flat("the runtime is ending"),
        _ => {}
    }
}

/// Returns the game's visibility in a session state.
fn visibility(state: SessionState) -> SessionVisibility {
    match state {
        SessionState::FOCUSED => SessionVisibility::Focused,
        SessionState::VISIBLE => SessionVisibility::Visible,
        _ => SessionVisibility::Hidden,
    }
}

/// Handles the end of a session. A lost session continues in the window. A session ended in the
/// runtime's menu ends the program. A runtime that quits also ends the program, because SteamVR
/// kills programs that stay (<https://github.com/ValveSoftware/SteamVR-for-Linux/issues/461>).
fn end_with_session(mut changes: MessageReader<XrStateChanged>, mut leave: MessageWriter<AppExit>) {
    for change in changes.read() {
        if let XrState::Exiting { should_restart } = change.0 {
            if should_restart {
                relaunch::go_on_flat("the session is lost");
            } else {
                leave.write(AppExit::Success);
            }
        }
    }
}

/// Lets the runtime pace the frames of a running session, whether or not the window is visible.
/// Otherwise a timer paces them, and the eyes' cameras are inactive.
fn update_pace(
    mut was_running: Local<Option<bool>>,
    started: Option<Res<OxrSessionStarted>>,
    state: Option<Res<XrState>>,
    mut settings: ResMut<WinitSettings>,
    mut eyes: Query<&mut Camera, With<XrCamera>>,
) {
    let is_running = should_run_frame_loop(started, state);
    if was_running.replace(is_running) == Some(is_running) {
        return;
    }
    let mode = if is_running {
        UpdateMode::Continuous
    } else {
        // The frame loop of the next session reactivates the cameras.
        for mut eye in &mut eyes {
            eye.is_active = false;
        }
        UpdateMode::reactive(IDLE_PACE)
    };
    *settings = WinitSettings {
        focused_mode: mode,
        unfocused_mode: mode,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn session_is_hidden_while_nobody_wears_the_headset() {
        for state in [
            SessionState::SYNCHRONIZED,
            SessionState::STOPPING,
            SessionState::IDLE,
        ] {
            assert_eq!(visibility(state), SessionVisibility::Hidden);
        }
    }
}
