//! The board in space.

use bevy_math::Vec3;
use icochess_boards::{Chess, Registered};
use icochess_rules::{Cell, Equipment, Side};
use icochess_shape::table::{DARK, LIGHT, SQUARE};

#[test]
fn squares_match_names_and_right_hand_corner_is_light() {
    let shape = Chess::shape();
    let at = |name: &str| Chess::tables().cell(name).map(|cell| shape.centre(cell));
    let (a1, h1, a8) = (at("a1").unwrap(), at("h1").unwrap(), at("a8").unwrap());
    assert!(a1.distance(Vec3::new(-3.5, 0.0, 3.5) * SQUARE) < 1e-6);
    assert!((h1 - a1).normalize().dot(Vec3::X) > 0.9999);
    let ahead = shape.homes[Side::White.index()].ahead;
    assert!((a8 - a1).normalize().dot(ahead) > 0.9999);
    let kind = |name: &str| {
        Chess::tables()
            .cell(name)
            .map(|cell| shape.kind(cell).shade)
    };
    assert_eq!((kind("h1"), kind("d1")), (Some(LIGHT), Some(LIGHT)));
    assert_eq!((kind("a1"), kind("e1")), (Some(DARK), Some(DARK)));
    assert_eq!(shape.places.len(), shape.cells().len());
    assert!(shape.cells().all(|cell| cell != Cell::new(64)));
}
