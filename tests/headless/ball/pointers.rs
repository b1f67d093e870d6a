//! Simulated mouse and hands.

use bevy::camera::NormalizedRenderTarget;
use bevy::picking::PickingSystems;
use bevy::picking::backend::ray::{RayId, RayMap};
use bevy::picking::pointer::{Location, PointerId, PointerInput};
use bevy::window::WindowRef;
use icochess::interaction::InteractionState;
use icochess::xr::hands::{AimPose, HandInput, RayCamera};

use super::*;

/// Distance from the centre of the ball to the origin of a pointer's ray, in metres.
const AWAY: f32 = 0.6;

/// The mouse, added on first use.
#[derive(Resource)]
pub struct Mouse {
    /// Ray along which the mouse points.
    pub ray: Option<Ray3d>,
    /// Position in the window, in logical pixels.
    at: Vec2,
}

impl Table {
    /// Returns the mouse, which initially points at nothing.
    pub fn mouse(&mut self) -> Mut<'_, Mouse> {
        if !self.app.world().contains_resource::<Mouse>() {
            let at = Vec2::splat(100.0);
            let cast = cast_mouse_ray
                .after(PickingSystems::ProcessInput)
                .before(PickingSystems::Backend);
            self.app
                .insert_resource(Mouse { ray: None, at })
                .add_systems(PreUpdate, cast);
        }
        self.get_mut()
    }

    /// Returns a ray that hits the centre of a tile.
    pub fn ray_to(&mut self, name: &str) -> Ray3d {
        let centre = self.get::<PlayerSeat>().centre;
        let outwards = (self.tile_place(name) - centre).normalize();
        Ray3d {
            origin: centre + outwards * AWAY,
            direction: Dir3::new(-outwards).unwrap(),
        }
    }

    /// Returns a ray that hits nothing.
    pub fn ray_past(&self) -> Ray3d {
        Ray3d {
            origin: self.get::<PlayerSeat>().eye,
            direction: Dir3::Y,
        }
    }

    pub fn hand(&mut self, hand: Hand, change: impl Fn(&mut HandInput)) {
        let world = self.app.world_mut();
        for mut input in world.query::<&mut HandInput>().iter_mut(world) {
            if input.hand == hand {
                input.active = true;
                change(&mut input);
            }
        }
    }

    pub fn aim(&mut self, hand: Hand, ray: Ray3d) {
        self.hold(hand, ray);
        self.frames(2);
    }

    /// Moves a hand to a ray from the next frame on.
    pub fn hold(&mut self, hand: Hand, ray: Ray3d) {
        self.hand(hand, |_| {});
        let world = self.app.world_mut();
        for (aim, mut place) in world.query::<(&AimPose, &mut Transform)>().iter_mut(world) {
            if aim.0 == hand {
                *place = Transform::from_translation(ray.origin)
                    .looking_to(ray.direction, ray.direction.any_orthonormal_vector());
            }
        }
    }

    /// Returns a hand's ray and the transform of its beam.
    pub fn ray_and_beam(&mut self, hand: Hand) -> (Ray3d, GlobalTransform) {
        let rays = self.get::<RayMap>().iter();
        let mut rays = rays.filter(|(id, _)| id.pointer == pointer_of(hand));
        let ray = *rays.next().expect("a ray in the world").1;
        let world = self.app.world_mut();
        let mut aims = world.query::<(&AimPose, &Children)>();
        let mut aims = aims.iter(world).filter(|(aim, _)| aim.0 == hand);
        let beam = aims.next().expect("an aim").1[0];
        let beam = world.get::<GlobalTransform>(beam);
        (ray, *beam.expect("a beam"))
    }

    /// Points a hand and pulls its trigger.
    pub fn trigger_at(&mut self, hand: Hand, ray: Ray3d) {
        self.aim(hand, ray);
        for pulled in [true, false] {
            self.hand(hand, |input| input.select = pulled);
            self.frames(1);
        }
    }

    /// Points at the centre of a tile.
    pub fn aim_at(&mut self, hand: Hand, name: &str) {
        let ray = self.ray_to(name);
        self.aim(hand, ray);
    }

    pub fn trigger(&mut self, hand: Hand, name: &str) {
        let ray = self.ray_to(name);
        self.trigger_at(hand, ray);
    }

    pub fn mouse_does(&mut self, action: PointerAction) {
        self.mouse_tells(action);
        self.frames(1);
    }

    /// Sends a mouse action without running a frame.
    fn mouse_tells(&mut self, action: PointerAction) {
        let position = self.mouse().at;
        let window = headless::the_window(&mut self.app);
        let window = WindowRef::Entity(window).normalize(None).unwrap();
        let location = Location {
            target: NormalizedRenderTarget::Window(window),
            position,
        };
        self.send(PointerInput::new(PointerId::Mouse, location, action));
    }

    /// Moves to a tile and clicks, all within one frame.
    pub fn click_in_one_frame(&mut self, name: &str) {
        let ray = self.ray_to(name);
        self.mouse().ray = Some(ray);
        self.mouse_tells(PointerAction::Move { delta: Vec2::ZERO });
        self.click_here();
        self.frames(2);
    }

    /// Clicks without moving, within one frame, and runs that frame.
    pub fn click_here(&mut self) {
        let button = PointerButton::Primary;
        self.mouse_tells(PointerAction::Press(button));
        self.mouse_tells(PointerAction::Release(button));
        self.frames(1);
    }

    pub fn mouse_to(&mut self, ray: Ray3d) {
        self.mouse().ray = Some(ray);
        self.mouse_does(PointerAction::Move { delta: Vec2::ZERO });
        self.frames(1);
    }

    /// Clicks, and moves `wander` pixels between press and release.
    pub fn click_at(&mut self, button: PointerButton, ray: Ray3d, wander: f32) {
        self.mouse_to(ray);
        self.mouse_does(PointerAction::Press(button));
        if wander > 0.0 {
            let delta = Vec2::X * wander;
            self.mouse().at += delta;
            self.mouse_does(PointerAction::Move { delta });
        }
        self.mouse_does(PointerAction::Release(button));
        self.frames(1);
    }

    pub fn click(&mut self, button: PointerButton, name: &str) {
        let ray = self.ray_to(name);
        self.click_at(button, ray, 0.0);
    }

    pub fn selected(&self) -> Option<String> {
        self.get::<InteractionState>().selected.clone()
    }

    pub fn hovered(&self) -> Option<String> {
        self.get::<InteractionState>().hovered.clone()
    }

    /// Points the right hand at a tile, and pulls and holds its trigger.
    pub fn aim_and_pull(&mut self, name: &str) {
        self.aim_at(Hand::Right, name);
        self.hand(Hand::Right, |input| input.select = true);
        self.frames(1);
    }
}

fn cast_mouse_ray(
    mouse: Res<Mouse>,
    camera: Single<Entity, With<RayCamera>>,
    mut rays: ResMut<RayMap>,
) {
    if let Some(ray) = mouse.ray {
        rays.map.insert(RayId::new(*camera, PointerId::Mouse), ray);
    }
}
