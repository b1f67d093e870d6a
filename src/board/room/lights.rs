//! The lamps of the room: a warm key, a cool rim from the sky, and a gentle light from below. Nothing
//! casts shadows, so that a headset keeps its frame rate.

use bevy::light::GlobalAmbientLight;
use bevy::prelude::*;

use super::place::RoomRoot;
use super::scene::scene;
use super::shown::{RoomSystems, ShownRoom};
use crate::schedule::AppSystems;

/// One of the lights of a room, by its place among them.
#[derive(Component)]
struct Lamp(usize);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn).add_systems(
        Update,
        shine
            .run_if(resource_changed::<ShownRoom>)
            .after(RoomSystems)
            .in_set(AppSystems::Scene),
    );
}

fn spawn(mut commands: Commands, room: Single<Entity, With<RoomRoot>>) {
    for (number, name) in ["key light", "rim light", "light from below"]
        .into_iter()
        .enumerate()
    {
        commands.spawn((
            ChildOf(*room),
            Name::new(name),
            Lamp(number),
            DirectionalLight::default(),
        ));
    }
}

fn shine(
    shown: Res<ShownRoom>,
    mut lamps: Query<(&Lamp, &mut DirectionalLight, &mut Transform)>,
    mut ambient: ResMut<GlobalAmbientLight>,
) {
    let scene = scene(shown.0);
    for (lamp, mut light, mut place) in &mut lamps {
        let now = &scene.lights[lamp.0];
        light.color = now.color;
        light.illuminance = now.illuminance;
        *place = Transform::from_translation(now.from).looking_at(Vec3::ZERO, Vec3::Y);
    }
    ambient.color = Color::srgb(0.88, 0.92, 1.0);
    ambient.brightness = scene.least;
}
