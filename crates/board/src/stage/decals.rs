//! Flat shapes on tiles: frames, icons and marks.
//!
//! All are in the tile's frame (the plane y = 0), counter-clockwise from above. Kinds differ in
//! shape, not only in colour.

use std::f32::consts::{PI, TAU};

use bevy::prelude::*;
use icochess_shape::{TriangleMesh, inset};

use super::shape::mesh;

/// Inset of a bevelled tile's face from its edges, in metres.
pub const BEVEL: f32 = 0.0022;

/// Line style of the frame around a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FrameStyle {
    /// Unbroken line.
    Solid,
    /// Unbroken line of the maximum width.
    Wide,
    /// Four dashes a side.
    Dashed,
    /// Corners only.
    Corners,
    /// Two blocks a side, of the maximum width.
    Blocks,
    /// Middles of the sides only, at half the maximum width. Keeps the name in a corner free.
    Sides,
}

impl FrameStyle {
    /// All styles.
    pub const ALL: [Self; 6] = [
        Self::Solid,
        Self::Wide,
        Self::Dashed,
        Self::Corners,
        Self::Blocks,
        Self::Sides,
    ];

    /// Returns the visible intervals of each side, as fractions of its length.
    pub const fn stretches(self) -> &'static [(f32, f32)] {
        match self {
            Self::Solid | Self::Wide => &[(0.0, 1.0)],
            Self::Dashed => &[(0.04, 0.20), (0.28, 0.44), (0.56, 0.72), (0.80, 0.96)],
            Self::Corners => &[(0.0, 0.18), (0.82, 1.0)],
            Self::Blocks => &[(0.12, 0.40), (0.60, 0.88)],
            Self::Sides => &[(0.32, 0.68)],
        }
    }

    /// Returns the line width, in metres.
    const fn width(self) -> f32 {
        match self {
            Self::Wide | Self::Blocks => WIDEST,
            Self::Solid | Self::Dashed | Self::Corners => 0.006,
            Self::Sides => WIDEST / 2.0,
        }
    }
}

/// Width of the widest frames, in metres.
const WIDEST: f32 = 0.0095;
/// Maximum width of a frame, as a fraction of the distance from an edge to the middle.
const FRAMED: f32 = 1.0 / 3.0;

/// Maximum distance of a frame's inner corners at which they look like teeth around a foot, in the
/// foot's radii.
const TEETH_SEEN: f32 = 1.5;
/// Distance to which these corners are moved inwards, under the foot, in the foot's radii.
const DRAWN_IN: f32 = 0.9;

/// Returns a frame just inside the edges of a tile, narrower on a small tile. `foot` is the radius
/// of a piece's foot, in metres. Inner corners that would show just outside the foot are extended
/// under it.
pub fn frame(outline: &[Vec3], style: FrameStyle, foot: f32) -> Mesh {
    let next = outline.iter().cycle().skip(1);
    let edges = outline.iter().zip(next);
    let middles = edges.map(|(a, b)| a.midpoint(*b).length());
    let room = middles.fold(f32::INFINITY, f32::min) * FRAMED;
    let width = style.width() * (room / WIDEST).min(1.0);
    let outer = inset(outline, BEVEL + 0.001);
    let mut inner = inset(outline, BEVEL + 0.001 + width);
    let farthest = inner.iter().map(|corner| corner.length());
    let farthest = farthest.fold(0.0, f32::max);
    if style == FrameStyle::Wide && farthest <= foot * TEETH_SEEN {
        for corner in &mut inner {
            *corner = corner.clamp_length_max(foot * DRAWN_IN);
        }
    }
    let mut shape = TriangleMesh::default();
    for i in 0..outline.len() {
        let j = (i + 1) % outline.len();
        for &(start, end) in style.stretches() {
            let at = |ends: &[Vec3], t| ends[i].lerp(ends[j], t);
            shape.polygon(&[
                at(&outer, start),
                at(&outer, end),
                at(&inner, end),
                at(&inner, start),
            ]);
        }
    }
    mesh(shape)
}

/// Returns a thin line along the edges of a tile, of this width in metres.
pub fn edge(outline: &[Vec3], width: f32) -> Mesh {
    let (outer, inner) = (outline, inset(outline, width));
    let mut shape = TriangleMesh::default();
    for i in 0..outer.len() {
        let j = (i + 1) % outer.len();
        shape.polygon(&[outer[i], outer[j], inner[j], inner[i]]);
    }
    mesh(shape)
}

/// Returns the downward face of a tile, for a view from inside.
pub fn underside(outline: &[Vec3]) -> Mesh {
    let mirrored = outline.iter().map(|at| *at * Vec3::new(1.0, 1.0, -1.0));
    let mut shape = TriangleMesh::default();
    shape.polygon(&mirrored.collect::<Vec<_>>());
    mesh(shape).rotated_by(Quat::from_rotation_x(PI))
}

/// Returns a disc, the icon of targets at the rim.
pub fn disc(radius: f32) -> Mesh {
    let points: Vec<Vec3> = circle(radius).collect();
    let mut shape = TriangleMesh::default();
    shape.polygon(&points);
    mesh(shape)
}

/// Returns a cross of two bars, the mark for the path of an attack on a king.
pub fn cross(radius: f32) -> Mesh {
    /// Half the width of a bar, as a fraction of half its length.
    const HALF: f32 = 0.22;
    let mut shape = TriangleMesh::default();
    for along in [Vec3::new(1.0, 0.0, 1.0), Vec3::new(1.0, 0.0, -1.0)] {
        let along = along.normalize() * radius;
        let side = Vec3::Y.cross(along) * HALF;
        shape.polygon(&[along - side, along + side, -along + side, -along - side]);
    }
    mesh(shape)
}

/// Number of corners of a round shape.
const SIDES: usize = 32;

/// Returns a ring, the icon at the rim for a move in the list.
pub fn ring(outer: f32, inner: f32) -> Mesh {
    rings(&[(outer, inner)])
}

/// Returns concentric rings, each given by its outer and inner radius.
pub fn rings(all: &[(f32, f32)]) -> Mesh {
    let mut shape = TriangleMesh::default();
    for (outer, inner) in all {
        let [outer, inner] = [outer, inner].map(|radius| circle(*radius).collect::<Vec<_>>());
        for i in 0..SIDES {
            let j = (i + 1) % SIDES;
            shape.polygon(&[outer[i], outer[j], inner[j], inner[i]]);
        }
    }
    mesh(shape)
}

/// Returns an arrow along +z, centred on the origin, the icon of the last move's start.
pub fn arrow(length: f32) -> Mesh {
    let at = |x: f32, z: f32| Vec3::new(x, 0.0, z) * length;
    let mut shape = TriangleMesh::default();
    shape.polygon(&[
        at(-0.11, -0.5),
        at(0.11, -0.5),
        at(0.11, 0.0),
        at(-0.11, 0.0),
    ]);
    shape.polygon(&[at(-0.33, 0.0), at(0.33, 0.0), at(0.0, 0.5)]);
    mesh(shape)
}

/// Icons around a piece on its tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Around {
    /// Whether each corner has an arrowhead that points to the piece.
    pub heads: bool,
    /// Whether each side has a sawtooth edge.
    pub saw: bool,
}

/// Start and end of an arrowhead from the middle, in metres, between a piece's foot and the tile's
/// frame.
const HEADS: (f32, f32) = (0.0222, 0.0400);
/// Half the width of an arrowhead, in metres.
const HEAD: f32 = 0.0060;
/// Width of the strip along the tile's edge under the sawteeth, in metres.
const STRIP: f32 = 0.0050;
/// Length of a tooth, in metres.
const TOOTH: f32 = 0.0062;
/// Number of teeth per side, and the fractions of the side between which they fit.
const TEETH_A_SIDE: usize = 4;
const TOOTHED: (f32, f32) = (0.22, 0.78);

/// Returns the icons around a piece on a tile with this outline. A scale of 1 is the ball's.
pub fn around(outline: &[Vec3], scale: f32, icons: Around) -> Mesh {
    let mut shape = TriangleMesh::default();
    if icons.heads {
        let corners = inset(outline, BEVEL);
        for (i, corner) in corners.iter().enumerate() {
            let next = corners[(i + 1) % corners.len()] - *corner;
            let out = corner.normalize();
            let half = HEAD * scale;
            // The base fits between the two edges of the corner.
            let room = corner.length() - half / (-out).angle_between(next).tan();
            let side = Vec3::Y.cross(out) * half;
            let (tip, base) = (out * HEADS.0 * scale, out * (HEADS.1 * scale).min(room));
            shape.polygon(&[tip, base - side, base + side]);
        }
    }
    if icons.saw {
        let outer = inset(outline, BEVEL + 0.001);
        let strip = inset(outline, STRIP * scale);
        for i in 0..outline.len() {
            let j = (i + 1) % outline.len();
            shape.polygon(&[outer[i], outer[j], strip[j], strip[i]]);
            let inwards = Vec3::Y.cross(strip[j] - strip[i]).normalize();
            let at = |tooth: f32| {
                let t = TOOTHED.0 + (TOOTHED.1 - TOOTHED.0) * tooth / TEETH_A_SIDE as f32;
                strip[i].lerp(strip[j], t)
            };
            for tooth in (0..TEETH_A_SIDE).map(|tooth| tooth as f32) {
                let tip = at(tooth + 0.5) + inwards * (TOOTH * scale);
                shape.polygon(&[at(tooth), at(tooth + 1.0), tip]);
            }
        }
    }
    mesh(shape)
}

/// Returns a ring with outward spikes, the icon of a king in check.
pub fn burst(tips: f32, outer: f32, inner: f32) -> Mesh {
    /// Ring corners per spike; every other segment has one.
    const A_SPIKE: usize = 2;
    let [tips, outer, inner] =
        [tips, outer, inner].map(|radius| circle(radius).collect::<Vec<_>>());
    let mut shape = TriangleMesh::default();
    for i in 0..SIDES {
        let j = (i + 1) % SIDES;
        shape.polygon(&[outer[i], outer[j], inner[j], inner[i]]);
        if i.is_multiple_of(A_SPIKE) {
            let k = (i + A_SPIKE) % SIDES;
            shape.polygon(&[outer[i], outer[k], tips[j]]);
        }
    }
    mesh(shape)
}

fn circle(radius: f32) -> impl Iterator<Item = Vec3> {
    (0..SIDES).map(move |i| {
        let angle = i as f32 / SIDES as f32 * TAU;
        Vec3::new(angle.cos(), 0.0, angle.sin()) * radius
    })
}
