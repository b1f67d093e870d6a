//! The shape of Star Trek 3D chess: three large glass boards on two arms, and small boards on pins.
//!
//! A small board is centred on its pin, above or below the corner of a large board. Players grab it
//! by its rim. On smoked acrylic each level has its own accent, from amber at the top to violet at
//! the bottom, so that players can recognise levels.

use bevy_color::{Alpha, Color, Luminance};
use bevy_math::Vec3;
use bevy_transform::components::Transform;

use super::frame::{MAIN_BOARDS, dock_points, pins, points};
use super::grid::{SMALL, SQUARE, at, middle};
use super::guide;
use super::map::on_map;
use super::pieces::KNIGHTS;
use super::rules::{StarTrek3d, StarTrek3dAdjacent};
use super::stand::{self, MAIN_FIXTURES};
use super::tutorial::TUTORIAL;
use icochess_message::msg;
use icochess_rules::{Board, Equipment};
use icochess_shape::{
    Handle, Handles, Hold, Home, Lesson, Names, Overview, Part, Place, PlaceKind, Room, Shape,
    Stance, View,
};

/// Views for the keys of mjollnir.com, by keyboard layout. Scroll Lock and Pause show the board
/// from above and near. Insert, Home and Page Up show it from the corners and the front. Delete,
/// End and Page Down show it from the sides and low. The original assignment is unknown.
const VIEW_KEYS: [usize; 8] = [1, 7, 4, 0, 5, 2, 6, 3];
/// Distance factor of the near view. At 0.86 and below, a wide window would cut off the front edge
/// of Black's lowest boards.
const NEAR: f32 = 0.92;
/// Angle of the window view above the horizontal, in radians. At this angle, the enemy's back rank
/// is fully visible below the front rim of the middle board.
const OVERVIEW: f32 = 20.5_f32.to_radians();
/// Distance factor of the window view. From farther away, the upper boards, which are almost at eye
/// level from the seat, are seen more from above. Much farther away, stars would look large and
/// moves would sound faint.
const OVERVIEW_DISTANCE: f32 = 1.25;
/// Saturation of the light squares, which are the accent of their level, and of the dark squares'
/// smoked acrylic.
const ACCENT: f32 = 0.62;
const SMOKE: f32 = 0.10;
/// Scale of the piece meshes, in metres per unit; a base covers 56% of a square.
const PIECES: f32 = 0.135;
/// Returns the outline of a square with this half side.
fn outline(half: f32) -> Vec<Vec3> {
    let corners = [[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]];
    corners.map(|[x, z]| Vec3::new(x, 0.0, z) * half).into()
}

/// Returns the glass colour of a level's light or dark squares.
fn glass(level: i32, is_light: bool) -> Color {
    // From violet at the bottom through blue and green to amber at the top, in degrees.
    const HUES: [f32; 7] = [282.0, 232.0, 206.0, 172.0, 130.0, 38.0, 22.0];
    let hue = HUES[(level - 1).clamp(0, 6) as usize];
    // Equal luminance on every level keeps pieces of both sides visible, even against the dark. White
    // pieces limit how light the light squares are, and Black's how dark the dark ones. Levels show
    // through one another as little as possible, but at least half the light passes through.
    let (color, luminance, opacity) = if is_light {
        (Color::hsl(hue, ACCENT, 0.66), 0.50, 0.46)
    } else {
        (Color::hsl(hue, SMOKE, 0.34), 0.185, 0.50)
    };
    let color = color.to_linear().with_luminance(luminance);
    color.with_alpha(opacity).into()
}

/// Returns the views. At 35°, no board hides another from the sides and corners; 12° is a view
/// along the levels. The near view is at the height of the player's own large board. From the
/// middle board's height, the small boards at home would be out of view.
fn views(hold: Hold, homes: &[Home; 2]) -> Vec<View> {
    let slants = [35.0, 12.0].map(f32::to_radians);
    let mut views = View::round_table(hold, homes, slants, [1.0, NEAR]);
    let near = views.len() - 1;
    let (level, row) = MAIN_BOARDS[0];
    views[near] = views[near].over_home(at(0.0, row as f32, level).y);
    views
}

/// Returns the shape of Star Trek 3D chess, with White's board highest.
pub fn shape() -> Shape {
    let pins = pins();
    let dock = |point: [i32; 3]| {
        let on = |pin: &[i32; 3]| dock_points(*pin).contains(&point);
        pins.iter().position(on)
    };
    let squares = points().into_iter();
    let on_map = squares.filter_map(|point| on_map(point, dock(point).map(|dock| pins[dock])));
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
            // The collider is thin, so that rays past the edge hit the piece below.
            depth: 0.004,
            shade: glass(level, is_light),
            roughness: 0.12,
            grain: None,
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
    let hold = Hold::Table { max_tilt: 0.6 };
    Shape {
        board: StarTrek3d::ID,
        parts: std::iter::once(main).chain(small).collect(),
        kinds: kinds.collect(),
        places: places.collect(),
        relations: vec![],
        views: views(hold, &homes),
        view_keys: Some(VIEW_KEYS),
        homes,
        hold,
        net: &[],
        on_map: on_map.collect(),
        extent: 0.42,
        // Steep enough to see behind White's board, and flat enough to see below it.
        stance: Stance {
            ahead: 0.84,
            below: 0.39,
        },
        worn_scale: 1.15,
        room: Room::Stars,
        overview: Overview {
            elevation: Some(OVERVIEW),
            distance: OVERVIEW_DISTANCE,
            ..Overview::FROM_SEAT
        },
        piece_scale: PIECES,
        mark_scale: 0.64,
        names: Names {
            height: 0.0065,
            towards_corner: 0.64,
        },
        fixtures: stand::fixtures(),
        read_by: None,
        handles,
        inside: None,
        stands: None,
        models: &[],
        aside: &[KNIGHTS],
        worths: &[],
        lessons: &LESSONS,
        about: Some(msg!("lesson-trek-boards")),
        rules: &guide::RULES,
        tutorial: &TUTORIAL,
        endings: &[],
    }
}

/// Returns the shape with the rules of adjacent pins.
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
