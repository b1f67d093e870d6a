//! The scenery of each room, built when the room is first shown.
//!
//! All scenery is procedural and static, with baked light.

use bevy::math::Affine2;
use bevy::prelude::*;
use icochess_shape::{Grain, Hold, Room, Shape};

use super::ground::{Underside, has_scene_changed};
use super::painted::{as_painted, behind, shining};
use super::place::{RoomPlace, Scenery};
use super::scene::scene;
use super::shown::{RoomSystems, ShownRoom};
use super::{sky, table, terrace};
use crate::stage::drawing::seen_if;
use crate::stage::grain::Grains;
use crate::stage::root::BoardRoot;
use crate::stage::shape::BoardShape;
use crate::stage::texture::spot;
use icochess_base::schedule::AppSystems;

/// Gap between the lowest point of a ball and the table, in metres.
const ABOVE_TABLE: f32 = 0.05;
/// Texture scale of the table's grain, across and along the fibres. The grain is coarser than the
/// squares'.
const TABLE_GRAIN: Vec2 = Vec2::new(2.2, 0.55);

/// Marker for the root of everything visible in a room.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct InRoom(pub Room);

/// Marker for the table, which is always below the board.
#[derive(Component)]
struct Table;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            spawn_scenery
                .run_if(resource_changed::<ShownRoom>)
                .after(RoomSystems)
                .in_set(AppSystems::Scene),
            place_table
                .run_if(has_scene_changed.or_else(any_match_filter::<Added<Table>>))
                .in_set(AppSystems::Feedback),
        ),
    );
}

/// Commands and assets for building a room.
struct Builder<'a, 'w, 's> {
    commands: &'a mut Commands<'w, 's>,
    meshes: &'a mut Assets<Mesh>,
    materials: &'a mut Assets<StandardMaterial>,
    room: Entity,
}

impl Builder<'_, '_, '_> {
    fn add(&mut self, name: &'static str, mesh: Mesh, material: StandardMaterial) -> Entity {
        let thing = (
            ChildOf(self.room),
            Name::new(name),
            Mesh3d(self.meshes.add(mesh)),
            MeshMaterial3d(self.materials.add(material)),
        );
        self.commands.spawn(thing).id()
    }
}

fn spawn_scenery(
    mut commands: Commands,
    shown: Res<ShownRoom>,
    scenery: Single<Entity, With<Scenery>>,
    mut rooms: Query<(&InRoom, &mut Visibility)>,
    (mut meshes, mut materials): (ResMut<Assets<Mesh>>, ResMut<Assets<StandardMaterial>>),
    (mut images, mut grains): (ResMut<Assets<Image>>, ResMut<Grains>),
) {
    let mut is_made = false;
    for (room, mut visibility) in &mut rooms {
        let is_it = room.0 == shown.0;
        is_made |= is_it;
        visibility.set_if_neq(seen_if(is_it));
    }
    if is_made {
        return;
    }
    let room = (
        ChildOf(*scenery),
        Name::new("room that is seen"),
        InRoom(shown.0),
        Transform::default(),
        Visibility::Inherited,
    );
    let room = commands.spawn(room).id();
    let mut builder = Builder {
        commands: &mut commands,
        meshes: &mut meshes,
        materials: &mut materials,
        room,
    };
    let soft = images.add(spot(|part| (1.0 - part).powi(2)));
    let sky = scene(shown.0).sky.as_ref();
    if let Some(sky) = sky {
        let mut dome = sky::dome(sky);
        if shown.0 == Room::Terrace {
            // The hills come first in the mesh, so the sky that they hide isn't drawn.
            let mut hills = terrace::hills(sky);
            hills.merge(&dome).expect("meshes with the same attributes");
            dome = hills;
        }
        builder.add("sky", dome, behind());
        if sky.stars > 0 {
            builder.add("stars", sky::stars(sky), shining(soft.clone()));
        }
    }
    match shown.0 {
        Room::Terrace => {
            let planks = StandardMaterial {
                base_color_texture: Some(images.add(terrace::planks())),
                uv_transform: Affine2::from_scale(terrace::on_planks()),
                ..as_painted()
            };
            builder.add("terrace", terrace::deck(), planks);
            builder.add("rail", terrace::rail(), as_painted());
            builder.add("lanterns", terrace::lanterns(), as_painted());
            builder.add("glow", terrace::glow(), shining(soft));
        }
        Room::Table => {
            let wood = StandardMaterial {
                base_color_texture: Some(grains.of(Grain::Open, &mut images)),
                uv_transform: Affine2::from_scale(TABLE_GRAIN),
                ..as_painted()
            };
            let table = builder.add("table", table::table(), wood);
            commands.entity(table).insert(Table);
        }
        _ => {}
    }
}

/// Moves the table below the board. A flat board touches it at any tilt, and a ball hangs above it.
fn place_table(
    (shape, underside, place): (Res<BoardShape>, Res<Underside>, Res<RoomPlace>),
    board: Single<&Transform, (With<BoardRoot>, Without<Table>)>,
    mut tables: Query<&mut Transform, With<Table>>,
) {
    let size = board.scale.x;
    let top = board.translation - Vec3::Y * table_below(&shape, &underside, board.rotation) * size;
    let radius = table_radius(&shape, size);
    for mut table in &mut tables {
        table.set_if_neq(Transform {
            translation: place.0.to_matrix().inverse().transform_point3(top),
            rotation: Quat::IDENTITY,
            scale: Vec3::new(radius, 1.0, radius),
        });
    }
}

/// Returns the distance from a level board's origin down to the table at scale 1, in metres.
pub fn level_table_below(shape: &Shape) -> f32 {
    table_below(shape, &Underside::of(shape), Quat::IDENTITY)
}

/// Returns the radius of the table below a board at scale `size`, in metres.
pub fn table_radius(shape: &Shape, size: f32) -> f32 {
    table::radius(shape.extent * size)
}

/// Returns the distance from the board's origin down to the table, at scale 1 and this rotation, in
/// metres.
pub(super) fn table_below(shape: &Shape, underside: &Underside, turned: Quat) -> f32 {
    let gap = if shape.hold == Hold::Ball {
        ABOVE_TABLE
    } else {
        0.0
    };
    underside.depth(turned) + gap
}
