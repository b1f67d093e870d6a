//! The frames of Raumschach's five glass boards: rims in level colours, coordinates, level letters
//! and corner rods.

use std::f32::consts::PI;

use bevy_color::Color;
use bevy_math::{Quat, Vec2, Vec3};
use bevy_transform::components::Transform;

use icochess_rules::Side;
use icochess_shape::{CORNERS, Fixture, Material, Part, TriangleMesh, lettering};

/// Number of files, ranks and levels.
pub(super) const SIZE: usize = 5;
/// Side of a square, in metres.
pub const SQUARE: f32 = 0.050;
/// Distance between levels, in metres. More than twice the king's height, so that players can look
/// over one level's pieces and below the next level. (Balden's page recommends 5 to 7 inches with
/// 2-inch squares.)
pub const LEVEL: f32 = 0.116;
/// Width of a rim, in metres; room for the coordinates.
pub const RIM: f32 = 0.016;
/// Height of the coordinates, in metres.
const LETTERED: f32 = 0.012;
/// Height of the level letters, in metres.
const LETTER: f32 = 0.022;
/// Height of the rim above the squares, in metres.
const RISE: f32 = 0.0016;
/// Factor of the saturation of all level colours.
pub(super) const MUTED: f32 = 0.5;
/// Radius of a corner rod, in metres.
const ROD: f32 = 0.0016;
/// Polished steel of the corner rods.
const STEEL: Color = Color::srgb(0.62, 0.61, 0.60);
/// Fixtures with the coordinates for White and for Black.
pub(super) const COORDINATES: [usize; 2] = [2 * SIZE, 2 * SIZE + 1];
/// Fixture with the corner rods from a level to the next.
const RODS: usize = 2 * SIZE + 2;

/// Returns the height of a level, from 0 for the lowest.
pub(super) fn height(level: usize) -> f32 {
    (level as f32 - (SIZE / 2) as f32) * LEVEL
}

/// Returns half the side of a level, without its rim.
fn half() -> f32 {
    SIZE as f32 * SQUARE / 2.0
}

/// Returns the hue of a level in degrees, from blue at the bottom to amber at the top.
pub(super) fn hue(level: usize) -> f32 {
    const HUES: [f32; SIZE] = [262.0, 212.0, 165.0, 85.0, 32.0];
    HUES[level]
}

/// Returns the levels as parts, each with rim, coordinates and letter. All but the highest carry
/// the rods below the next.
pub(super) fn parts() -> Vec<Part> {
    let part = |level| {
        let lift = Transform::from_xyz(0.0, height(level), 0.0);
        Part {
            name: "level",
            fixtures: [level, SIZE + level, COORDINATES[0], COORDINATES[1]]
                .into_iter()
                .chain((level + 1 < SIZE).then_some(RODS))
                .map(|it| (it, lift))
                .collect(),
        }
    };
    (0..SIZE).map(part).collect()
}

/// Returns the fixtures: rims by level, letters by level, the coordinates for each player, and the
/// rods.
pub(super) fn fixtures() -> Vec<Fixture> {
    let rims = (0..SIZE).map(|level| Fixture {
        name: "rim",
        mesh: rim(),
        material: Material {
            base_color: Color::hsl(hue(level), 0.42 * MUTED, 0.36),
            metallic: 0.25,
            perceptual_roughness: 0.4,
            ..Material::default()
        },
    });
    let letters = (0..SIZE).map(|level| Fixture {
        name: "letter",
        mesh: letter(level),
        material: Material {
            base_color: lettering::in_air(Color::hsl(hue(level), 0.65 * MUTED, 0.70)),
            unlit: true,
            ..Material::default()
        },
    });
    let coordinates = Side::ALL.map(|side| Fixture {
        name: "coordinates",
        mesh: coordinates(side),
        material: Material {
            base_color: Color::srgb(0.95, 0.92, 0.84),
            perceptual_roughness: 0.5,
            ..Material::default()
        },
    });
    let rods = Fixture {
        name: "rods",
        mesh: rods(),
        material: Material {
            base_color: STEEL,
            metallic: 0.8,
            perceptual_roughness: 0.3,
            ..Material::default()
        },
    };
    let named = rims.chain(letters).chain(coordinates);
    named.chain([rods]).collect()
}

/// Returns the rods at the corners of the rims, from a level to the one above.
fn rods() -> TriangleMesh {
    let out = half() + RIM / 2.0;
    let mut body = TriangleMesh::default();
    for [x, z] in CORNERS {
        let mut rod = TriangleMesh::default();
        rod.rod(&[Vec3::ZERO, Vec3::Y * (LEVEL - 0.004)], ROD);
        body.add(&rod.translated(Vec3::new(x * out, 0.0, z * out)));
    }
    body
}

fn rim() -> TriangleMesh {
    /// Profile of a rim, from the inner edge outwards and back below. Each point is metres from the
    /// squares, and metres above them.
    const PROFILE: [(f32, f32); 8] = [
        (0.0, -0.0034),
        (0.0, RISE - 0.0008),
        (0.0010, RISE),
        (RIM - 0.0012, RISE),
        (RIM, RISE - 0.0014),
        (RIM, -0.0034),
        (RIM - 0.0012, -0.0046),
        (0.0, -0.0034),
    ];
    let mut body = TriangleMesh::default();
    body.frame(Vec2::splat(half()), &PROFILE);
    body
}

/// Returns a player's coordinates: files along the near edge and ranks on the left.
fn coordinates(side: Side) -> TriangleMesh {
    let mut shape = TriangleMesh::default();
    let out = half() + RIM / 2.0;
    let up = RISE + 0.0004;
    let place = |number: usize| (number as f32 + 0.5) * SQUARE - half();
    let turn = match side {
        Side::White => Quat::IDENTITY,
        Side::Black => Quat::from_rotation_y(PI),
    };
    let mut put = |text: &str, at: Vec3| {
        let at = Transform::from_translation(turn * at).with_rotation(turn);
        lettering::write(&mut shape, text, LETTERED, at);
    };
    for number in 0..SIZE {
        // Numbered from the player's left and near side.
        let there = match side {
            Side::White => number,
            Side::Black => SIZE - 1 - number,
        };
        let file = char::from(b'A' + there as u8).to_string();
        put(&file, Vec3::new(place(number), up, out));
        let rank = (there + 1).to_string();
        put(&rank, Vec3::new(-out, up, -place(number)));
    }
    shape
}

/// Returns the letter of a level, upright at the near left corner of each player.
fn letter(level: usize) -> TriangleMesh {
    let text = char::from(b'A' + level as u8).to_string();
    let beside = half() + RIM + LETTER * 0.7;
    lettering::facing_both(&text, LETTER, Vec3::new(-beside, LETTER / 2.0, half()))
}
