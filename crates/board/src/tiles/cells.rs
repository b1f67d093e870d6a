//! The tiles: meshes, and one collider each.
//!
//! A piece counts as part of its tile. It extends the tile's collider, so a ray that hits the piece
//! selects the tile.

use bevy::prelude::*;
use bevy_rapier3d::prelude::Collider;
use icochess_shape::height;

use super::focus::{Focus, FocusSystems};
use crate::stage::decals::BEVEL;
use crate::stage::grain;
use crate::stage::parts;
use crate::stage::parts::Parts;
use crate::stage::root::BuildSystems;
use crate::stage::shape::{BoardShape, mesh};
use crate::stage::switches::ring_radius;
use icochess_base::schedule::AppSystems;
use icochess_play::game::{Match, OnCell};
use icochess_play::interaction::Selection;
use icochess_rules::{AnyPosition, Cell, CellSet, Piece, WideSet, set_of};
use icochess_shape::{Grain, Hold, PieceKind, PlaceKind, Shape, TriangleMesh, inset};

/// Depth of a tile's collider for rays from inside the ball, in metres.
const THIN: f32 = 0.002;
/// Radii of a piece's collider up to its shoulders, three quarters of the foot, and above them, in
/// units of the piece meshes.
const BODY: f32 = 0.075;
const TIP: f32 = 0.03;
/// Depth of the groove between tiles, in metres.
const GROOVE: f32 = 0.0022;
/// Least and greatest brightness of a stone's worn edge, as factors of its face's.
const WORN: [f32; 2] = [1.1, 1.5];
/// Brightness of a stone at the bottom of a groove, as a factor of its face's.
const GROOVE_SHADE: f32 = 0.65;
/// Number of texture cuts for tiles, so that neighbours rarely show the same grain.
const CUTS: usize = 4;

/// Pickable part of a cell.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
enum CellHit {
    /// Not pickable: the cell is missing, or outside the focus.
    Nothing,
    /// Face of the tile.
    Tile,
    /// Underside of the tile, thin enough not to block other tiles.
    Inside,
    /// Ring of a see-through tile.
    Ring,
    /// Tile with this piece on it.
    Piece(Piece),
}

impl CellHit {
    /// Returns the pickable part of `cell`. Missing cells are pickable only if `open` contains
    /// them.
    fn at(
        cell: Cell,
        position: &dyn AnyPosition,
        (absent, open): (WideSet, WideSet),
        (focus, shape): (&Focus, &Shape),
    ) -> Self {
        if focus.pickable.is_some_and(|all| !all.contains(cell)) {
            return Self::Nothing;
        }
        if focus.pickable.is_some() && shape.hold == Hold::Ball {
            return if focus.fades(cell) {
                Self::Ring
            } else {
                Self::Inside
            };
        }
        match position.piece_at(cell) {
            Some(piece) => Self::Piece(piece),
            None if absent.contains(cell) && !open.contains(cell) => Self::Nothing,
            None => Self::Tile,
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            spawn_tiles.after(parts::spawn_parts).in_set(BuildSystems),
            update_colliders
                .run_if(
                    resource_changed::<Match>
                        .or_else(resource_changed::<Selection>)
                        .or_else(resource_changed::<Focus>),
                )
                .after(FocusSystems)
                .in_set(AppSystems::Scene),
        ),
    );
}

/// Returns the tile meshes of one texture cut by kind of place, each in a tile's frame.
pub(crate) fn tile_meshes(
    shape: &Shape,
    cut: usize,
    meshes: &mut Assets<Mesh>,
) -> Vec<Handle<Mesh>> {
    let kinds = shape.kinds.iter();
    kinds.map(|kind| meshes.add(tile_mesh(kind, cut))).collect()
}

/// Returns the cut of a cell's tile.
fn cut_of(cell: Cell) -> usize {
    (grain::chance(cell.index() as i32, 0, 0) * CUTS as f32) as usize % CUTS
}

/// Returns a tile's face with bevelled edges, in the tile's frame.
pub(super) fn bevelled(kind: &PlaceKind) -> TriangleMesh {
    let outline = kind.outline.iter().map(|corner| *corner * kind.face);
    let outline: Vec<Vec3> = outline.collect();
    let top = inset(&outline, BEVEL);
    let rim: Vec<Vec3> = outline.iter().map(|c| *c - Vec3::Y * GROOVE).collect();
    let corners = outline.len();
    let mut tile = TriangleMesh::default();
    tile.polygon(&top);
    for i in 0..corners {
        let j = (i + 1) % corners;
        tile.quad([top[i], rim[i], rim[j], top[j]]);
    }
    tile
}

/// Returns the bevelled tile with texture coordinates for a grain. Stone is worn at its edges.
fn tile_mesh(kind: &PlaceKind, cut: usize) -> Mesh {
    let tile = bevelled(kind);
    let places = tile.positions.iter();
    // Light wood is laid across dark wood, as in veneer.
    let is_turned = kind.grain == Some(Grain::Fine);
    let on_face = |at: &Vec3| if is_turned { at.zx() } else { at.xz() };
    let uvs = places.map(|at| grain::place(on_face(at), cut)).collect();
    let colors = match kind.grain {
        Some(Grain::Stone) => worn(kind.outline.len(), cut),
        _ => Vec::new(),
    };
    mesh(TriangleMesh {
        uvs,
        colors,
        ..tile
    })
}

/// Returns the linear colours of a worn tile's vertices: see [`bevelled`].
fn worn(corners: usize, cut: usize) -> Vec<[f32; 4]> {
    let edge = |corner: usize| {
        let part = grain::chance((corner % corners) as i32, cut as i32, 51);
        WORN[0] + (WORN[1] - WORN[0]) * part
    };
    let bevels = (0..corners).flat_map(|at| [edge(at), GROOVE_SHADE, GROOVE_SHADE, edge(at + 1)]);
    let shades = std::iter::repeat_n(1.0, corners).chain(bevels);
    shades.map(|shade| [shade, shade, shade, 1.0]).collect()
}

/// Returns the collider of an empty tile.
pub(crate) fn face(kind: &PlaceKind) -> Option<Collider> {
    plate(kind, kind.depth)
}

/// Returns the collider of a tile with this depth, in metres.
fn plate(kind: &PlaceKind, depth: f32) -> Option<Collider> {
    let outline = kind.outline.iter().map(|corner| *corner * kind.face);
    let points: Vec<Vec3> = outline
        .flat_map(|c| [c, c * 0.9 - Vec3::Y * depth])
        .collect();
    Collider::convex_hull(&points)
}

/// Returns the fraction of a piece's height up to which its collider has the [`BODY`]'s width. At a
/// slim tip, such as the king's cross, that width would take clicks from the piece behind.
const fn shoulders(kind: PieceKind) -> f32 {
    match kind {
        PieceKind::Rook | PieceKind::Queen | PieceKind::Unicorn | PieceKind::Cavalcade => 1.0,
        _ => 0.85,
    }
}

/// Returns the collider of a tile and any piece on it.
fn collider(
    shape: &Shape,
    position: &dyn AnyPosition,
    cell: Cell,
    hit: CellHit,
) -> Option<Collider> {
    let face = face(shape.kind(cell))?;
    Some(match hit {
        CellHit::Nothing => return None,
        CellHit::Tile => face,
        CellHit::Inside => return plate(shape.kind(cell), THIN),
        CellHit::Ring => Collider::cylinder(THIN / 2.0, ring_radius(shape)),
        CellHit::Piece(piece) => {
            let kind = shape.model(position, piece.role);
            let tall = height(kind) * shape.piece_scale;
            let parts = [(tall * shoulders(kind), BODY), (tall, TIP)].map(|(high, radius)| {
                let cylinder = Collider::cylinder(high / 2.0, radius * shape.piece_scale);
                (Vec3::Y * high / 2.0, Quat::IDENTITY, cylinder)
            });
            let face = (Vec3::ZERO, Quat::IDENTITY, face);
            Collider::compound([face].into_iter().chain(parts).collect())
        }
    })
}

pub(crate) fn spawn_tiles(
    mut commands: Commands,
    game: Res<Match>,
    (shape, parts): (Res<BoardShape>, Res<Parts>),
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let position = game.position();
    let absent = position.absent();
    let has_grain = shape.kinds.iter().any(|kind| kind.grain.is_some());
    let cuts = if has_grain { CUTS } else { 1 };
    // Glass panes are drawn as one batch (`panes.rs`).
    let is_drawn = !shape.is_glass();
    let kinds: Vec<_> = (0..cuts)
        .filter(|_| is_drawn)
        .map(|cut| tile_meshes(&shape, cut, &mut meshes))
        .collect();
    for (cell, place) in shape.cells().zip(&shape.places) {
        let hit = CellHit::at(
            cell,
            position,
            (absent, WideSet::EMPTY),
            (&Focus::default(), &shape),
        );
        let mut tile = commands.spawn((
            Name::new(format!("tile {}", position.cell_name(cell))),
            OnCell(cell),
            hit,
            place.frame,
            Visibility::Inherited,
            ChildOf(parts.of(cell, &shape)),
        ));
        if let Some(kinds) = kinds.get(cut_of(cell) % cuts) {
            tile.insert(Mesh3d(kinds[place.kind].clone()));
        }
        if let Some(collider) = collider(&shape, position, cell, hit) {
            tile.insert(collider);
        }
    }
}

/// Returns the missing cells that are pickable nevertheless: targets for a part of the board without
/// a handle.
pub(crate) fn open_cells(game: &Match, selection: &Selection, shape: &Shape) -> WideSet {
    if game.position().absent().is_empty() || shape.has_handles() {
        return WideSet::EMPTY;
    }
    let targets = selection.0.targets(game).into_iter();
    set_of(targets.map(|target| target.cell))
}

/// Updates the tiles' colliders. Missing cells have one only if they are [open](open_cells).
fn update_colliders(
    mut commands: Commands,
    game: Res<Match>,
    (shape, selection, focus): (Res<BoardShape>, Res<Selection>, Res<Focus>),
    mut tiles: Query<(Entity, &OnCell, &mut CellHit)>,
) {
    let position = game.position();
    let absent = position.absent();
    let open = open_cells(&game, &selection, &shape);
    for (entity, &OnCell(cell), mut hit) in &mut tiles {
        let now = CellHit::at(cell, position, (absent, open), (&focus, &shape));
        if !hit.set_if_neq(now) {
            continue;
        }
        match collider(&shape, position, cell, now) {
            Some(collider) => commands.entity(entity).insert(collider),
            None => commands.entity(entity).remove::<Collider>(),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;

    #[test]
    fn ray_past_the_kings_cross_meets_the_pawn_behind() {
        let shape = Variant::Chess.shape();
        let game = Variant::Chess.board().new_game();
        let position = game.position();
        let met = |name: &str, from: Vec3, to: Vec3| {
            let cell = position.cell_named(name).expect("a square");
            let piece = position.piece_at(cell).expect("a piece");
            let collider = collider(&shape, position, cell, CellHit::Piece(piece));
            let at = shape.centre(cell);
            let collider = collider.expect("a pickable square");
            collider.cast_ray(at, Quat::IDENTITY, from, to - from, 2.0, true)
        };
        // Above White's seat, as the window's camera.
        let (sin, cos) = 52.0_f32.to_radians().sin_cos();
        let eye = Vec3::new(0.0, sin, cos) * 0.92;
        let king = shape.centre(position.cell_named("e1").expect("a square"));
        let tall = height(PieceKind::King) * shape.piece_scale;
        for (up, is_king) in [(0.95, true), (1.2, false)] {
            let to = king + Vec3::Y * tall * up;
            assert_eq!(met("e1", eye, to).is_some(), is_king, "{up}");
            assert!(met("e2", eye, to).is_some(), "{up}");
        }
    }
}
