//! Names of the tiles, on the board and on its map.
//!
//! Letters are meshes in the tile's plane, so they are sharp at any distance without a texture. A
//! name is in the tile's lowest corner, and on the board it stays upright as the board turns. It is
//! light or dark, whichever has more contrast with the tile's current tint.
//!
//! On a board with an inside, names are raised, and only one part or the focus shows its names. All
//! names at once would overlap.

use bevy::prelude::*;

use super::focus::Focus;
use super::highlight::face;
use crate::cell_label;
use crate::stage::drawing::{seen_if, unlit};
use crate::stage::looks::{TileLook, Tint};
use crate::stage::palette::{Palette, contrast};
use crate::stage::parts::ReadBy;
use crate::stage::root::BoardRoot;
use crate::stage::shape::{BoardShape, PlayerSeat, mesh};
use crate::stage::switches::OnMap;
use crate::turning::spin::TurnSystems;
use crate::turning::viewing::FreeEye;
use icochess_base::schedule::AppSystems;
use icochess_play::game::{Match, OnCell};
use icochess_play::interaction::Hovered;
use icochess_rules::{Cell, CellSet};
use icochess_shape::{Hold, Shape, frame, lettering};

/// Light and dark letters. One of them has a contrast of at least 4.5:1 with any colour.
const INKS: [Color; 2] = [Color::srgb(1.0, 1.0, 0.98), Color::srgb(0.01, 0.01, 0.01)];

/// Angle at which names are raised on a board with an inside, in radians. Players see its levels
/// from the side.
const NAME_TILT: f32 = 1.0;

/// Whether tile names are visible.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TileNames(pub bool);

/// Marker for a tile's name, a child of the tile.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct TileName;

/// Part whose names are visible on a board with an inside: the part last pointed at, or initially
/// the middle one. `None` on other boards, which show all names.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
struct NamedPart(Option<usize>);

/// Name of the given cell that stays upright as the board turns.
#[derive(Component)]
struct Upright(Cell);

fn choose_part((hovered, shape): (Res<Hovered>, Res<BoardShape>), mut named: ResMut<NamedPart>) {
    let before = named.0.filter(|_| !shape.is_changed());
    // Reserve pieces have cell numbers beyond the places.
    let place = hovered
        .first()
        .and_then(|cell| shape.places.get(cell.index()));
    let middle = shape.parts.len() / 2;
    let now = place.map(|place| place.part).or(before).unwrap_or(middle);
    named.set_if_neq(NamedPart(shape.inside.as_ref().map(|_| now)));
}

/// Spawns the names of the board's tiles when they are first enabled.
fn spawn_names(
    mut commands: Commands,
    names: Res<TileNames>,
    (game, shape): (Res<Match>, Res<BoardShape>),
    // The map has its own names.
    tiles: Query<(Entity, &OnCell), Without<OnMap>>,
    named: Query<(), With<Upright>>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    if !names.0 || !named.is_empty() {
        return;
    }
    for (tile, &OnCell(cell)) in &tiles {
        let name = written(&shape, &cell_label(game.position(), cell));
        let name = meshes.add(name);
        spawn_name(
            &mut commands,
            tile,
            (name, Transform::default()),
            Upright(cell),
        );
    }
}

/// Spawns a name on a tile. Its visibility and ink follow the tile.
pub(crate) fn spawn_name(
    commands: &mut Commands,
    tile: Entity,
    (name, place): (Handle<Mesh>, Transform),
    more: impl Bundle,
) {
    commands.spawn((
        TileName,
        Mesh3d(name),
        MeshMaterial3d::<StandardMaterial>::default(),
        place,
        Visibility::Hidden,
        more,
        ChildOf(tile),
    ));
}

/// Gives each name the ink that contrasts with its tile. Hides names on see-through tiles, where
/// they would cover the tiles behind.
fn ink_names(
    (names, palette, shape): (Res<TileNames>, Res<Palette>, Res<BoardShape>),
    (part, focus): (Res<NamedPart>, Res<Focus>),
    tiles: Query<(&OnCell, &TileLook)>,
    mut written: Query<
        (
            &ChildOf,
            Has<Upright>,
            &mut MeshMaterial3d<StandardMaterial>,
            &mut Visibility,
        ),
        With<TileName>,
    >,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut inks: Local<Option<[Handle<StandardMaterial>; 2]>>,
) {
    let inks = inks.get_or_insert_with(|| INKS.map(|ink| materials.add(unlit(ink))));
    let is_named = |cell: Cell| match (part.0, focus.cells) {
        (None, _) => true,
        (Some(_), Some(cells)) => cells.contains(cell),
        (Some(part), None) => shape.places[cell.index()].part == part,
    };
    for (on, is_on_board, mut material, mut visibility) in &mut written {
        let Ok((&OnCell(cell), look)) = tiles.get(on.parent()) else {
            continue;
        };
        let ink = &inks[ink_on(&shape, *palette, cell, look.tint)];
        if material.0 != *ink {
            material.0 = ink.clone();
        }
        let is_looked_through = look.tint == Tint::Faded && shape.hold == Hold::Ball;
        let is_seen = names.0 && !is_looked_through && (!is_on_board || is_named(cell));
        visibility.set_if_neq(seen_if(is_seen));
    }
}

/// Returns the index into [`INKS`] with more contrast on a tile with this tint.
fn ink_on(shape: &Shape, palette: Palette, cell: Cell, tint: Tint) -> usize {
    let kind = shape.places[cell.index()].kind;
    let ground = seen(face(palette, shape, tint, kind));
    let contrasts = INKS.map(|ink| contrast(ink, ground));
    usize::from(contrasts[1] > contrasts[0])
}

/// Returns the displayed colour of a tile, with glass over a dark room.
fn seen(face: Color) -> Color {
    Color::BLACK.mix(&face.with_alpha(1.0), face.alpha())
}

/// Moves each name to the lowest corner of its tile, upright as seen by the player.
fn turn_upright(
    root: Single<Ref<Transform>, (With<BoardRoot>, Without<Upright>)>,
    (shape, seat): (Res<BoardShape>, Res<PlayerSeat>),
    added: Query<(), Added<Upright>>,
    mut names: Query<(&Upright, &mut Transform)>,
) {
    if !root.is_changed() && added.is_empty() {
        return;
    }
    // Downwards as the player sees it. On a level tile, downwards is towards the player.
    let near = (seat.eye - seat.centre).with_y(0.0).normalize_or_zero();
    let low = near * 0.2 - Vec3::Y;
    for (&Upright(cell), mut transform) in &mut names {
        let tile = shape.frame(cell);
        let down = (root.rotation * tile.rotation).inverse() * low;
        if let Some(down) = down.with_y(0.0).try_normalize() {
            let flat = in_corner(&shape, cell, down);
            *transform = match shape.inside {
                Some(_) => stood_up(flat, shape.names.height),
                None => flat,
            };
        }
    }
}

/// Returns the transform of a raised name of this height, from its flat transform.
fn stood_up(flat: Transform, height: f32) -> Transform {
    Transform {
        translation: flat.translation + Vec3::Y * (height / 2.0 * NAME_TILT.sin()),
        rotation: flat.rotation * Quat::from_rotation_x(NAME_TILT),
        ..flat
    }
}

/// Returns the mesh of a cell's name, upright with +z as down.
pub(crate) fn written(shape: &Shape, name: &str) -> Mesh {
    let height = shape.names.height;
    mesh(lettering::written(name, height, Transform::IDENTITY))
}

/// Returns the place of a cell's name in its frame, with `down` in the tile's plane.
pub(crate) fn in_corner(shape: &Shape, cell: Cell, down: Vec3) -> Transform {
    // Between two equally low corners, prefer the left one.
    let lowest = down + Vec3::Y.cross(down) * -0.1;
    let corners = shape.kind(cell).outline.iter();
    let corner = corners
        .max_by(|a, b| a.dot(lowest).total_cmp(&b.dot(lowest)))
        .copied()
        .unwrap_or_default();
    Transform {
        translation: corner * shape.names.towards_corner + Vec3::Y * 0.001,
        rotation: frame(Vec3::Y, down),
        scale: Vec3::ONE,
    }
}

/// Cosine of the angle from the seat, about the vertical, beyond which a side is opposite: 120°.
/// With the board sideways, both sides' coordinates are visible.
const OPPOSITE: f32 = -0.5;

/// Filter for new coordinates and a turned board.
type Changes = Or<(Added<ReadBy>, (With<BoardRoot>, Changed<Transform>))>;

fn show_names(
    (shape, seat): (Res<BoardShape>, Res<PlayerSeat>),
    root: Single<&Transform, With<BoardRoot>>,
    mut read: Query<(&ReadBy, &mut Visibility)>,
) {
    let near = (seat.eye - seat.centre).with_y(0.0).normalize_or_zero();
    for (&ReadBy(side), mut visibility) in &mut read {
        let towards = root.rotation * shape.homes[side.index()].outwards;
        visibility.set_if_neq(seen_if(towards.dot(near) > OPPOSITE));
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TileNames>()
        .init_resource::<NamedPart>()
        .add_systems(
            Update,
            (
                choose_part
                    .run_if(resource_changed::<Hovered>.or_else(resource_changed::<BoardShape>)),
                spawn_names.run_if(
                    resource_changed::<TileNames>
                        .or_else(resource_exists_and_changed::<BoardShape>),
                ),
                ink_names.run_if(
                    resource_changed::<TileNames>
                        .or_else(resource_changed::<Palette>)
                        .or_else(resource_changed::<NamedPart>)
                        .or_else(resource_changed::<Focus>)
                        .or_else(any_match_filter::<Or<(Added<TileName>, Changed<TileLook>)>>),
                ),
                turn_upright.run_if(|names: Res<TileNames>| names.0),
            )
                .chain()
                .in_set(AppSystems::Feedback),
        );
    app.add_systems(
        Update,
        show_names
            .run_if(
                resource_exists::<FreeEye>
                    .and_then(resource_changed::<PlayerSeat>.or_else(any_match_filter::<Changes>)),
            )
            .after(TurnSystems)
            .in_set(AppSystems::Scene),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage::decals;
    use crate::stage::looks::FrameKind;
    use bevy::mesh::VertexAttributeValues;
    use icochess_boards::Variant;
    use icochess_store::setting::Named;

    #[test]
    fn names_contrast_with_every_tile_in_every_tint() {
        for variant in Variant::ALL {
            let shape = variant.shape();
            for &palette in Palette::ALL {
                for cell in shape.cells() {
                    for tint in Tint::ALL {
                        let kind = shape.places[cell.index()].kind;
                        let ground = seen(face(palette, &shape, tint, kind));
                        let ink = INKS[ink_on(&shape, palette, cell, tint)];
                        let contrast = contrast(ink, ground);
                        assert!(
                            contrast >= 4.5,
                            "{variant}, {palette:?}, {tint:?}: {contrast}"
                        );
                    }
                }
            }
        }
    }

    /// Returns the points of a mesh in the plane of its tile.
    fn points(mesh: &Mesh) -> Vec<Vec3> {
        let Some(VertexAttributeValues::Float32x3(points)) =
            mesh.attribute(Mesh::ATTRIBUTE_POSITION)
        else {
            panic!("no points");
        };
        points.iter().map(|at| Vec3::from_array(*at)).collect()
    }

    /// Returns whether a triangle contains a point, seen from above.
    fn holds(corners: [Vec3; 3], at: Vec3) -> bool {
        let [a, b, c] = corners.map(|corner| (corner - at).xz());
        let sides = [a.perp_dot(b), b.perp_dot(c), c.perp_dot(a)];
        sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0)
    }

    #[test]
    fn hover_frames_do_not_cover_names() {
        // Names on other boards are raised.
        for variant in [Variant::Icochess, Variant::Chess] {
            let (shape, game) = (variant.shape(), variant.board().new_game());
            for cell in shape.cells() {
                let outline = &shape.kind(cell).outline;
                let frame = decals::frame(outline, FrameKind::Hovered.style(), shape.foot());
                let around = points(&frame);
                let corners: Vec<usize> = frame.indices().unwrap().iter().collect();
                let name = cell_label(game.position(), cell);
                let letters = points(&written(&shape, &name));
                for turn in (0..360).step_by(15) {
                    let down = Quat::from_rotation_y((turn as f32).to_radians()) * Vec3::Z;
                    let place = in_corner(&shape, cell, down);
                    for letter in &letters {
                        let at = place.transform_point(*letter);
                        let is_under = corners
                            .chunks_exact(3)
                            .any(|it| holds([around[it[0]], around[it[1]], around[it[2]]], at));
                        assert!(!is_under, "{variant}: {name} at {turn}°");
                    }
                }
            }
        }
    }

    #[test]
    fn chess_names_are_dark_on_light_squares_and_light_on_dark() {
        let shape = Variant::Chess.shape();
        let inks = [0, 1].map(|cell| {
            let cell = Cell::new(cell);
            ink_on(&shape, Palette::Standard, cell, Tint::Plain)
        });
        // A1 is dark.
        assert_eq!(inks, [0, 1]);
        // In high contrast, the tint of the last move is light on both.
        let inks = [0, 1].map(|cell| {
            let cell = Cell::new(cell);
            ink_on(&shape, Palette::HighContrast, cell, Tint::LastMove)
        });
        assert_eq!(inks, [1, 1]);
    }
}
