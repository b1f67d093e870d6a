//! The camera of the window: where it is, and how near.

use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::input::mouse::{AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;

use crate::audio::Ears;
use crate::board::Seat;
use crate::board::shape::Shape;
use crate::schedule::{AppSystems, Display};

/// The camera of the window.
#[derive(Component, Debug, Clone, Copy)]
pub struct WindowCamera;

/// Part of the distance that one notch of the wheel takes off.
const ZOOM_PER_NOTCH: f32 = 0.10;
/// Nearest the camera comes to what belongs to the board, metres.
pub const NEAREST: f32 = 0.10;
/// Farthest the camera goes from the centre, metres.
pub const FARTHEST: f32 = 2.0;
/// Near plane, metres.
const NEAR: f32 = 0.02;

/// Distance of the camera from the centre, as a part of the seat's own.
#[derive(Resource, Debug, Clone, Copy, PartialEq)]
struct Zoom(f32);

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(Zoom(1.0))
        .add_systems(
            Startup,
            (spawn_camera, lend_ears.run_if(in_state(Display::Flat))).chain(),
        )
        .add_systems(
            Update,
            (
                zoom.run_if(in_state(Display::Flat))
                    .in_set(AppSystems::Input),
                // Another board has another place.
                place_camera
                    .run_if(resource_changed::<Seat>.or_else(resource_changed::<Zoom>))
                    .in_set(AppSystems::Scene),
            ),
        );
}

/// Where the camera is for a seat: never within what
/// belongs to it.
fn camera_place(seat: &Seat, shape: &Shape, zoom: f32) -> Transform {
    let away = (seat.eye - seat.centre) * zoom;
    let away = away.clamp_length_min(shape.extent + NEAREST);
    Transform::from_translation(seat.centre + away).looking_at(seat.centre, Vec3::Y)
}

pub(super) fn spawn_camera(mut commands: Commands, seat: Res<Seat>, shape: Res<Shape>) {
    commands.spawn((
        WindowCamera,
        Name::new("window camera"),
        Camera3d::default(),
        Tonemapping::AcesFitted,
        Projection::Perspective(PerspectiveProjection {
            fov: 45.0_f32.to_radians(),
            near: NEAR,
            ..default()
        }),
        camera_place(&seat, &shape, 1.0),
    ));
}

/// Without a headset the sounds are heard from the camera.
fn lend_ears(mut commands: Commands, camera: Query<Entity, With<WindowCamera>>) {
    for camera in &camera {
        commands.entity(camera).insert(Ears);
    }
}

fn place_camera(
    (seat, shape): (Res<Seat>, Res<Shape>),
    zoom: Res<Zoom>,
    mut camera: Single<&mut Transform, With<WindowCamera>>,
) {
    **camera = camera_place(&seat, &shape, zoom.0);
}

fn zoom(
    scroll: Res<AccumulatedMouseScroll>,
    (seat, shape): (Res<Seat>, Res<Shape>),
    mut zoom: ResMut<Zoom>,
) {
    let notches = match scroll.unit {
        MouseScrollUnit::Line => scroll.delta.y,
        // As many as a notch of a usual wheel scrolls.
        MouseScrollUnit::Pixel => scroll.delta.y / 50.0,
    };
    if notches != 0.0 {
        let own = (seat.eye - seat.centre).length();
        let factor = (1.0 - ZOOM_PER_NOTCH).powf(notches);
        let distance = (own * zoom.0 * factor).clamp(shape.extent + NEAREST, FARTHEST);
        zoom.set_if_neq(Zoom(distance / own));
    }
}
