//! Properties of all pieces, and of individual ones.

use std::collections::{HashMap, HashSet};

use bevy_math::Vec2 as Point;
use icochess_shape::inlay::{head, symbol};
use icochess_shape::{Detail, PieceKind, height};

use crate::carve::{Plane, carve};
use crate::figures::{BISHOP_SIDES, MITRE, MITRE_CUT, PAWN, SINK, WELL};
use crate::geometry::{PieceGeometry, SLIVER};
use crate::horse::HORSE_BOTTOM;
use crate::lathe::strips;
use crate::pieces::piece_geometry;
use crate::surface::CELL;
use crate::vectors::{Vec2, Vec3, add, area_vector, cross, dot, length, ratio, unit};

/// Yields every kind in every detail.
fn pieces() -> impl Iterator<Item = (PieceKind, Detail)> {
    let all = |detail| PieceKind::ALL.map(|kind| (kind, detail));
    Detail::ALL.into_iter().flat_map(all)
}

fn triangles(mesh: &PieceGeometry) -> impl Iterator<Item = [usize; 3]> {
    mesh.indices
        .chunks_exact(3)
        .map(|t| [t[0] as usize, t[1] as usize, t[2] as usize])
}

/// On other platforms, sines may differ in their last digits.
#[cfg(target_os = "linux")]
#[test]
fn the_file_is_up_to_date() {
    let there = std::fs::read(crate::PIECES).expect("pieces.bin");
    let made = crate::file();
    assert!(there == made, "run make_pieces: see main.rs");
}

#[test]
fn buffers_are_consistent() {
    for (kind, detail) in pieces() {
        let mesh = piece_geometry(kind, detail);
        assert_eq!(mesh.positions.len(), mesh.normals.len(), "{kind:?}");
        assert_eq!(mesh.indices.len() % 3, 0, "{kind:?}");
        assert!(
            mesh.indices
                .iter()
                .all(|&i| (i as usize) < mesh.positions.len()),
            "{kind:?}"
        );
        assert!(
            mesh.positions.iter().flatten().all(|c| c.is_finite()),
            "{kind:?}"
        );
        for normal in &mesh.normals {
            assert!((length(*normal) - 1.0).abs() < 1e-4, "{kind:?}: {normal:?}");
        }
    }
}

#[test]
fn no_triangle_is_degenerate() {
    for (kind, detail) in pieces() {
        let mesh = piece_geometry(kind, detail);
        for corners in triangles(mesh) {
            let [a, b, c] = corners.map(|i| mesh.positions[i]);
            assert!(
                length(area_vector(a, b, c)) > SLIVER,
                "{kind:?}: {a:?} {b:?} {c:?}"
            );
        }
    }
}

#[test]
fn normals_agree_with_their_triangles() {
    for (kind, detail) in pieces() {
        let mesh = piece_geometry(kind, detail);
        for corners in triangles(mesh) {
            let [a, b, c] = corners.map(|i| mesh.positions[i]);
            let normals = corners.map(|i| mesh.normals[i]);
            let mean = unit(add(add(normals[0], normals[1]), normals[2]));
            // The lower end of the horse is hidden.
            let low = match kind {
                PieceKind::Marshal => WELL,
                PieceKind::Unicorn => 0.084,
                _ => HORSE_BOTTOM,
            };
            let has_horse = matches!(
                kind,
                PieceKind::Knight
                    | PieceKind::Unicorn
                    | PieceKind::Marshal
                    | PieceKind::Cardinal
                    | PieceKind::Cavalcade
            );
            let hidden = has_horse && a[1].max(b[1]).max(c[1]) < low + 2.0 * CELL;
            let along = dot(unit(area_vector(a, b, c)), mean);
            assert!(
                hidden || along > 0.2,
                "{kind:?}: {along} at {a:?} {b:?} {c:?}"
            );
        }
    }
}

/// Every edge is traversed equally often in both directions.
#[test]
fn surfaces_are_closed() {
    for (kind, detail) in pieces() {
        let mesh = piece_geometry(kind, detail);
        // Cells are far larger than rounding errors, but vertices may be on either side of a
        // border. Each vertex therefore takes the first one near it.
        let mut welded: HashMap<[i32; 3], usize> = HashMap::new();
        let names: Vec<usize> = mesh
            .positions
            .iter()
            .enumerate()
            .map(|(i, p)| {
                #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
                let cell = p.map(|c| (c * 1e5).round() as i32);
                let near = (0..27).find_map(|k| {
                    let neighbour = [
                        cell[0] + k % 3 - 1,
                        cell[1] + k / 3 % 3 - 1,
                        cell[2] + k / 9 - 1,
                    ];
                    welded.get(&neighbour).copied()
                });
                near.unwrap_or_else(|| *welded.entry(cell).or_insert(i))
            })
            .collect();
        let mut edges: HashMap<(usize, usize), i32> = HashMap::new();
        for corners in triangles(mesh) {
            let [a, b, c] = corners.map(|i| names[i]);
            for (from, to) in [(a, b), (b, c), (c, a)] {
                *edges.entry((from.min(to), from.max(to))).or_default() +=
                    if from < to { 1 } else { -1 };
            }
        }
        let open: Vec<_> = edges
            .iter()
            .filter(|&(&(from, to), &count)| from != to && count != 0)
            .map(|((from, to), _)| (mesh.positions[*from], mesh.positions[*to]))
            .collect();
        assert!(
            open.is_empty(),
            "{kind:?}: {} open edges, {open:?}",
            open.len()
        );
    }
}

#[test]
fn surfaces_face_outwards() {
    for (kind, detail) in pieces() {
        let mesh = piece_geometry(kind, detail);
        let volume: f32 = triangles(mesh)
            .map(|corners| {
                let [a, b, c] = corners.map(|i| mesh.positions[i]);
                dot(a, cross(b, c)) / 6.0
            })
            .sum();
        // Between a third of such a cone and twice the cone.
        let cone = std::f32::consts::PI * 0.1 * 0.1 * height(kind) / 3.0;
        assert!(
            (cone / 3.0..cone * 2.0).contains(&volume),
            "{kind:?}: {volume}, cone {cone}"
        );
    }
}

#[test]
fn sizes_are_within_bounds() {
    for (kind, detail) in pieces() {
        let mesh = piece_geometry(kind, detail);
        let top = mesh.positions.iter().map(|p| p[1]).fold(f32::MIN, f32::max);
        let bottom = mesh.positions.iter().map(|p| p[1]).fold(f32::MAX, f32::min);
        let radius = mesh
            .positions
            .iter()
            .map(|p| p[0].hypot(p[2]))
            .fold(0.0, f32::max);
        assert!((top - height(kind)).abs() < 0.002, "{kind:?}: {top}");
        assert!((bottom + SINK).abs() < 1e-6, "{kind:?}: {bottom}");
        assert!(radius < 0.115, "{kind:?}: {radius}");
    }
}

#[test]
fn lower_details_have_under_half_and_a_seventh_of_the_triangles() {
    let [full, middle, low] = Detail::ALL.map(|detail| {
        let pieces = PieceKind::ALL.map(|kind| piece_geometry(kind, detail));
        let indices = pieces.iter().map(|mesh| mesh.indices.len());
        indices.sum::<usize>()
    });
    assert!(2 * middle < full && 7 * low < full, "{full} {middle} {low}");
}

#[test]
fn pieces_keep_within_their_triangle_limits() {
    for kind in PieceKind::ALL {
        let count = piece_geometry(kind, Detail::Full).indices.len() / 3;
        let limit = match kind {
            PieceKind::Pawn => 1200,
            // Two horses.
            PieceKind::Cavalcade => 7200,
            PieceKind::MitredTower
            | PieceKind::Unicorn
            | PieceKind::Marshal
            | PieceKind::Cardinal => 5500,
            _ => 3500,
        };
        assert!(count <= limit, "{kind:?}: {count}");
    }
}

#[test]
fn edges_are_sharp_and_roundings_smooth() {
    let strips = strips(PAWN, 0.0007);
    // The underside, its chamfer and the wall; the ledge; the collar.
    assert!(strips.len() > 5, "{}", strips.len());
    // The last strip is the ball. It is one piece, smooth to the pole.
    let ball = strips.last().unwrap();
    assert!(ball.len() > 5);
    assert!(ball.last().unwrap().normal[1] > 0.999);
}

#[test]
fn the_knight_faces_ahead() {
    let mesh = piece_geometry(PieceKind::Knight, Detail::Full);
    let head = || mesh.positions.iter().filter(|p| p[1] > 0.14);
    let front = head().map(|p| p[2]).fold(f32::MIN, f32::max);
    let back = head().map(|p| p[2]).fold(f32::MAX, f32::min);
    let wide = head().map(|p| p[0].abs()).fold(0.0, f32::max);
    assert!(front > 0.1 && back > -0.1, "{front} {back}");
    assert!(wide > 0.03, "a head, not a plate: {wide}");
}

#[test]
fn the_mitre_is_cut() {
    let solid = |cut: &[Plane]| {
        let mut mitre = PieceGeometry::default();
        mitre.lathe(MITRE, BISHOP_SIDES, Detail::Full);
        let mesh = carve(&mitre, cut);
        triangles(&mesh)
            .map(|corners| {
                let [a, b, c] = corners.map(|i| mesh.positions[i]);
                dot(a, cross(b, c)) / 6.0
            })
            .sum::<f32>()
    };
    let none = Plane {
        normal: [0.0, 1.0, 0.0],
        offset: 1.0,
    };
    let left = solid(&MITRE_CUT) / solid(&[none]);
    assert!((0.8..0.95).contains(&left), "{left}");
}

/// Returns the grid squares that the piece covers, with `scale` squares per unit.
fn silhouette(mesh: &PieceGeometry, view: View, scale: f32) -> HashSet<(i16, i16)> {
    #[expect(clippy::cast_possible_truncation, reason = "a coarse grid")]
    fn square(value: f32) -> i16 {
        value.floor() as i16
    }
    let mut squares = HashSet::new();
    for corners in triangles(mesh) {
        let flat = corners.map(|i| view.map(|axis| dot(axis, mesh.positions[i]) * scale));
        let edge = |a: Vec2, b: Vec2, p: Vec2| {
            (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
        };
        let range = |axis: usize| {
            let values = flat.map(|p| p[axis]);
            let low = values.into_iter().fold(f32::MAX, f32::min);
            square(low)..=square(values.into_iter().fold(f32::MIN, f32::max))
        };
        for x in range(0) {
            for y in range(1) {
                let p = [f32::from(x) + 0.5, f32::from(y) + 0.5];
                let sides = [0, 1, 2].map(|i| edge(flat[i], flat[(i + 1) % 3], p));
                if sides.iter().all(|&s| s >= 0.0) || sides.iter().all(|&s| s <= 0.0) {
                    squares.insert((x, y));
                }
            }
        }
    }
    squares
}

/// Direction of view, as the right and the up direction.
type View = [Vec3; 2];
const FRONT: View = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
const SIDE: View = [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0]];
const HALF_ABOVE: View = [[1.0, 0.0, 0.0], [0.0, 0.7, -0.7]];

/// No two pieces have similar outlines, at their own or at equal heights.
#[test]
fn silhouettes_differ() {
    for detail in Detail::ALL {
        silhouettes_differ_in(detail);
    }
}

fn silhouettes_differ_in(detail: Detail) {
    // From above, feet fill much of the picture. With few pixels, a small fraction is less than one
    // pixel.
    for (view, pixels, least) in [
        (FRONT, 64.0, 0.1),
        (SIDE, 64.0, 0.1),
        (HALF_ABOVE, 64.0, 0.07),
        (FRONT, 24.0, 0.09),
        (SIDE, 24.0, 0.09),
        (HALF_ABOVE, 24.0, 0.065),
    ] {
        for same_height in [false, true] {
            let squares = PieceKind::ALL.map(|kind| {
                let scale = pixels / if same_height { height(kind) } else { 0.4 };
                silhouette(piece_geometry(kind, detail), view, scale)
            });
            for (i, one) in squares.iter().enumerate() {
                for (k, other) in squares[..i].iter().enumerate() {
                    let different = one.symmetric_difference(other).count();
                    let all = one.union(other).count();
                    let [a, b] = [i, k].map(|it| PieceKind::ALL[it]);
                    assert!(
                        ratio(different, all) > least,
                        "{a:?} and {b:?} at {pixels} in {detail:?}, {view:?}: {different} of {all}"
                    );
                }
            }
        }
    }
}

/// Returns the visible pixels of a piece from above, and whether each belongs to the symbol. There
/// are `scale` pixels per unit.
fn from_above(kind: PieceKind, detail: Detail, scale: f32) -> HashMap<(i16, i16), bool> {
    #[expect(clippy::cast_possible_truncation, reason = "a coarse grid")]
    fn pixel(value: f32) -> i16 {
        value.floor() as i16
    }
    let mesh = piece_geometry(kind, detail);
    let mut seen: HashMap<(i16, i16), (f32, bool)> = HashMap::new();
    for corners in triangles(mesh) {
        let corners = corners.map(|i| mesh.positions[i]);
        let is_head = corners.iter().all(|corner| corner[1] >= head(kind).from);
        let [a, b, c] = corners.map(|[x, _, z]| Point::new(x, z) * scale);
        let double = (b - a).perp_dot(c - a);
        if double.abs() < 1e-6 {
            continue;
        }
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        for x in pixel(low.x)..=pixel(high.x) {
            for y in pixel(low.y)..=pixel(high.y) {
                let at = Point::new(f32::from(x) + 0.5, f32::from(y) + 0.5);
                let of_b = (at - a).perp_dot(c - a) / double;
                let of_c = (b - a).perp_dot(at - a) / double;
                let parts = [1.0 - of_b - of_c, of_b, of_c];
                if parts.iter().any(|part| *part < 0.0) {
                    continue;
                }
                let height: f32 = (0..3).map(|i| parts[i] * corners[i][1]).sum();
                let is_symbol = is_head && symbol(kind, at / scale) < 0.0;
                let top = seen.entry((x, y)).or_insert((height, is_symbol));
                if height > top.0 {
                    *top = (height, is_symbol);
                }
            }
        }
    }
    seen.into_iter()
        .map(|(at, (_, is_symbol))| (at, is_symbol))
        .collect()
}

/// On the ball, most pieces are seen from above. Outline and symbol together distinguish the kinds
/// at any quarter turn, at their own size and at equal foot widths.
#[test]
fn kinds_differ_from_above_at_24_pixels() {
    const PIXELS: f32 = 24.0;
    let kinds = Detail::ALL
        .into_iter()
        .flat_map(|detail| [(detail, false), (detail, true)]);
    for (detail, same_width) in kinds {
        let seen = PieceKind::ALL.map(|kind| {
            let reach = piece_geometry(kind, detail).positions.iter();
            let reach = reach.map(|p| p[0].hypot(p[2])).fold(0.0, f32::max);
            let reach = if same_width { reach } else { 0.115 };
            from_above(kind, detail, PIXELS / 2.0 / reach)
        });
        for (i, one) in seen.iter().enumerate() {
            for (k, other) in seen[..i].iter().enumerate() {
                let mut turned = other.clone();
                for turn in 0..4 {
                    let pixels: HashSet<_> = one.keys().chain(turned.keys()).collect();
                    let is_other = |at: &&&(i16, i16)| one.get(**at) != turned.get(**at);
                    let different = pixels.iter().filter(is_other).count();
                    let [a, b] = [i, k].map(|it| PieceKind::ALL[it]);
                    assert!(
                        ratio(different, pixels.len()) > 0.05,
                        "{a:?} and {b:?} in {detail:?}, turned by {turn}: {different} of {}",
                        pixels.len()
                    );
                    // Maps pixel centres to pixel centres.
                    let quarter = turned.into_iter().map(|((x, y), it)| ((-y - 1, x), it));
                    turned = quarter.collect();
                }
            }
        }
    }
}
