//! Tests of the board maps.

use bevy_math::Vec3;
use icochess_rules::{CellSet, Side, WideSet};
use icochess_shape::{Hold, Map, Shape};

use crate::Variant;

fn camps(variant: Variant) -> [WideSet; 2] {
    let start = variant.board().new_game();
    Side::ALL.map(|side| start.position().by_side(side))
}

/// Returns the boards that have a map, each with its shape and map.
fn maps() -> Vec<(Variant, Shape, Map)> {
    let all = Variant::ALL.into_iter().map(|it| (it, it.shape()));
    let all = all.filter_map(|(variant, shape)| {
        let map = Map::of(&shape, camps(variant));
        assert_eq!(map.is_some(), Map::is_of(&shape), "{variant}");
        map.map(|map| (variant, shape, map))
    });
    all.collect()
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
    assert!(maps.iter().any(|(_, shape, _)| shape.hold == Hold::Ball));
}

#[test]
fn map_places_do_not_overlap_and_are_inside() {
    for (variant, shape, map) in maps() {
        assert_eq!(map.places.len(), shape.places.len());
        let clear = shape.clear();
        assert!(clear > 0.01, "{variant}: {clear}");
        for (i, place) in map.places.iter().enumerate() {
            assert!(place.translation.y.abs() < 1e-6);
            assert!((place.rotation * Vec3::Y).dot(Vec3::Y) > 0.999_9);
            for corner in &shape.kinds[shape.places[i].kind].outline {
                let at = (*place * *corner).abs();
                assert!(at.x < map.half.x + 1e-4, "{variant}: {i}");
                assert!(at.z < map.half.y + 1e-4, "{variant}: {i}");
            }
            for other in &map.places[i + 1..] {
                let apart = place.translation.distance(other.translation);
                assert!(apart > 0.99 * clear, "{variant}: {i} {apart} {clear}");
            }
        }
    }
}

#[test]
fn white_starts_at_the_bottom_of_the_ball_map() {
    for (variant, shape, map) in maps() {
        if shape.hold != Hold::Ball {
            continue;
        }
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
    for (variant, shape, map) in maps() {
        if shape.hold != Hold::Ball {
            continue;
        }
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
