//! A soft light on the cell that a friend at a window looks at.

use bevy::prelude::*;
use icochess_rules::Cell;

use super::ShowsFriend;
use crate::effects::glow;
use crate::stage::drawing::{OVER_GLASS, unlit};
use crate::stage::inlaid;
use crate::stage::parts::Parts;
use crate::stage::shape::BoardShape;
use icochess_play::game::remote::FriendPresence;

/// Colour of the light, cooler than all marks.
const LIGHT: Color = Color::srgba(0.66, 0.84, 1.0, 0.75);
/// Size of the light, in circumcircles of the tile.
const SIZE: f32 = 0.9;
/// Number of corners.
const SIDES: usize = 24;

/// Light on a cell.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FriendLight(Cell);

/// Run condition: a light is needed or there.
pub(super) fn is_any(friend: Res<FriendPresence>, lights: Query<(), With<FriendLight>>) -> bool {
    friend.has_look() || !lights.is_empty()
}

pub(super) fn update(
    time: Res<Time<Real>>,
    (friend, shows): (Res<FriendPresence>, Res<ShowsFriend>),
    (shape, parts): (Res<BoardShape>, Res<Parts>),
    light: Option<Single<(Entity, &FriendLight)>>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let wanted = friend.looks_at(time.elapsed()).filter(|_| shows.0);
    let now = light.map(|it| (it.0, it.1.0));
    let Some(cell) = wanted else {
        if let Some((light, _)) = now {
            commands.entity(light).despawn();
        }
        return;
    };
    if now.is_some_and(|(_, before)| before == cell) {
        return;
    }
    let place = (
        FriendLight(cell),
        glow::on_tile(cell, &shape, SIZE),
        ChildOf(parts.of(cell, &shape)),
    );
    if let Some((light, _)) = now {
        commands.entity(light).insert(place);
        return;
    }
    let bright = |opacity| [1.0, 1.0, 1.0, opacity];
    let circles = [
        (0.2, bright(1.0)),
        (0.45, bright(0.75)),
        (0.75, bright(0.25)),
        (1.0, bright(0.0)),
    ];
    commands.spawn((
        place,
        Name::new("friend's light"),
        Mesh3d(meshes.add(inlaid::turned(SIDES, &circles, true))),
        MeshMaterial3d(materials.add(StandardMaterial {
            alpha_mode: AlphaMode::Blend,
            cull_mode: None,
            depth_bias: OVER_GLASS,
            ..unlit(LIGHT)
        })),
    ));
}
