//! The names of the tiles, drawn on the tiles.
//!
//! Letters are strokes in the tile's plane, so they are sharp at any distance
//! and need no texture. They lie in the lowest corner of the tile and turn so
//! that they stay upright as the board turns.

use bevy::prelude::*;

use crate::board::stage::names::cell_label;
use crate::board::stage::root::BoardRoot;
use crate::board::stage::shape::{BoardShape, PlayerSeat, mesh};
use crate::game::{Match, OnCell};
use crate::schedule::AppSystems;
use icochess_rules::Cell;
use icochess_shape::{Flat, frame, lettering};

/// Whether the names of the tiles are shown.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TileNames(pub bool);

/// The child of a tile that shows its name.
#[derive(Component)]
struct Label(Cell);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TileNames>().add_systems(
        Update,
        (
            show.run_if(
                resource_changed::<TileNames>.or_else(resource_exists_and_changed::<BoardShape>),
            ),
            turn_upright.run_if(|names: Res<TileNames>| names.0),
        )
            .chain()
            .in_set(AppSystems::Feedback),
    );
}

fn show(
    mut commands: Commands,
    names: Res<TileNames>,
    (game, shape): (Res<Match>, Res<BoardShape>),
    tiles: Query<(Entity, &OnCell)>,
    mut labels: Query<&mut Visibility, With<Label>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    if names.0 && labels.is_empty() {
        let ink = materials.add(StandardMaterial {
            base_color: Color::srgb(0.98, 0.96, 0.88),
            unlit: true,
            ..default()
        });
        for (tile, &OnCell(cell)) in &tiles {
            let mut name = Flat::default();
            lettering::write(
                &mut name,
                &cell_label(game.position(), cell),
                shape.names.height,
                Transform::IDENTITY,
            );
            commands.spawn((
                Label(cell),
                Mesh3d(meshes.add(mesh(name.mesh()))),
                MeshMaterial3d(ink.clone()),
                Transform::default(),
                Visibility::default(),
                ChildOf(tile),
            ));
        }
        return;
    }
    for mut visibility in &mut labels {
        visibility.set_if_neq(if names.0 {
            Visibility::Inherited
        } else {
            Visibility::Hidden
        });
    }
}

/// Lays each name into the lowest corner of its tile, upright as seen.
fn turn_upright(
    root: Single<Ref<Transform>, (With<BoardRoot>, Without<Label>)>,
    (shape, seat): (Res<BoardShape>, Res<PlayerSeat>),
    added: Query<(), Added<Label>>,
    mut labels: Query<(&Label, &mut Transform), With<Label>>,
) {
    if !root.is_changed() && added.is_empty() {
        return;
    }
    // What is down as the player sees it: on a tile that lies level, what is
    // nearer.
    let near = (seat.eye - seat.centre).with_y(0.0).normalize_or_zero();
    let low = near * 0.2 - Vec3::Y;
    for (&Label(cell), mut transform) in &mut labels {
        let tile = shape.frame(cell);
        let down = (root.rotation * tile.rotation).inverse() * low;
        let Some(down) = down.with_y(0.0).try_normalize() else {
            continue;
        };
        // Of two corners as low as each other, the one at the left hand.
        let lowest = down + Vec3::Y.cross(down) * -0.1;
        let corners = shape.kind(cell).outline.iter();
        let corner = corners
            .max_by(|a, b| a.dot(lowest).total_cmp(&b.dot(lowest)))
            .copied()
            .unwrap_or_default();
        *transform = Transform {
            translation: corner * shape.names.towards_corner + Vec3::Y * 0.001,
            rotation: frame(Vec3::Y, down),
            scale: Vec3::ONE,
        };
    }
}
