//! Turns rays into pointers.
//!
//! A ray that ends on the panel is a pointer on the panel's picture; any other ray picks in the
//! world. A press stays where it began: a press on the board has no effect on the panel, and vice
//! versa.

use bevy::input::mouse::MouseScrollUnit;
use bevy::input::touch::TouchPhase;
use bevy::picking::PickingSystems;
use bevy::picking::backend::ray::{RayId, RayMap};
use bevy::picking::pointer::{PointerAction, PointerInput, PointerInteraction};
use bevy::prelude::*;
use bevy_mod_xr::spaces::XrSpaceSyncSet;

use super::aim_history::{AimHistory, RayTarget};
use super::grab::{TriggerGrab, stick};
use super::hands::{
    AimPose, HandInput, OnPanel, PanelEnd, RayCamera, Towards, nowhere, pointer_of, ray_of,
};
use super::near::{Near, NearTo};
use super::steady::Steady;
use icochess_base::schedule::AppSystems;
use icochess_play::interaction::PressedNothing;
use icochess_store::settings::Settings;
use icochess_ui::panel::plane::{PIXELS, PIXELS_A_DEGREE, PanelHit, is_inside, point_of};
use icochess_ui::panel::rays::PanelRays;
use icochess_ui::panel::screen::PanelScreen;

/// Distance that a held ray may move on the panel before it drags, in logical pixels: half a
/// degree. Pulling a trigger moves the hand.
const SLACK: f32 = PIXELS_A_DEGREE / 2.0;
/// Scroll speed of a fully deflected thumbstick, in logical pixels per second.
const SCROLL_RATE: f32 = 900.0;
/// Time for which a press that has deflected the ray may still move it, in seconds. Pulling a
/// trigger takes less time, and the steadied ray lags by up to 20 ms.
const THROWS: f32 = 0.08;
/// Scroll distance of a swipe over the trackpad's radius, in logical pixels.
const SWIPE: f32 = 320.0;
/// Distance that a held pointer may go beyond the picture's edge, in logical pixels.
const BESIDE: f32 = 1.0;

/// The systems that turn hands into pointer events.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct HandPointerSystems;

/// The subset of these systems that reports the actions of pointers.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct PointSystems;

/// Position of a pointer.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Spot {
    /// Whether the pointer is on the panel's picture. Elsewhere, it hovers no node.
    on_panel: bool,
    /// Position on the picture, in logical pixels.
    pixel: Vec2,
}

impl Spot {
    const fn on_panel(pixel: Vec2) -> Self {
        Self {
            on_panel: true,
            pixel,
        }
    }

    const fn off_panel(pixel: Vec2) -> Self {
        Self {
            on_panel: false,
            pixel,
        }
    }
}

/// Target of a pulled trigger.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
enum PressTarget {
    /// No target: the trigger isn't pulled, or the target was lost.
    #[default]
    Nothing,
    /// The panel, since pixel `from`.
    Panel {
        from: Vec2,
        /// Position of the ray, if the press has deflected it.
        thrown: Vec2,
        /// Time for which the press may still move the ray, in seconds.
        throws: f32,
        is_dragged: bool,
    },
    /// No target any more: the trigger was released off the panel, which clicks nothing.
    LetGo,
    /// An entity in the world, or empty space.
    World,
}

/// Input of a hand and its ray for pointing.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Aim {
    is_active: bool,
    is_pulled: bool,
    /// Pixel of the panel where the ray ends.
    ends: Option<Vec2>,
    /// Intersection with the panel's plane, even if occluded or outside the picture.
    plane: Option<Vec2>,
    /// Intended target of a press that begins now, if that target differs from the ray's: a pixel
    /// of the panel, or `Some(None)` for the world.
    intended: Option<Option<Vec2>>,
    /// Time since the last frame, in seconds.
    passed: f32,
}

/// The pointer of a hand.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub struct RayPointer {
    spot: Spot,
    target: PressTarget,
    was_pulled: bool,
    /// Whether a press began in the world this frame.
    has_begun: bool,
}

/// Returns whether a held ray is near the line from its press to the position that it was deflected
/// to.
fn is_between(at: Vec2, from: Vec2, thrown: Vec2) -> bool {
    let travel = thrown - from;
    let part = (at - from).dot(travel) / travel.length_squared();
    let part = if part.is_finite() {
        part.clamp(0.0, 1.0)
    } else {
        0.0
    };
    at.distance(from + travel * part) <= SLACK
}

impl RayPointer {
    /// Returns whether the ray picks in the world.
    const fn is_in_world(&self) -> bool {
        matches!(self.target, PressTarget::Nothing | PressTarget::World) && !self.spot.on_panel
    }

    /// Moves to a spot. Off the panel a pointer hovers nothing.
    ///
    /// The event has a delta even if the pixel is unchanged, so that a held pointer begins a drag.
    /// Bevy's widgets need that drag to end a press that isn't released on them.
    fn go(&mut self, spot: Spot, send: &mut impl FnMut(Spot, PointerAction)) {
        if spot != self.spot {
            let travel = spot.pixel - self.spot.pixel;
            let delta = if travel == Vec2::ZERO {
                Vec2::X
            } else {
                travel
            };
            self.spot = spot;
            send(spot, PointerAction::Move { delta });
        }
    }

    /// Returns whether a press begins with this input.
    const fn begins(&self, is_active: bool, is_pulled: bool) -> bool {
        is_active && is_pulled && !self.was_pulled && matches!(self.target, PressTarget::Nothing)
    }

    /// Advances by one frame, and reports the pointer's actions to `tell`.
    fn step(&mut self, aim: Aim, mut send: impl FnMut(Spot, PointerAction)) {
        let send = &mut send;
        let is_pulled = aim.is_active && aim.is_pulled;
        let begins = self.begins(aim.is_active, aim.is_pulled);
        // A trigger already pulled when the hand becomes active has another purpose.
        self.was_pulled = aim.is_pulled || !aim.is_active;
        self.has_begun = false;
        match self.target {
            PressTarget::Nothing => {
                let intended = aim.intended.filter(|_| begins);
                let ends = intended.unwrap_or(aim.ends).filter(|_| aim.is_active);
                self.go(
                    ends.map_or(Spot::off_panel(self.spot.pixel), Spot::on_panel),
                    send,
                );
                if begins {
                    send(self.spot, PointerAction::Press(PointerButton::Primary));
                    self.has_begun = ends.is_none();
                    let thrown = |from: Vec2| aim.plane.unwrap_or(from);
                    let is_thrown = |from: Vec2| thrown(from).distance(from) > SLACK;
                    self.target = ends.map_or(PressTarget::World, |from| PressTarget::Panel {
                        from,
                        thrown: thrown(from),
                        throws: if is_thrown(from) { THROWS } else { 0.0 },
                        is_dragged: false,
                    });
                }
            }
            PressTarget::Panel {
                from,
                thrown,
                throws,
                is_dragged,
            } => {
                let at = aim.plane.filter(|_| aim.is_active);
                let throws = throws - aim.passed;
                let thrown = at.filter(|_| throws > 0.0).unwrap_or(thrown);
                let is_near = |at: Vec2| !is_dragged && is_between(at, from, thrown);
                let spot = match at {
                    Some(at) if is_near(at) => Spot::on_panel(from),
                    Some(at) if is_inside(at) => Spot::on_panel(at),
                    Some(at) => {
                        let beside = Vec2::splat(BESIDE);
                        Spot::off_panel(at.clamp(-beside, PIXELS + beside))
                    }
                    // The ray was lost or turned away, so a drag keeps its last value.
                    None => Spot::off_panel(self.spot.pixel),
                };
                self.go(spot, send);
                let is_dragged = is_dragged || spot != Spot::on_panel(from);
                self.target = PressTarget::Panel {
                    from,
                    thrown,
                    throws,
                    is_dragged,
                };
                if !is_pulled && spot.on_panel {
                    send(spot, PointerAction::Release(PointerButton::Primary));
                    self.target = PressTarget::Nothing;
                } else if !is_pulled {
                    // A release in this frame would click the node hovered in the last frame.
                    self.target = PressTarget::LetGo;
                }
            }
            PressTarget::LetGo => {
                send(self.spot, PointerAction::Release(PointerButton::Primary));
                self.target = PressTarget::Nothing;
            }
            PressTarget::World => {
                if !is_pulled {
                    if !aim.is_active {
                        // The hand was lost during a press, which doesn't count as a click.
                        send(self.spot, PointerAction::Cancel);
                    }
                    send(self.spot, PointerAction::Release(PointerButton::Primary));
                    self.target = PressTarget::Nothing;
                }
            }
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.register_required_components::<HandInput, RayPointer>()
        .register_required_components::<HandInput, AimHistory>()
        .register_required_components::<HandInput, PressRay>()
        .add_systems(
            PreUpdate,
            (
                steady_rays.after(XrSpaceSyncSet).before(PointSystems),
                move_pointers
                    .in_set(PointSystems)
                    .after(XrSpaceSyncSet)
                    .before(PickingSystems::ProcessInput),
                cast_rays
                    .after(PickingSystems::ProcessInput)
                    .before(PickingSystems::Backend),
                record_targets.in_set(PickingSystems::PostHover),
            )
                .in_set(HandPointerSystems),
        )
        .add_systems(Update, handle_empty_press.in_set(AppSystems::Input));
}

/// Steadies the directions of rays.
fn steady_rays(
    time: Res<Time>,
    settings: Res<Settings>,
    aims: Query<(&AimPose, &Transform)>,
    mut hands: Query<(&HandInput, &mut Towards)>,
) {
    for (input, mut towards) in &mut hands {
        let mut aims = aims.iter();
        let aim = aims.find(|(aim, _)| aim.0 == input.hand && input.active);
        let now = aim.map(|(_, pose)| {
            let raw = pose.forward();
            towards.0.map_or(Steady::new(raw), |before| {
                before.step(raw, time.delta_secs(), settings.steadiness)
            })
        });
        towards.set_if_neq(Towards(now));
    }
}

/// Ray of a press that begins this frame. It leads to the press's intended target in the world, if
/// that differs from the target of the hand's ray.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
struct PressRay(Option<Ray3d>);

/// Records the targets of the rays.
fn record_targets(
    time: Res<Time>,
    mut hands: Query<(
        &HandInput,
        &Towards,
        &RayPointer,
        (&PressRay, &Near),
        &PointerInteraction,
        &mut AimHistory,
    )>,
    aims: Query<(&AimPose, &Transform)>,
    things: Query<&GlobalTransform>,
) {
    for (input, towards, pointer, (pressed, near), interaction, mut history) in &mut hands {
        let ray = ray_of(input.hand, towards, &aims);
        let Some(ray) = ray.filter(|_| input.active && near.0.is_none()) else {
            history.bypass_change_detection().clear();
            continue;
        };
        // The picking ray led to the intended target, so the hit isn't from the hand's own ray.
        if pressed.0.is_some() {
            continue;
        }
        let hit = interaction.get_nearest_hit();
        let target = if pointer.spot.on_panel {
            RayTarget::Panel {
                control: hit.map(|(entity, _)| *entity),
                pixel: pointer.spot.pixel,
            }
        } else {
            let thing = hit.and_then(|(entity, hit)| {
                let frame = things.get(*entity).ok()?.affine().inverse();
                let at = frame.transform_point3(hit.position?);
                let entity = *entity;
                Some(RayTarget::Thing { entity, at })
            });
            thing.unwrap_or(RayTarget::Air(ray.direction))
        };
        // No system runs on changes of the history.
        history
            .bypass_change_detection()
            .push(time.elapsed(), ray, target);
    }
}

/// Returns the ray from the same origin to a target at its current position.
fn ray_towards(target: RayTarget, from: Ray3d, things: &Query<&GlobalTransform>) -> Option<Ray3d> {
    let direction = match target {
        RayTarget::Air(direction) => direction,
        RayTarget::Thing { entity, at } => {
            let point = things.get(entity).ok()?.transform_point(at);
            Dir3::new(point - from.origin).ok()?
        }
        RayTarget::Panel { .. } => return None,
    };
    Some(Ray3d { direction, ..from })
}

/// Returns the position of the panel that a near hand pokes.
fn poked(near: Near, panel: &PanelRays) -> Option<PanelHit> {
    let Some(NearTo::Panel { pixel, .. }) = near.0 else {
        return None;
    };
    Some(PanelHit {
        depth: 0.0,
        point: point_of(panel.place()?, pixel),
        pixel,
    })
}

fn move_pointers(
    mut hands: Query<(
        (&HandInput, &Towards, &Near, &AimHistory),
        (&mut RayPointer, &mut PressRay, &mut OnPanel),
    )>,
    (aims, things): (Query<(&AimPose, &Transform)>, Query<&GlobalTransform>),
    panel: PanelRays,
    screen: Option<Res<PanelScreen>>,
    time: Res<Time>,
    mut inputs: MessageWriter<PointerInput>,
) {
    for ((input, towards, near, history), (mut pointer, mut pressed, mut on_panel)) in &mut hands {
        let hand = input.hand;
        // A near hand casts no ray.
        let ray = ray_of(hand, towards, &aims);
        let ray = ray.filter(|_| input.active && near.0.is_none());
        let met = poked(*near, &panel);
        let ends = met.or(ray.and_then(|ray| panel.first(ray)));
        let plane = met.or(ray.and_then(|ray| panel.on_plane(ray)));
        let is_pulled = input.select || near.poked() == Some(true);
        let begins = pointer.begins(input.active, is_pulled);
        let intended = ray
            .filter(|_| begins)
            .and_then(|ray| Some((ray, history.intended(time.elapsed(), ray, input.is_bare)?)));
        let towards_intended = intended.and_then(|(ray, target)| ray_towards(target, ray, &things));
        pressed.set_if_neq(PressRay(towards_intended));
        let mut send = |spot: Spot, action| {
            let screen = screen.as_ref().filter(|_| spot.on_panel);
            let location =
                screen.map_or_else(|| nowhere(spot.pixel), |screen| screen.location(spot.pixel));
            inputs.write(PointerInput::new(pointer_of(hand), location, action));
        };
        let pixel = |met: PanelHit| met.pixel;
        let aim = Aim {
            is_active: input.active,
            is_pulled,
            passed: time.delta_secs(),
            ends: ends.map(pixel),
            plane: plane.map(pixel),
            intended: intended.map(|(_, target)| match target {
                RayTarget::Panel { pixel, .. } => Some(pixel),
                RayTarget::Air(_) | RayTarget::Thing { .. } => None,
            }),
        };
        pointer.step(aim, &mut send);
        let travel = stick(input.turn) * SCROLL_RATE * time.delta_secs() + input.swipe * SWIPE;
        if pointer.spot.on_panel && pointer.target == PressTarget::Nothing && travel != Vec2::ZERO {
            let scroll = PointerAction::Scroll {
                unit: MouseScrollUnit::Pixel,
                // As with a mouse wheel, content to the right appears with -x.
                x: -travel.x,
                y: travel.y,
                phase: TouchPhase::Moved,
            };
            send(pointer.spot, scroll);
        }
        let met = ends.or(plane).filter(|_| pointer.spot.on_panel);
        let end = met.zip(panel.normal()).map(|(met, normal)| PanelEnd {
            depth: met.depth,
            point: met.point,
            normal,
        });
        on_panel.set_if_neq(OnPanel(end));
    }
}

fn cast_rays(
    hands: Query<(&HandInput, &Towards, &RayPointer, &PressRay, &Near)>,
    aims: Query<(&AimPose, &Transform)>,
    camera: Query<Entity, With<RayCamera>>,
    screen: Option<Res<PanelScreen>>,
    mut rays: ResMut<RayMap>,
) {
    let camera = camera.iter().next();
    for (input, towards, pointer, pressed, near) in &hands {
        let id = pointer_of(input.hand);
        if let Some(screen) = &screen {
            // The panel camera's own ray would pass through the world.
            rays.map.remove(&RayId::new(screen.camera, id));
        }
        let ray = pressed.0.or(ray_of(input.hand, towards, &aims));
        let ray = ray.filter(|_| input.active && near.0.is_none() && pointer.is_in_world());
        if let (Some(camera), Some(ray)) = (camera, ray) {
            rays.map.insert(RayId::new(camera, id), ray);
        }
    }
}

/// Handles a trigger pulled in empty space. If the hand has no grip, the trigger may hold the
/// board.
fn handle_empty_press(
    mut hands: Query<(
        &HandInput,
        &RayPointer,
        &PointerInteraction,
        &mut TriggerGrab,
    )>,
    mut commands: Commands,
) {
    for (input, pointer, interaction, mut air) in &mut hands {
        if !pointer.has_begun || interaction.get_nearest_hit().is_some() {
            continue;
        }
        if input.has_grab {
            commands.trigger(PressedNothing(pointer_of(input.hand)));
        } else {
            *air = TriggerGrab::Begun;
        }
    }
}

#[cfg(test)]
mod tests;
