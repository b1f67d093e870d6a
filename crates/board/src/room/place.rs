//! The place of the room, which follows the player's seat.

use bevy::prelude::*;
use icochess_shape::Seat;

use super::surroundings::Surroundings;
use crate::stage::drawing::seen_if;
use icochess_base::schedule::AppSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RoomPlace>()
        .init_resource::<Surroundings>()
        .add_systems(PreStartup, spawn_room_root)
        .add_systems(
            Update,
            (
                follow_player.run_if(resource_changed::<RoomPlace>),
                show_scenery.run_if(resource_changed::<Surroundings>),
            )
                .in_set(AppSystems::Scene),
        );
}

/// Place of the room in the world. It moves when a player sits down, and stays when the board is
/// moved.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct RoomPlace(pub(super) Transform);

impl RoomPlace {
    /// Returns the room's place around this seat, the same as around the default seat. The floor
    /// keeps its height.
    pub fn about(seat: &Seat) -> Self {
        let default_seat = Seat::default();
        let ahead = |seat: &Seat| (seat.centre - seat.eye).with_y(0.0);
        let angle = |seat: &Seat| f32::atan2(-ahead(seat).x, -ahead(seat).z);
        let rotation = Quat::from_rotation_y(angle(seat) - angle(&default_seat));
        let translation = (seat.eye - rotation * default_seat.eye).with_y(0.0);
        Self(Transform {
            translation,
            rotation,
            scale: Vec3::ONE,
        })
    }
}

/// Root entity of the room, including its lights.
#[derive(Component)]
pub(super) struct RoomRoot;

/// Parent of everything visible in the room, without the lights.
#[derive(Component)]
pub(super) struct Scenery;

fn spawn_room_root(mut commands: Commands) {
    let room = (
        Name::new("room"),
        RoomRoot,
        Transform::default(),
        Visibility::default(),
    );
    let room = commands.spawn(room).id();
    commands.spawn((
        ChildOf(room),
        Name::new("scenery"),
        Scenery,
        Transform::default(),
        Visibility::default(),
    ));
}

fn follow_player(place: Res<RoomPlace>, mut room: Single<&mut Transform, With<RoomRoot>>) {
    room.set_if_neq(place.0);
}

fn show_scenery(around: Res<Surroundings>, mut scenery: Single<&mut Visibility, With<Scenery>>) {
    scenery.set_if_neq(seen_if(*around == Surroundings::OurRoom));
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_shape::Stance;

    #[test]
    fn the_room_surrounds_every_seat_like_the_default_one() {
        assert_eq!(RoomPlace::about(&Seat::default()), RoomPlace::default());
        let default_seat = Seat::default();
        for degrees in [0.0_f32, 35.0, 90.0, 180.0, -120.0] {
            let eye = Vec3::new(2.0, 1.7, -4.0);
            let forward = Quat::from_rotation_y(degrees.to_radians()) * Vec3::NEG_Z;
            let seat = Seat::before(eye, forward, Stance::IN_THE_AIR);
            let RoomPlace(room) = RoomPlace::about(&seat);
            // The board is at its usual spot on the terrace, and the floor keeps its height.
            let there = room.transform_point(default_seat.centre);
            assert!(there.with_y(0.0).distance(seat.centre.with_y(0.0)) < 1e-4);
            assert_eq!(room.translation.y, 0.0);
            assert!((room.rotation * Vec3::NEG_Z).distance(forward) < 1e-5);
        }
    }
}
