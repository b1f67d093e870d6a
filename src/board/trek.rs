//! The shape of Star Trek 3D chess: three boards on a stand and six that move.

use bevy::prelude::*;

use super::hold::{Hold, Home};
use super::seat::Stance;
use super::shape::{Names, Part, Place, PlaceKind, Shape};
use super::view::View;
use crate::rules::{Board, StarTrek3d, StarTrek3dAdjacent, startrek3d};

/// Side of a square, metres.
const SQUARE: f32 = 0.045;
/// From level to level, metres.
const LEVEL: f32 = 0.06;

/// The outline of a square with half this side.
fn outline(half: f32) -> Vec<Vec3> {
    [[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]]
        .map(|[x, z]| Vec3::new(x * half, 0.0, z * half))
        .into()
}

/// Star Trek 3D chess. White's board is the highest.
#[must_use]
pub fn shape() -> Shape {
    let at = |[column, row, level]: [i32; 3]| {
        Vec3::new(
            (column as f32 - 2.5) * SQUARE,
            (level as f32 - 4.0) * LEVEL,
            (4.5 - row as f32) * SQUARE,
        )
    };
    let pins = startrek3d::pins();
    let part = |point| {
        let on = |pin: &[i32; 3]| startrek3d::dock_points(*pin).contains(&point);
        pins.iter().position(on).map_or(0, |dock| dock + 1)
    };
    let places = startrek3d::points().into_iter().map(|point| Place {
        frame: Transform::from_translation(at(point)),
        kind: ((point[0] + point[1]) % 2) as usize,
        part: part(point),
    });
    let shades = [Color::srgb(0.46, 0.31, 0.21), Color::srgb(0.87, 0.77, 0.62)];
    let homes = [Vec3::NEG_Z, Vec3::Z].map(|ahead| Home {
        outwards: -ahead,
        ahead,
    });
    let small = pins.iter().map(|_| Part {
        name: "attack board",
        fixtures: vec![],
    });
    Shape {
        board: StarTrek3d::ID,
        parts: std::iter::once(Part::whole(0)).chain(small).collect(),
        kinds: shades
            .map(|shade| PlaceKind {
                outline: outline(SQUARE / 2.0),
                shade,
                roughness: 0.5,
            })
            .into(),
        places: places.collect(),
        relations: vec![],
        homes,
        hold: Hold::Table { most_tilt: 0.6 },
        views: vec![View::home("Home")],
        extent: SQUARE * 7.0,
        stance: Stance {
            ahead: 0.62,
            below: 0.42,
        },
        piece_scale: 0.14,
        mark_scale: 0.7,
        names: Names {
            height: 0.006,
            towards_corner: 0.6,
        },
        fixtures: vec![],
        lessons: &[],
    }
}

/// The same with the rules of adjacent pins.
#[must_use]
pub fn adjacent() -> Shape {
    Shape {
        board: StarTrek3dAdjacent::ID,
        ..shape()
    }
}
