//! Tests of the board maps.

use bevy_math::Vec3;
use bevy_transform::components::Transform;
use icochess_boards::Variant;
use icochess_rules::{Cell, CellSet, Side, WideSet};
use icochess_shape::{Hold, Map, Shape};

/// Tolerance for rounding errors, in metres.
const TOUCH: f32 = 1e-4;

fn camps(variant: Variant) -> [WideSet; 2] {
    let start = variant.board().new_game();
    Side::ALL.map(|side| start.position().by_side(side))
}

/// Returns the boards that have a map, each with its shape and map.
fn maps() -> Vec<(Variant, Shape, Map)> {
    let all = Variant::ALL.into_iter().map(|it| (it, it.shape()));
    let all = all.filter_map(|(variant, shape)| {
        let map = Map::of(&shape);
        assert_eq!(map.is_some(), Map::is_of(&shape), "{variant}");
        map.map(|map| (variant, shape, map))
    });
    all.collect()
}

/// Returns the maps of balls, each with its board and shape.
fn balls() -> impl Iterator<Item = (Variant, Shape, Map)> {
    let maps = maps().into_iter();
    maps.filter(|(_, shape, _)| shape.hold == Hold::Ball)
}

/// Returns the corners of a cell at a place.
fn corners(shape: &Shape, cell: usize, place: Transform) -> Vec<Vec3> {
    let outline = shape.kinds[shape.places[cell].kind].outline.iter();
    outline.map(|corner| place * *corner).collect()
}

/// Returns whether a side of the first convex polygon in the plane separates it from the second.
fn has_gap(one: &[Vec3], other: &[Vec3]) -> bool {
    let next = one.iter().cycle().skip(1);
    one.iter().zip(next).any(|(from, to)| {
        let outwards = (*to - *from).cross(Vec3::Y).normalize();
        let mut other = other.iter();
        other.all(|at| (*at - *from).dot(outwards) > -TOUCH)
    })
}

#[test]
fn every_board_that_is_not_flat_has_a_map() {
    let maps = maps();
    let flat = Variant::ALL.into_iter().filter(|variant| {
        let places = variant.shape().places;
        let height = places[0].frame.translation.y;
        let is_level = |y: f32| (y - height).abs() < 1e-3;
        places
            .iter()
            .all(|place| is_level(place.frame.translation.y))
    });
    let flat = flat.count();
    assert!(flat > 0 && maps.len() + flat == Variant::ALL.len());
    assert!(balls().count() > 0);
}

#[test]
fn map_places_do_not_overlap_and_are_inside() {
    for (variant, shape, map) in maps() {
        assert_eq!(map.places.len(), shape.places.len());
        let tiles = map.places.iter().enumerate();
        let tiles = tiles.map(|(cell, place)| corners(&shape, cell, *place));
        let tiles: Vec<Vec<Vec3>> = tiles.collect();
        for (i, (place, one)) in map.places.iter().zip(&tiles).enumerate() {
            assert!(place.translation.y.abs() < 1e-6);
            assert!((place.rotation * Vec3::Y).dot(Vec3::Y) > 0.999_9);
            for at in one {
                assert!(at.x.abs() < map.half.x + TOUCH, "{variant}: {i}");
                assert!(at.z.abs() < map.half.y + TOUCH, "{variant}: {i}");
            }
            for (j, other) in tiles.iter().enumerate().skip(i + 1) {
                let is_apart = has_gap(one, other) || has_gap(other, one);
                assert!(is_apart, "{variant}: {i} and {j}");
            }
        }
        for (cell, letter) in &map.letters {
            let corners = [[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]];
            let around = corners.map(|[x, z]| *letter * Vec3::new(x, 0.0, z));
            let is_inside =
                |at: &Vec3| at.x.abs() < map.half.x + TOUCH && at.z.abs() < map.half.y + TOUCH;
            assert!(around.iter().all(is_inside), "{variant}: {cell:?}");
            let is_apart = |tile: &Vec<Vec3>| has_gap(tile, &around) || has_gap(&around, tile);
            assert!(tiles.iter().all(is_apart), "{variant}: {cell:?}");
            // The letter is at the lower left corner of its level.
            let level = |it: Cell| shape.centre(it).y;
            let own = shape
                .cells()
                .filter(|it| (level(*it) - level(*cell)).abs() < TOUCH);
            let own = own.flat_map(|it| &tiles[it.index()]);
            let [left, low] = own.fold([f32::MAX, f32::MIN], |[left, low], at| {
                [left.min(at.x), low.max(at.z)]
            });
            let right = around[1];
            assert!((right.x - left).abs() < TOUCH && (right.z - low).abs() < TOUCH);
        }
    }
}

#[test]
fn ball_map_is_a_connected_net_with_whole_camps() {
    for (variant, shape, map) in balls() {
        let net: Vec<usize> = shape.net.iter().copied().map(usize::from).collect();
        assert_eq!(net.len(), shape.places.len(), "{variant}");
        let shared = |faces: [usize; 2], place: &dyn Fn(usize) -> Transform| {
            let [one, other] = faces.map(|face| corners(&shape, face, place(face)));
            let is_shared = |at: &&Vec3| other.iter().any(|it| it.distance(**at) < TOUCH);
            one.iter().filter(is_shared).count()
        };
        let root = (0..net.len()).find(|face| net[*face] == *face);
        for (face, &parent) in net.iter().enumerate() {
            let top = (0..net.len()).fold(face, |at, _| net[at]);
            assert_eq!(Some(top), root, "{variant}: {face}");
            if face != parent {
                let faces = [face, parent];
                let on_ball = shared(faces, &|face| shape.places[face].frame);
                let on_map = shared(faces, &|face| map.places[face]);
                assert_eq!([on_ball, on_map], [2, 2], "{variant}: {faces:?}");
            }
        }
        // In a camp in one piece, one tile unfolds from outside it or is the root.
        for camp in camps(variant) {
            let is_top = |cell: &Cell| {
                let parent = Cell::new(shape.net[cell.index()]);
                parent == *cell || !camp.contains(parent)
            };
            assert_eq!(camp.cells().filter(is_top).count(), 1, "{variant}");
        }
    }
}

#[test]
fn white_starts_at_the_bottom_of_the_ball_map() {
    for (variant, _, map) in balls() {
        let [white, black] = camps(variant).map(|camp| {
            let heights = camp
                .cells()
                .map(|cell| map.places[cell.index()].translation.z);
            heights.sum::<f32>() / camp.len() as f32
        });
        assert!(white > black, "{variant}: {white} {black}");
    }
}

#[test]
fn ball_map_is_nearly_as_compact_as_a_net() {
    for (variant, shape, map) in balls() {
        let area = |place: &icochess_shape::Place| {
            let outline = &shape.kinds[place.kind].outline;
            let [a, b, c] = [0, 1, 2].map(|corner| outline[corner]);
            (b - a).cross(c - a).length() / 2.0
        };
        let tiles: f32 = shape.places.iter().map(area).sum();
        // The usual net of the icosahedron, a strip with teeth, covers 61% of its rectangle.
        let used = tiles / (4.0 * map.half.element_product());
        assert!(used > 0.5, "{variant}: {used}");
        let tall = map.half.y / map.half.x;
        assert!((1.5..2.5).contains(&tall), "{variant}: {tall}");
    }
}
