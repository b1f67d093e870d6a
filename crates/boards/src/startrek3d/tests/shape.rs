//! Tests of the boards in space, and of their visible part.

use bevy_math::Vec3;
use icochess_boards::startrek3d::{ATTACK_RIM, LEVEL, MAIN_BOARDS, SQUARE, pins};
use icochess_boards::{Registered, StarTrek3d, StarTrek3dAdjacent, Variant};
use icochess_rules::{Cell, CellSet, Equipment, Side};
use icochess_shape::{Map, PieceKind, Seat, Shape, View, height};

fn at_name(shape: &Shape, name: &str) -> Vec3 {
    let cell = StarTrek3d::tables().cell(name);
    shape.centre(cell.expect("a square"))
}

#[test]
fn squares_are_where_their_names_say() {
    let shape = StarTrek3d::shape();
    let at = |name: &str| at_name(&shape, name);
    let white = shape.homes[0];
    assert!((at("c36") - at("c26")).normalize().dot(white.ahead) > 0.9999);
    assert!((at("d26") - at("c26")).normalize().dot(Vec3::X) > 0.9999);
    // Stacked, with White's board highest.
    let up = at("c36") - at("c34");
    assert!((up - Vec3::Y * 2.0 * LEVEL).length() < 1e-6, "{up}");
    // A small board's corner square is directly above, except for the rim's width.
    let up = at("b17") - at("b16");
    assert!((up - Vec3::Y * LEVEL).length() < SQUARE * 0.1, "{up}");
    assert_eq!(shape.places.len(), 144);
}

#[test]
fn pieces_stay_below_the_board_above() {
    let shape = StarTrek3d::shape();
    let highest = PieceKind::ALL.map(height).into_iter().fold(0.0, f32::max);
    let highest = highest * shape.piece_scale;
    for one in shape.cells() {
        for other in shape.cells() {
            let offset = shape.centre(other) - shape.centre(one);
            if offset.with_y(0.0).length() < SQUARE * 0.6 && offset.y > 0.0 {
                assert!(offset.y > highest + ATTACK_RIM.depth + 0.01, "{offset}");
            }
        }
    }
}

#[test]
fn each_dock_has_a_handle_and_parts_do_not_touch() {
    let shape = StarTrek3d::shape();
    let start = Variant::StarTrek3d.board().new_game();
    let absent = start.position().absent();
    let missing = |part: usize| !shape.is_there(part, absent);
    assert_eq!(shape.handles.at.len(), 24);
    assert_eq!((1..=24).filter(|part| missing(*part)).count(), 18);
    for handle in &shape.handles.at {
        let on = |cell: &Cell| shape.places[cell.index()].part == handle.part;
        let cells: Vec<Cell> = shape.cells().filter(on).collect();
        assert!(cells.len() == 4 && cells.contains(&handle.pin));
        let places = cells.iter().map(|cell| shape.centre(*cell));
        let middle = places.sum::<Vec3>() / 4.0;
        assert!(middle.distance(handle.frame.translation) < 1e-6);
        for other in &shape.handles.at {
            let offset = other.frame.translation - middle;
            let apart = offset.with_y(0.0).abs().max_element();
            let is_level = offset.y.abs() < 0.01 && other.part != handle.part;
            assert!(!is_level || apart >= 2.0 * ATTACK_RIM.half, "{offset}");
        }
    }
}

#[test]
fn map_shows_the_boards_as_they_hang() {
    let shape = StarTrek3d::shape();
    let map = Map::of(&shape).expect("a map");
    let at = |cell: Cell| map.places[cell.index()].translation;
    let part = |cell: Cell| shape.places[cell.index()].part;
    let large: Vec<Cell> = shape.cells().filter(|cell| part(*cell) == 0).collect();
    for &one in &large {
        for &other in &large {
            let (offset, on_map) = (shape.centre(other) - shape.centre(one), at(other) - at(one));
            assert!((offset.x - on_map.x).abs() < 1e-4);
            assert!(offset.y < 0.01 || on_map.z < -SQUARE, "{one:?} {other:?}");
        }
    }
    for (handle, [_, row, level]) in shape.handles.at.iter().zip(pins()) {
        let cells = shape.cells().filter(|cell| part(*cell) == handle.part);
        let middle = cells.map(at).sum::<Vec3>() / 4.0;
        let nearest = large.iter().copied().min_by(|one, other| {
            let [one, other] = [one, other].map(|cell| at(*cell).distance(middle));
            one.total_cmp(&other)
        });
        let nearest = shape.centre(nearest.expect("a large board"));
        // The pin's large board has a corner in its row, on the next level.
        let mut boards = MAIN_BOARDS.into_iter();
        let own = boards
            .find(|(main, first)| level.abs_diff(*main) == 1 && [*first, first + 3].contains(&row));
        let (main, _) = own.expect("its large board");
        let up = shape.centre(handle.pin).y - nearest.y;
        assert!((up - (level - main) as f32 * LEVEL).abs() < 1e-4, "{up}");
        assert!(shape.centre(handle.pin).x * middle.x > 0.0);
    }
}

/// Returns the eye position of White's or Black's view in the board's frame, in metres.
fn eye(shape: &Shape, view: &View, side: Side) -> Vec3 {
    let seat = Seat::default().with_stance(shape.stance);
    let game = Variant::StarTrek3d.board().new_game();
    let look = view.looks[side.index()];
    let (rotation, elevation) = shape.rotation_for(look, side, game.position(), &seat, true);
    let away = seat.eye - seat.centre;
    let height = elevation.unwrap_or_else(|| away.normalize().y.asin());
    let level = away.with_y(0.0).normalize() * height.cos();
    let away = (level + Vec3::Y * height.sin()) * away.length() * view.distance;
    let raised = match side {
        Side::White => view.height,
        Side::Black => -view.height,
    };
    rotation.inverse() * away + Vec3::Y * raised
}

/// Returns the visible fraction of each present square, 0 to 1, past the other squares' glass.
fn seen(shape: &Shape, eye: Vec3) -> Vec<(Cell, f32)> {
    let start = Variant::StarTrek3d.board().new_game();
    let absent = start.position().absent();
    let there: Vec<Cell> = shape.cells().filter(|it| !absent.contains(*it)).collect();
    let hides = |cell: Cell, point: Vec3| {
        let face = shape.centre(cell);
        let part = (face.y - point.y) / (eye.y - point.y);
        let at = point.lerp(eye, part) - face;
        let half = shape.kind(cell).outline[1].x;
        (1e-3..1.0).contains(&part) && at.x.abs().max(at.z.abs()) < half
    };
    let points = [-0.6, -0.2, 0.2, 0.6];
    let points = points.map(|x| points.map(|z| Vec3::new(x, 0.0, z) * SQUARE / 2.0));
    let part = |cell: &Cell| {
        let points = points.as_flattened().iter();
        let all = points.map(|point| shape.centre(*cell) + point);
        let seen = all.filter(|point| !there.iter().any(|other| hides(*other, *point)));
        (*cell, seen.count() as f32 / 16.0)
    };
    there.iter().map(part).collect()
}

#[test]
fn squares_are_visible_from_some_view_and_mostly_from_home() {
    let shape = StarTrek3d::shape();
    for side in Side::ALL {
        let views: Vec<_> = shape
            .views
            .iter()
            .map(|view| seen(&shape, eye(&shape, view, side)))
            .collect();
        let plain = views[0].iter().filter(|(_, part)| *part > 0.4).count();
        assert!(plain >= 62, "{side}: {plain} of {}", views[0].len());
        for place in 0..views[0].len() {
            let best = views.iter().map(|view| view[place].1).fold(0.0, f32::max);
            assert!(best > 0.7, "{:?} for {side}: {best}", views[0][place].0);
        }
    }
}

#[test]
fn window_view_shows_enemy_back_rank_below_the_middle_rim() {
    let shape = StarTrek3d::shape();
    let stand = shape.fixtures.iter().find(|it| it.name == "stand").unwrap();
    // The middle board is at the height of the origin.
    let level = || stand.mesh.positions.iter().filter(|it| it.y.abs() < 0.02);
    let rim = level().map(|it| it.z).fold(0.0, f32::max);
    let low = level().map(|it| it.y).fold(0.0, f32::min);
    assert!(rim > 2.0 * SQUARE && low < -0.005);
    let above = shape.overview.elevation.expect("a camera of its own");
    let seat = Vec3::new(0.0, shape.stance.below, shape.stance.ahead);
    let away = seat.length() * shape.overview.distance;
    let eye = Vec3::new(0.0, above.sin(), above.cos()) * away;
    for (name, kind) in [
        ("b82", PieceKind::Knight),
        ("c82", PieceKind::Bishop),
        ("d82", PieceKind::Bishop),
        ("e82", PieceKind::Knight),
    ] {
        let top = at_name(&shape, name) + Vec3::Y * height(kind) * shape.piece_scale;
        // The line of sight passes the rim's lower edge.
        let passes = top.lerp(eye, (low - top.y) / (eye.y - top.y));
        assert!(passes.z > rim, "{name}: {passes}");
    }
}

#[test]
fn view_keys_show_each_view_once() {
    for shape in [StarTrek3d::shape(), StarTrek3dAdjacent::shape()] {
        let mut views = shape.view_keys.unwrap().map(|view| shape.views[view].title);
        assert_eq!(views[..2], ["From above", "Near"]);
        assert_eq!(views[2..5], ["Left corner", "Home", "Right corner"]);
        assert_eq!(views[5..], ["From the left", "Low", "From the right"]);
        views.sort_unstable();
        assert!(views.windows(2).all(|two| two[0] != two[1]));
    }
}

#[test]
fn everything_is_within_the_extent() {
    let shape = StarTrek3d::shape();
    let king = height(PieceKind::King) * shape.piece_scale;
    for cell in shape.cells() {
        let top = shape.centre(cell) + Vec3::Y * king;
        assert!(top.length() < shape.extent, "{}", top.length());
    }
}
