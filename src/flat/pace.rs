//! Draws the window only when something in it changes.
//!
//! Frames run continuously while anything moves. They also run for a few frames after each window
//! event, because the effect of a key or a click can take that long to show. Then the window sleeps
//! until the next event, a deadline ([`NextFrame`]) or a wake-up from another thread ([`Waker`]).
//! While the window is hidden, nothing is drawn, and only the game continues.
//!
//! A headset sets its own pace through the runtime's frame loop.

use std::time::Duration;

use bevy::a11y::AccessibilityRequested;
use bevy::camera::RenderTarget;
use bevy::ecs::system::SystemParam;
use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy::time::TimeSystems;
use bevy::ui::UiGlobalTransform;
use bevy::window::{PrimaryWindow, RequestRedraw, WindowEvent, WindowOccluded};
use bevy::winit::{
    EventLoopProxyWrapper, UpdateMode, WINIT_WINDOWS, WinitSettings, WinitUserEvent,
};

#[cfg(target_os = "linux")]
use super::x11::XServer;
use icochess_base::display::Display;
use icochess_base::frame::{NextFrame, Waker};
use icochess_base::platform::Alarm;
use icochess_ui::workarounds::pipelines::PendingPipelines;

/// Number of frames drawn after a window event, which must pass through messages, page building and
/// layout.
const AFTER_EVENT: u32 = 6;
/// Number of frames drawn after the last movement, in case something waited for its end.
const AFTER_MOTION: u32 = 3;
/// Frames drawn at the start in any case.
const AT_START: u32 = 10;
/// Maximum time between frames. Nothing relies on it; it only limits the delay if a wake-up is
/// missing somewhere.
const LONGEST_REST: Duration = Duration::from_secs(3600);
/// Minimum wait that is worth a rest.
const MIN_REST: Duration = Duration::from_millis(4);
/// Time step of the first frame after a rest, so that an animation doesn't skip its beginning.
const FIRST_STEP: Duration = Duration::from_millis(16);
/// Maximum delay of a request by an assistive program, which sends no wake-up.
const ASSISTIVE: Duration = Duration::from_millis(100);
/// Interval for polling whether the window is minimised or unmapped. Not every system reports it.
const LOOK_FOR_WINDOW: Duration = Duration::from_millis(500);

/// The window's frame pacing.
#[derive(Resource)]
struct Pace {
    /// Frames to draw before the next rest.
    frames: u32,
    /// Whether a rest followed the previous frame.
    rested: bool,
    alarm: Option<Alarm>,
    /// Bevy's default limit on the time step.
    longest_step: Duration,
}

/// Reason why a window is hidden, other than occlusion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WindowHidden {
    /// The window is minimised. The end of this state may not be reported, so it is polled.
    Minimised,
    /// The X server has unmapped the window, and sends an event when it is mapped again.
    Unmapped,
}

/// Whether the window is hidden, and the cameras disabled for it.
#[derive(Resource, Debug, Default)]
struct OutOfSight {
    /// Whether the window system last reported the window as occluded.
    is_occluded: bool,
    /// Result and time of the last poll.
    window_hidden: (Option<WindowHidden>, Duration),
    #[cfg(target_os = "linux")]
    x_server: XServer,
    cameras: Vec<Entity>,
}

pub(crate) fn plugin(app: &mut App) {
    app.insert_resource(Pace {
        frames: AT_START,
        rested: false,
        alarm: None,
        longest_step: Time::<Virtual>::default().max_delta(),
    })
    .init_resource::<OutOfSight>()
    .add_systems(Startup, start_pacing)
    .add_systems(
        First,
        limit_step
            .before(TimeSystems)
            .run_if(in_state(Display::Flat)),
    )
    .add_systems(
        Last,
        (look_for_window, update_pace)
            .chain()
            .run_if(in_state(Display::Flat)),
    );
}

fn start_pacing(
    display: Res<State<Display>>,
    proxy: Res<EventLoopProxyWrapper>,
    waker: Res<Waker>,
    mut pace: ResMut<Pace>,
    mut settings: ResMut<WinitSettings>,
) {
    if *display.get() != Display::Flat {
        return;
    }
    let wakes = (**proxy).clone();
    waker.connect(move || {
        // After the event loop has ended, no frames are needed.
        let _ = wakes.send_event(WinitUserEvent::WakeUp);
    });
    let woken = waker.clone();
    match Alarm::start(move || woken.wake()) {
        Ok(alarm) => pace.alarm = Some(alarm),
        Err(problem) => {
            warn!("The window is drawn all the time, as there is no thread for a rest: {problem}");
            return;
        }
    }
    let mode = UpdateMode::reactive_low_power(LONGEST_REST);
    *settings = WinitSettings {
        focused_mode: mode,
        unfocused_mode: mode,
    };
}

/// Limits the first time step after a rest, so that animations don't jump. Timers use the real
/// clock.
fn limit_step(pace: Res<Pace>, mut time: ResMut<Time<Virtual>>) {
    let longest = if pace.rested {
        FIRST_STEP
    } else {
        pace.longest_step
    };
    if time.max_delta() != longest {
        time.set_max_delta(longest);
    }
}

/// Changes that are visible in the picture.
#[derive(SystemParam)]
struct Motion<'w, 's> {
    places: Query<
        'w,
        's,
        (),
        Or<(
            Changed<GlobalTransform>,
            Changed<UiGlobalTransform>,
            Changed<ComputedNode>,
            Changed<ImageNode>,
        )>,
    >,
    materials: MessageReader<'w, 's, AssetEvent<StandardMaterial>>,
    meshes: MessageReader<'w, 's, AssetEvent<Mesh>>,
    images: MessageReader<'w, 's, AssetEvent<Image>>,
}

impl Motion<'_, '_> {
    fn is_seen(&mut self) -> bool {
        // `count` reads all messages, so that none is left for the next frame.
        let assets = self.materials.read().count() + self.meshes.read().count();
        let images = self.images.read().count();
        assets + images > 0 || !self.places.is_empty()
    }
}

/// Requests the next frame at once, or sets the alarm and rests.
fn update_pace(
    mut pace: ResMut<Pace>,
    (next, out_of_sight): (Res<NextFrame>, Res<OutOfSight>),
    pipelines: Res<PendingPipelines>,
    mut motion: Motion,
    mut events: MessageReader<WindowEvent>,
    assistive: Option<Res<AccessibilityRequested>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let moves = motion.is_seen();
    let has_event = events.read().count() > 0;
    let is_incomplete = pipelines.count() > 0;
    let pace = &mut *pace;
    pace.frames = pace.frames.saturating_sub(1);
    if has_event {
        pace.frames = pace.frames.max(AFTER_EVENT);
    } else if moves || is_incomplete {
        pace.frames = pace.frames.max(AFTER_MOTION);
    }
    let mut wait = next.wait();
    let mut at_most = |limit: Duration| wait = Some(wait.map_or(limit, |wait| wait.min(limit)));
    if assistive.is_some_and(|requested| requested.get()) {
        at_most(ASSISTIVE);
    }
    if out_of_sight.window_hidden.0 == Some(WindowHidden::Minimised) {
        at_most(LOOK_FOR_WINDOW);
    }
    let Some(alarm) = &pace.alarm else {
        return;
    };
    pace.rested = pace.frames == 0 && wait.is_none_or(|wait| wait >= MIN_REST);
    if !pace.rested {
        redraw.write(RequestRedraw);
    } else if let Some(wait) = wait {
        alarm.set(Instant::now() + wait);
    }
}

impl OutOfSight {
    const fn is_so(&self) -> bool {
        !self.cameras.is_empty()
    }

    /// Queries the window system for a minimised or unmapped window.
    fn query_hidden(&mut self, window: Entity) -> Option<WindowHidden> {
        WINIT_WINDOWS.with_borrow(|windows| {
            let window = windows.get_window(window)?;
            #[cfg(target_os = "linux")]
            if self.x_server.has_unmapped(&**window) {
                return Some(WindowHidden::Unmapped);
            }
            (window.is_minimized() == Some(true)).then_some(WindowHidden::Minimised)
        })
    }
}

/// Disables the window's cameras while the window is minimised, unmapped, or reported as fully
/// occluded.
fn look_for_window(
    time: Res<Time<Real>>,
    mut out_of_sight: ResMut<OutOfSight>,
    mut occluded: MessageReader<WindowOccluded>,
    window: Query<Entity, With<PrimaryWindow>>,
    mut cameras: Query<(Entity, &mut Camera, &RenderTarget)>,
) {
    let Ok(window) = window.single() else {
        return;
    };
    let event = occluded
        .read()
        .filter(|event| event.window == window)
        .last();
    if let Some(event) = event {
        out_of_sight.is_occluded = event.occluded;
    }
    // The query may be a round trip to another process, too slow for every frame.
    let now = time.elapsed();
    let (window_hidden, asked) = out_of_sight.window_hidden;
    // An unmapped window gets few frames, and one of them follows its mapping.
    if now >= asked + LOOK_FOR_WINDOW || window_hidden == Some(WindowHidden::Unmapped) {
        out_of_sight.window_hidden = (out_of_sight.query_hidden(window), now);
    }
    let is_hidden = out_of_sight.is_occluded || out_of_sight.window_hidden.0.is_some();
    if is_hidden == out_of_sight.is_so() {
        return;
    }
    if !is_hidden {
        for camera in out_of_sight.cameras.drain(..) {
            if let Ok((_, mut camera, _)) = cameras.get_mut(camera) {
                camera.is_active = true;
            }
        }
        return;
    }
    for (entity, mut camera, target) in &mut cameras {
        if camera.is_active && matches!(target, RenderTarget::Window(_)) {
            camera.is_active = false;
            out_of_sight.cameras.push(entity);
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::window::WindowRef;

    use super::*;

    #[test]
    fn hidden_window_has_no_active_camera() {
        let mut app = App::new();
        app.add_plugins(MinimalPlugins)
            .add_message::<WindowOccluded>()
            .init_resource::<OutOfSight>()
            .add_systems(Last, look_for_window);
        let world = app.world_mut();
        let window = world.spawn((Window::default(), PrimaryWindow)).id();
        let into_window = RenderTarget::Window(WindowRef::Primary);
        let elsewhere = RenderTarget::None { size: UVec2::ONE };
        let off = Camera {
            is_active: false,
            ..default()
        };
        let cameras = [
            (Camera::default(), into_window.clone()),
            (off, into_window),
            (Camera::default(), elsewhere),
        ];
        let cameras = cameras.map(|camera| world.spawn(camera).id());
        for occluded in [false, true, true, false, true, false] {
            app.world_mut()
                .write_message(WindowOccluded { window, occluded });
            app.update();
            let drawn = cameras.map(|camera| {
                let camera = app.world().get::<Camera>(camera);
                camera.is_some_and(|camera| camera.is_active)
            });
            assert_eq!(drawn, [!occluded, false, true]);
        }
    }
}
