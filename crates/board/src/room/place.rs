//! The place of the room: it goes where a player sits down.

use bevy::prelude::*;
use icochess_shape::Seat;

use super::surroundings::Surroundings;
use icochess_base::schedule::AppSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RoomPlace>()
        .init_resource::<Surroundings>()
        .add_systems(PreStartup, spawn)
        .add_systems(
            Update,
            (
                follow_player.run_if(resource_changed::<RoomPlace>),
                show_scenery.run_if(resource_changed::<Surroundings>),
            )
                .in_set(AppSystems::Scene),
        );
}

/// The place of the room in the world. It goes where a player sits down, and stays when the board
/// is moved.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct RoomPlace(pub(super) Transform);

impl RoomPlace {
    /// The place where the room is about who sits there as it is about the usual seat. The floor
    /// stays where it is.
    pub fn about(seat: &Seat) -> Self {
        let usual = Seat::default();
        let ahead = |seat: &Seat| (seat.centre - seat.eye).with_y(0.0);
        let angle = |seat: &Seat| f32::atan2(-ahead(seat).x, -ahead(seat).z);
        let rotation = Quat::from_rotation_y(angle(seat) - angle(&usual));
        let translation = (seat.eye - rotation * usual.eye).with_y(0.0);
        Self(Transform {
            translation,
            rotation,
            scale: Vec3::ONE,
        })
    }
}

/// The entity that all of the room is a child of, with its lights.
#[derive(Component)]
pub(super) struct RoomRoot;

/// The entity that all that is seen of the room is a child of. Its lights are not.
#[derive(Component)]
pub(super) struct Scenery;

fn spawn(mut commands: Commands) {
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
    scenery.set_if_neq(match *around {
        Surroundings::OurRoom => Visibility::Inherited,
        Surroundings::Passthrough => Visibility::Hidden,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_shape::Stance;

    #[test]
    fn the_room_is_about_every_seat_as_about_the_usual_one() {
        assert_eq!(RoomPlace::about(&Seat::default()), RoomPlace::default());
        let usual = Seat::default();
        for degrees in [0.0_f32, 35.0, 90.0, 180.0, -120.0] {
            let eye = Vec3::new(2.0, 1.7, -4.0);
            let forward = Quat::from_rotation_y(degrees.to_radians()) * Vec3::NEG_Z;
            let seat = Seat::before(eye, forward, Stance::IN_THE_AIR);
            let RoomPlace(room) = RoomPlace::about(&seat);
            // The board hangs where it always does on the terrace, and the floor is the floor.
            let there = room.transform_point(usual.centre);
            assert!(there.with_y(0.0).distance(seat.centre.with_y(0.0)) < 1e-4);
            assert_eq!(room.translation.y, 0.0);
            assert!((room.rotation * Vec3::NEG_Z).distance(forward) < 1e-5);
        }
    }
}
