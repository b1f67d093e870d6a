//! The shape of the ball: 80 triangular tiles.

use std::f32::consts::PI;

use bevy_color::Color;
use bevy_math::Vec3;
use bevy_transform::components::Transform;

use super::guide::RULES;
use super::rules::{Icochess, NEIGHBOURS, Neighbours};
use super::solid::{SOLID, TILES};
use super::tutorial::TUTORIAL;
use icochess_message::msg;
use icochess_rules::{Board, Cell, CellSet, Position, Role, Side, set_of};
use icochess_shape::{
    Fixture, Grain, Handles, Hold, Home, Lesson, Material, Names, Neighbours as Kind, Overview,
    Part, Place, PlaceKind, Relation, Room, Shape, Stance, TriangleMesh, View, Viewpoint, frame,
};

/// Colour of the middle tile of a face: slate. Black pieces allow no darker one, so it differs from
/// the limestone by its hue, too.
const MIDDLE: Color = Color::srgb(0.352, 0.43, 0.522);
/// Colour of corner tiles: limestone, dark enough for white pieces.
const CORNER: Color = Color::srgb(0.592, 0.537, 0.445);
/// Colour of the seams: aged brass, darker than the marks of a last move.
const BRASS: Color = Color::srgb(0.66, 0.50, 0.25);
/// Half the width of a seam, in metres.
const SEAM: f32 = 0.0008;
/// Depth of a seam's edges below the tiles, in metres, just above their bevels.
const SEAM_DEPTH: f32 = 0.0012;
/// Roundness of a seam: 0 is flat, and more catches light from more directions.
const ROUND: f32 = 0.8;

/// Radius of the ball in metres. At the default distance the nearest tiles are 0.6 m from the eye.
/// Their incircle is 65 mm across (Meta recommends 48 mm at 1 m).
pub const RADIUS: f32 = 0.20;
/// Scale of the piece meshes, in metres per unit: a tenth less than the radius, so that pieces hide
/// less of the ball.
const PIECES: f32 = 0.9 * RADIUS;

/// Net of the ball: the tile from which each tile unfolds, with tile 1 as the root. A search found
/// it as the most compact net of two leaves without overlaps. Each leaf grows from the middle of a
/// camp, so each camp is in one piece. White's is at the bottom.
static NET: [u8; TILES] = [
    1, 1, 0, 0, 5, 1, 3, 4, 9, 5, 8, 8, 13, 17, 12, 12, 17, 1, 16, 2, 22, 7, 6, 77, 25, 3, 2, 24,
    29, 19, 18, 70, 35, 15, 14, 74, 39, 11, 10, 73, 41, 57, 40, 40, 46, 44, 66, 44, 49, 45, 48, 54,
    53, 49, 52, 52, 57, 53, 55, 56, 63, 43, 42, 25, 67, 47, 27, 26, 69, 51, 50, 30, 73, 55, 54, 72,
    78, 59, 58, 21,
];

/// Returns the shape of the ball, with its origin at the centre.
pub fn shape() -> Shape {
    let places: Vec<Place> = (0..TILES)
        .map(|tile| Place {
            frame: frame_of(tile),
            // Middle tile or corner tile.
            kind: usize::from(!tile.is_multiple_of(4)),
            part: 0,
        })
        .collect();
    let kinds = [(0, MIDDLE), (1, CORNER)].map(|(tile, shade)| PlaceKind {
        outline: outline(tile, places[tile].frame),
        face: 1.0,
        depth: 0.03,
        shade,
        roughness: 0.55,
        grain: Some(Grain::Stone),
    });
    let related = |neighbours, cells: fn(&Neighbours) -> &[Cell]| Relation {
        neighbours,
        cells: NEIGHBOURS
            .iter()
            .map(|around| set_of(cells(around).iter().copied()))
            .collect(),
    };
    let homes = Side::ALL.map(|side| home(side, &places));
    Shape {
        board: Icochess::ID,
        parts: vec![Part::whole(1)],
        kinds: kinds.into(),
        views: views(&homes),
        view_keys: None,
        homes,
        places,
        relations: vec![
            related(Kind::Edge, |around| &around.edges),
            related(Kind::SideCorner, |around| &around.side_corners),
            related(Kind::DirectCorner, |around| &around.direct_corners),
        ],
        hold: Hold::Ball,
        net: &NET,
        on_map: Vec::new(),
        // The tallest piece is 0.36 radii high.
        extent: RADIUS * 1.45,
        stance: Stance::IN_THE_AIR,
        worn_scale: 1.0,
        room: Room::Terrace,
        overview: Overview::FROM_SEAT,
        piece_scale: PIECES,
        mark_scale: 1.0,
        // The letters are half a degree high at 0.8 m.
        names: Names {
            height: 0.011,
            towards_corner: 0.52,
        },
        fixtures: vec![seams()],
        read_by: None,
        handles: Handles::default(),
        inside: None,
        stands: None,
        models: &[],
        aside: &[],
        worths: &[],
        lessons: &LESSONS,
        about: Some(msg!("lesson-ball-rim")),
        rules: &RULES,
        tutorial: &TUTORIAL,
        endings: &["KQK", "KRK", "KBBK", "KBNK", "KNNK"],
    }
}

/// Lessons. The queen's refers to the rook and the bishop, so it comes after theirs.
static LESSONS: [Lesson; 6] = [
    Lesson::new("king", msg!("lesson-ball-king")),
    Lesson::new("rook", msg!("lesson-ball-rook")),
    Lesson::new("bishop", msg!("lesson-ball-bishop")),
    Lesson::new("queen", msg!("lesson-ball-queen")),
    Lesson::with_neighbours("knight", msg!("lesson-ball-knight"), Kind::SideCorner),
    Lesson::new("pawn", msg!("lesson-ball-pawn")),
];

/// Returns the home view, the king's view, and views of the ball from all sides of its home
/// orientation.
fn views(homes: &[Home; 2]) -> Vec<View> {
    let from =
        |title, look: fn([Vec3; 3]) -> (Vec3, Vec3)| View::from(title, (Hold::Ball, homes), look);
    vec![
        View::home("Home"),
        View {
            looks: [Viewpoint::Royal; 2],
            ..View::home("King")
        },
        from("From the left", |[_, up, right]| (-right, up)),
        from("From the right", |[_, up, right]| (right, up)),
        from("From above", |[outwards, up, _]| (up, -outwards)),
        from("From below", |[outwards, up, _]| (-up, outwards)),
        from("From behind", |[outwards, up, _]| (-outwards, up)),
        View::home("Near").at(0.75),
    ]
}

/// Returns the brass in the grooves between tiles: one face an edge, shaded as if it were round.
fn seams() -> Fixture {
    let mut mesh = TriangleMesh::default();
    let pairs = (0..TILES).flat_map(|one| (0..one).map(move |other| [one, other]));
    for pair in pairs.filter(|[one, other]| SOLID.shared(*one, *other) == 2) {
        let [of_one, of_other] = pair.map(|tile| SOLID.tiles[tile]);
        let first = (0..3).find(|at| !of_other.contains(&of_one[*at]));
        let Some(apart) = first else {
            continue;
        };
        // From the corner that isn't shared, the edge follows counter-clockwise.
        let [from, to] = [1, 2].map(|step| of_one[(apart + step) % 3]);
        let [from, to] = [from, to].map(|corner| point(SOLID.vertices[corner]) * RADIUS);
        let [up, beyond] = pair.map(|tile| point(SOLID.normal(tile)));
        let middle = (up + beyond).normalize();
        // From the edge into the first tile; the other is on its right.
        let into = up.cross(to - from).normalize();
        let out = (to - from).cross(beyond).normalize();
        let inner = into * SEAM - up * SEAM_DEPTH;
        let outer = out * SEAM - beyond * SEAM_DEPTH;
        let base = mesh.positions.len() as u32;
        mesh.positions
            .extend([from + inner, from + outer, to + outer, to + inner]);
        let [inner, outer] = [into, out].map(|aside| (middle + aside * ROUND).normalize());
        mesh.normals.extend([inner, outer, outer, inner]);
        mesh.indices.extend([0, 1, 2, 0, 2, 3].map(|at| base + at));
    }
    Fixture {
        name: "seams",
        mesh,
        material: Material {
            base_color: BRASS,
            metallic: 0.85,
            perceptual_roughness: 0.35,
            ..Material::default()
        },
    }
}

fn point(p: [f64; 3]) -> Vec3 {
    Vec3::from_array(p.map(|x| x as f32))
}

/// Returns the frame of a tile: the origin at the incentre, +z towards the first corner.
fn frame_of(tile: usize) -> Transform {
    let centre = point(SOLID.centre(tile));
    let up = point(SOLID.normal(tile));
    let tip = (point(SOLID.corners(tile)[0]) - centre).reject_from(up);
    Transform {
        translation: centre * RADIUS,
        rotation: frame(up, tip),
        scale: Vec3::ONE,
    }
}

fn outline(tile: usize, frame: Transform) -> Vec<Vec3> {
    let inverse = frame.to_matrix().inverse();
    let corners = SOLID.corners(tile).into_iter();
    corners
        .map(|corner| inverse.transform_point3(point(corner) * RADIUS))
        .collect()
}

/// Angle between a side's viewing direction and the middle of its camp, towards the enemy, in
/// radians: the camp is above the middle of the ball, where its pieces are upright.
const BEYOND: f32 = 35.0 * PI / 180.0;

/// Returns a side's viewing direction, and the direction along the surface from the king to the
/// middle of its camp.
fn home(side: Side, places: &[Place]) -> Home {
    let start = Position::<Icochess>::start();
    let place = |cell: Cell| places[cell.index()].frame.translation;
    let middle = start
        .by_side(side)
        .cells()
        .map(place)
        .sum::<Vec3>()
        .normalize();
    let king = start.pieces(side, Role::KING).first().map(place);
    let king = king.unwrap_or(Vec3::Y).normalize();
    let ahead = (middle - king).reject_from(middle);
    Home {
        outwards: middle * BEYOND.cos() + ahead.normalize() * BEYOND.sin(),
        ahead,
    }
}
