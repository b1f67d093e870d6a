//! The names of the tiles, drawn on the tiles.
//!
//! Letters are strokes in the tile's plane, so they are sharp at any distance
//! and need no texture. They lie in the lowest corner of the tile and turn so
//! that they stay upright as the ball turns.

use bevy::prelude::*;

use super::shapes::Flat;
use super::{BoardRoot, cell_corners, cell_frame, cell_label};
use crate::game::OnCell;
use crate::rules::Cell;
use crate::schedule::AppSystems;

/// Are the names shown?
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TileNames(pub bool);

/// Height of a letter, metres: half a degree at 0.8 m.
const HEIGHT: f32 = 0.011;
/// Width of a stroke, metres.
const STROKE: f32 = 0.0016;
/// Where a name lies between the tile's centre and its lowest corner.
const TOWARDS_CORNER: f32 = 0.52;

/// The child of a tile that shows its name.
#[derive(Component)]
struct Label(Cell);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TileNames>().add_systems(
        Update,
        (
            show.run_if(resource_changed::<TileNames>),
            turn_upright.run_if(|names: Res<TileNames>| names.0),
        )
            .chain()
            .in_set(AppSystems::Feedback),
    );
}

/// The strokes of a character on a grid of 4 by 6, y up, or nothing if the
/// board does not use it.
const fn strokes(character: char) -> &'static [&'static [(u8, u8)]] {
    match character {
        'A' => &[&[(0, 0), (2, 6), (4, 0)], &[(1, 2), (3, 2)]],
        'B' => &[
            &[(0, 0), (0, 6), (3, 6), (4, 5), (4, 4), (3, 3), (0, 3)],
            &[(3, 3), (4, 2), (4, 1), (3, 0), (0, 0)],
        ],
        'C' => &[&[
            (4, 5),
            (3, 6),
            (1, 6),
            (0, 5),
            (0, 1),
            (1, 0),
            (3, 0),
            (4, 1),
        ]],
        'D' => &[&[(0, 0), (0, 6), (2, 6), (4, 4), (4, 2), (2, 0), (0, 0)]],
        'E' => &[&[(4, 0), (0, 0), (0, 6), (4, 6)], &[(0, 3), (3, 3)]],
        'F' => &[&[(0, 0), (0, 6), (4, 6)], &[(0, 3), (3, 3)]],
        'G' => &[&[
            (4, 5),
            (3, 6),
            (1, 6),
            (0, 5),
            (0, 1),
            (1, 0),
            (3, 0),
            (4, 1),
            (4, 3),
            (2, 3),
        ]],
        'H' => &[&[(0, 0), (0, 6)], &[(4, 0), (4, 6)], &[(0, 3), (4, 3)]],
        'I' => &[&[(2, 0), (2, 6)], &[(1, 0), (3, 0)], &[(1, 6), (3, 6)]],
        'J' => &[&[(4, 6), (4, 1), (3, 0), (1, 0), (0, 1)]],
        'K' => &[&[(0, 0), (0, 6)], &[(4, 6), (0, 2)], &[(1, 3), (4, 0)]],
        'L' => &[&[(0, 6), (0, 0), (4, 0)]],
        'M' => &[&[(0, 0), (0, 6), (2, 3), (4, 6), (4, 0)]],
        'N' => &[&[(0, 0), (0, 6), (4, 0), (4, 6)]],
        'O' => &[&[
            (1, 0),
            (0, 1),
            (0, 5),
            (1, 6),
            (3, 6),
            (4, 5),
            (4, 1),
            (3, 0),
            (1, 0),
        ]],
        'P' => &[&[(0, 0), (0, 6), (3, 6), (4, 5), (4, 4), (3, 3), (0, 3)]],
        'Q' => &[
            &[
                (1, 0),
                (0, 1),
                (0, 5),
                (1, 6),
                (3, 6),
                (4, 5),
                (4, 1),
                (3, 0),
                (1, 0),
            ],
            &[(2, 2), (4, 0)],
        ],
        'R' => &[
            &[(0, 0), (0, 6), (3, 6), (4, 5), (4, 4), (3, 3), (0, 3)],
            &[(2, 3), (4, 0)],
        ],
        'S' => &[&[
            (4, 5),
            (3, 6),
            (1, 6),
            (0, 5),
            (0, 4),
            (4, 2),
            (4, 1),
            (3, 0),
            (1, 0),
            (0, 1),
        ]],
        'T' => &[&[(0, 6), (4, 6)], &[(2, 6), (2, 0)]],
        '1' => &[&[(1, 5), (2, 6), (2, 0)], &[(1, 0), (3, 0)]],
        '2' => &[&[(0, 5), (1, 6), (3, 6), (4, 5), (4, 4), (0, 0), (4, 0)]],
        '3' => &[&[
            (0, 6),
            (4, 6),
            (2, 4),
            (4, 2),
            (4, 1),
            (3, 0),
            (1, 0),
            (0, 1),
        ]],
        '4' => &[&[(3, 0), (3, 6), (0, 2), (4, 2)]],
        _ => &[],
    }
}

/// The mesh of a name, centred on the origin, upright towards -z.
fn name_mesh(name: &str) -> Mesh {
    let unit = HEIGHT / 6.0;
    let advance = 6.0 * unit;
    let width = advance * name.chars().count() as f32 - 2.0 * unit;
    let mut shape = Flat::default();
    for (i, character) in name.chars().enumerate() {
        let at = |(x, y): (u8, u8)| {
            Vec3::new(
                f32::from(x) * unit + advance * i as f32 - width / 2.0,
                0.0,
                HEIGHT / 2.0 - f32::from(y) * unit,
            )
        };
        for line in strokes(character) {
            for pair in line.windows(2) {
                shape.stroke(at(pair[0]), at(pair[1]), STROKE);
            }
        }
    }
    shape.mesh()
}

fn show(
    mut commands: Commands,
    names: Res<TileNames>,
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
            commands.spawn((
                Label(cell),
                Mesh3d(meshes.add(name_mesh(&cell_label(cell)))),
                MeshMaterial3d(ink.clone()),
                Transform::default(),
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
    added: Query<(), Added<Label>>,
    mut labels: Query<(&Label, &mut Transform), With<Label>>,
) {
    if !root.is_changed() && added.is_empty() {
        return;
    }
    for (&Label(cell), mut transform) in &mut labels {
        let tile = cell_frame(cell);
        // What is down in the world, in the tile's plane.
        let down = (root.rotation * tile.rotation).inverse() * Vec3::NEG_Y;
        let Some(down) = down.with_y(0.0).try_normalize() else {
            continue;
        };
        let corner = cell_corners(cell)
            .into_iter()
            .max_by(|a, b| a.dot(down).total_cmp(&b.dot(down)))
            .unwrap_or_default();
        *transform = Transform {
            translation: corner * TOWARDS_CORNER + Vec3::Y * 0.001,
            rotation: super::frame(Vec3::Y, down),
            scale: Vec3::ONE,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tables;

    #[test]
    fn every_character_of_every_name_can_be_drawn() {
        for cell in tables().cells() {
            for character in cell_label(cell).chars() {
                assert!(!strokes(character).is_empty(), "{character}");
            }
        }
    }
}
