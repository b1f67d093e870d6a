//! The shape of OctHex 146: cells in an octahedron, in stacked levels.

use std::f32::consts::PI;

use bevy_color::{Alpha, Color, Mix};
use bevy_math::{Vec2, Vec3};
use bevy_transform::components::Transform;

use super::guide::RULES;
use super::rules::{OctHex146, points};
use super::tutorial::TUTORIAL;
use icochess_message::msg;
use icochess_rules::{Board, Equipment, WideSet, set_of};
use icochess_shape::{
    Cut, Fixture, Handles, Hold, Home, Inside, Lesson, Material, Names, Neighbours, Overview, Part,
    PieceKind, Place, PlaceKind, Relation, Room, Shape, Stance, Stand, TriangleMesh, View,
    lettering,
};

/// A lattice point: see [`points`].
type Point = [i32; 3];

/// Distance between neighbouring places of a level, in metres.
pub const SQUARE: f32 = 0.066;
/// Distance between levels, in metres; slightly more than in a regular octahedron, to make room for
/// pieces.
pub const LEVEL: f32 = 0.054;
/// Growth of the level distance in the exploded view, as a fraction.
const LEVEL_SPREAD: f32 = 0.6;
/// z coordinate of the lowest level, `a`.
const LOWEST: i32 = -5;
/// Number of levels.
const LEVELS: usize = 11;
/// Distance from a place's centre to the corners of its outline, where frames and rings are drawn,
/// in metres.
const REACH: f32 = 0.0288;
/// Drawn part of a place, as a fraction of its outline. Above 0.62, the feet of pieces would no
/// longer hide their shadows, which would cost triangles.
const DRAWN: f32 = 0.58;
/// Scale of the piece meshes, in metres per unit. Their feet cover most of the drawn part of a
/// place.
const PIECES: f32 = 0.15;
/// Glass of the places: amber and blue, which alternate on each level.
const GLASS: [Color; 2] = [Color::srgb(0.68, 0.46, 0.22), Color::srgb(0.26, 0.50, 0.60)];
/// Opacity of the glass, 0 to 1; it looks solid.
const OPACITY: f32 = 0.88;
/// Distance between a level's outermost places and its outline, in metres.
const MARGIN: f32 = 0.021;
/// Thickness of the outline, in metres: two to three pixels in a window of 1280×800.
const LINE: f32 = 0.0020;
/// Height of the level letters, in metres.
const LETTER: f32 = 0.015;

/// Returns the position of a point in the board's frame, in metres. White looks along -z, and
/// levels are horizontal.
fn at([x, y, z]: Point) -> Vec3 {
    let across = SQUARE / 2.0;
    Vec3::new(
        (x - y) as f32 * across,
        z as f32 * LEVEL,
        -(x + y) as f32 * across,
    )
}

/// Returns a regular polygon with circumradius `reach`, rotated by an angle, counter-clockwise from
/// above.
fn polygon(corners: u32, reach: f32, turned: f32) -> Vec<Vec3> {
    let corner = |corner| {
        let angle = turned + corner as f32 / corners as f32 * PI * 2.0;
        Vec3::new(angle.sin(), 0.0, angle.cos()) * reach
    };
    (0..corners).map(corner).collect()
}

/// Returns the number of the point's bishop binding: which one of its coordinates is odd, or that
/// all are.
fn binding(point: Point) -> usize {
    let is_odd = |axis: usize| point[axis] % 2 != 0;
    match [is_odd(0), is_odd(1), is_odd(2)] {
        [true, true, true] => 3,
        [true, ..] => 0,
        [_, true, _] => 1,
        _ => 2,
    }
}

/// Returns the place kinds, one per binding, which differ in outline. The two kinds of a level
/// differ in colour, too.
fn kinds() -> Vec<PlaceKind> {
    let kind = |corners, turned, glass: Color| PlaceKind {
        outline: polygon(corners, REACH, turned),
        face: DRAWN,
        depth: 0.003,
        shade: glass.with_alpha(OPACITY),
        roughness: 0.12,
        grain: None,
    };
    let [amber, blue] = GLASS;
    vec![
        kind(4, PI / 4.0, amber),
        kind(4, 0.0, blue),
        kind(6, 0.0, amber),
        kind(8, PI / 8.0, blue),
    ]
}

/// Returns the level of a point, from 0 for the lowest.
fn level([_, _, z]: Point) -> usize {
    (z - LOWEST) as usize
}

/// Returns the colour of a level: cool at the bottom, warm at the top, and light enough to stand out
/// from the deck behind.
fn level_colour(level: usize) -> Color {
    let part = level as f32 / (LEVELS - 1) as f32;
    Color::srgb(0.36, 0.57, 0.79).mix(&Color::srgb(0.86, 0.62, 0.34), part)
}

fn unlit(base_color: Color) -> Material {
    Material {
        base_color,
        unlit: true,
        ..Material::default()
    }
}

/// Returns half the side of the square around a level's places.
fn half(level: usize) -> f32 {
    let places = LEVELS / 2 + 1 - level.abs_diff(LEVELS / 2);
    (places - 1) as f32 / 2.0 * SQUARE + MARGIN
}

/// Returns the outline of a level.
fn round_level(level: usize) -> Fixture {
    const EDGE: f32 = LINE / 2.0;
    /// Profile of the outline, from its lower inner edge on. Three sides suffice for an unlit
    /// outline.
    const PROFILE: [(f32, f32); 4] = [(-EDGE, -EDGE), (0.0, EDGE), (EDGE, -EDGE), (-EDGE, -EDGE)];
    let mut line = TriangleMesh::default();
    line.frame(Vec2::splat(half(level)), &PROFILE);
    Fixture {
        name: "level",
        mesh: line,
        material: unlit(level_colour(level)),
    }
}

/// Returns the letter of a level, at the left of both players.
fn letters(level: usize) -> Fixture {
    let half = half(level);
    let letter = char::from(b'A' + level as u8).to_string();
    let left = Vec3::new(-half - LETTER * 0.7, LETTER / 2.0, half);
    Fixture {
        name: "letter",
        mesh: lettering::facing_both(&letter, LETTER, left),
        material: unlit(lettering::in_air(level_colour(level))),
    }
}

/// Returns the pedestal of a piece in reserve.
fn pedestal() -> Fixture {
    let mut body = TriangleMesh::default();
    body.disc(Vec2::splat(0.017), &[(0.0, 0.002), (0.0, -0.002)]);
    Fixture {
        name: "stand",
        mesh: body,
        material: Material {
            base_color: Color::srgb(0.30, 0.28, 0.27),
            perceptual_roughness: 0.6,
            ..Material::default()
        },
    }
}

/// Returns for each cell the cells at a related offset, by sorted absolute coordinates.
fn related(points: &[Point], is_related: impl Fn([i32; 3]) -> bool) -> Vec<WideSet> {
    let around = |point: &Point| {
        let others = points.iter().zip(OctHex146::tables().cells());
        let near = others.filter(|(other, _)| {
            let mut offset = std::array::from_fn(|axis| (other[axis] - point[axis]).abs());
            offset.sort_unstable();
            is_related(offset)
        });
        set_of(near.map(|(_, cell)| cell))
    };
    points.iter().map(around).collect()
}

/// Returns the planes of equal coordinate sum.
fn planes(points: &[Point], sum: impl Fn(&Point) -> i32) -> Vec<WideSet> {
    let mut values: Vec<i32> = points.iter().map(&sum).collect();
    values.sort_unstable();
    values.dedup();
    let plane = |value: i32| {
        let cells = points.iter().zip(OctHex146::tables().cells());
        set_of(
            cells
                .filter(|(point, _)| sum(point) == value)
                .map(|(_, cell)| cell),
        )
    };
    values.into_iter().map(plane).collect()
}

/// Returns the levels, the hexagonal planes of the four pairs of faces (from camp to camp first),
/// and the vertical square planes.
fn cuts(points: &[Point]) -> Vec<Cut> {
    let cut = |kind, title, factors: Point| Cut {
        kind,
        title,
        planes: planes(points, |point| {
            let parts = point.iter().zip(factors);
            parts.map(|(along, factor)| along * factor).sum()
        }),
    };
    let hexagons = |title, factors| cut(msg!("cut-hexagons"), title, factors);
    let squares = |title, factors| cut(msg!("cut-squares"), title, factors);
    vec![
        cut(msg!("cut-levels"), msg!("cut-levels"), [0, 0, 1]),
        hexagons(msg!("cut-ranks"), [1, 1, 1]),
        hexagons(msg!("cut-hexagons-of", number = 2), [1, 1, -1]),
        hexagons(msg!("cut-hexagons-of", number = 3), [1, -1, 1]),
        hexagons(msg!("cut-hexagons-of", number = 4), [-1, 1, 1]),
        squares(msg!("cut-squares-of", number = 1), [1, 0, 0]),
        squares(msg!("cut-squares-of", number = 2), [0, 1, 0]),
    ]
}

/// Returns the shape of OctHex 146, with stacked levels. White's face of the octahedron is near the
/// player, Black's is far away and higher.
pub fn shape() -> Shape {
    let points = points();
    let places = points.iter().map(|&point| Place {
        frame: Transform::from_translation(at(point)),
        kind: binding(point),
        part: level(point),
    });
    let homes = [Vec3::NEG_Z, Vec3::Z].map(|ahead| Home {
        outwards: -ahead,
        ahead,
    });
    let hold = Hold::Table { max_tilt: 0.9 };
    let height = |level: usize| (level as i32 + LOWEST) as f32 * LEVEL;
    let widest = LEVELS / 2;
    let beside = half(widest) + 0.035;
    let stands = [1.0, -1.0].map(|side| Stand {
        at: Vec3::new(side * beside, 0.0, side * SQUARE * 1.5),
        step: Vec3::NEG_Z * (side * SQUARE),
        part: widest,
    });
    let parts = (0..LEVELS).map(|level| {
        let lift = Transform::from_xyz(0.0, height(level), 0.0);
        let mut fixtures = vec![(level, lift), (LEVELS + level, lift)];
        if level == widest {
            let under = stands.map(|stand| Transform::from_translation(stand.at - Vec3::Y * 0.002));
            fixtures.extend(under.map(|under| (2 * LEVELS, under)));
        }
        Part {
            name: "level",
            fixtures,
        }
    });
    let fixtures = (0..LEVELS).map(round_level);
    let fixtures = fixtures.chain((0..LEVELS).map(letters));
    Shape {
        board: OctHex146::ID,
        parts: parts.collect(),
        kinds: kinds(),
        places: places.collect(),
        relations: vec![
            Relation {
                neighbours: Neighbours::Edge,
                cells: related(&points, |offset| offset == [0, 1, 1]),
            },
            Relation {
                neighbours: Neighbours::DirectCorner,
                cells: related(&points, |offset| offset == [0, 0, 2]),
            },
        ],
        views: views(hold, &homes),
        view_keys: None,
        homes,
        hold,
        net: &[],
        on_map: Vec::new(),
        extent: 5.0 * LEVEL + 0.06,
        stance: Stance {
            ahead: 0.83,
            below: 0.26,
        },
        worn_scale: 1.15,
        room: Room::Terrace,
        overview: Overview::FROM_SEAT,
        piece_scale: PIECES,
        mark_scale: 0.79,
        names: Names {
            height: 0.0096,
            towards_corner: 0.75,
        },
        fixtures: fixtures.chain([pedestal()]).collect(),
        read_by: None,
        handles: Handles::default(),
        inside: Some(Inside {
            apart: (0..LEVELS)
                .map(|level| Vec3::Y * height(level) * LEVEL_SPREAD)
                .collect(),
            cuts: cuts(&points),
        }),
        stands: Some(stands),
        // The queen combines two powers and gets the model of a mitred tower.
        models: &[("queen", PieceKind::MitredTower)],
        aside: &[],
        worths: &[],
        lessons: &LESSONS,
        about: Some(msg!("lesson-octhex-elements")),
        rules: &RULES,
        tutorial: &TUTORIAL,
        endings: &[],
    }
}

/// Returns the views: home, above, left, right, behind, low, apart and near.
fn views(hold: Hold, homes: &[Home; 2]) -> Vec<View> {
    let from = |title, look: fn([Vec3; 3]) -> (Vec3, Vec3)| View::from(title, (hold, homes), look);
    fn over(level: Vec3, up: Vec3) -> (Vec3, Vec3) {
        (level.normalize() * 0.94 + up * 0.34, up)
    }
    vec![
        View::home("Home"),
        from("From above", |[outwards, up, _]| (up, -outwards)),
        from("From the left", |[_, up, right]| over(-right, up)),
        from("From the right", |[_, up, right]| over(right, up)),
        from("From behind", |[outwards, up, _]| over(-outwards, up)),
        from("Low", |[outwards, up, _]| (outwards * 0.99 + up * 0.12, up)),
        View::home("Apart").at(1.55).apart(),
        View::home("Near").at(0.75),
    ]
}

static LESSONS: [Lesson; 11] = [
    Lesson::new("rook", msg!("lesson-octhex-rook")),
    Lesson::new("bishop", msg!("lesson-octhex-bishop")),
    Lesson::new("unicorn", msg!("lesson-octhex-unicorn")),
    Lesson::new("knight", msg!("lesson-octhex-knight")),
    Lesson::new("queen", msg!("lesson-octhex-queen")),
    Lesson::new("duchess", msg!("lesson-octhex-duchess")),
    Lesson::new("marshal", msg!("lesson-octhex-marshal")),
    Lesson::new("governor", msg!("lesson-octhex-governor")),
    Lesson::new("cardinal", msg!("lesson-octhex-cardinal")),
    Lesson::new("cavalcade", msg!("lesson-octhex-cavalcade")),
    Lesson::new("pawn", msg!("lesson-octhex-pawn")),
];
