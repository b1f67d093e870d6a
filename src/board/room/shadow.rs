//! A soft shadow of the board on what stands below it, which tells where it floats. In the real room
//! nothing else there belongs to the board, and no light of ours falls on what is real.

use bevy::prelude::*;
use icochess_shape::Room;

use super::ground::{Underside, is_elsewhere};
use super::place::RoomPlace;
use super::scenery::table_below;
use super::shown::ShownRoom;
use super::surroundings::Surroundings;
use crate::board::stage::drawing::unlit;
use crate::board::stage::root::BoardRoot;
use crate::board::stage::shape::BoardShape;
use crate::board::stage::texture::spot;
use crate::schedule::AppSystems;

/// The colour in the middle, as dark as it is there.
const COLOR: Color = Color::srgba(0.0, 0.0, 0.0, 0.45);
/// The radius of the shadow as a multiple of that of the board, in the real room, on a table, and on a
/// floor, which is farther away: it is soft, and fades out.
const SPREAD: [f32; 3] = [1.3, 1.6, 1.8];
/// From the lowest that a board has to its shadow in the real room, metres.
const GAP: f32 = 0.02;
/// How high above a table and above a floor it lies, metres: so that nothing flickers.
const ABOVE: [f32; 2] = [0.0012, 0.006];

/// The entity of the shadow.
#[derive(Component, Debug)]
pub struct SoftShadow;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn).add_systems(
        Update,
        follow.run_if(is_elsewhere).in_set(AppSystems::Feedback),
    );
}

fn spawn(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut images: ResMut<Assets<Image>>,
) {
    let material = StandardMaterial {
        base_color_texture: Some(images.add(spot(darkness))),
        alpha_mode: AlphaMode::Blend,
        cull_mode: None,
        ..unlit(COLOR)
    };
    commands.spawn((
        Name::new("shadow of the board"),
        SoftShadow,
        // A level square of which the shadow fills the circle within.
        Mesh3d(meshes.add(Plane3d::new(Vec3::Y, Vec2::ONE))),
        MeshMaterial3d(materials.add(material)),
        Pickable::IGNORE,
        Transform::default(),
        Visibility::Hidden,
    ));
}

/// The darkness at a part of the radius, as a part of that in the middle: none at the edge, and flat
/// there.
fn darkness(part: f32) -> f32 {
    let part = part.clamp(0.0, 1.0);
    (1.0 - part * part).powi(2)
}

/// Where the shadow lies below the board, as its height in the world, and how far it spreads; `None`
/// where nothing is below.
fn ground(
    around: Surroundings,
    room: Room,
    (shape, underside): (&BoardShape, &Underside),
    (board, floor): (&Transform, f32),
) -> Option<(f32, f32)> {
    let below = |depth: f32| board.translation.y - depth * board.scale.x;
    let [real, on_table, on_floor] = SPREAD;
    match (around, room) {
        (Surroundings::Passthrough, _) => {
            Some((below(underside.depth(board.rotation)) - GAP, real))
        }
        (Surroundings::OurRoom, Room::Table) => {
            let top = below(table_below(shape, underside, board.rotation));
            Some((top + ABOVE[0], on_table))
        }
        (Surroundings::OurRoom, Room::Terrace) => Some((floor + ABOVE[1], on_floor)),
        (Surroundings::OurRoom, Room::Stars | Room::Plain) => None,
    }
}

fn follow(
    (around, shown, place): (Res<Surroundings>, Res<ShownRoom>, Res<RoomPlace>),
    (shape, underside): (Res<BoardShape>, Res<Underside>),
    board: Single<&Transform, (With<BoardRoot>, Without<SoftShadow>)>,
    shadow: Single<(&mut Transform, &mut Visibility), With<SoftShadow>>,
) {
    let (mut at, mut seen) = shadow.into_inner();
    let board: &Transform = &board;
    let of = (&*shape, &*underside);
    let floor = place.0.translation.y;
    let Some((height, spread)) = ground(*around, shown.0, of, (board, floor)) else {
        seen.set_if_neq(Visibility::Hidden);
        return;
    };
    seen.set_if_neq(Visibility::Inherited);
    at.set_if_neq(Transform {
        translation: board.translation.with_y(height),
        rotation: Quat::IDENTITY,
        scale: Vec3::splat(shape.radius() * board.scale.x * spread),
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;
    use icochess_shape::Seat;

    #[test]
    fn the_shadow_fades_out_smoothly() {
        assert_eq!(darkness(0.0), 1.0);
        assert_eq!(darkness(1.0), 0.0);
        let steps: Vec<f32> = (0..=20).map(|step| darkness(step as f32 / 20.0)).collect();
        assert!(steps.is_sorted_by(|a, b| a >= b));
        // Neither a spot in the middle nor a line at the edge.
        assert!(steps[0] - steps[1] < 0.01 && steps[19] < 0.01);
    }

    #[test]
    fn it_is_below_all_places_of_every_board_wherever_something_is_below() {
        for variant in Variant::ALL {
            let shape = BoardShape(variant.shape());
            let underside = Underside::of(&shape);
            let seat = Seat::default().with_stance(shape.stance);
            for tilt in [0.0, 0.4, -0.4] {
                let board = Transform::from_translation(seat.centre)
                    .with_rotation(Quat::from_rotation_x(tilt));
                for (around, room) in [
                    (Surroundings::Passthrough, Room::Stars),
                    (Surroundings::OurRoom, Room::Table),
                ] {
                    let (height, _) =
                        ground(around, room, (&shape, &underside), (&board, 0.0)).unwrap();
                    for place in &shape.places {
                        let at = board.transform_point(place.frame.translation);
                        assert!(
                            at.y > height - 0.002,
                            "{variant:?} {around:?}: {at} {height}"
                        );
                    }
                }
                let space = ground(
                    Surroundings::OurRoom,
                    Room::Stars,
                    (&shape, &underside),
                    (&board, 0.0),
                );
                assert_eq!(space, None);
            }
        }
    }
}
