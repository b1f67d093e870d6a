//! Rays become pointers.
//!
//! A ray that ends on the panel is a pointer on the panel's picture; any other asks
//! what it meets in the world. A press belongs to where it began until it is over:
//! one that began on the board presses nothing on the panel, and the other way
//! round.

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

/// The way that a ray may wander on the panel before a press becomes a drag, logical pixels: half a
/// degree. Pulling a trigger moves the hand.
const SLACK: f32 = PIXELS_A_DEGREE / 2.0;
/// Scrolling with the thumbstick pushed to its end, logical pixels a second.
const SCROLL_RATE: f32 = 900.0;
/// The time for which a press that has thrown the ray may throw it on, seconds: a finger pulls a
/// trigger through in less, and the steadied ray follows within 20 ms.
const THROWS: f32 = 0.08;
/// Scrolling by a swipe as long as the radius of a trackpad, logical pixels.
const SWIPE: f32 = 320.0;
/// The distance that a held pointer may go beyond the picture's edge, logical pixels.
const BESIDE: f32 = 1.0;

/// The systems that turn hands into pointer events.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct HandPointerSystems;

/// The systems among them that report what a pointer does.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct PointSystems;

/// The position of a pointer.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Spot {
    /// Whether it is on the picture of the panel; elsewhere no node is under it.
    on_panel: bool,
    /// The position on the picture, logical pixels.
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

/// The target of a pulled trigger.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
enum PressTarget {
    /// Nothing: the trigger is not pulled, or what it was pulled on was lost.
    #[default]
    Nothing,
    /// Something on the panel, since the pixel `from`.
    Panel {
        from: Vec2,
        /// The place of the ray, if the press has thrown it.
        thrown: Vec2,
        /// The time for which the press may still throw it on, seconds.
        throws: f32,
        is_dragged: bool,
    },
    /// Nothing any more: what it held on the panel was let go without being pressed, as the pointer
    /// has left the panel.
    LetGo,
    /// Something in the world, or the air.
    World,
}

/// The state of a hand and its ray, as far as pointers are concerned.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Aim {
    is_active: bool,
    is_pulled: bool,
    /// The pixel of the panel on which the ray ends.
    ends: Option<Vec2>,
    /// The point where the ray meets the plane of the panel, whatever is before it, also beside the
    /// picture.
    plane: Option<Vec2>,
    /// The target of a press that begins now, if that is not what the ray meets: a pixel of the
    /// panel, or nothing of it.
    meant: Option<Option<Vec2>>,
    /// Time since the frame before, seconds.
    passed: f32,
}

/// The pointer of a hand.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub struct RayPointer {
    spot: Spot,
    target: PressTarget,
    was_pulled: bool,
    /// A press has begun in this frame, in the world.
    has_begun: bool,
}

/// Whether a held ray is still where it was pressed, or was thrown to by that.
fn is_between(at: Vec2, from: Vec2, thrown: Vec2) -> bool {
    let way = thrown - from;
    let part = (at - from).dot(way) / way.length_squared();
    let part = if part.is_finite() {
        part.clamp(0.0, 1.0)
    } else {
        0.0
    };
    at.distance(from + way * part) <= SLACK
}

impl RayPointer {
    /// Whether the ray looks for what it meets in the world.
    const fn is_in_world(&self) -> bool {
        matches!(self.target, PressTarget::Nothing | PressTarget::World) && !self.spot.on_panel
    }

    /// Moves to a spot. Nothing is under a pointer that is off the panel.
    ///
    /// Also without a way to go, a move of a held pointer begins a drag: Bevy's
    /// widgets end a press that is not released on them with that drag.
    fn go(&mut self, spot: Spot, tell: &mut impl FnMut(Spot, PointerAction)) {
        if spot != self.spot {
            let way = spot.pixel - self.spot.pixel;
            let delta = if way == Vec2::ZERO { Vec2::X } else { way };
            self.spot = spot;
            tell(spot, PointerAction::Move { delta });
        }
    }

    /// Whether a press begins with this state of the hand.
    const fn begins(&self, is_active: bool, is_pulled: bool) -> bool {
        is_active && is_pulled && !self.was_pulled && matches!(self.target, PressTarget::Nothing)
    }

    /// Takes the state of the hand, and reports the actions of the pointer to `tell`.
    fn step(&mut self, aim: Aim, mut tell: impl FnMut(Spot, PointerAction)) {
        let tell = &mut tell;
        let is_pulled = aim.is_active && aim.is_pulled;
        let begins = self.begins(aim.is_active, aim.is_pulled);
        // A trigger that comes pulled was pulled for something else.
        self.was_pulled = aim.is_pulled || !aim.is_active;
        self.has_begun = false;
        match self.target {
            PressTarget::Nothing => {
                let meant = aim.meant.filter(|_| begins);
                let ends = meant.unwrap_or(aim.ends).filter(|_| aim.is_active);
                self.go(
                    ends.map_or(Spot::off_panel(self.spot.pixel), Spot::on_panel),
                    tell,
                );
                if begins {
                    tell(self.spot, PointerAction::Press(PointerButton::Primary));
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
                    // Lost, or turned away: what it holds stays as it is.
                    None => Spot::off_panel(self.spot.pixel),
                };
                self.go(spot, tell);
                let is_dragged = is_dragged || spot != Spot::on_panel(from);
                self.target = PressTarget::Panel {
                    from,
                    thrown,
                    throws,
                    is_dragged,
                };
                if !is_pulled && spot.on_panel {
                    tell(spot, PointerAction::Release(PointerButton::Primary));
                    self.target = PressTarget::Nothing;
                } else if !is_pulled {
                    // A release in this frame would press what was under the pointer
                    // in the last one.
                    self.target = PressTarget::LetGo;
                }
            }
            PressTarget::LetGo => {
                tell(self.spot, PointerAction::Release(PointerButton::Primary));
                self.target = PressTarget::Nothing;
            }
            PressTarget::World => {
                if !is_pulled {
                    if !aim.is_active {
                        // The hand was lost in the middle of a press: that is no click.
                        tell(self.spot, PointerAction::Cancel);
                    }
                    tell(self.spot, PointerAction::Release(PointerButton::Primary));
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
                hold_steady.after(XrSpaceSyncSet).before(PointSystems),
                point
                    .in_set(PointSystems)
                    .after(XrSpaceSyncSet)
                    .before(PickingSystems::ProcessInput),
                cast_rays
                    .after(PickingSystems::ProcessInput)
                    .before(PickingSystems::Backend),
                remember.in_set(PickingSystems::PostHover),
            )
                .in_set(HandPointerSystems),
        )
        .add_systems(Update, press_nothing.in_set(AppSystems::Input));
}

/// Takes the trembling of a hand from where its ray leads.
fn hold_steady(
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

/// The ray of a press that begins in this frame, towards what it means in the world, if that is
/// not where the hand points.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
struct PressRay(Option<Ray3d>);

/// Keeps what the rays have met.
fn remember(
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
        // A thing that is pressed is not what the ray meets.
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
        // Nobody waits for it.
        history
            .bypass_change_detection()
            .push(time.elapsed(), ray, target);
    }
}

/// The ray from the same hand towards a place in the world, as that is now.
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

/// The place of the panel that a near hand pokes, and whether it pushes it in.
fn poked(near: Near, panel: &PanelRays) -> Option<(PanelHit, bool)> {
    let Some(NearTo::Panel { pixel, is_poked }) = near.0 else {
        return None;
    };
    let met = PanelHit {
        depth: 0.0,
        point: point_of(panel.place()?, pixel),
        pixel,
    };
    Some((met, is_poked))
}

fn point(
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
        // A hand that is near points at nothing else.
        let ray = ray_of(hand, towards, &aims);
        let ray = ray.filter(|_| input.active && near.0.is_none());
        let poked = poked(*near, &panel);
        let met = poked.map(|(met, _)| met);
        let ends = met.or(ray.and_then(|ray| panel.first(ray)));
        let plane = met.or(ray.and_then(|ray| panel.on_plane(ray)));
        let is_pulled = input.select || poked.is_some_and(|(_, is_poked)| is_poked);
        let begins = pointer.begins(input.active, is_pulled);
        let meant = ray
            .filter(|_| begins)
            .and_then(|ray| Some((ray, history.meant(time.elapsed(), ray, input.is_bare)?)));
        let towards_meant = meant.and_then(|(ray, target)| ray_towards(target, ray, &things));
        pressed.set_if_neq(PressRay(towards_meant));
        let mut tell = |spot: Spot, action| {
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
            meant: meant.map(|(_, target)| match target {
                RayTarget::Panel { pixel, .. } => Some(pixel),
                RayTarget::Air(_) | RayTarget::Thing { .. } => None,
            }),
        };
        pointer.step(aim, &mut tell);
        let way = stick(input.turn) * SCROLL_RATE * time.delta_secs() + input.swipe * SWIPE;
        if pointer.spot.on_panel && pointer.target == PressTarget::Nothing && way != Vec2::ZERO {
            let scroll = PointerAction::Scroll {
                unit: MouseScrollUnit::Pixel,
                // As of a wheel: what is to the right comes with -x.
                x: -way.x,
                y: way.y,
                phase: TouchPhase::Moved,
            };
            tell(pointer.spot, scroll);
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
            // From the panel's camera it would lead through the world.
            rays.map.remove(&RayId::new(screen.camera, id));
        }
        let ray = pressed.0.or(ray_of(input.hand, towards, &aims));
        let ray = ray.filter(|_| input.active && near.0.is_none() && pointer.is_in_world());
        if let (Some(camera), Some(ray)) = (camera, ray) {
            rays.map.insert(RayId::new(camera, id), ray);
        }
    }
}

/// Handles a trigger that is pulled while the ray meets nothing. Of a hand without a grip it may
/// hold the board.
fn press_nothing(
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
