//! Meshes of the pieces, read from `assets/models/pieces.bin`.
//!
//! `assets/models/make_pieces/` generates the file ahead of time, because the knight takes a third
//! of a second. It defines the format, which is little-endian. Pieces are in the order of
//! [`PieceKind::ALL`], first in full and then in each lower [`Detail`]. Each piece has:
//!
//! * the number of vertices and the number of indices, as `u32`;
//! * for each vertex six `i16`: position in units of [`POSITION_UNIT`], and unit normal in
//!   32767ths;
//! * the indices as `u16`.
//!
//! A length of 1 is the radius of the ball. A piece has its foot at `y = 0` and `+y` as up; horses
//! face `+z`.

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, Mesh, PrimitiveTopology, VertexAttributeValues};
use icochess_shape::inlay::head;
use icochess_shape::{Detail, PieceKind};

use super::inlays::{PAINTED, on_head, on_strip};

/// Length of one step of a stored coordinate, in radii of the ball.
pub const POSITION_UNIT: f32 = 0.5 / 32767.0;

const FILE: &[u8] = include_bytes!("../../../../assets/models/pieces.bin");

/// Number of meshes of a piece, one for each [`Detail`].
pub const DETAILS: usize = Detail::ALL.len();

/// Returns the meshes of every kind, in the order of [`PieceKind::ALL`], from most to fewest
/// triangles.
///
/// # Panics
///
/// If the built-in file is damaged, which the tests rule out.
pub fn piece_meshes() -> Vec<[Mesh; DETAILS]> {
    let mut rest = FILE;
    let mut next = |kind| {
        let counts = take(&mut rest, 8);
        let count = |at: usize| {
            counts[at..at + 4]
                .iter()
                .rev()
                .fold(0_usize, |n, byte| n << 8 | usize::from(*byte))
        };
        mesh(
            kind,
            take(&mut rest, count(0) * 12),
            take(&mut rest, count(4) * 2),
        )
    };
    let mut all = || PieceKind::ALL.map(&mut next);
    let [full, middle, low]: [[Mesh; PieceKind::ALL.len()]; DETAILS] =
        std::array::from_fn(|_| all());
    let lower = middle.into_iter().zip(low);
    let meshes = full.into_iter().zip(lower);
    meshes
        .map(|(full, (middle, low))| [full, middle, low])
        .collect()
}

fn take<'a>(rest: &mut &'a [u8], bytes: usize) -> &'a [u8] {
    let (taken, left) = rest.split_at(bytes);
    *rest = left;
    taken
}

fn mesh(kind: PieceKind, vertices: &[u8], indices: &[u8]) -> Mesh {
    let triple = |bytes: &[u8], unit: f32| {
        [0, 2, 4].map(|at| f32::from(i16::from_le_bytes([bytes[at], bytes[at + 1]])) * unit)
    };
    let (mut positions, mut normals): (Vec<[f32; 3]>, Vec<_>) = vertices
        .chunks_exact(12)
        .map(|v| {
            (
                triple(&v[..6], POSITION_UNIT),
                triple(&v[6..], 1.0 / 32767.0),
            )
        })
        .unzip();
    let mut indices: Vec<u16> = indices
        .chunks_exact(2)
        .map(|i| u16::from_le_bytes([i[0], i[1]]))
        .collect();
    let from = head(kind).from;
    let is_head = |corner: &u16, places: &[[f32; 3]]| places[usize::from(*corner)][1] >= from;
    // A head shows a symbol, with a texture seam below it where vertices are duplicated.
    let mut is_below = vec![false; positions.len()];
    for corners in indices.chunks_exact(3) {
        if !corners.iter().all(|corner| is_head(corner, &positions)) {
            for corner in corners {
                is_below[usize::from(*corner)] = true;
            }
        }
    }
    let mut on_picture: Vec<[f32; 2]> = positions.iter().map(|at| on_strip(at[1])).collect();
    let mut above = vec![None; positions.len()];
    for corners in indices.chunks_exact_mut(3) {
        if !corners.iter().all(|corner| is_head(corner, &positions)) {
            continue;
        }
        for corner in corners {
            let old = usize::from(*corner);
            *corner = *above[old].get_or_insert_with(|| {
                let [x, _, ahead] = positions[old];
                let place = on_head(kind, [x, ahead]);
                if !is_below[old] {
                    on_picture[old] = place;
                    return old as u16;
                }
                positions.push(positions[old]);
                normals.push(normals[old]);
                on_picture.push(place);
                (positions.len() - 1) as u16
            });
        }
    }
    Mesh::new(
        PrimitiveTopology::TriangleList,
        RenderAssetUsages::RENDER_WORLD,
    )
    .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
    .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
    .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, on_picture)
    .with_inserted_indices(Indices::U16(indices))
}

/// Sets texture coordinates that wrap the inlay strip around the whole piece, except on painted
/// faces.
pub(super) fn wound_round(mut mesh: Mesh) -> Mesh {
    let painted = match mesh.remove_attribute(Mesh::ATTRIBUTE_UV_0) {
        Some(VertexAttributeValues::Float32x2(places)) => places,
        _ => Vec::new(),
    };
    let places = mesh.attribute(Mesh::ATTRIBUTE_POSITION);
    let places = places.and_then(|places| places.as_float3()).unwrap_or(&[]);
    let on_picture = places.iter().enumerate().map(|(vertex, place)| {
        let painted = painted.get(vertex).filter(|it| **it == PAINTED);
        painted.copied().unwrap_or(on_strip(place[1]))
    });
    let on_picture: Vec<[f32; 2]> = on_picture.collect();
    mesh.with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, on_picture)
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_shape::height;

    #[test]
    fn the_file_contains_every_piece_at_its_height() {
        let meshes = piece_meshes();
        let kinds = PieceKind::ALL.into_iter().zip(&meshes);
        for (kind, mesh) in kinds.flat_map(|(kind, all)| all.iter().map(move |it| (kind, it))) {
            let positions = mesh
                .attribute(Mesh::ATTRIBUTE_POSITION)
                .and_then(|values| values.as_float3())
                .unwrap();
            let top = positions.iter().map(|p| p[1]).fold(0.0, f32::max);
            assert!((top - height(kind)).abs() < 0.002, "{kind:?} {top}");
            let count = positions.len();
            let Some(Indices::U16(indices)) = mesh.indices() else {
                panic!("no indices");
            };
            assert!(indices.iter().all(|i| usize::from(*i) < count));
        }
    }
}
