//! Names of the places on the map: large in the middle of an empty place, else in its corner.
//! Next to each level is its letter.

use bevy::prelude::*;

use crate::cell_label;
use crate::stage::looks::TileLook;
use crate::stage::shape::{mesh, without_grain};
use crate::stage::switches::OnMap;
use crate::stage::taught::Taught;
use crate::tiles::cover::Covered;
use crate::tiles::labels::{in_corner, spawn_name, written};
use icochess_play::game::{Match, OnCell};
use icochess_rules::{AnyPosition, Cell};
use icochess_shape::{Shape, frame, lettering};

/// Name of the fixtures that show a level's letter on a board.
const LETTER: &str = "letter";
/// Letter height in a corner, as a fraction of the clear width, and the largest scale relative to
/// the board. Names are larger because the map is smaller.
const IN_CORNER: (f32, f32) = (0.22, 1.4);
/// Diagonal and maximum letter height of a name in the middle of a place, as fractions of the clear
/// width.
const IN_MIDDLE: (f32, f32) = (0.85, 0.36);
/// Height of a name above its place, in metres at scale 1.
const ABOVE: f32 = 0.001;

/// Name of a place on the map, with its two positions.
#[derive(Component, Debug, Clone, Copy)]
pub(super) struct MapName {
    in_corner: Transform,
    in_middle: Transform,
}

/// Returns the letter height of a name in the middle of a place, as a fraction of the clear width.
fn letter_height(name: &str) -> f32 {
    // A letter is 6 units high and advances 6 units, 2 of them as a gap.
    let width = (6 * name.chars().count()).saturating_sub(2) as f32 / 6.0;
    (IN_MIDDLE.0 / width.hypot(1.0)).min(IN_MIDDLE.1)
}

/// Spawns the name of a place. `down` is the downward direction in the place's frame.
pub(super) fn spawn(
    commands: &mut Commands,
    (tile, cell): (Entity, Cell),
    (shape, position): (&Shape, &dyn AnyPosition),
    down: Vec3,
    (meshes, more): (&mut Assets<Mesh>, impl Bundle),
) {
    let name = cell_label(position, cell);
    let times = letter_height(&name) * shape.clear() / shape.names.height;
    let name = meshes.add(written(shape, &name));
    let in_corner = in_corner(shape, cell, down);
    let larger = (IN_CORNER.0 * shape.clear() / shape.names.height).clamp(1.0, IN_CORNER.1);
    let in_corner = in_corner.with_scale(Vec3::splat(larger));
    let in_middle = Transform {
        translation: Vec3::Y * ABOVE,
        rotation: frame(Vec3::Y, down),
        scale: Vec3::splat(times),
    };
    let both = MapName {
        in_corner,
        in_middle,
    };
    spawn_name(commands, tile, (name, in_middle), (both, more));
}

/// Spawns the letters of the levels at these frames, in their colours on the board. A board without
/// such letters has none on its map.
pub(super) fn spawn_letters(
    commands: &mut Commands,
    (root, letters): (Entity, &[(Cell, Transform)]),
    (shape, position): (&Shape, &dyn AnyPosition),
    (meshes, materials): (&mut Assets<Mesh>, &mut Assets<StandardMaterial>),
    more: impl Bundle + Clone,
) {
    for &(cell, place) in letters {
        let part = &shape.parts[shape.places[cell.index()].part];
        let mut fixtures = part.fixtures.iter().map(|(it, _)| &shape.fixtures[*it]);
        let Some(on_board) = fixtures.find(|fixture| fixture.name == LETTER) else {
            continue;
        };
        // On these boards, a cell's name begins with its level.
        let letter: String = cell_label(position, cell).chars().take(1).collect();
        let written = mesh(lettering::written(&letter, 1.0, Transform::IDENTITY));
        commands.spawn((
            Name::new(format!("map level {letter}")),
            Mesh3d(meshes.add(written)),
            MeshMaterial3d(materials.add(without_grain(on_board.material))),
            place,
            more.clone(),
            ChildOf(root),
        ));
    }
}

/// Moves each name to the middle of its place or, if that is occupied, to the corner.
pub(super) fn place_names(
    (game, taught, covered): (Res<Match>, Res<Taught>, Res<Covered>),
    tiles: Query<(&OnCell, &TileLook), With<OnMap>>,
    mut names: Query<(&MapName, &ChildOf, &mut Transform)>,
) {
    let position = taught.position(&game);
    let is_hidden = covered.hides(&taught);
    for (name, on, mut at) in &mut names {
        let Ok((&OnCell(cell), look)) = tiles.get(on.parent()) else {
            continue;
        };
        let is_on_board = cell.index() < position.cell_count();
        let has_piece = !is_hidden && is_on_board && position.piece_at(cell).is_some();
        let is_free = !has_piece && look.mark.is_none() && look.sign.is_none();
        at.set_if_neq(if is_free {
            name.in_middle
        } else {
            name.in_corner
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;
    use icochess_shape::Map;

    #[test]
    fn names_in_the_middle_are_large_and_within_their_places() {
        for variant in Variant::ALL {
            let shape = variant.shape();
            if !Map::is_of(&shape) {
                continue;
            }
            let game = variant.board().new_game();
            for cell in shape.cells() {
                let name = cell_label(game.position(), cell);
                let high = letter_height(&name);
                let wide = high * (name.chars().count() as f32 - 1.0 / 3.0);
                // The name fits into the disc in the smallest place.
                assert!(high.hypot(wide) < 0.9, "{variant}: {name}");
                assert!(high > 0.2, "{variant}: {name}");
            }
        }
    }
}
