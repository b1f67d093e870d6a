//! Dims the room with the lamps. Its light is baked into vertex colours, so lamps don't affect it.

use bevy::prelude::*;
use icochess_shape::Room;

use super::painted::in_light;
use super::scenery::InRoom;
use super::shown::ShownRoom;
use crate::stage::drawing::RoomLight;
use icochess_base::schedule::AppSystems;

/// Background colour where nothing is drawn.
pub(super) const EMPTY: Color = Color::srgb(0.06, 0.07, 0.12);
/// Background colour on the terrace, seen only until the sky at dusk is drawn.
const DUSK: Color = Color::srgb(0.29, 0.21, 0.25);

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(ClearColor(EMPTY)).add_systems(
        Update,
        dim_rooms
            .run_if(
                resource_changed::<RoomLight>
                    .or_else(resource_changed::<ShownRoom>)
                    .or_else(any_match_filter::<Added<InRoom>>),
            )
            .in_set(AppSystems::Feedback),
    );
}

/// Dims every room, including hidden ones, which may be shown while it is dark.
fn dim_rooms(
    (light, shown): (Res<RoomLight>, Res<ShownRoom>),
    rooms: Query<&Children, With<InRoom>>,
    painted: Query<&MeshMaterial3d<StandardMaterial>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut empty: ResMut<ClearColor>,
) {
    let things = rooms.iter().flatten();
    for material in things.filter_map(|thing| painted.get(*thing).ok()) {
        if let Some(mut material) = materials.get_mut(&material.0) {
            material.base_color = in_light(light.0);
        }
    }
    let own = match shown.0 {
        Room::Terrace => DUSK,
        Room::Table | Room::Stars | Room::Plain => EMPTY,
    };
    let dark = own.to_linear() * light.0;
    empty.0 = dark.with_alpha(1.0).into();
}
