//! The shape of Raumschach: five stacked boards of glass.
//!
//! White sits at rank 1, with its pieces on the two lowest boards. Black sits opposite, with its
//! pieces on the two highest boards. The glass is checkered in three dimensions: of two vertically
//! adjacent cells, one is dark. Each level has its own tint, from violet at the bottom to amber at
//! the top, so that players can recognise levels.

use bevy_color::{Alpha, Color, Luminance};
use bevy_math::Vec3;
use bevy_transform::components::Transform;

use super::frame::{COORDINATES, MUTED, SIZE, SQUARE, fixtures, height, hue, parts};
use super::guide::RULES;
use super::rules::{Raumschach, UNICORNS, points};
use super::tutorial::TUTORIAL;
use icochess_message::{Msg, msg};
use icochess_rules::{Board, Equipment, Role, WideSet, set_of};
use icochess_shape::{
    Cut, Handles, Hold, Home, Inside, Lesson, Names, Overview, Place, PlaceKind, Room, Shape,
    Stance, View,
};

/// Scale of the piece meshes, in metres per unit. The king is 52 mm high.
const PIECES: f32 = 0.130;
/// Angle of the window view above the horizontal, in radians. The highest level appears as more
/// than a line, and levels don't yet hide the far ranks of lower ones.
const OVERVIEW: f32 = 25.0_f32.to_radians();
/// Growth of the level distance in the exploded view, as a fraction.
const LEVEL_SPREAD: f32 = 0.35;

// Axes of a point: see [`raumschach::points`].
const FILE: usize = 0;
const RANK: usize = 1;
const LEVEL: usize = 2;

/// Returns the glass colour of a level's dark or light cells.
fn glass(level: usize, is_dark: bool) -> Color {
    // Equal luminance on every level keeps pieces of both sides visible, even against the dark.
    let (color, luminance, opacity) = if is_dark {
        (Color::hsl(hue(level), 0.45 * MUTED, 0.36), 0.21, 0.60)
    } else {
        (Color::hsl(hue(level), 0.50 * MUTED, 0.80), 0.55, 0.42)
    };
    let color = color.to_linear().with_luminance(luminance);
    color.with_alpha(opacity).into()
}

/// Returns the place kinds: dark and light for each level.
fn kinds() -> Vec<PlaceKind> {
    let half = SQUARE / 2.0;
    let outline = [[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]];
    let outline = outline.map(|[x, z]| Vec3::new(x, 0.0, z) * half);
    let kind = |level, is_dark| PlaceKind {
        outline: outline.into(),
        face: 1.0,
        // The collider is thin, so that rays past the edge hit the piece below.
        depth: 0.004,
        shade: glass(level, is_dark),
        roughness: 0.12,
        grain: None,
    };
    let levels = (0..SIZE).flat_map(|level| [true, false].map(|is_dark| kind(level, is_dark)));
    levels.collect()
}

/// Returns the position of a point in the board's frame, in metres; White looks along -z.
fn at([file, rank, level]: [i32; 3]) -> Vec3 {
    let middle = (SIZE / 2) as f32;
    Vec3::new(
        (file as f32 - middle) * SQUARE,
        height(level as usize),
        (middle - rank as f32) * SQUARE,
    )
}

/// Returns the planes perpendicular to an axis.
fn cut(title: Msg, axis: usize) -> Cut {
    let points = points();
    let plane = |place: usize| -> WideSet {
        let cells = points.iter().zip(Raumschach::tables().cells());
        let on = cells.filter(|(point, _)| point[axis] == place as i32);
        set_of(on.map(|(_, cell)| cell))
    };
    Cut {
        kind: title.clone(),
        title,
        planes: (0..SIZE).map(plane).collect(),
    }
}

/// Returns the board of Raumschach, with level `a` at the bottom.
pub fn shape() -> Shape {
    let places = points().into_iter().map(|point| {
        // Cells whose coordinates, counted from 1, have an odd sum are dark.
        let is_light = point.iter().sum::<i32>() % 2 != 0;
        let level = point[LEVEL] as usize;
        Place {
            frame: Transform::from_translation(at(point)),
            kind: 2 * level + usize::from(is_light),
            part: level,
        }
    });
    let homes = [Vec3::NEG_Z, Vec3::Z].map(|ahead| Home {
        outwards: -ahead,
        ahead,
    });
    let hold = Hold::Table { max_tilt: 0.7 };
    Shape {
        board: Raumschach::ID,
        parts: parts(),
        kinds: kinds(),
        places: places.collect(),
        relations: vec![],
        views: views(hold, &homes),
        view_keys: None,
        homes,
        hold,
        net: &[],
        on_map: Vec::new(),
        extent: 0.36,
        stance: Stance {
            ahead: 0.86,
            below: 0.33,
        },
        worn_scale: 1.0,
        room: Room::Table,
        overview: Overview {
            elevation: Some(OVERVIEW),
            ..Overview::FROM_SEAT
        },
        piece_scale: PIECES,
        mark_scale: 0.66,
        names: Names {
            height: 0.007,
            towards_corner: 0.64,
        },
        fixtures: fixtures(),
        read_by: Some(COORDINATES),
        handles: Handles::default(),
        inside: Some(Inside {
            apart: (0..SIZE)
                .map(|level| Vec3::Y * height(level) * LEVEL_SPREAD)
                .collect(),
            cuts: vec![
                cut(msg!("cut-levels"), LEVEL),
                cut(msg!("cut-raumschach-files"), FILE),
                cut(msg!("cut-raumschach-ranks"), RANK),
            ],
        }),
        stands: None,
        models: &[],
        aside: &[Role::KNIGHT, UNICORNS],
        worths: &[],
        lessons: &LESSONS,
        about: Some(msg!("lesson-raumschach-ways")),
        rules: &RULES,
        tutorial: &TUTORIAL,
        endings: &[],
    }
}

/// Returns the views of a table board. The exploded view replaces the second to last.
fn views(hold: Hold, homes: &[Home; 2]) -> Vec<View> {
    let mut views = View::round_table(hold, homes, [24.0, 8.0].map(f32::to_radians), [1.0, 0.7]);
    let low = views.len() - 2;
    views[low] = View::home("Apart").at(1.2).apart();
    views
}

static LESSONS: [Lesson; 7] = [
    Lesson::new("king", msg!("lesson-raumschach-king")),
    Lesson::new("queen", msg!("lesson-raumschach-queen")),
    Lesson::new("rook", msg!("lesson-raumschach-rook")),
    Lesson::new("bishop", msg!("lesson-raumschach-bishop")),
    Lesson::new("unicorn", msg!("lesson-raumschach-unicorn")),
    Lesson::new("knight", msg!("lesson-raumschach-knight")),
    Lesson::new("pawn", msg!("lesson-raumschach-pawn")),
];
