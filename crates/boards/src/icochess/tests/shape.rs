//! Tests of the ball in space, and of its visible part from the default seat.

use bevy_math::Vec3;
use bevy_transform::components::Transform;
use icochess_boards::icochess::{RADIUS, SOLID};
use icochess_boards::{Icochess, Registered};
use icochess_rules::{Cell, CellSet, Role, Side};
use icochess_shape::{AT_HOME, Seat, Shape, from_middle, height};

use crate::icochess::tests::Position;

/// Returns the corners of a tile in a frame.
fn outline(tile: usize, frame: Transform) -> [Vec3; 3] {
    let inverse = frame.to_matrix().inverse();
    SOLID.corners(tile).map(|corner| {
        let corner = Vec3::from_array(corner.map(|along| along as f32));
        inverse.transform_point3(corner * RADIUS)
    })
}

#[test]
fn frames_are_on_tiles_and_tiles_of_a_kind_are_congruent() {
    let shape = Icochess::shape();
    for cell in shape.cells() {
        let frame = shape.frame(cell);
        let up = frame.rotation * Vec3::Y;
        assert!(up.dot(frame.translation.normalize()) > 0.98);
        let own = outline(cell.index(), frame);
        for (a, b) in own.iter().zip(&shape.kind(cell).outline) {
            assert!(
                a.distance(*b) < 1e-5 && a.y.abs() < 1e-5,
                "{cell:?} {a} {b}"
            );
        }
    }
}

/// Returns whether the ball, the intersection of the half-spaces below its faces, hides a point
/// from the eye.
fn is_behind(shape: &Shape, at: Vec3, eye: Vec3) -> bool {
    let (mut enters, mut leaves) = (1e-4_f32, 1.0_f32);
    for cell in shape.cells() {
        let face = shape.frame(cell);
        let up = face.rotation * Vec3::Y;
        let [above, climbs] = [at - face.translation, eye - at].map(|vector| vector.dot(up));
        if climbs < 0.0 {
            enters = enters.max(above / -climbs);
        } else {
            leaves = leaves.min(-above / climbs.max(1e-9));
        }
    }
    enters < leaves
}

#[test]
fn home_view_shows_the_upright_camp() {
    let shape = Icochess::shape();
    let seat = Seat::default();
    let start = Position::start();
    for side in Side::ALL {
        let board_rotation = shape.hold.home_rotation(&shape.homes[side.index()], &seat);
        let eye = board_rotation.inverse() * (seat.eye - seat.centre);
        // The visible part of a piece.
        let seen = |cell: Cell| {
            let frame = shape.frame(cell);
            let role = start.piece_at(cell).expect("a piece").role;
            let tall = height(shape.model(&start, role)) * shape.piece_scale;
            let at = |part: u8| {
                frame.translation + frame.rotation * Vec3::Y * tall * f32::from(part) / 20.0
            };
            let parts = (1..=20).filter(|part| !is_behind(&shape, at(*part), eye));
            parts.count() as f32 / 20.0
        };
        let camp = |of: Side| start.by_side(of).cells().map(seen);
        assert!(camp(side).all(|part| part > 0.85), "{side}");
        for cell in start.by_side(side).cells() {
            let up = board_rotation * shape.frame(cell).rotation * Vec3::Y;
            assert!(up.y > 0.3, "{side} {cell:?}: {up}");
        }
        let king = shape.frame(start.pieces(side, Role::KING).first().unwrap());
        let off = from_middle(board_rotation, king.translation, &seat);
        assert!(off <= AT_HOME, "{side}: {off}");
        let (king, middle) = (board_rotation * king.translation, seat.eye - seat.centre);
        let above = king.normalize().y.asin() - middle.normalize().y.asin();
        assert!(above > 0.5, "{side}: the king is {above} above the middle");
    }
}
