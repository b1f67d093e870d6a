//! The shape of Raumschach: five boards of glass, one over the other.
//!
//! White sits before rank 1, its pieces on the two lowest boards; Black on the other side,
//! its pieces on the two highest. The glass is checkered as the cells are in space: of two
//! that lie one over the other one is dark. It is tinted by its level, from violet at the
//! bottom to amber at the top, so that one sees what lies on one level.

use bevy_color::Color;
use bevy_math::Vec3;
use bevy_transform::components::Transform;

use super::frame::{SIZE, SQUARE, fixtures, height, hue, parts};
use super::guide::RULES;
use super::rules::{Raumschach, points};
use super::tutorial::TUTORIAL;
use icochess_message::{Msg, msg};
use icochess_rules::{Board, Equipment, WideSet, set_of};
use icochess_shape::{
    Cut, Handles, Hold, Home, Inside, Lesson, Names, Overview, Place, PlaceKind, Shape, Stance,
    View,
};

/// Size of the pieces, metres for each unit of their meshes: the king is 52 mm high.
const PIECES: f32 = 0.130;
/// By how much the distance of the levels grows when the board is taken apart.
const APART: f32 = 0.35;

// The axes of a point: see [`raumschach::points`].
const FILE: usize = 0;
const RANK: usize = 1;
const LEVEL: usize = 2;

/// The glass of a level, of dark cells and of light ones.
fn glass(level: usize, is_dark: bool) -> Color {
    if is_dark {
        Color::hsla(hue(level), 0.45, 0.36, 0.60)
    } else {
        Color::hsla(hue(level), 0.50, 0.80, 0.34)
    }
}

/// The kinds of places, for each level dark and light.
fn kinds() -> Vec<PlaceKind> {
    let half = SQUARE / 2.0;
    let outline = [[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]];
    let outline = outline.map(|[x, z]| Vec3::new(x, 0.0, z) * half);
    let kind = |level, is_dark| PlaceKind {
        outline: outline.into(),
        face: 1.0,
        // Thin: what stands under it is met beside it.
        depth: 0.004,
        shade: glass(level, is_dark),
        roughness: 0.12,
    };
    let levels = (0..SIZE).flat_map(|level| [true, false].map(|is_dark| kind(level, is_dark)));
    levels.collect()
}

/// Where a point lies: White looks along -z.
fn at([file, rank, level]: [i32; 3]) -> Vec3 {
    let middle = (SIZE / 2) as f32;
    Vec3::new(
        (file as f32 - middle) * SQUARE,
        height(level as usize),
        (middle - rank as f32) * SQUARE,
    )
}

/// The planes across an axis.
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

/// The board of Raumschach, level `a` at the bottom.
pub fn shape() -> Shape {
    let places = points().into_iter().map(|point| {
        // Counted from 1 their sum is odd.
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
    let hold = Hold::Table { most_tilt: 0.7 };
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
        extent: 0.36,
        stance: Stance {
            ahead: 0.86,
            below: 0.33,
        },
        overview: Overview::FROM_SEAT,
        piece_scale: PIECES,
        mark_scale: 0.66,
        names: Names {
            height: 0.007,
            towards_corner: 0.64,
        },
        fixtures: fixtures(),
        handles: Handles::default(),
        inside: Some(Inside {
            apart: (0..SIZE)
                .map(|level| Vec3::Y * height(level) * APART)
                .collect(),
            cuts: vec![
                cut(msg!("cut-levels"), LEVEL),
                cut(msg!("cut-raumschach-files"), FILE),
                cut(msg!("cut-raumschach-ranks"), RANK),
            ],
        }),
        stands: None,
        models: &[],
        worths: &[],
        lessons: &LESSONS,
        about: Some(msg!("lesson-raumschach-ways")),
        rules: &RULES,
        tutorial: &TUTORIAL,
    }
}

/// As round any table, the last but one taken apart.
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

#[cfg(test)]
mod tests {
    use super::super::frame::{LEVEL as STEP, RIM};
    use super::*;
    use icochess_rules::{Cell, CellSet};
    use icochess_shape::PieceKind;
    use icochess_shape::height as height_of;

    fn cell(name: &str) -> Cell {
        Raumschach::tables().cell(name).expect("a cell")
    }

    #[test]
    fn files_lead_to_the_right_ranks_ahead_and_levels_upwards() {
        let shape = shape();
        let way = |from: &str, to: &str| shape.centre(cell(to)) - shape.centre(cell(from));
        assert!(way("aa1", "ae1").distance(Vec3::X * SQUARE * 4.0) < 1e-6);
        assert!(way("aa1", "aa5").distance(shape.homes[0].ahead * SQUARE * 4.0) < 1e-6);
        assert!(way("aa1", "ea1").distance(Vec3::Y * STEP * 4.0) < 1e-6);
        assert!(shape.centre(cell("cc3")).length() < 1e-6);
        assert_eq!(shape.places.len(), 125);
        for cell in shape.cells() {
            let level = shape.places[cell.index()].part;
            assert!((shape.centre(cell).y - height(level)).abs() < 1e-6);
        }
    }

    #[test]
    fn a_rooks_step_changes_the_colour_and_a_bishops_keeps_it() {
        let shape = shape();
        let is_dark = |cell: Cell| shape.places[cell.index()].kind.is_multiple_of(2);
        assert!(is_dark(cell("aa1")) && !is_dark(cell("ba1")));
        for line in &Raumschach::tables().lines {
            let changes = line.cells.windows(2);
            let mut changes = changes.map(|two| is_dark(two[0]) != is_dark(two[1]));
            // Through a face or a corner one or three coordinates change.
            assert!(changes.all(|changes| changes == (line.kind != 2)));
        }
    }

    #[test]
    fn every_cut_has_every_cell_once() {
        let inside = shape().inside.expect("it is looked into");
        assert_eq!((inside.apart.len(), inside.cuts.len()), (SIZE, 3));
        for cut in &inside.cuts {
            assert!(cut.planes.iter().all(|plane| plane.len() == 25));
            let all = cut
                .planes
                .iter()
                .fold(WideSet::EMPTY, |all, it| all.or(*it));
            assert_eq!(all.len(), 125);
        }
        // Level b, file b, rank 2.
        for cut in inside.cuts {
            assert!(cut.planes[1].contains(cell("bb2")));
        }
    }

    #[test]
    fn pieces_reach_neither_the_next_level_nor_farther_than_the_board_says() {
        let shape = shape();
        let highest = PieceKind::ALL
            .map(height_of)
            .into_iter()
            .fold(0.0, f32::max);
        let highest = highest * shape.piece_scale;
        assert!(highest < STEP * 0.7, "{highest}");
        let apart = STEP * 2.0 * APART;
        for cell in shape.cells() {
            let top = shape.centre(cell) + Vec3::Y * highest;
            assert!(top.length() < shape.extent, "{}", top.length());
            assert!(top.length() + apart < 0.6);
        }
    }

    /// How much of a cell White sees at home past the boards above it, 0 to 1: of the glass
    /// and of the rims.
    fn seen(shape: &Shape, cell: Cell) -> f32 {
        let eye = Vec3::new(0.0, shape.stance.below, shape.stance.ahead);
        let half = SIZE as f32 * SQUARE / 2.0 + RIM;
        let hides = |level: usize, point: Vec3| {
            let part = (height(level) - point.y) / (eye.y - point.y);
            let at = point.lerp(eye, part);
            (1e-3..1.0).contains(&part) && at.x.abs().max(at.z.abs()) < half
        };
        let points = [-0.6, -0.2, 0.2, 0.6];
        let points = points.map(|x| points.map(|z| Vec3::new(x, 0.0, z) * SQUARE / 2.0));
        let all = points.as_flattened().iter();
        let all = all.map(|point| shape.centre(cell) + point);
        let seen = all.filter(|point| !(0..SIZE).any(|level| hides(level, *point)));
        seen.count() as f32 / 16.0
    }

    #[test]
    fn at_home_most_cells_are_seen_past_all_boards_and_all_pieces_of_ones_own() {
        let shape = shape();
        let plain = shape.cells().filter(|it| seen(&shape, *it) > 0.9).count();
        assert!(plain >= 105, "{plain} of 125");
        for rank in ["1", "2"] {
            for level in ["a", "b"] {
                for file in ["a", "b", "c", "d", "e"] {
                    let at = cell(&format!("{level}{file}{rank}"));
                    assert!(seen(&shape, at) > 0.9, "{level}{file}{rank}");
                }
            }
        }
    }
}
