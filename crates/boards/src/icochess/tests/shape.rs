//! The ball in space, and what is seen of it from the usual seat.

use bevy_math::Vec3;
use bevy_transform::components::Transform;
use icochess_boards::icochess::{RADIUS, SOLID};
use icochess_boards::{Icochess, Registered};
use icochess_rules::{Cell, CellSet, Role, Side};
use icochess_shape::{Seat, is_in_sight, is_turned_away};

use crate::icochess::tests::Position;

/// The corners of a tile, in a frame.
fn outline(tile: usize, frame: Transform) -> [Vec3; 3] {
    let inverse = frame.to_matrix().inverse();
    SOLID.corners(tile).map(|corner| {
        let corner = Vec3::from_array(corner.map(|along| along as f32));
        inverse.transform_point3(corner * RADIUS)
    })
}

#[test]
fn frames_stand_on_their_tiles_and_tiles_of_a_kind_are_congruent() {
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

#[test]
fn at_home_the_own_camp_is_seen_whole_and_heads_of_the_other_over_the_rim() {
    let shape = Icochess::shape();
    let seat = Seat::default();
    let start = Position::start();
    for side in Side::ALL {
        let lies = shape.hold.home_rotation(&shape.homes[side.index()], &seat);
        let eye = lies.inverse() * (seat.eye - seat.centre);
        for cell in start.by_side(side).cells() {
            assert!(!is_turned_away(lies, &shape.frame(cell), &seat), "{cell:?}");
        }
        let king = shape.centre(start.pieces(side, Role::KING).first().unwrap());
        assert!(is_in_sight(lies, king, &seat));
        // A head is seen where the way to the eye does not lead through the ball.
        let is_seen = |cell: Cell| {
            let frame = shape.frame(cell);
            let head = frame.translation + frame.rotation * Vec3::Y * 0.3 * RADIUS;
            let way = (eye - head).normalize();
            let nearest = head - way * head.dot(way).min(0.0);
            nearest.length() > RADIUS
        };
        let seen = start.by_side(!side).cells().filter(|cell| is_seen(*cell));
        assert!(seen.count() >= 2, "{side}");
    }
}
