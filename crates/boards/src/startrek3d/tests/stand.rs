//! Tests of the boards' physical supports and the small boards' pins.

use bevy_math::Vec3;
use icochess_boards::startrek3d::{ATTACK_RIM, LEVEL, MAIN_BOARDS, SQUARE, arm_path};
use icochess_boards::{Registered, StarTrek3d};
use icochess_shape::Shape;

use crate::startrek3d::tests::cell;

/// Returns the corners of the large boards, where the pins are.
fn corners(shape: &Shape) -> Vec<Vec3> {
    let corners = MAIN_BOARDS.into_iter().flat_map(|(level, first)| {
        let squares = [(1, first), (4, first), (1, first + 3), (4, first + 3)]
            .map(|(column, row)| shape.centre(cell::<StarTrek3d>([column, row, level])));
        let middle = squares.into_iter().sum::<Vec3>() / 4.0;
        // From the board's centre, the centre of a corner square is 1.5 squares away, and the
        // corner itself 2.
        squares.map(|square| middle + (square - middle) * (4.0 / 3.0))
    });
    corners.collect()
}

#[test]
fn arms_pass_through_the_gaps_between_small_boards() {
    let shape = StarTrek3d::shape();
    for pair in arm_path().windows(2) {
        for part in 0..20 {
            let place = pair[0].lerp(pair[1], part as f32 / 20.0);
            for handle in &shape.handles.at {
                let from = place - handle.frame.translation;
                // Inside the small board's rim or next to it.
                let inwards = ATTACK_RIM.half - from.z.abs();
                let is_level = from.y.abs() < ATTACK_RIM.depth;
                assert!(!is_level || inwards < ATTACK_RIM.width, "{from}");
            }
        }
    }
}

#[test]
fn foot_is_small_and_below_everything_and_keeps_balance() {
    let shape = StarTrek3d::shape();
    let end = *arm_path().last().expect("the arms end");
    let lowest = shape.handles.at.iter().map(|it| it.frame.translation.y);
    let lowest = lowest.fold(0.0, f32::min) - ATTACK_RIM.depth;
    assert!((-0.02..-0.005).contains(&(end.y - lowest)), "{end}");
    let main = shape.parts[0].fixtures.iter();
    let points = main.flat_map(|(fixture, _)| &shape.fixtures[*fixture].mesh.positions);
    let foot = points.filter(|it| it.y < end.y - 0.005);
    let (low, high) = foot.fold((Vec3::MAX, Vec3::MIN), |(low, high), it| {
        (low.min(*it), high.max(*it))
    });
    // The boards balance over the origin.
    assert!(low.z < 0.0 && high.z > 0.0, "{low} to {high}");
    assert!(high.z - low.z < 3.0 * SQUARE && high.x - low.x < 5.5 * SQUARE);
    // Only the round foot touches the ground.
    let outline = shape.footprint();
    assert!(outline.len() > 20, "{}", outline.len());
    for corner in outline {
        let (low, high) = (low - 1e-3, high + 1e-3);
        assert!(corner.with_y(low.y).cmpge(low).all() && corner.with_y(low.y).cmple(high).all());
    }
}

#[test]
fn rim_labels_face_both_players() {
    let shape = StarTrek3d::shape();
    let above = shape.overview.elevation.expect("a camera of its own");
    let away = Vec3::new(0.0, shape.stance.below, shape.stance.ahead).length();
    let names = shape.fixtures.iter().find(|it| it.name == "coordinates");
    let names = &names.expect("names").mesh;
    let edge = 2.0 * SQUARE;
    for back in [1.0, -1.0] {
        let eye = Vec3::new(0.0, above.sin(), above.cos() * back) * away;
        let own = names.positions.iter().zip(&names.normals);
        let own: Vec<_> = own.filter(|(_, up)| up.z * back > 0.0).collect();
        assert!(2 * own.len() == names.positions.len() && own.len() > 100);
        let mut rows = 0;
        for (at, up) in own {
            let faces = (eye - *at).normalize().dot(*up);
            assert!(faces > 0.75, "{at}: {faces}");
            // Rows are at the player's left, on the rim.
            let aside = -at.x * back;
            if aside > edge {
                rows += 1;
                assert!((edge..edge + 0.015).contains(&aside), "{at}");
            }
        }
        assert!(rows > 100, "{rows}");
    }
}

#[test]
fn tags_never_turn_their_back_to_a_player() {
    let shape = StarTrek3d::shape();
    let stand = shape.fixtures.iter().find(|it| it.name == "stand");
    let stand = &stand.expect("a stand").mesh;
    let mut tags = 0;
    for (level, first) in MAIN_BOARDS {
        // The centre of the board, at the height of its squares.
        let square = |column, row| shape.centre(cell::<StarTrek3d>([column, row, level]));
        let middle = square(1, first).midpoint(square(4, first + 3));
        for three in stand.indices.chunks_exact(3) {
            let corners = [0, 1, 2].map(|i| stand.positions[three[i] as usize] - middle);
            // Tags are next to the rows, on the rim and above it.
            let is_tag = |at: &Vec3| {
                (-0.006..0.01).contains(&at.y)
                    && at.x.abs() > 2.0 * SQUARE
                    && at.z.abs() < 1.6 * SQUARE
            };
            let highest = corners.iter().map(|at| at.y).fold(f32::MIN, f32::max);
            if !corners.iter().all(is_tag) || highest < 0.005 {
                continue;
            }
            tags += 1;
            let up = stand.normals[three[0] as usize];
            // The tag is at the left of the player it faces.
            assert!(up.z * -corners[0].x > 0.0 && up.y > 0.5, "{up}");
        }
    }
    // Two triangles for each of four rows, on three boards for two players.
    assert_eq!(tags, 2 * 4 * 3 * 2);
}

#[test]
fn every_pin_is_on_a_corner_of_a_large_board() {
    let shape = StarTrek3d::shape();
    let corners = corners(&shape);
    assert_eq!((corners.len(), shape.handles.at.len()), (12, 24));
    for handle in &shape.handles.at {
        let [_, (_, pin)] = shape.parts[handle.part].fixtures[..] else {
            panic!("no pin");
        };
        let foot = pin.translation - Vec3::Y * LEVEL;
        let ends = [foot, pin.translation];
        let holds = |corner: &Vec3| ends.iter().any(|end| end.distance(*corner) < 1e-5);
        assert!(corners.iter().any(holds), "{:?}", handle.pin);
        let middle = handle.frame.translation;
        assert!(ends.iter().any(|end| end.distance(middle) < 1e-5));
    }
}
