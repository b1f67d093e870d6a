//! The OpenXR session: its focus, the pace of the frames, and its end by the runtime or the
//! player.

use std::time::Duration;

use bevy::prelude::*;
use bevy::render::view::NoIndirectDrawing;
use bevy::render::{Render, RenderApp};
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_mod_openxr::init::should_run_frame_loop;
use bevy_mod_openxr::poll_events::{OxrEventHandlerExt, OxrEventIn};
use bevy_mod_openxr::resources::OxrSessionStarted;
use bevy_mod_xr::camera::{XrCamera, XrProjection};
use bevy_mod_xr::session::{XrState, XrStateChanged};
use openxr::SessionState;

use super::hands::RayCamera;
use crate::clock::Pause;
use crate::game::messages::ClockRequest;
use crate::relaunch::{self, Heartbeat};
use crate::schedule::AppSystems;

/// Whether the session is FOCUSED, so that the runtime delivers input.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Focus(pub bool);

/// The session in words, for tools that look in from outside (Bevy's remote
/// protocol).
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq, Reflect)]
#[reflect(Resource, Default)]
pub struct SessionStatus {
    /// The OpenXR session state, such as `FOCUSED`.
    pub state: String,
    /// The type of the reference space in use, such as `LOCAL_FLOOR`; empty
    /// before there is one.
    pub reference_space: String,
    /// The source of the height of its origin: `LOCAL_FLOOR` or `STAGE`, which know the floor;
    /// `eye height`, the setting; or `unknown`.
    pub floor: String,
    /// Whether the board has been put before the player.
    pub seated: bool,
}

/// Between two looks for events while no frame is asked for, when nothing
/// else sets a pace.
const IDLE_PACE: Duration = Duration::from_millis(33);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Focus>()
        .init_resource::<SessionStatus>()
        .add_oxr_event_handler(on_event)
        .add_observer(dress_camera)
        .add_systems(
            Update,
            (
                (
                    end_with_session,
                    // What fails while the program ends is no reason to go on.
                    relaunch::disarm.run_if(on_message::<AppExit>),
                )
                    .chain(),
                pace,
            )
                .in_set(AppSystems::Input),
        )
        .add_systems(Last, relaunch::frame);
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        // Drawing has a thread of its own, on which such systems run.
        render.add_systems(Render, |_: &mut World| relaunch::mark_thread());
    }
}

fn on_event(
    event: OxrEventIn,
    mut focus: ResMut<Focus>,
    mut status: ResMut<SessionStatus>,
    mut clock: MessageWriter<ClockRequest>,
    heartbeat: Res<Heartbeat>,
) {
    match *event {
        openxr::Event::SessionStateChanged(change) => {
            let state = change.state();
            clock.write_batch(clock_requests(state));
            focus.set_if_neq(Focus(state == SessionState::FOCUSED));
            heartbeat.set_focused(focus.0);
            status.state = format!("{state:?}");
        }
        openxr::Event::InstanceLossPending(_) => relaunch::go_on_flat("the runtime is ending"),
        _ => {}
    }
}

/// The requests to the clock that follow from a new state. The clock stops while a menu of the
/// runtime is open. Once the headset was off, it waits until the players go on or move.
fn clock_requests(state: SessionState) -> impl Iterator<Item = ClockRequest> {
    let unfocused = if state == SessionState::FOCUSED {
        ClockRequest::Release(Pause::Unfocused)
    } else {
        ClockRequest::Pause(Pause::Unfocused)
    };
    let is_seen = [SessionState::FOCUSED, SessionState::VISIBLE].contains(&state);
    let absent = (!is_seen).then_some(ClockRequest::Pause(Pause::Absent));
    [unfocused].into_iter().chain(absent)
}

/// A session that is lost goes on in the window. One that the player has ended
/// with the runtime's own means ends the program.
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

/// While the session runs, the runtime sets the pace, whether or not the window
/// is looked at; else a timer does, and no eye is drawn.
fn pace(
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
        // Begun again with the next session, frame by frame.
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

/// Near plane of the eyes, metres: a piece may be looked at from close by, and one's hand. What is
/// farther away loses nothing, as the depth counts backwards.
const NEAR: f32 = 0.03;

fn dress_camera(
    added: On<Add, XrCamera>,
    mut cameras: Query<(&XrCamera, &mut Projection)>,
    mut commands: Commands,
) {
    let Ok((camera, mut projection)) = cameras.get_mut(added.entity) else {
        return;
    };
    if let Projection::Custom(custom) = &mut *projection
        && let Some(eye) = custom.get_mut::<XrProjection>()
    {
        eye.near = NEAR;
    }
    let mut entity = commands.entity(added.entity);
    entity.insert((Name::new(format!("eye {}", camera.0)), NoIndirectDrawing));
    if camera.0 == 0 {
        entity.insert(RayCamera);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_eye_sees_what_is_three_centimetres_away() {
        use bevy::camera::CameraProjection;
        use bevy_mod_xr::camera::{Fov, calculate_projection};

        let mut world = World::new();
        world.add_observer(dress_camera);
        let eye = (XrCamera(0), Projection::custom(XrProjection::default()));
        let eye = world.spawn(eye).id();
        world.flush();
        assert!(world.entity(eye).contains::<NoIndirectDrawing>());
        let Some(Projection::Custom(custom)) = world.get::<Projection>(eye) else {
            panic!("no projection");
        };
        let near = custom.get::<XrProjection>().map(|eye| eye.near);
        let fov = Fov {
            angle_left: -0.8,
            angle_right: 0.7,
            angle_down: -0.9,
            angle_up: 0.8,
        };
        // As `bevy_mod_openxr` does it in each frame.
        let projection_matrix = calculate_projection(near.expect("an eye"), fov);
        let seen = XrProjection {
            projection_matrix,
            near: 0.0,
        };
        let depth = |metres: f32| {
            let at = seen.get_clip_from_view() * Vec4::new(0.0, 0.0, -metres, 1.0);
            at.z / at.w
        };
        assert!(depth(0.0299) > 1.0 && depth(0.0301) < 1.0);
        assert!(depth(20.0) > 0.0);
    }

    #[test]
    fn the_clock_goes_on_after_a_menu_and_waits_after_the_headset_was_off() {
        let told = |state| clock_requests(state).collect::<Vec<_>>();
        let stands = ClockRequest::Pause(Pause::Unfocused);
        assert_eq!(told(SessionState::VISIBLE), [stands]);
        let goes_on = ClockRequest::Release(Pause::Unfocused);
        assert_eq!(told(SessionState::FOCUSED), [goes_on]);
        let waits = [stands, ClockRequest::Pause(Pause::Absent)];
        for state in [
            SessionState::SYNCHRONIZED,
            SessionState::STOPPING,
            SessionState::IDLE,
        ] {
            assert_eq!(told(state), waits);
        }
    }
}
