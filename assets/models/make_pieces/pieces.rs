//! The pieces, each assembled from its parts.

use std::sync::LazyLock;

use icochess_shape::{Detail, PieceKind};

use crate::carve::carve;
use crate::figures::{
    BISHOP, BISHOP_FINIAL, BISHOP_SIDES, FOREHEAD, HORN_LEAN, HORN_RADIUS, KING, KING_SIDES,
    KNIGHT, KNIGHT_SIDES, KNIGHT_STEP, MERLONS, MITRE, MITRE_CUT, PAWN, PAWN_SIDES, POINTS, QUEEN,
    QUEEN_DOME, QUEEN_SIDES, ROOK, ROOK_FLOOR, ROOK_INSIDE, ROOK_OUTSIDE, ROOK_SIDES, ROOK_WELL,
    SINK, TOWER_STEM, UNICORN, WELL,
};
use crate::geometry::PieceGeometry;
use crate::horse::{HORSE_BOTTOM, Horse};
use crate::ornaments::{cross_plate, horn};
use crate::vectors::{around, turn};

/// One item for each level of detail, in the order of the file.
type InDetail<T> = [T; Detail::ALL.len()];

/// Returns the mesh of a piece. The first call builds all meshes.
pub fn piece_geometry(kind: PieceKind, detail: Detail) -> &'static PieceGeometry {
    static PIECES: LazyLock<InDetail<[PieceGeometry; PieceKind::ALL.len()]>> =
        LazyLock::new(|| Detail::ALL.map(|detail| PieceKind::ALL.map(|kind| made(kind, detail))));
    &PIECES[detail as usize][kind as usize]
}

fn made(kind: PieceKind, detail: Detail) -> PieceGeometry {
    let mesh = match kind {
        PieceKind::Pawn => pawn(detail),
        PieceKind::Knight => knight(detail),
        PieceKind::Bishop => bishop(detail),
        PieceKind::Rook => rook(detail),
        PieceKind::Queen => queen(detail),
        PieceKind::King => king(detail),
        PieceKind::Unicorn => unicorn(detail),
        PieceKind::MitredTower => mitred_tower(detail),
        PieceKind::Duchess => duchess(detail),
        PieceKind::Marshal => marshal(detail),
        PieceKind::Governor => governor(detail),
        PieceKind::Cardinal => cardinal(detail),
        PieceKind::Cavalcade => cavalcade(detail),
    };
    mesh.welded()
}

/// Returns the sides of parts less than half as thick as a foot. In low detail, such a part
/// deviates from a circle as much as the foot does.
fn thin(detail: Detail) -> usize {
    match detail {
        Detail::Low => 8,
        _ => detail.sides(BISHOP_SIDES, 2),
    }
}

fn pawn(detail: Detail) -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    mesh.lathe(PAWN, detail.sides(PAWN_SIDES, 2), detail);
    mesh
}

fn rook(detail: Detail) -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    let sides = detail.sides(ROOK_SIDES, MERLONS);
    mesh.lathe(ROOK, sides, detail);
    mesh.lathe(ROOK_WELL, sides, detail);
    let each = sides / MERLONS;
    let wide = each * 2 / 3;
    for merlon in 0..MERLONS {
        // The first merlon is centred on +z.
        let from = merlon * each + sides - wide / 2;
        mesh.merlon(from..from + wide, sides, detail);
        for i in from + wide..from + each {
            let [a, b] = [turn(i, sides), turn(i + 1, sides)];
            mesh.facet([
                around(ROOK_OUTSIDE, ROOK_FLOOR, a),
                around(ROOK_OUTSIDE, ROOK_FLOOR, b),
                around(ROOK_INSIDE, ROOK_FLOOR, b),
                around(ROOK_INSIDE, ROOK_FLOOR, a),
            ]);
        }
    }
    mesh
}

fn bishop(detail: Detail) -> PieceGeometry {
    let mut mesh = mitre(detail);
    mesh.lathe(BISHOP, detail.sides(BISHOP_SIDES, 2), detail);
    mesh.lathe(BISHOP_FINIAL, thin(detail), detail);
    mesh
}

/// Returns the bishop's mitre with its cut.
fn mitre(detail: Detail) -> PieceGeometry {
    let mut mitre = PieceGeometry::default();
    mitre.lathe(MITRE, thin(detail), detail);
    carve(&mitre, &MITRE_CUT)
}

fn queen(detail: Detail) -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    mesh.lathe(QUEEN, detail.sides(QUEEN_SIDES, POINTS), detail);
    mesh.coronet(detail.sides(QUEEN_SIDES, POINTS));
    mesh.lathe(QUEEN_DOME, detail.sides(QUEEN_SIDES, POINTS), detail);
    mesh
}

fn king(detail: Detail) -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    mesh.lathe(KING, detail.sides(KING_SIDES, 2), detail);
    mesh.append(&cross_plate(true, detail));
    // Adds arms to the front and the back, so that the cross is visible from the side and from
    // above.
    let mut beam = cross_plate(false, detail);
    for [x, _, z] in beam.positions.iter_mut().chain(&mut beam.normals) {
        (*x, *z) = (*z, -*x);
    }
    mesh.append(&beam);
    mesh
}

fn knight(detail: Detail) -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    mesh.lathe(KNIGHT, detail.sides(KNIGHT_SIDES, KNIGHT_STEP), detail);
    mesh.append(&horse(detail));
    mesh
}

/// Returns a horse's neck and head.
fn horse(detail: Detail) -> PieceGeometry {
    static HORSES: LazyLock<InDetail<PieceGeometry>> = LazyLock::new(|| {
        let horse = Horse::new();
        let surface = horse.surface();
        Detail::ALL.map(|detail| {
            let mut mesh = horse.skin(surface.clone(), detail);
            // In low detail, eyes would be three pixels wide.
            if detail != Detail::Low {
                mesh.eyes(detail);
            }
            mesh
        })
    });
    HORSES[detail as usize].clone()
}

/// Returns a horse's neck and head with a horn on its forehead.
fn horned(detail: Detail, length: f32) -> PieceGeometry {
    let mut mesh = horse(detail);
    mesh.append(&horn(FOREHEAD, HORN_LEAN, HORN_RADIUS, length, detail));
    mesh
}

fn unicorn(detail: Detail) -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    mesh.lathe(UNICORN, detail.sides(KNIGHT_SIDES, 2), detail);
    let raised = [0.0, 0.084, 0.0];
    mesh.append(&horned(detail, 0.1654).placed(HORSE_BOTTOM, 0.87, false, raised));
    mesh
}

/// Returns a smaller rook, as the base of a compound piece.
fn tower(detail: Detail) -> PieceGeometry {
    rook(detail).placed(-SINK, 0.85, false, [0.0, -SINK, 0.0])
}

fn mitred_tower(detail: Detail) -> PieceGeometry {
    let mut mesh = tower(detail);
    mesh.lathe(TOWER_STEM, thin(detail), detail);
    let mut top = mitre(detail);
    top.lathe(BISHOP_FINIAL, thin(detail), detail);
    // Larger than the bishop's, because the merlons hide its base.
    mesh.append(&top.placed(0.192, 1.32, false, [0.0, 0.2425, 0.0]));
    mesh
}

fn duchess(detail: Detail) -> PieceGeometry {
    let mut mesh = tower(detail);
    mesh.append(&horn([0.0, WELL, 0.0], 0.0, 0.025, 0.39 - WELL, detail));
    mesh
}

fn marshal(detail: Detail) -> PieceGeometry {
    let mut mesh = tower(detail);
    let looking = horse(detail).placed(HORSE_BOTTOM, 0.78, false, [0.0, WELL, 0.0]);
    mesh.append(&looking);
    mesh
}

fn governor(detail: Detail) -> PieceGeometry {
    let mut mesh = mitre(detail);
    mesh.lathe(BISHOP, detail.sides(BISHOP_SIDES, 2), detail);
    mesh.append(&horn([0.0, 0.272, 0.0], 0.0, 0.0185, 0.126, detail));
    // Wider, because from a distance the horn barely distinguishes the piece from a bishop.
    mesh.widened(1.12)
}

fn cardinal(detail: Detail) -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    mesh.lathe(KNIGHT, detail.sides(KNIGHT_SIDES, KNIGHT_STEP), detail);
    mesh.append(&horse(detail));
    let mut hat = mitre(detail);
    hat.lathe(BISHOP_FINIAL, thin(detail), detail);
    // Large, because from a distance little else distinguishes the piece from a knight.
    mesh.append(&hat.placed(0.192, 1.25, false, [0.0, 0.240, -0.004]));
    mesh
}

fn cavalcade(detail: Detail) -> PieceGeometry {
    const SIZE: f32 = 0.75;
    const APART: f32 = 0.028;
    let mut mesh = PieceGeometry::default();
    mesh.lathe(KNIGHT, detail.sides(KNIGHT_SIDES, KNIGHT_STEP), detail);
    let ahead = [0.0, HORSE_BOTTOM, APART];
    let behind = [0.0, HORSE_BOTTOM, -APART];
    mesh.append(&horse(detail).placed(HORSE_BOTTOM, SIZE, false, ahead));
    mesh.append(&horned(detail, 0.2).placed(HORSE_BOTTOM, SIZE, true, behind));
    mesh
}
