//! Touch screen input.
//!
//! The first finger acts as the mouse with its left button held, so board and pages need no touch
//! code. After the finger is lifted, the mouse is in no window and hovers nothing. A drag that no
//! widget uses scrolls the page. Two fingers on the board zoom the camera and roll the board
//! instead.

use bevy::camera::NormalizedRenderTarget;
use bevy::ecs::system::SystemParam;
use bevy::input::ButtonState;
use bevy::input::mouse::{MouseButtonInput, MouseScrollUnit};
use bevy::input::touch::{TouchInput, TouchPhase};
use bevy::picking::PickingSystems;
use bevy::picking::backend::HitData;
use bevy::picking::input::{PointerInputSettings, mouse_pick_events};
use bevy::picking::pointer::{Location, PointerAction, PointerId, PointerInput};
use bevy::prelude::*;
use bevy::ui::{OverrideClip, UiGlobalTransform, clip_check_recursive};
use bevy::window::WindowRef;

use super::camera::Zoom;
use super::carry::MouseCarry;
use super::round::Turner;
use icochess_base::display::Display;
use icochess_base::schedule::AppSystems;
use icochess_play::interaction::at_window::{AtWindow, is_played_at_window};
use icochess_ui::state::screen::Surface;

/// Distance a finger may move before it drags, in logical pixels. A finger rolls as it touches
/// down.
const SLACK: f32 = 8.0;

/// The mouse's target while it is in no window, so that it hovers nothing.
const NOWHERE: NormalizedRenderTarget = NormalizedRenderTarget::None {
    width: 1,
    height: 1,
};

/// Fingers on the screen, and the pending two-finger gesture.
#[derive(Resource, Debug, Default)]
pub(super) struct Fingers {
    down: Vec<Finger>,
    gesture: Option<Gesture>,
}

/// A finger on the screen.
#[derive(Debug)]
struct Finger {
    id: u64,
    window: Entity,
    /// Position, in logical pixels.
    at: Vec2,
    /// Whether the finger touched down on the board or the empty space around it, and not on a
    /// page.
    is_on_board: bool,
    /// State of the emulated mouse, while the finger acts as the mouse.
    held: Option<EmulatedMouse>,
}

/// The mouse that a finger emulates.
#[derive(Debug)]
struct EmulatedMouse {
    /// Position at touch-down, in logical pixels.
    from: Vec2,
    /// Position of the mouse, in logical pixels. It follows the finger once the finger drags.
    at: Vec2,
    is_moved: bool,
}

/// A two-finger gesture on the board.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Gesture {
    /// Factor by which the distance between the fingers grew.
    spread: f32,
    /// Clockwise rotation of the fingers about each other, in radians.
    twist: f32,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Fingers>()
        // Bevy's touch pointer keeps hovering after the finger is lifted, and misses a tap within
        // one frame.
        .insert_resource(PointerInputSettings {
            is_touch_enabled: false,
            is_mouse_enabled: true,
        })
        .add_observer(scroll_by_drag)
        .add_systems(
            First,
            // Some systems also move the mouse with the first finger.
            update_fingers
                .after(mouse_pick_events)
                .in_set(PickingSystems::Input)
                .run_if(on_message::<TouchInput>),
        )
        .add_systems(
            Update,
            apply_gesture
                .run_if(|fingers: Res<Fingers>| fingers.gesture.is_some())
                .in_set(AppSystems::Input),
        );
}

impl Fingers {
    pub(super) fn is_any_down(&self) -> bool {
        !self.down.is_empty()
    }

    /// Returns the vector between the fingers on the board, if there are exactly two.
    fn pair(&self) -> Option<Vec2> {
        let mut on_board = self.down.iter().filter(|finger| finger.is_on_board);
        let (one, other) = (on_board.next()?, on_board.next()?);
        on_board.next().is_none().then(|| other.at - one.at)
    }

    /// Moves a finger, and the mouse if the finger emulates it.
    fn track(&mut self, touch: &TouchInput, mouse: &mut Mouse) {
        let before = self.pair();
        let mut down = self.down.iter_mut();
        let Some(finger) = down.find(|finger| finger.id == touch.id) else {
            return;
        };
        finger.at = touch.position;
        if let Some(held) = &mut finger.held {
            held.is_moved |= held.from.distance(finger.at) > SLACK;
            if held.is_moved && held.at != finger.at {
                let delta = finger.at - held.at;
                held.at = finger.at;
                let action = PointerAction::Move { delta };
                mouse.send(target(finger.window), held.at, action);
            }
        }
        if let (Some(before), Some(now)) = (before, self.pair())
            && let Some(step) = Gesture::between(before, now)
        {
            self.gesture = Some(self.gesture.map_or(step, |done| done.and(step)));
        }
    }

    /// Removes a finger. The mouse is released there if `lets_go` says so, as for a tap, which clicks,
    /// or a carried piece, which is put down. Otherwise its press is cancelled.
    fn remove(&mut self, id: u64, lets_go: impl Fn(&EmulatedMouse) -> bool, mouse: &mut Mouse) {
        let Some(place) = self.down.iter().position(|finger| finger.id == id) else {
            return;
        };
        let finger = self.down.remove(place);
        match finger.held {
            Some(held) if lets_go(&held) => mouse.release(finger.window, held.at),
            Some(held) => mouse.give_up(finger.window, held.at),
            None => {}
        }
        if self.down.iter().all(|finger| finger.held.is_none()) {
            let action = PointerAction::Move { delta: Vec2::ZERO };
            mouse.send(NOWHERE, finger.at, action);
        }
    }
}

impl Gesture {
    /// Returns the gesture between two successive finger vectors. `None` if they are equal or the
    /// fingers coincide.
    fn between(before: Vec2, now: Vec2) -> Option<Self> {
        let (long, longer) = (before.length(), now.length());
        let is_gesture = before != now && long >= 1.0 && longer >= 1.0;
        is_gesture.then(|| Self {
            spread: longer / long,
            // The window's y axis points down.
            twist: before.perp_dot(now).atan2(before.dot(now)),
        })
    }

    /// Returns the sum of this gesture and the next.
    fn and(self, then: Self) -> Self {
        Self {
            spread: self.spread * then.spread,
            twist: self.twist + then.twist,
        }
    }
}

fn target(window: Entity) -> NormalizedRenderTarget {
    let window = WindowRef::Entity(window).normalize(None);
    window.map_or(NOWHERE, NormalizedRenderTarget::Window)
}

/// Sends the mouse events of a finger.
#[derive(SystemParam)]
struct Mouse<'w> {
    pointer: MessageWriter<'w, PointerInput>,
    buttons: MessageWriter<'w, MouseButtonInput>,
}

impl Mouse<'_> {
    fn send(&mut self, target: NormalizedRenderTarget, position: Vec2, action: PointerAction) {
        let location = Location { target, position };
        let input = PointerInput::new(PointerId::Mouse, location, action);
        self.pointer.write(input);
    }

    fn button(&mut self, window: Entity, state: ButtonState) {
        self.buttons.write(MouseButtonInput {
            button: MouseButton::Left,
            state,
            window,
        });
    }

    fn press(&mut self, window: Entity, at: Vec2) {
        let come = PointerAction::Move { delta: Vec2::ZERO };
        self.send(target(window), at, come);
        let press = PointerAction::Press(PointerButton::Primary);
        self.send(target(window), at, press);
        self.button(window, ButtonState::Pressed);
    }

    fn release(&mut self, window: Entity, at: Vec2) {
        let release = PointerAction::Release(PointerButton::Primary);
        self.send(target(window), at, release);
        self.button(window, ButtonState::Released);
    }

    /// Cancels a press: drags end, and nothing is clicked.
    fn give_up(&mut self, window: Entity, at: Vec2) {
        // The movement turns the press into a drag, which ends wherever the button is released. The
        // position is unchanged, so nothing is dragged, and the release is off the pressed target.
        let away = PointerAction::Move { delta: Vec2::ONE };
        self.send(NOWHERE, at, away);
        let release = PointerAction::Release(PointerButton::Primary);
        self.send(NOWHERE, at, release);
        self.button(window, ButtonState::Released);
    }
}

/// UI nodes that may cover the board.
#[derive(SystemParam)]
struct Interface<'w, 's> {
    windows: Query<'w, 's, &'static Window>,
    surfaces: Query<'w, 's, (Entity, &'static Surface)>,
    children: Query<'w, 's, &'static Children>,
    nodes: Query<
        'w,
        's,
        (
            &'static ComputedNode,
            &'static UiGlobalTransform,
            &'static InheritedVisibility,
            Option<&'static Pickable>,
        ),
    >,
    clips: Query<
        'w,
        's,
        (
            &'static ComputedNode,
            &'static UiGlobalTransform,
            &'static Node,
        ),
    >,
    parents: Query<'w, 's, &'static ChildOf, Without<OverrideClip>>,
}

impl Interface<'_, '_> {
    /// Returns whether a node that blocks pointers is at a touch. Repeats the test of Bevy's
    /// picking, which doesn't know the second finger.
    fn is_at(&self, touch: &TouchInput) -> bool {
        let Ok(window) = self.windows.get(touch.window) else {
            return false;
        };
        let at = touch.position * window.scale_factor();
        let surfaces = self.surfaces.iter();
        let roots = surfaces.filter(|(_, surface)| **surface == Surface::Window);
        let mut nodes = roots.flat_map(|(root, _)| self.children.iter_descendants(root));
        nodes.any(|node| self.has(node, at))
    }

    /// Returns whether a visible node that blocks pointers contains the point, in physical pixels.
    fn has(&self, entity: Entity, at: Vec2) -> bool {
        let Ok((node, place, seen, pickable)) = self.nodes.get(entity) else {
            return false;
        };
        let blocks = pickable.is_none_or(|it| it.should_block_lower);
        let is_seen = seen.get() && !node.is_empty();
        blocks
            && is_seen
            && node.contains_point(*place, at)
            && clip_check_recursive(at, entity, &self.clips, &self.parents)
    }
}

/// Lets the first finger act as the mouse, and records the gesture of two fingers.
fn update_fingers(
    mut touches: MessageReader<TouchInput>,
    settings: Res<PointerInputSettings>,
    interface: Interface,
    carry: Res<MouseCarry>,
    mut fingers: ResMut<Fingers>,
    mut mouse: Mouse,
) {
    let is_carrying = matches!(*carry, MouseCarry::Carried { .. });
    for touch in touches.read() {
        // Fingers are disabled together with the mouse.
        let phase = if settings.is_mouse_enabled {
            touch.phase
        } else {
            TouchPhase::Canceled
        };
        match phase {
            TouchPhase::Started => {
                // The end of an earlier touch with this ID may be missing.
                fingers.remove(touch.id, |_| false, &mut mouse);
                let is_on_board = !interface.is_at(touch);
                let is_first = fingers.down.is_empty();
                if is_first {
                    mouse.press(touch.window, touch.position);
                } else if is_on_board {
                    // Two fingers are a gesture, not a click.
                    for finger in fingers.down.iter_mut().filter(|it| it.is_on_board) {
                        if let Some(held) = finger.held.take() {
                            mouse.give_up(finger.window, held.at);
                        }
                    }
                }
                fingers.down.push(Finger {
                    id: touch.id,
                    window: touch.window,
                    at: touch.position,
                    is_on_board,
                    held: is_first.then_some(EmulatedMouse {
                        from: touch.position,
                        at: touch.position,
                        is_moved: false,
                    }),
                });
            }
            TouchPhase::Moved => fingers.track(touch, &mut mouse),
            TouchPhase::Ended => {
                fingers.track(touch, &mut mouse);
                fingers.remove(touch.id, |held| !held.is_moved || is_carrying, &mut mouse);
            }
            TouchPhase::Canceled => fingers.remove(touch.id, |_| false, &mut mouse),
        }
    }
}

/// Scrolls a page by a drag that no widget uses (a slider would). The drag acts like a wheel at the
/// touch-down position.
fn scroll_by_drag(
    drag: On<Pointer<Drag>>,
    windows: Query<(), With<Window>>,
    nodes: Query<(), With<Node>>,
    scale: Res<UiScale>,
    fingers: Res<Fingers>,
    mut commands: Commands,
) {
    let began = drag.original_event_target();
    let is_finger = fingers.down.iter().any(|finger| finger.held.is_some());
    // The event bubbles up to the window only if nothing handled it.
    let is_over = windows.contains(drag.entity) && nodes.contains(began);
    if !is_over || !is_finger || !drag.pointer_id.is_mouse() {
        return;
    }
    let delta = drag.delta / scale.0;
    let scrolled = Scroll {
        unit: MouseScrollUnit::Pixel,
        x: delta.x,
        y: delta.y,
        hit: HitData::new(drag.entity, 0.0, None, None),
        phase: TouchPhase::Moved,
    };
    let at = drag.pointer_location.clone();
    commands.trigger(Pointer::new(PointerId::Mouse, at, scrolled, began));
}

fn apply_gesture(
    (display, at_window): (Res<State<Display>>, Res<AtWindow>),
    mut fingers: ResMut<Fingers>,
    mut zoom: Zoom,
    mut turner: Turner,
) {
    let asked = fingers.gesture.take();
    let Some(Gesture { spread, twist }) = asked.filter(|_| is_played_at_window(display, at_window))
    else {
        return;
    };
    zoom.by(1.0 / spread);
    if twist != 0.0 {
        let axis = turner.twist_axis();
        turner.turn(Quat::from_axis_angle(axis, twist));
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::FRAC_PI_3;

    use super::*;

    #[test]
    fn gesture_is_the_same_in_one_step_or_many() {
        let fingers_at = |step: u8| {
            let part = f32::from(step) / 20.0;
            Vec2::from_angle(0.3 + part * FRAC_PI_3) * (100.0 + 50.0 * part)
        };
        let steps = (0..20).map(|step| Gesture::between(fingers_at(step), fingers_at(step + 1)));
        let all = steps.map(|step| step.expect("a step")).reduce(Gesture::and);
        let whole = Gesture::between(fingers_at(0), fingers_at(20));
        for gesture in [all, whole] {
            let Gesture { spread, twist } = gesture.expect("a gesture");
            assert!((spread - 1.5).abs() < 1e-4, "{spread}");
            // From x to y is clockwise, because y points down.
            assert!((twist - FRAC_PI_3).abs() < 1e-4, "{twist}");
        }
        // Coincident fingers have no direction.
        assert_eq!(Gesture::between(Vec2::ZERO, Vec2::X * 90.0), None);
        assert_eq!(Gesture::between(Vec2::X * 90.0, Vec2::ZERO), None);
        assert_eq!(Gesture::between(Vec2::X * 90.0, Vec2::X * 90.0), None);
    }
}
