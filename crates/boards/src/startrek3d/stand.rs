//! Supports of Star Trek's glass boards: rims, pins, and a stand whose two arms rise from a foot.

use std::f32::consts::{FRAC_PI_4, PI};

use bevy_color::Color;
use bevy_math::cubic_splines::CubicSegment;
use bevy_math::{Quat, Vec2, Vec3};
use bevy_transform::components::Transform;

use super::frame::MAIN_BOARDS;
use super::grid::{LEVEL, SMALL, SQUARE, at, middle};
use icochess_shape::{Fixture, Material, TriangleMesh, lettering};

/// Width of a large board's rim, in metres.
const RIM: f32 = 0.012;
/// Height of the rim above the squares, in metres.
const RISE: f32 = 0.0016;
/// Width and depth of the bevel at the outer edge of a rim, in metres. The column letters are on
/// the bevel.
const BEVEL: f32 = 0.008;
/// Height of the column letters and of the row numbers, in metres.
const LETTERS: f32 = 0.0085;
/// Angle at which labels lean away from their player, in radians. They face a seated player almost
/// directly, and stay readable from above.
const LEANS: f32 = FRAC_PI_4;
/// Half the width and depth of a tag with a row number, in metres. It is so low that in the window,
/// no tag of the highest board covers the number behind it.
const TAG: Vec2 = Vec2::new(0.0076, 0.0036);
/// Distance from the squares to the centre of a tag, in metres. For a seated player, a pin in front
/// of a number is at the number's edge or between its digits. The arm is next to the number.
const TO_TAG: f32 = 0.0077;
/// Radius of the stand's arms, in metres.
const ARM: f32 = 0.0032;
/// Radius of a pin, in metres. Pins are thinner than the digits on the tags.
const PIN: f32 = 0.0012;
/// Height of the studs above and below a corner, in metres.
const STUD: f32 = 0.011;
/// Radius of a stud, in metres.
const STUD_RADIUS: f32 = 0.0036;

/// The rim of a small board.
#[derive(Clone, Copy, Debug)]
pub struct Rim {
    /// Distance from the centre of the board to the outer edge of the rim, in metres.
    pub half: f32,
    /// Width of the rim, in metres.
    pub width: f32,
    /// Depth of the rim's lower edge below the squares, in metres.
    pub depth: f32,
    /// Height of the rim's upper edge above the squares, in metres.
    pub height: f32,
}

/// Rim of all small boards. It is as wide as two squares of a large board, minus the gap to its
/// neighbour.
pub const ATTACK_RIM: Rim = Rim {
    half: SQUARE - 0.0003,
    width: SQUARE * (1.0 - SMALL) - 0.0003,
    depth: 0.0050,
    height: 0.0022,
};

/// Width and depth of the slope at the outer edge of a small board's rim, in metres.
const SLOPE: f32 = 0.0028;

/// Semi-axes of the foot, in metres. It is wide enough for both arms, and deep enough to keep the
/// boards from tipping over.
const FOOT: Vec2 = Vec2::new(SQUARE * 2.55, SQUARE * 1.375);

/// Darkened steel.
const STEEL: Color = Color::srgb(0.16, 0.17, 0.20);
/// Smoked steel of the foot, whose edge of chrome outlines it against space.
const SMOKED: Color = Color::srgb(0.10, 0.105, 0.14);
/// Brass of the small boards' rims.
const BRASS: Color = Color::srgb(0.80, 0.60, 0.28);
/// Chrome of the posts: arms, pins and studs, and the edge of the foot.
const CHROME: Color = Color::srgb(0.80, 0.81, 0.84);
/// Metallic factor and roughness of chrome.
const POLISHED: (f32, f32) = (0.9, 0.18);
/// Inlaid letters and numbers of rims and tags.
const INLAY: Color = Color::srgb(0.90, 0.84, 0.70);

/// Fixtures of the stand, as indices in [`fixtures`].
pub(crate) const MAIN_FIXTURES: [usize; 4] = [0, 1, 2, 3];
/// Fixtures of a small board: rim and pin.
const DOCK_FIXTURES: [usize; 2] = [4, 5];

/// Returns all fixtures: see [`MAIN_FIXTURES`] and [`of_dock`].
pub(crate) fn fixtures() -> Vec<Fixture> {
    let metal = |base_color, perceptual_roughness| Material {
        base_color,
        metallic: 0.35,
        perceptual_roughness,
        reflectance: 0.5,
        ..Material::default()
    };
    let chrome = Material {
        metallic: POLISHED.0,
        ..metal(CHROME, POLISHED.1)
    };
    let fixture = |name, mesh, material| Fixture {
        name,
        mesh,
        material,
    };
    vec![
        fixture("stand", stand(), metal(STEEL, 0.35)),
        fixture("foot", foot(), metal(SMOKED, 0.45)),
        fixture("studs and edge of the foot", posts(), chrome),
        fixture(
            "coordinates",
            coordinates(),
            Material {
                base_color: INLAY,
                perceptual_roughness: 0.5,
                ..Material::default()
            },
        ),
        fixture("rim", rim(), metal(BRASS, 0.3)),
        fixture("pin", pin(), chrome),
    ]
}

/// Returns the fixtures of the small board at a pin, with their positions.
pub(crate) fn of_dock(dock: [i32; 3]) -> Vec<(usize, Transform)> {
    let place = middle(dock);
    let is_above = MAIN_BOARDS
        .iter()
        .any(|(level, first)| level + 1 == dock[2] && [*first, first + 3].contains(&dock[1]));
    let down = if is_above {
        Vec3::ZERO
    } else {
        Vec3::Y * LEVEL
    };
    let [rim, pin] = DOCK_FIXTURES;
    vec![
        (rim, Transform::from_translation(place)),
        (pin, Transform::from_translation(place + down)),
    ]
}

/// Returns the hit boxes of a small board's rim, as centres and half extents in metres. There is
/// one bar per side, slightly larger than the visible rim.
pub(crate) fn rim_boxes() -> Vec<(Vec3, Vec3)> {
    /// Extra size for trembling hands, in metres.
    const MORE: f32 = 0.0015;
    let Rim {
        half,
        width,
        depth,
        height,
    } = ATTACK_RIM;
    let thick = Vec3::new(half, (depth + height) / 2.0, width / 2.0) + Vec3::splat(MORE);
    let middle = (height - depth) / 2.0;
    let out = half - width / 2.0 + MORE;
    [1.0, -1.0]
        .into_iter()
        .flat_map(|side| {
            let turned = Vec3::new(thick.z, thick.y, thick.x);
            [
                (Vec3::new(0.0, middle, out * side), thick),
                (Vec3::new(out * side, middle, 0.0), turned),
            ]
        })
        .collect()
}

/// Returns the corners of the large boards, where the pins are.
fn corners() -> Vec<Vec3> {
    let corners = MAIN_BOARDS.iter().flat_map(|&(level, first)| {
        let row = first as f32 - 0.5;
        [(0.5, row), (4.5, row), (0.5, row + 4.0), (4.5, row + 4.0)]
            .map(|(column, row)| at(column, row, level))
    });
    corners.collect()
}

/// Returns the rims of the large boards with their tags.
fn stand() -> TriangleMesh {
    /// Profile from the inner edge outwards and back below. Each point is metres from the squares,
    /// and metres above them.
    const PROFILE: [(f32, f32); 8] = [
        (0.0, -0.0040),
        (0.0, 0.0008),
        (0.0010, RISE),
        (RIM - BEVEL, RISE),
        (RIM, RISE - BEVEL),
        (RIM, RISE - BEVEL - 0.0004),
        (RIM - 0.0010, RISE - BEVEL - 0.0009),
        (0.0, -0.0040),
    ];
    let mut body = TriangleMesh::default();
    for (level, first) in MAIN_BOARDS {
        let mut rim = TriangleMesh::default();
        rim.frame(Vec2::splat(SQUARE * 2.0), &PROFILE);
        body.add(&rim.translated(at(2.5, first as f32 + 1.5, level)));
    }
    for (place, _) in tags() {
        body.add(&tag(place));
    }
    body
}

/// Returns the upper part of the foot, which is visible from above.
fn foot() -> TriangleMesh {
    const EDGE: [(f32, f32); 3] = [(-0.010, 0.0), (-0.0055, -0.0022), (-0.0038, -0.0050)];
    let mut foot = TriangleMesh::default();
    foot.edge(FOOT, &EDGE);
    foot.upper_face(FOOT, EDGE[0]);
    foot.translated(foot_place())
}

/// Returns the lower part of the foot: its edge, and the lower face for a tilted board.
fn edge_of_foot() -> TriangleMesh {
    const EDGE: [(f32, f32); 4] = [
        (-0.0045, -0.0045),
        (-0.0008, -0.0045),
        (0.0, -0.0053),
        (0.0, -0.0120),
    ];
    let mut edge = TriangleMesh::default();
    edge.edge(FOOT, &EDGE);
    edge.lower_face(FOOT, EDGE[3]);
    edge.translated(foot_place())
}

/// Returns the centre of the foot's upper face: just below the lowest small boards, in line with
/// the arms.
fn foot_place() -> Vec3 {
    Vec3::new(0.0, -3.15 * LEVEL, -0.055)
}

/// Returns the axis of an arm in metres, before its sideways offset. It follows the centres of the
/// large boards down, and curves to the foot below the last one.
pub fn arm_path() -> Vec<Vec3> {
    let top = at(2.5, 2.5, 6).with_x(0.0);
    let low = at(2.5, 6.5, 2).with_x(0.0);
    let along = (low - top).normalize();
    let end = foot_place();
    let bend = CubicSegment::new_bezier([low, low + along * 0.04, end + Vec3::Y * 0.04, end]);
    let rest = (1..=12).map(|step| bend.position(step as f32 / 12.0));
    std::iter::once(top - along * 0.006)
        .chain([low])
        .chain(rest)
        .collect()
}

/// Returns the arms that carry the large boards, the studs above and below each of their corners,
/// and the edge of the foot.
fn posts() -> TriangleMesh {
    let mut body = edge_of_foot();
    for side in [-1.0, 1.0] {
        // Just outside the rims, through the gaps between small boards.
        let across = Vec3::X * side * (SQUARE * 2.0 + RIM + ARM * 0.5);
        let mut arm = TriangleMesh::default();
        arm.rod(&arm_path(), ARM);
        body.add(&arm.translated(across));
    }
    for corner in corners() {
        let mut stud = TriangleMesh::default();
        let path = [-STUD, -STUD * 0.7, STUD * 0.7, STUD].map(|y| Vec3::Y * y);
        stud.rod(&path[1..3], STUD_RADIUS);
        // Invisible inside the stud.
        stud.rod(&path[..2], PIN);
        stud.rod(&path[2..], PIN);
        stud.cap(path[2], STUD_RADIUS);
        stud.cap(path[3], PIN);
        body.add(&stud.translated(corner));
    }
    body
}

/// Returns the rim of a small board.
fn rim() -> TriangleMesh {
    let Rim {
        half,
        width,
        depth,
        height,
    } = ATTACK_RIM;
    let inner = half - width;
    let profile = [
        (0.0, -depth + 0.0012),
        (0.0, height - 0.0008),
        (0.0008, height),
        (width - SLOPE, height),
        (width, height - SLOPE),
        (width, -depth + 0.0012),
        (width - 0.0012, -depth),
        (0.0012, -depth),
        (0.0, -depth + 0.0012),
    ];
    let mut body = TriangleMesh::default();
    body.frame(Vec2::splat(inner), &profile);
    body
}

/// Returns a pin from a corner of a large board to a small board one level above.
fn pin() -> TriangleMesh {
    let mut body = TriangleMesh::default();
    body.rod(&[-Vec3::Y * LEVEL, Vec3::Y * 0.0005], PIN);
    body.cap(Vec3::Y * 0.0005, PIN);
    body
}

/// Returns both players' directions at a large board, each with the player's nearest row and
/// leftmost column.
fn players(first: i32) -> [(Quat, i32, i32); 2] {
    let turned = Quat::from_rotation_y(PI);
    [(Quat::IDENTITY, first, 1), (turned, first + 3, 4)]
}

/// Returns the tags at each player's left: the centre of the base on the rim, and the row and level
/// as text.
fn tags() -> Vec<(Transform, String)> {
    let mut tags = Vec::new();
    for (level, first) in MAIN_BOARDS {
        for (turn, _, left) in players(first) {
            for row in first..first + 4 {
                let square = at(left as f32, row as f32, level);
                let out = turn * Vec3::NEG_X * (SQUARE / 2.0 + TO_TAG);
                let place = Transform::from_translation(square + out + Vec3::Y * RISE);
                tags.push((place.with_rotation(turn), format!("{row}{level}")));
            }
        }
    }
    tags
}

/// Returns a tag: a leaning plate and its front edge, which reaches down into the rim's bevel. Only
/// the front is modelled, since its blank back would be in front of the other player's pieces.
fn tag(place: Transform) -> TriangleMesh {
    const DOWN: f32 = 0.0065;
    let [left, right] = [-TAG.x, TAG.x].map(|x| {
        let side = [(-DOWN, TAG.y), (0.0, TAG.y), (2.0 * TAG.y, -TAG.y)];
        side.map(|(y, z)| place.transform_point(Vec3::new(x, y, z)))
    });
    let mut body = TriangleMesh::default();
    for (left, right) in left.windows(2).zip(right.windows(2)) {
        body.quad([left[0], right[0], right[1], left[1]]);
    }
    body
}

/// Returns the square names on the rims: column letters on the near bevels, and rows on the tags at
/// each player's left.
fn coordinates() -> TriangleMesh {
    let mut mesh = TriangleMesh::default();
    let mut put = |text: &str, on: Transform, middle: Vec3| {
        let leaning = Quat::from_rotation_x(LEANS);
        // Slightly in front of the surface.
        let place = Transform::from_translation(middle + leaning * Vec3::Y * 0.0004);
        let place = on * place.with_rotation(leaning);
        let letters =
            lettering::written(text, LETTERS, Transform::IDENTITY).rotated(place.rotation);
        mesh.add(&letters.translated(place.translation));
    };
    let on_bevel = Vec3::new(0.0, RISE - BEVEL / 2.0, SQUARE / 2.0 + RIM - BEVEL / 2.0);
    for (level, first) in MAIN_BOARDS {
        for (turn, near, _) in players(first) {
            for column in 1..=4 {
                let letter = char::from(b'A' + column as u8).to_string();
                let square = at(column as f32, near as f32, level);
                let square = Transform::from_translation(square).with_rotation(turn);
                put(&letter, square, on_bevel);
            }
        }
    }
    for (tag, name) in tags() {
        put(&name, tag, Vec3::Y * TAG.y);
    }
    mesh
}
