//! The pieces, each put together from its parts.

use icochess_shape::PieceKind;

use crate::carve::carve;
use crate::figures::{
    BISHOP, BISHOP_FINIAL, BISHOP_SIDES, FOREHEAD, HORN_LEAN, HORN_RADIUS, KING, KING_SIDES,
    KNIGHT, KNIGHT_SIDES, MERLONS, MITRE, MITRE_CUT, PAWN, PAWN_SIDES, QUEEN, QUEEN_DOME,
    QUEEN_SIDES, ROOK, ROOK_FLOOR, ROOK_INSIDE, ROOK_OUTSIDE, ROOK_SIDES, ROOK_WELL, SINK,
    TOWER_STEM, UNICORN, WELL,
};
use crate::geometry::PieceGeometry;
use crate::horse::{HORSE_BOTTOM, HORSE_TRIANGLES, Horse};
use crate::ornaments::{cross_plate, horn};
use crate::vectors::{around, turn};

/// The mesh of a piece. Made anew at each call: make it once and keep it.
pub fn piece_geometry(kind: PieceKind) -> PieceGeometry {
    let mesh = match kind {
        PieceKind::Pawn => pawn(),
        PieceKind::Knight => knight(),
        PieceKind::Bishop => bishop(),
        PieceKind::Rook => rook(),
        PieceKind::Queen => queen(),
        PieceKind::King => king(),
        PieceKind::Unicorn => unicorn(),
        PieceKind::MitredTower => mitred_tower(),
        PieceKind::Duchess => duchess(),
        PieceKind::Marshal => marshal(),
        PieceKind::Governor => governor(),
        PieceKind::Cardinal => cardinal(),
        PieceKind::Cavalcade => cavalcade(),
    };
    mesh.welded()
}

fn pawn() -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    mesh.lathe(PAWN, PAWN_SIDES);
    mesh
}

fn rook() -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    mesh.lathe(ROOK, ROOK_SIDES);
    mesh.lathe(ROOK_WELL, ROOK_SIDES);
    let each = ROOK_SIDES / MERLONS;
    let wide = each * 2 / 3;
    for merlon in 0..MERLONS {
        // The first merlon is centred on +z.
        let from = merlon * each + ROOK_SIDES - wide / 2;
        mesh.merlon(from, from + wide);
        for i in from + wide..from + each {
            let [a, b] = [turn(i, ROOK_SIDES), turn(i + 1, ROOK_SIDES)];
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

fn bishop() -> PieceGeometry {
    let mut mesh = mitre();
    mesh.lathe(BISHOP, BISHOP_SIDES);
    mesh.lathe(BISHOP_FINIAL, BISHOP_SIDES);
    mesh
}

/// The bishop's mitre, cut.
fn mitre() -> PieceGeometry {
    let mut mitre = PieceGeometry::default();
    mitre.lathe(MITRE, BISHOP_SIDES);
    carve(&mitre, &MITRE_CUT)
}

fn queen() -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    mesh.lathe(QUEEN, QUEEN_SIDES);
    mesh.coronet();
    mesh.lathe(QUEEN_DOME, QUEEN_SIDES);
    mesh
}

fn king() -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    mesh.lathe(KING, KING_SIDES);
    mesh.append(&cross_plate(true));
    // Arms to the front and the back as well: a cross from the side and from above.
    let mut beam = cross_plate(false);
    for [x, _, z] in beam.positions.iter_mut().chain(&mut beam.normals) {
        (*x, *z) = (*z, -*x);
    }
    mesh.append(&beam);
    mesh
}

fn knight() -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    mesh.lathe(KNIGHT, KNIGHT_SIDES);
    mesh.append(&horse(HORSE_TRIANGLES));
    mesh
}

/// A horse's neck and head, of so many triangles without its eyes.
fn horse(triangles: usize) -> PieceGeometry {
    let mut mesh = Horse::new().skin(triangles);
    mesh.eyes();
    mesh
}

/// A horse's neck and head with a horn on its forehead.
fn horned(triangles: usize, length: f32) -> PieceGeometry {
    let mut mesh = horse(triangles);
    mesh.append(&horn(FOREHEAD, HORN_LEAN, HORN_RADIUS, length));
    mesh
}

fn unicorn() -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    mesh.lathe(UNICORN, KNIGHT_SIDES);
    let raised = [0.0, 0.084, 0.0];
    mesh.append(&horned(HORSE_TRIANGLES, 0.1654).placed(HORSE_BOTTOM, 0.87, false, raised));
    mesh
}

/// The rook, somewhat smaller: something rises from it.
fn tower() -> PieceGeometry {
    rook().placed(-SINK, 0.85, false, [0.0, -SINK, 0.0])
}

fn mitred_tower() -> PieceGeometry {
    let mut mesh = tower();
    mesh.lathe(TOWER_STEM, BISHOP_SIDES);
    let mut top = mitre();
    top.lathe(BISHOP_FINIAL, BISHOP_SIDES);
    // Larger than the bishop's: the merlons hide its foot.
    mesh.append(&top.placed(0.192, 1.32, false, [0.0, 0.2425, 0.0]));
    mesh
}

fn duchess() -> PieceGeometry {
    let mut mesh = tower();
    mesh.append(&horn([0.0, WELL, 0.0], 0.0, 0.025, 0.39 - WELL));
    mesh
}

fn marshal() -> PieceGeometry {
    let mut mesh = tower();
    let looking = horse(HORSE_TRIANGLES).placed(HORSE_BOTTOM, 0.78, false, [0.0, WELL, 0.0]);
    mesh.append(&looking);
    mesh
}

fn governor() -> PieceGeometry {
    let mut mesh = mitre();
    mesh.lathe(BISHOP, BISHOP_SIDES);
    mesh.append(&horn([0.0, 0.272, 0.0], 0.0, 0.0185, 0.126));
    // From afar the horn is little to tell it from a bishop by.
    mesh.widened(1.12)
}

fn cardinal() -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    mesh.lathe(KNIGHT, KNIGHT_SIDES);
    mesh.append(&horse(HORSE_TRIANGLES));
    let mut hat = mitre();
    hat.lathe(BISHOP_FINIAL, BISHOP_SIDES);
    // Large: from afar there is little else to tell it from a knight by.
    mesh.append(&hat.placed(0.192, 1.25, false, [0.0, 0.240, -0.004]));
    mesh
}

fn cavalcade() -> PieceGeometry {
    const SIZE: f32 = 0.75;
    const APART: f32 = 0.028;
    let mut mesh = PieceGeometry::default();
    mesh.lathe(KNIGHT, KNIGHT_SIDES);
    let ahead = [0.0, HORSE_BOTTOM, APART];
    let behind = [0.0, HORSE_BOTTOM, -APART];
    mesh.append(&horse(HORSE_TRIANGLES).placed(HORSE_BOTTOM, SIZE, false, ahead));
    mesh.append(&horned(HORSE_TRIANGLES, 0.2).placed(HORSE_BOTTOM, SIZE, true, behind));
    mesh
}
