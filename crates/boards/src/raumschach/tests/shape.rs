//! Tests of the board in space, its cuts, and its visible part.

use bevy_math::Vec3;
use icochess_boards::raumschach::{LEVEL, RIM, SQUARE};
use icochess_boards::{Raumschach, Registered};
use icochess_rules::{Cell, CellSet, Equipment, Side};
use icochess_shape::{PieceKind, Shape, height as height_of};

use crate::raumschach::tests::named as cell;

/// Returns the height of a level, from 0 for the lowest.
fn height(level: usize) -> f32 {
    (level as f32 - 2.0) * LEVEL
}

#[test]
fn files_go_right_ranks_ahead_and_levels_up() {
    let shape = Raumschach::shape();
    let offset = |from: &str, to: &str| shape.centre(cell(to)) - shape.centre(cell(from));
    assert!(offset("aa1", "ae1").distance(Vec3::X * SQUARE * 4.0) < 1e-6);
    assert!(offset("aa1", "aa5").distance(shape.homes[0].ahead * SQUARE * 4.0) < 1e-6);
    assert!(offset("aa1", "ea1").distance(Vec3::Y * LEVEL * 4.0) < 1e-6);
    assert!(shape.centre(cell("cc3")).length() < 1e-6);
    assert_eq!(shape.places.len(), 125);
    for cell in shape.cells() {
        let level = shape.places[cell.index()].part;
        assert!((shape.centre(cell).y - height(level)).abs() < 1e-6);
    }
}

#[test]
fn rook_step_changes_colour_and_bishop_step_keeps_it() {
    let shape = Raumschach::shape();
    let is_dark = |cell: Cell| shape.places[cell.index()].kind.is_multiple_of(2);
    assert!(is_dark(cell("aa1")) && !is_dark(cell("ba1")));
    for line in &Raumschach::tables().lines {
        let changes = line.cells.windows(2);
        let mut changes = changes.map(|two| is_dark(two[0]) != is_dark(two[1]));
        // A face step changes one coordinate, a corner step three.
        assert!(changes.all(|changes| changes == (line.kind != 2)));
    }
}

#[test]
fn each_cut_has_five_planes_of_25_cells() {
    let inside = Raumschach::shape().inside.expect("it is looked into");
    assert_eq!(inside.cuts.len(), 3);
    let planes = inside.cuts.iter().flat_map(|cut| &cut.planes);
    assert!(planes.clone().count() == 15 && planes.clone().all(|plane| plane.len() == 25));
    // Level b, file b, rank 2.
    for cut in inside.cuts {
        assert!(cut.planes[1].contains(cell("bb2")));
    }
}

#[test]
fn pieces_stay_below_the_next_level_and_within_the_extent() {
    let shape = Raumschach::shape();
    let highest = PieceKind::ALL
        .map(height_of)
        .into_iter()
        .fold(0.0, f32::max);
    let highest = highest * shape.piece_scale;
    assert!(highest < LEVEL * 0.7, "{highest}");
    let apart = shape.inside.as_ref().expect("it is looked into").apart[4].y;
    for cell in shape.cells() {
        let top = shape.centre(cell) + Vec3::Y * highest;
        assert!(top.length() < shape.extent, "{}", top.length());
        assert!(top.length() + apart < 0.6);
    }
}

/// Returns the positions of White's eye at the seat and of the window camera, in the board's frame,
/// in metres.
fn eyes(shape: &Shape) -> [Vec3; 2] {
    let seat = Vec3::new(0.0, shape.stance.below, shape.stance.ahead);
    let above = shape.overview.elevation.expect("a camera above the seat");
    let away = seat.length() * shape.overview.distance;
    [seat, Vec3::new(0.0, above.sin(), above.cos()) * away]
}

/// Returns the fraction of a cell, 0 to 1, that White sees from home past the boards above and
/// their rims.
fn seen(shape: &Shape, eye: Vec3, cell: Cell) -> f32 {
    let half = 5.0 * SQUARE / 2.0 + RIM;
    let hides = |level: usize, point: Vec3| {
        let part = (height(level) - point.y) / (eye.y - point.y);
        let at = point.lerp(eye, part);
        (1e-3..1.0).contains(&part) && at.x.abs().max(at.z.abs()) < half
    };
    let points = [-0.6, -0.2, 0.2, 0.6];
    let points = points.map(|x| points.map(|z| Vec3::new(x, 0.0, z) * SQUARE / 2.0));
    let all = points.as_flattened().iter();
    let all = all.map(|point| shape.centre(cell) + point);
    let seen = all.filter(|point| !(0..5).any(|level| hides(level, *point)));
    seen.count() as f32 / 16.0
}

#[test]
fn home_view_shows_most_cells_and_all_own_pieces() {
    let shape = Raumschach::shape();
    for eye in eyes(&shape) {
        let is_plain = |cell: &Cell| seen(&shape, eye, *cell) > 0.9;
        let plain = shape.cells().filter(is_plain).count();
        assert!(plain >= 105, "{plain} of 125 from {eye}");
        for rank in ["1", "2"] {
            for level in ["a", "b"] {
                for file in ["a", "b", "c", "d", "e"] {
                    let at = cell(&format!("{level}{file}{rank}"));
                    assert!(is_plain(&at), "{level}{file}{rank} from {eye}");
                }
            }
        }
    }
}

#[test]
fn window_view_shows_the_highest_level_and_coordinates() {
    let shape = Raumschach::shape();
    let [_, eye] = eyes(&shape);
    let above = (eye - Vec3::Y * height(4))
        .normalize()
        .y
        .asin()
        .to_degrees();
    assert!(above > 10.0, "{above}°");
    let named = |name| shape.fixtures.iter().find(|it| it.name == name);
    let letters = &named("coordinates").expect("coordinates").mesh.positions;
    // White's coordinates must fill the rim without crossing its edges.
    let half = 2.5 * SQUARE;
    let near = letters.iter().map(|it| it.z).filter(|z| *z > half - 1e-3);
    let (low, high) = near.fold((f32::MAX, f32::MIN), |(low, high), z| {
        (low.min(z), high.max(z))
    });
    assert!(high - low > 0.010, "{low} to {high}");
    assert!(low > half && high < half + RIM, "{low} to {high}");
}

#[test]
fn coordinates_are_at_each_sides_near_edge_and_left() {
    let shape = Raumschach::shape();
    for side in Side::ALL {
        let home = &shape.homes[side.index()];
        let left = Vec3::Y.cross(home.ahead);
        let own = (0..shape.fixtures.len()).filter(|it| shape.reader(*it) == Some(side));
        let own: Vec<usize> = own.collect();
        let [fixture] = own[..] else {
            panic!("{side}: {own:?}");
        };
        for at in &shape.fixtures[fixture].mesh.positions {
            let is_there = at.dot(home.outwards).max(at.dot(left)) > 2.5 * SQUARE;
            assert!(is_there, "{side}: {at}");
        }
        for part in &shape.parts {
            assert!(part.fixtures.iter().any(|(it, _)| *it == fixture));
        }
    }
}
