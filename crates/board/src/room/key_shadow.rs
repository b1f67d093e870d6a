//! The shadows that board, pieces and hands cast on each other in the key light.
//!
//! A spot light replaces most of the key light while they are on. Unlike a directional light's, its
//! shadow map is drawn once for both eyes. The ground is painted and has its own soft spots
//! (`shadow`, `thrown`). Boards with glass levels have no shadows: one from another level would look
//! like a mark.

use std::f32::consts::PI;

use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use super::ground::has_scene_changed;
use super::place::{RoomPlace, RoomRoot};
use super::scene::scene;
use super::shown::ShownRoom;
use crate::stage::drawing::{RoomLight, seen_if};
use crate::stage::quality::{GraphicsAdapter, ShadowLimit};
use crate::stage::root::BoardRoot;
use crate::stage::shape::BoardShape;
use icochess_base::schedule::AppSystems;
use icochess_store::choices::Shadows;
use icochess_store::effective::FollowSettings;

/// Distance of the lamp from the board's middle, in metres. Its light differs by 10% across a board
/// of half a metre.
const FAR: f32 = 10.0;
/// Radius of the lit circle, in radii of the board, and in metres beyond them, for hands.
const LIT: (f32, f32) = (1.3, 0.4);
/// Part of the circle with full light.
const FULL: f32 = 0.9;
/// Part of the key light that the shadows take away.
pub(super) const DARKNESS: f32 = 0.7;
/// Offset of shadows against a surface's shadow on itself, in metres.
const BIAS: f32 = 0.004;

/// Whether the key light casts shadows now.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct KeyShadow(pub(super) bool);

/// Marker for the lamp that casts shadows.
#[derive(Component, Debug)]
struct ShadowLamp;

/// Decides whether there are shadows, before the lamps are updated.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct KeyShadowSystems;

pub(super) fn plugin(app: &mut App) {
    app.follow_settings(|settings, _| settings.shadows)
        .init_resource::<KeyShadow>()
        .add_systems(Startup, spawn_lamp)
        .add_systems(
            Update,
            (
                choose
                    .run_if(
                        resource_changed::<Shadows>
                            .or_else(resource_changed::<ShadowLimit>)
                            .or_else(resource_exists_and_changed::<BoardShape>),
                    )
                    .run_if(resource_exists::<BoardShape>)
                    .in_set(KeyShadowSystems),
                choose_casters.run_if(is_on),
                aim_lamp
                    .run_if(
                        has_scene_changed
                            .or_else(resource_changed::<KeyShadow>)
                            .or_else(resource_changed::<RoomLight>),
                    )
                    .run_if(resource_exists::<BoardShape>),
            )
                .chain()
                .in_set(AppSystems::Feedback),
        );
}

pub(super) fn is_on(shadow: Res<KeyShadow>) -> bool {
    shadow.0
}

/// Returns the luminous power, in lumens, of a lamp that lights the board with `illuminance` lux from
/// a distance in metres.
pub(super) const fn power(distance: f32, illuminance: f32) -> f32 {
    4.0 * PI * distance * distance * illuminance
}

fn spawn_lamp(mut commands: Commands, room: Single<Entity, With<RoomRoot>>) {
    commands.spawn((
        ChildOf(*room),
        Name::new("key light with shadows"),
        ShadowLamp,
        SpotLight {
            range: 10.0 * FAR,
            shadow_maps_enabled: true,
            shadow_depth_bias: BIAS,
            ..default()
        },
        Visibility::Hidden,
    ));
}

fn choose(
    card: GraphicsAdapter,
    (wanted, limit): (Res<Shadows>, Res<ShadowLimit>),
    shape: Res<BoardShape>,
    mut shadow: ResMut<KeyShadow>,
) {
    let is_on = card.has_shadows(*wanted, *limit) && !shape.is_glass();
    shadow.set_if_neq(KeyShadow(is_on));
}

/// Lets only opaque, lit meshes cast shadows.
fn choose_casters(
    changed: Query<
        (
            Entity,
            &MeshMaterial3d<StandardMaterial>,
            Has<NotShadowCaster>,
        ),
        Changed<MeshMaterial3d<StandardMaterial>>,
    >,
    materials: Res<Assets<StandardMaterial>>,
    mut commands: Commands,
) {
    for (entity, material, is_excluded) in &changed {
        let material = materials.get(&material.0);
        let casts = material.is_some_and(|it| !it.unlit && it.alpha_mode == AlphaMode::Opaque);
        if casts && is_excluded {
            commands.entity(entity).remove::<NotShadowCaster>();
        } else if !casts && !is_excluded {
            commands.entity(entity).insert(NotShadowCaster);
        }
    }
}

/// Points the lamp at the board from the key light's direction.
fn aim_lamp(
    (shadow, shown, light): (Res<KeyShadow>, Res<ShownRoom>, Res<RoomLight>),
    (shape, place): (Res<BoardShape>, Res<RoomPlace>),
    board: Single<&Transform, (With<BoardRoot>, Without<ShadowLamp>)>,
    lamp: Single<(&mut SpotLight, &mut Transform, &mut Visibility), With<ShadowLamp>>,
) {
    let (mut lamp, mut at, mut seen) = lamp.into_inner();
    seen.set_if_neq(seen_if(shadow.0));
    if !shadow.0 {
        return;
    }
    let key = scene(shown.0).key.over(shape.hold);
    let lit = LIT.0 * shape.radius() * board.scale.x + LIT.1;
    let outer_angle = (lit / FAR).atan();
    *lamp = SpotLight {
        color: key.color,
        intensity: power(FAR, DARKNESS * key.illuminance * light.0),
        inner_angle: FULL * outer_angle,
        outer_angle,
        shadow_map_near_z: FAR - 2.0 * lit,
        ..*lamp
    };
    let middle = place
        .0
        .to_matrix()
        .inverse()
        .transform_point3(board.translation);
    *at = Transform::from_translation(middle + FAR * key.from.normalize_or(Vec3::Y))
        .looking_at(middle, Vec3::Z);
}
