//! Shapes of boards on a table: squares in ranks and files, in a frame with coordinates.

use std::f32::consts::PI;

use bevy_color::Color;
use bevy_math::{Quat, Vec2, Vec3};
use bevy_transform::components::Transform;

use super::hold::{Hold, Home};
use super::lettering;
use super::mesh::{Grain, Material, TriangleMesh};
use super::room::Room;
use super::seat::{Overview, Stance};
use super::shape::{Fixture, Handles, Names, Part, Place, PlaceKind, Shape};
use super::solid::CORNERS;
use super::view::View;
use icochess_rules::Side;

/// Side of a square, in metres (FIDE Handbook C.02, 2.3: 50 to 60 mm).
pub const SQUARE: f32 = 0.058;
/// Scale of the pieces, in metres per unit of their meshes. The king is 76 mm high (FIDE: 95 mm,
/// for slimmer pieces). Its foot is two thirds of a square wide.
const PIECES: f32 = 0.19;
/// Scale of the markers. They cover the same fraction of a square as of a tile on the ball.
const MARKS: f32 = 0.89;
/// Width of the frame, in metres.
const BORDER: f32 = 0.054;
/// Distance of the coordinates from the squares, in metres. At this distance, pieces on the far
/// side don't hide the coordinates, and there is a margin to the frame's outer edge.
const LETTERED: f32 = 0.040;
/// Height of the coordinates' letters, in metres.
const LETTERS: f32 = 0.013;

/// Colour of the dark squares: walnut, nearly as dark as black pieces allow.
pub const DARK: Color = Color::srgb(0.447, 0.302, 0.198);
/// Colour of the light squares: oak, dark enough for white pieces.
pub const LIGHT: Color = Color::srgb(0.55, 0.455, 0.335);
/// Roughness of the squares' satin varnish.
const SATIN: f32 = 0.36;
/// Colour of the frame: walnut, oiled darker than the squares.
const FRAME: Color = Color::srgb(0.20, 0.115, 0.07);
/// Colour of the letters inlaid in the frame.
const INLAY: Color = Color::srgb(0.86, 0.72, 0.47);

/// Creates a board of squares. Its cells count from White's left-hand corner along the first rank,
/// then rank by rank; the corner square is dark. The origin is the middle of the upper face, +x
/// points along the ranks and -z from White to Black.
pub fn grid(board: &'static str, files: usize, ranks: usize) -> Shape {
    let half = SQUARE / 2.0;
    let outline = vec![
        Vec3::new(-half, 0.0, half),
        Vec3::new(half, 0.0, half),
        Vec3::new(half, 0.0, -half),
        Vec3::new(-half, 0.0, -half),
    ];
    let kinds = [(DARK, Grain::Open), (LIGHT, Grain::Fine)].map(|(shade, grain)| PlaceKind {
        outline: outline.clone(),
        face: 1.0,
        depth: 0.03,
        shade,
        roughness: SATIN,
        grain: Some(grain),
    });
    let size = Vec2::new(files as f32, ranks as f32) * SQUARE;
    let at = |file: usize, rank: usize| {
        Vec3::new(
            (file as f32 + 0.5) * SQUARE - size.x / 2.0,
            0.0,
            size.y / 2.0 - (rank as f32 + 0.5) * SQUARE,
        )
    };
    let places = (0..files * ranks).map(|cell| {
        let (file, rank) = (cell % files, cell / files);
        Place {
            frame: Transform::from_translation(at(file, rank)),
            kind: (file + rank) % 2,
            part: 0,
        }
    });
    let coordinates = Side::ALL.map(|side| Fixture {
        name: "coordinates",
        mesh: coordinates(side, files, ranks, at),
        material: Material {
            base_color: INLAY,
            perceptual_roughness: 0.5,
            ..Material::default()
        },
    });
    let frame = Fixture {
        name: "frame",
        mesh: frame(size / 2.0),
        material: Material {
            base_color: FRAME,
            // Oiled wood, not lacquered: smoother sides would reflect light from below as a
            // white line in some rooms.
            perceptual_roughness: 0.8,
            reflectance: 0.35,
            grain: Some(Grain::Open),
            ..Material::default()
        },
    };
    let fixtures: Vec<Fixture> = coordinates.into_iter().chain([frame]).collect();
    let homes = [Vec3::NEG_Z, Vec3::Z].map(|ahead| Home {
        outwards: -ahead,
        ahead,
    });
    let hold = Hold::Table { max_tilt: PI / 6.0 };
    Shape {
        board,
        parts: vec![Part::whole(fixtures.len())],
        kinds: kinds.into(),
        places: places.collect(),
        relations: Vec::new(),
        // 40° above the squares, as for a player seated at a table, and 15°.
        views: View::round_table(
            hold,
            &homes,
            [40.0, 15.0].map(f32::to_radians),
            [1.15, 0.75],
        ),
        view_keys: None,
        homes,
        hold,
        net: &[],
        on_map: Vec::new(),
        extent: size.length() / 2.0 + BORDER,
        // At hand height for a seated player. The near edge is a forearm's length away.
        stance: Stance {
            ahead: 0.62,
            below: 0.50,
        },
        worn_scale: 1.0,
        room: Room::Table,
        // Steeper than for a seated player, so that no row hides the next, but not so steep that
        // pieces look like discs. The distance leaves room for the UI of a window.
        overview: Overview {
            elevation: Some(52.0_f32.to_radians()),
            distance: 1.15,
            nearer: 0.04,
        },
        piece_scale: PIECES,
        mark_scale: MARKS,
        // In the corner, next to the foot of the piece.
        names: Names {
            height: 0.009,
            towards_corner: 0.66,
        },
        fixtures,
        read_by: Some([0, 1]),
        handles: Handles::default(),
        inside: None,
        stands: None,
        models: &[],
        aside: &[],
        worths: &[],
        lessons: &[],
        about: None,
        rules: &[],
        tutorial: &[],
        endings: &[],
    }
}

/// Cross-section of the frame from the inner edge outwards and round below. Each point is metres
/// from the squares, and metres above them.
const PROFILE: [(f32, f32); 8] = [
    (0.0, -0.003),
    (0.0, 0.0025),
    (0.0020, 0.0040),
    (BORDER - 0.0045, 0.0040),
    (BORDER, -0.0005),
    (BORDER, -0.0200),
    (BORDER - 0.0080, -0.0270),
    (0.0, -0.0270),
];

/// Builds the frame round squares of this half size, with their bed and a floor.
fn frame(half: Vec2) -> TriangleMesh {
    let mut body = TriangleMesh::default();
    body.frame(half, &PROFILE);
    for (y, order) in [(PROFILE[0].1, [0, 1, 2, 3]), (PROFILE[7].1, [3, 2, 1, 0])] {
        body.quad(order.map(|at| Vec3::new(half.x * CORNERS[at][0], y, half.y * CORNERS[at][1])));
    }
    body
}

/// Builds a side's coordinates: file letters along its own edge, and rank numbers at its left hand.
fn coordinates(
    side: Side,
    files: usize,
    ranks: usize,
    at: impl Fn(usize, usize) -> Vec3,
) -> TriangleMesh {
    let (turn, first, left) = match side {
        Side::White => (Quat::IDENTITY, 0, 0),
        Side::Black => (Quat::from_rotation_y(PI), ranks - 1, files - 1),
    };
    let mut shape = TriangleMesh::default();
    let out = SQUARE / 2.0 + LETTERED;
    let mut put = |text: &str, square: Vec3, towards: Vec3| {
        let place = square + turn * towards * out + Vec3::Y * (PROFILE[2].1 + 0.0004);
        let place = Transform::from_translation(place).with_rotation(turn);
        lettering::write(&mut shape, text, LETTERS, place);
    };
    for file in 0..files {
        let letter = char::from(b'A' + file as u8);
        put(&letter.to_string(), at(file, first), Vec3::Z);
    }
    for rank in 0..ranks {
        put(&(rank + 1).to_string(), at(left, rank), Vec3::NEG_X);
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frame_is_too_rough_to_mirror_a_lamp() {
        let shape = grid("of a test", 8, 8);
        let frame = shape.fixtures.iter().find(|it| it.name == "frame");
        let roughness = frame.expect("a frame").material.perceptual_roughness;
        assert!(roughness >= 0.8, "{roughness}");
    }

    #[test]
    fn coordinates_stay_clear_of_the_frame_edges() {
        let shape = grid("of a test", 8, 8);
        let [white, black] = shape.read_by.expect("coordinates of each side");
        let letters = [white, black].map(|fixture| &shape.fixtures[fixture].mesh.positions);
        let [inner, outer] = [PROFILE[2].0, PROFILE[3].0].map(|from| 4.0 * SQUARE + from);
        for letter in letters.into_iter().flatten() {
            let out = letter.x.abs().max(letter.z.abs());
            assert!(out > inner + 0.002 && out < outer - 0.002, "{letter}");
        }
    }
}
