//! The 80 tiles: what is seen of them, and one collider each.
//!
//! A piece counts as its tile: it widens the collider of the tile it stands
//! on, so that a ray which meets the piece means the tile.

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy_rapier3d::prelude::Collider;

use super::{BoardRoot, RADIUS, cell_corners, cell_frame, piece_mesh, pieces::piece_kind};
use crate::game::{Match, OnCell, tables};
use crate::rules::{Cell, Piece};
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
    app.add_systems(PreStartup, spawn.after(super::spawn_root))
        .add_systems(
            Update,
            update_colliders
                .run_if(resource_changed::<Match>)
                .in_set(AppSystems::Scene),
        );
}

/// A tile's face with bevelled edges, in the tile's frame.
fn tile_mesh(corners: [Vec3; 3]) -> Mesh {
    let top = super::shapes::inset(corners, BEVEL);
    let rim = corners.map(|corner| corner - Vec3::Y * GROOVE);
    let mut positions: Vec<Vec3> = top.to_vec();
    let mut normals = vec![Vec3::Y; 3];
    let mut indices = vec![0_u32, 1, 2];
    for i in 0..3 {
        let j = (i + 1) % 3;
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
fn collider(cell: Cell, piece: Option<Piece>) -> Option<Collider> {
    let corners = cell_corners(cell);
    let points: Vec<Vec3> = corners
        .into_iter()
        .chain(corners.map(|c| c * 0.9 - Vec3::Y * COLLIDER_DEPTH))
        .collect();
    let face = Collider::convex_hull(&points)?;
    Some(match piece {
        None => face,
        Some(piece) => {
            let kind = piece_kind(piece.role);
            let half = piece_mesh::height(kind) * RADIUS / 2.0;
            // Three quarters of the foot: the piece narrows towards its top.
            let body = Collider::cylinder(half, 0.075 * RADIUS);
            Collider::compound(vec![
                (Vec3::ZERO, Quat::IDENTITY, face),
                (Vec3::Y * half, Quat::IDENTITY, body),
            ])
        }
    })
}

fn spawn(
    mut commands: Commands,
    root: Single<Entity, With<BoardRoot>>,
    game: Res<Match>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    // Tiles of a kind are congruent: one mesh for the middle of a face, one
    // for its corners.
    let kinds = [0, 1].map(|tile| meshes.add(tile_mesh(cell_corners(Cell::new(tile)))));
    for cell in tables().cells() {
        let stands = game.position().piece_at(cell);
        let mut tile = commands.spawn((
            Name::new(format!("tile {}", tables().name(cell))),
            OnCell(cell),
            Stands(stands),
            Mesh3d(kinds[usize::from(!cell.index().is_multiple_of(4))].clone()),
            cell_frame(cell),
            ChildOf(*root),
        ));
        if let Some(collider) = collider(cell, stands) {
            tile.insert(collider);
        }
    }
}

fn update_colliders(
    mut commands: Commands,
    game: Res<Match>,
    mut tiles: Query<(Entity, &OnCell, &mut Stands)>,
) {
    for (entity, &OnCell(cell), mut stands) in &mut tiles {
        let now = Stands(game.position().piece_at(cell));
        if stands.set_if_neq(now)
            && let Some(collider) = collider(cell, now.0)
        {
            commands.entity(entity).insert(collider);
        }
    }
}
