//! The shape of OctHex 146: cells in an octahedron.

use bevy::prelude::*;

use super::hold::{Hold, Home};
use super::seat::Stance;
use super::shape::{Handles, Names, Part, Place, PlaceKind, Shape};
use super::view::View;
use crate::rules::{Board, OctHex146, octhex146};

/// From a cell to the next along an axis, metres: two of these are a diagonal step.
const STEP: f32 = 0.05;

/// The outline of a square with half this side.
fn outline(half: f32) -> Vec<Vec3> {
    [[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]]
        .map(|[x, z]| Vec3::new(x * half, 0.0, z * half))
        .into()
}

/// The board of OctHex 146. White's face of the octahedron is before the player, the
/// levels lie one above the other.
#[must_use]
pub fn shape() -> Shape {
    let at = |[x, y, z]: [i32; 3]| Vec3::new(y as f32, z as f32, x as f32) * -STEP;
    let places = octhex146::points().into_iter().map(|point| Place {
        frame: Transform::from_translation(at(point)),
        kind: 0,
        part: 0,
    });
    let homes = [Vec3::NEG_Z, Vec3::Z].map(|ahead| Home {
        outwards: -ahead,
        ahead,
    });
    Shape {
        board: OctHex146::ID,
        parts: vec![Part::whole(0)],
        kinds: vec![PlaceKind {
            outline: outline(STEP * 0.3),
            shade: Color::srgb(0.5, 0.55, 0.6),
            roughness: 0.5,
        }],
        places: places.collect(),
        relations: vec![],
        homes,
        hold: Hold::Ball,
        views: vec![View::home("Home")],
        extent: STEP * 7.0,
        stance: Stance::IN_THE_AIR,
        piece_scale: 0.12,
        mark_scale: 0.5,
        names: Names {
            height: 0.006,
            towards_corner: 0.0,
        },
        fixtures: vec![],
        handles: Handles::default(),
        lessons: &[],
        about: None,
    }
}
