//! The shape of Star Trek 3D chess: three boards of glass on a stand, and six small ones
//! on pins.
//!
//! A small board stands in the middle of its pin, over or under the corner of a large one,
//! and is taken hold of by its rim. The glass is tinted by its level, from amber at the top
//! to violet at the bottom, so that one sees what lies on one level.

use bevy_color::Color;
use bevy_math::Vec3;
use bevy_transform::components::Transform;

use super::frame::{dock_points, pins, points};
use super::grid::{SMALL, SQUARE, at, middle};
use super::guide;
use super::rules::{StarTrek3d, StarTrek3dAdjacent};
use super::stand::{self, MAIN_FIXTURES};
use super::tutorial::TUTORIAL;
use icochess_message::msg;
use icochess_rules::{Board, Equipment};
use icochess_shape::{
    Handle, Handles, Hold, Home, Lesson, Names, Overview, Part, Place, PlaceKind, Shape, Stance,
    View,
};

/// The views of the keys of mjollnir.com, as they lie on the keyboard: Scroll lock and Pause
/// show the board from above and near, Insert, Home and Page up from the corners and the front,
/// Delete, End and Page down from the sides and low. Which views they have there is not known.
const VIEW_KEYS: [usize; 8] = [1, 7, 4, 0, 5, 2, 6, 3];
/// Size of the pieces, metres for each unit of their meshes: a foot takes 56 % of a square.
const PIECES: f32 = 0.135;
/// The outline of a square with half this side.
fn outline(half: f32) -> Vec<Vec3> {
    let corners = [[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]];
    corners.map(|[x, z]| Vec3::new(x, 0.0, z) * half).into()
}

/// The glass of a level, of dark squares and of light ones.
fn glass(level: i32, is_light: bool) -> Color {
    // From violet at the bottom by blue and green to amber at the top, degrees.
    const HUES: [f32; 7] = [282.0, 232.0, 206.0, 172.0, 130.0, 38.0, 22.0];
    let hue = HUES[(level - 1).clamp(0, 6) as usize];
    if is_light {
        Color::hsla(hue, 0.60, 0.72, 0.42)
    } else {
        Color::hsla(hue, 0.50, 0.34, 0.70)
    }
}

/// Star Trek 3D chess. White's board is the highest.
pub fn shape() -> Shape {
    let pins = pins();
    let dock = |point: [i32; 3]| {
        let on = |pin: &[i32; 3]| dock_points(*pin).contains(&point);
        pins.iter().position(on)
    };
    let places = points().into_iter().map(|point| {
        let [column, row, level] = point;
        let cell = at(column as f32, row as f32, level);
        let dock = dock(point);
        let place = match dock {
            Some(dock) => middle(pins[dock]).lerp(cell, SMALL),
            None => cell,
        };
        Place {
            frame: Transform::from_translation(place),
            kind: (level - 1) as usize * 2 + ((column + row) % 2) as usize,
            part: dock.map_or(0, |dock| dock + 1),
        }
    });
    let kinds = (1..=7).flat_map(|level| {
        let is_small = level % 2 == 1;
        let side = if is_small { SQUARE * SMALL } else { SQUARE };
        [false, true].map(|is_light| PlaceKind {
            outline: outline(side / 2.0),
            face: 1.0,
            // Thin: what stands under it is met beside it.
            depth: 0.004,
            shade: glass(level, is_light),
            roughness: 0.12,
        })
    });
    let handles = pins.iter().enumerate().filter_map(|(dock, pin)| {
        let [column, row, level] = *pin;
        let name = format!("{}{row}{level}", char::from(b'a' + column as u8));
        Some(Handle {
            pin: StarTrek3d::tables().cell(&name)?,
            part: dock + 1,
            frame: Transform::from_translation(middle(*pin)),
        })
    });
    let handles = Handles {
        at: handles.collect(),
        rim: stand::rim_boxes(),
        reach: 0.018,
    };
    let small = pins.iter().map(|pin| Part {
        name: "attack board",
        fixtures: stand::of_dock(*pin),
    });
    let main = Part {
        name: "stand",
        fixtures: MAIN_FIXTURES
            .into_iter()
            .map(|fixture| (fixture, Transform::IDENTITY))
            .collect(),
    };
    let homes = [Vec3::NEG_Z, Vec3::Z].map(|ahead| Home {
        outwards: -ahead,
        ahead,
    });
    let hold = Hold::Table { most_tilt: 0.6 };
    Shape {
        board: StarTrek3d::ID,
        parts: std::iter::once(main).chain(small).collect(),
        kinds: kinds.collect(),
        places: places.collect(),
        relations: vec![],
        // From 35° no board hides another at the sides and corners; from 12° one sees along
        // the levels.
        views: View::round_table(hold, &homes, [35.0, 12.0].map(f32::to_radians), [1.0, 0.7]),
        view_keys: Some(VIEW_KEYS),
        homes,
        hold,
        extent: 0.42,
        // Steep enough to see what lies behind White's board, flat enough to see below it.
        stance: Stance {
            ahead: 0.84,
            below: 0.39,
        },
        overview: Overview::FROM_SEAT,
        piece_scale: PIECES,
        mark_scale: 0.64,
        names: Names {
            height: 0.0065,
            towards_corner: 0.64,
        },
        fixtures: stand::fixtures(),
        handles,
        inside: None,
        stands: None,
        models: &[],
        worths: &[],
        lessons: &LESSONS,
        about: Some(msg!("lesson-trek-boards")),
        rules: &guide::RULES,
        tutorial: &TUTORIAL,
    }
}

/// The same with the rules of adjacent pins.
pub fn adjacent() -> Shape {
    Shape {
        board: StarTrek3dAdjacent::ID,
        about: Some(msg!("lesson-trek-boards-adjacent")),
        rules: &guide::ADJACENT,
        ..shape()
    }
}

static LESSONS: [Lesson; 6] = [
    Lesson::new("king", msg!("lesson-trek-king")),
    Lesson::new("queen", msg!("lesson-trek-queen")),
    Lesson::new("rook", msg!("lesson-trek-rook")),
    Lesson::new("bishop", msg!("lesson-trek-bishop")),
    Lesson::new("knight", msg!("lesson-trek-knight")),
    Lesson::new("pawn", msg!("lesson-trek-pawn")),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;
    use crate::startrek3d::grid::LEVEL;
    use crate::startrek3d::stand::ATTACK_RIM;
    use icochess_rules::{Cell, CellSet, Side};
    use icochess_shape::{PieceKind, Seat, height};

    fn at_name(shape: &Shape, name: &str) -> Vec3 {
        let cell = StarTrek3d::tables().cell(name);
        shape.centre(cell.expect("a square"))
    }

    #[test]
    fn squares_lie_where_their_names_say() {
        let shape = shape();
        let at = |name: &str| at_name(&shape, name);
        let white = shape.homes[0];
        assert!((at("c36") - at("c26")).normalize().dot(white.ahead) > 0.9999);
        assert!((at("d26") - at("c26")).normalize().dot(Vec3::X) > 0.9999);
        // One above the other, and White's board the highest.
        let up = at("c36") - at("c34");
        assert!((up - Vec3::Y * 2.0 * LEVEL).length() < 1e-6, "{up}");
        // Of a small board the square over the corner is over it, but for the rim.
        let up = at("b17") - at("b16");
        assert!((up - Vec3::Y * LEVEL).length() < SQUARE * 0.1, "{up}");
        assert_eq!(shape.places.len(), 144);
    }

    #[test]
    fn no_piece_reaches_what_lies_above_it() {
        let shape = shape();
        let highest = PieceKind::ALL.map(height).into_iter().fold(0.0, f32::max);
        let highest = highest * shape.piece_scale;
        for one in shape.cells() {
            for other in shape.cells() {
                let way = shape.centre(other) - shape.centre(one);
                if way.with_y(0.0).length() < SQUARE * 0.6 && way.y > 0.0 {
                    assert!(way.y > highest + ATTACK_RIM.depth + 0.01, "{way}");
                }
            }
        }
    }

    #[test]
    fn each_dock_has_a_handle_and_parts_do_not_touch() {
        let shape = shape();
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
                let way = other.frame.translation - middle;
                let apart = way.with_y(0.0).abs().max_element();
                let is_level = way.y.abs() < 0.01 && other.part != handle.part;
                assert!(!is_level || apart >= 2.0 * ATTACK_RIM.half, "{way}");
            }
        }
    }

    /// Where an eye is that looks at White's or Black's view, in the board's frame.
    fn eye(shape: &Shape, view: &View, side: Side) -> Vec3 {
        let seat = Seat::default().with_stance(shape.stance);
        let game = Variant::StarTrek3d.board().new_game();
        let look = view.looks[side.index()];
        let (rotation, elevation) = shape.rotation_for(look, side, game.position(), &seat, true);
        let away = seat.eye - seat.centre;
        let height = elevation.unwrap_or_else(|| away.normalize().y.asin());
        let level = away.with_y(0.0).normalize() * height.cos();
        let away = (level + Vec3::Y * height.sin()) * away.length() * view.distance;
        rotation.inverse() * away
    }

    /// How much of each square there is seen past the glass of the others, 0 to 1.
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
    fn each_square_is_seen_from_some_view_and_most_of_them_from_home() {
        let shape = shape();
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
    fn the_keys_of_its_page_show_each_view_once() {
        for shape in [shape(), adjacent()] {
            let mut views = shape.view_keys.unwrap().map(|view| shape.views[view].title);
            assert_eq!(views[..2], ["From above", "Near"]);
            assert_eq!(views[2..5], ["Left corner", "Home", "Right corner"]);
            assert_eq!(views[5..], ["From the left", "Low", "From the right"]);
            views.sort_unstable();
            assert!(views.windows(2).all(|two| two[0] != two[1]));
        }
    }

    #[test]
    fn nothing_reaches_farther_than_the_board_says() {
        let shape = shape();
        let king = height(PieceKind::King) * shape.piece_scale;
        for cell in shape.cells() {
            let top = shape.centre(cell) + Vec3::Y * king;
            assert!(top.length() < shape.extent, "{}", top.length());
        }
    }
}
