//! Lamps of the room: a warm key, a cool rim from the sky, and a gentle fill from below. While there
//! are shadows, another lamp gives most of the key (`key_shadow`).

use bevy::light::{GlobalAmbientLight, SimulationLightSystems};
use bevy::prelude::*;

use super::key_shadow::{DARKNESS, KeyShadow, KeyShadowSystems, is_on, power};
use super::place::RoomRoot;
use super::scene::scene;
use super::shown::ShownRoom;
use crate::stage::drawing::RoomLight;
use crate::stage::shape::BoardShape;
use icochess_base::platform::DIRECTIONAL_LIGHTS;
use icochess_base::schedule::AppSystems;

/// Distance of a point light that replaces a directional one, in metres. Its light differs by 2%
/// across a board of half a metre.
const FAR: f32 = 50.0;
/// Range of a point light that replaces a directional one, in metres. It is large because Bevy
/// fades a light towards its range.
const REACH: f32 = 10.0 * FAR;

/// Role of a lamp.
#[derive(Component, Clone, Copy)]
enum Lamp {
    Key,
    Rim,
    Below,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_lamps).add_systems(
        Update,
        update_lamps
            .run_if(
                resource_exists::<BoardShape>.and_then(
                    resource_changed::<ShownRoom>
                        .or_else(resource_exists_and_changed::<BoardShape>)
                        .or_else(resource_changed::<RoomLight>)
                        .or_else(resource_changed::<KeyShadow>),
                ),
            )
            .after(KeyShadowSystems)
            .in_set(AppSystems::Feedback),
    );
    // Without shadows, Bevy would still search for their casters in every frame, which takes 5% of
    // its time.
    app.configure_sets(
        PostUpdate,
        SimulationLightSystems::CheckLightVisibility.run_if(is_on),
    );
}

fn spawn_lamps(mut commands: Commands, room: Single<Entity, With<RoomRoot>>) {
    let lamps = [
        ("key light", Lamp::Key),
        ("rim light", Lamp::Rim),
        ("light from below", Lamp::Below),
    ];
    for (number, (name, lamp)) in lamps.into_iter().enumerate() {
        let mut lamp = commands.spawn((ChildOf(*room), Name::new(name), lamp));
        if number < DIRECTIONAL_LIGHTS {
            lamp.insert(DirectionalLight::default());
        } else {
            lamp.insert(PointLight {
                range: REACH,
                ..default()
            });
        }
    }
}

fn update_lamps(
    (shown, shape): (Res<ShownRoom>, Res<BoardShape>),
    (light, shadow): (Res<RoomLight>, Res<KeyShadow>),
    mut lamps: Query<(
        &Lamp,
        AnyOf<(&mut DirectionalLight, &mut PointLight)>,
        &mut Transform,
    )>,
    mut ambient: ResMut<GlobalAmbientLight>,
) {
    let scene = scene(shown.0);
    let key = scene.key.over(shape.hold);
    let below = scene.below.under(shape.hold);
    for (lamp, (directional, point), mut place) in &mut lamps {
        let now = match lamp {
            Lamp::Key => &key,
            Lamp::Rim => &scene.rim,
            Lamp::Below => &below,
        };
        let is_replaced = shadow.0 && matches!(lamp, Lamp::Key);
        let part = if is_replaced { 1.0 - DARKNESS } else { 1.0 };
        let illuminance = part * now.illuminance * light.0;
        if let Some(mut sun) = directional {
            sun.color = now.color;
            sun.illuminance = illuminance;
        }
        if let Some(mut point) = point {
            point.color = now.color;
            point.intensity = power(FAR, illuminance);
        }
        let from = FAR * now.from.normalize_or(Vec3::Y);
        *place = Transform::from_translation(from).looking_at(Vec3::ZERO, Vec3::Y);
    }
    ambient.color = Color::srgb(0.88, 0.92, 1.0);
    ambient.brightness = scene.ambient * light.0;
}
