//! The tiles: what is seen of them, and one collider each.
//!
//! A piece counts as its tile: it widens the collider of the tile it stands
//! on, so that a ray which meets the piece means the tile.

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy_rapier3d::prelude::Collider;

use super::decals::inset;
use super::pieces::piece_kind;
use super::shape::Shape;
use super::{BoardRoot, BuildSystems, piece_mesh};
use crate::game::{Match, OnCell};
use crate::rules::{AnyPosition, Cell, Piece};
use crate::schedule::AppSystems;

/// How far the face of a tile is drawn in from its edges, metres.
pub const BEVEL: f32 = 0.0022;
/// How deep the groove between tiles is, metres.
const GROOVE: f32 = 0.0022;
/// How deep the collider of a tile reaches below its face, metres.
const COLLIDER_DEPTH: f32 = 0.03;

/// What the collider of a tile is made for.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Stands(Option<Piece>);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            spawn.in_set(BuildSystems),
            update_colliders
                .run_if(resource_changed::<Match>)
                .in_set(AppSystems::Scene),
        ),
    );
}

/// A tile's face with bevelled edges, in the tile's frame.
fn tile_mesh(outline: &[Vec3]) -> Mesh {
    let top = inset(outline, BEVEL);
    let rim: Vec<Vec3> = outline.iter().map(|c| *c - Vec3::Y * GROOVE).collect();
    let corners = outline.len();
    let mut positions = top.clone();
    let mut normals = vec![Vec3::Y; corners];
    let mut indices: Vec<u32> = (1..corners as u32 - 1)
        .flat_map(|i| [0, i, i + 1])
        .collect();
    for i in 0..corners {
        let j = (i + 1) % corners;
        let quad = [top[i], rim[i], rim[j], top[j]];
        let normal = (quad[1] - quad[0]).cross(quad[2] - quad[0]).normalize();
        let base = positions.len() as u32;
        positions.extend(quad);
        normals.extend([normal; 4]);
        indices.extend([0, 1, 2, 0, 2, 3].map(|k| base + k));
    }
    Mesh::new(
        PrimitiveTopology::TriangleList,
        RenderAssetUsages::RENDER_WORLD,
    )
    .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
    .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
    .with_inserted_indices(Indices::U32(indices))
}

/// The collider of a tile with, or without, a piece on it.
fn collider(
    shape: &Shape,
    position: &dyn AnyPosition,
    cell: Cell,
    piece: Option<Piece>,
) -> Option<Collider> {
    let outline = shape.kind(cell).outline.iter();
    let points: Vec<Vec3> = outline
        .flat_map(|c| [*c, *c * 0.9 - Vec3::Y * COLLIDER_DEPTH])
        .collect();
    let face = Collider::convex_hull(&points)?;
    Some(match piece {
        None => face,
        Some(piece) => {
            let kind = piece_kind(position, piece.role);
            let half = piece_mesh::height(kind) * shape.piece_scale / 2.0;
            // Three quarters of the foot: the piece narrows towards its top.
            let body = Collider::cylinder(half, 0.075 * shape.piece_scale);
            Collider::compound(vec![
                (Vec3::ZERO, Quat::IDENTITY, face),
                (Vec3::Y * half, Quat::IDENTITY, body),
            ])
        }
    })
}

pub(super) fn spawn(
    mut commands: Commands,
    root: Single<Entity, With<BoardRoot>>,
    game: Res<Match>,
    shape: Res<Shape>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let position = game.position();
    let kinds = shape.kinds.iter();
    let kinds: Vec<_> = kinds
        .map(|kind| meshes.add(tile_mesh(&kind.outline)))
        .collect();
    for (cell, place) in shape.cells().zip(&shape.places) {
        let stands = position.piece_at(cell);
        let mut tile = commands.spawn((
            Name::new(format!("tile {}", position.cell_name(cell))),
            OnCell(cell),
            Stands(stands),
            Mesh3d(kinds[place.kind].clone()),
            place.frame,
            ChildOf(*root),
        ));
        if let Some(collider) = collider(&shape, position, cell, stands) {
            tile.insert(collider);
        }
    }
    for fixture in &shape.fixtures {
        commands.spawn((
            Name::new(fixture.name),
            Mesh3d(meshes.add(fixture.mesh.clone())),
            MeshMaterial3d(materials.add(fixture.material.clone())),
            ChildOf(*root),
        ));
    }
}

fn update_colliders(
    mut commands: Commands,
    game: Res<Match>,
    shape: Res<Shape>,
    mut tiles: Query<(Entity, &OnCell, &mut Stands)>,
) {
    let position = game.position();
    for (entity, &OnCell(cell), mut stands) in &mut tiles {
        let now = Stands(position.piece_at(cell));
        if stands.set_if_neq(now)
            && let Some(collider) = collider(&shape, position, cell, now.0)
        {
            commands.entity(entity).insert(collider);
        }
    }
}
