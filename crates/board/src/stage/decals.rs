//! Flat shapes that lie on tiles: frames and marks.
//!
//! In the tile's frame (the plane y = 0), all counter-clockwise from above.
//! Kinds differ in shape, not only in colour.

use std::f32::consts::{PI, TAU};

use bevy::prelude::*;
use icochess_shape::{Flat, inset};

use super::shape::mesh;

/// Width of the bevel by which a tile's face is inset from its edges, metres.
pub const BEVEL: f32 = 0.0022;

/// The style in which the frame round a tile is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FrameStyle {
    /// An unbroken line.
    Solid,
    /// An unbroken line twice as wide.
    Wide,
    /// Four dashes a side.
    Dashed,
    /// The corners only.
    Corners,
    /// The middles of the sides only, half as wide as wide ones: the name in a corner is free.
    Sides,
}

impl FrameStyle {
    /// All styles.
    pub const ALL: [Self; 5] = [
        Self::Solid,
        Self::Wide,
        Self::Dashed,
        Self::Corners,
        Self::Sides,
    ];

    /// The stretches of each side that are drawn, as parts of its length.
    pub const fn stretches(self) -> &'static [(f32, f32)] {
        match self {
            Self::Solid | Self::Wide => &[(0.0, 1.0)],
            Self::Dashed => &[(0.04, 0.20), (0.28, 0.44), (0.56, 0.72), (0.80, 0.96)],
            Self::Corners => &[(0.0, 0.18), (0.82, 1.0)],
            Self::Sides => &[(0.32, 0.68)],
        }
    }

    /// Width of the lines, metres.
    const fn width(self) -> f32 {
        match self {
            Self::Wide => WIDEST,
            Self::Solid | Self::Dashed | Self::Corners => 0.006,
            Self::Sides => WIDEST / 2.0,
        }
    }
}

/// Width of the widest frames, metres.
const WIDEST: f32 = 0.0095;
/// The part of the way from an edge to the middle that a frame takes at most.
const FRAMED: f32 = 1.0 / 3.0;

/// The distance of the inner corners of a frame from the middle, in radii of a foot, up to which they
/// would be seen as teeth round it.
const TEETH_SEEN: f32 = 1.5;
/// The distance to which they are drawn in then: under the foot.
const DRAWN_IN: f32 = 0.9;

/// A frame just inside the edges of a tile with this outline; narrower on a small tile. Where its inner
/// corners would look out just round the foot of a piece, of this radius in metres, it goes on until under
/// that.
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
    let mut shape = Flat::default();
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
    mesh(shape.mesh())
}

/// A thin line of this width, metres, along the edges of a tile.
pub fn edge(outline: &[Vec3], width: f32) -> Mesh {
    let (outer, inner) = (outline, inset(outline, width));
    let mut shape = Flat::default();
    for i in 0..outer.len() {
        let j = (i + 1) % outer.len();
        shape.polygon(&[outer[i], outer[j], inner[j], inner[i]]);
    }
    mesh(shape.mesh())
}

/// The face of a tile as it is seen from within: downwards.
pub fn underside(outline: &[Vec3]) -> Mesh {
    let mirrored = outline.iter().map(|at| *at * Vec3::new(1.0, 1.0, -1.0));
    let mut shape = Flat::default();
    shape.polygon(&mirrored.collect::<Vec<_>>());
    mesh(shape.mesh()).rotated_by(Quat::from_rotation_x(PI))
}

/// A disc: the sign of targets at the rim.
pub fn disc(radius: f32) -> Mesh {
    let points: Vec<Vec3> = circle(radius).collect();
    let mut shape = Flat::default();
    shape.polygon(&points);
    mesh(shape.mesh())
}

/// A cross of two bars: the mark of a tile over which a king would be attacked.
pub fn cross(radius: f32) -> Mesh {
    /// Half the width of a bar, as a part of its length from the middle.
    const HALF: f32 = 0.22;
    let mut shape = Flat::default();
    for along in [Vec3::new(1.0, 0.0, 1.0), Vec3::new(1.0, 0.0, -1.0)] {
        let along = along.normalize() * radius;
        let side = Vec3::Y.cross(along) * HALF;
        shape.polygon(&[along - side, along + side, -along + side, -along - side]);
    }
    mesh(shape.mesh())
}

/// Number of corners of a shape that looks round.
const SIDES: usize = 32;

/// A ring: the sign of a move of the list at the rim.
pub fn ring(outer: f32, inner: f32) -> Mesh {
    rings(&[(outer, inner)])
}

/// Rings in one another, each from its outer to its inner radius.
pub fn rings(all: &[(f32, f32)]) -> Mesh {
    let mut shape = Flat::default();
    for (outer, inner) in all {
        let [outer, inner] = [outer, inner].map(|radius| circle(*radius).collect::<Vec<_>>());
        for i in 0..SIDES {
            let j = (i + 1) % SIDES;
            shape.polygon(&[outer[i], outer[j], inner[j], inner[i]]);
        }
    }
    mesh(shape.mesh())
}

/// An arrow along +z, through the middle: the sign of a tile that a piece has
/// left, this way.
pub fn arrow(length: f32) -> Mesh {
    let at = |x: f32, z: f32| Vec3::new(x, 0.0, z) * length;
    let mut shape = Flat::default();
    shape.polygon(&[
        at(-0.11, -0.5),
        at(0.11, -0.5),
        at(0.11, 0.0),
        at(-0.11, 0.0),
    ]);
    shape.polygon(&[at(-0.33, 0.0), at(0.33, 0.0), at(0.0, 0.5)]);
    mesh(shape.mesh())
}

/// The parts of a decal that lies round a piece on its tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Around {
    /// An arrowhead in each corner that points to the piece.
    pub heads: bool,
    /// Whether there is a saw's edge along each side.
    pub saw: bool,
}

/// Distances from the middle where the arrowheads begin and end, metres: between the foot of
/// a piece and the frame of the tile.
const HEADS: (f32, f32) = (0.0222, 0.0400);
/// Half the width of an arrowhead, metres.
const HEAD: f32 = 0.0060;
/// Width of the strip along the tile's edge from which a saw's teeth grow, metres.
const STRIP: f32 = 0.0050;
/// Length of a tooth, metres.
const TOOTH: f32 = 0.0062;
/// Number of teeth a side, where the corners leave room for them.
const TEETH_A_SIDE: usize = 4;
const TOOTHED: (f32, f32) = (0.22, 0.78);

/// The signs round a piece on a tile with this outline, so many times as large
/// as on the ball.
pub fn around(outline: &[Vec3], scale: f32, what: Around) -> Mesh {
    let mut shape = Flat::default();
    if what.heads {
        let corners = inset(outline, BEVEL);
        for (i, corner) in corners.iter().enumerate() {
            let next = corners[(i + 1) % corners.len()] - *corner;
            let out = corner.normalize();
            let half = HEAD * scale;
            // The base has room between the edges that meet in the corner.
            let room = corner.length() - half / (-out).angle_between(next).tan();
            let side = Vec3::Y.cross(out) * half;
            let (tip, base) = (out * HEADS.0 * scale, out * (HEADS.1 * scale).min(room));
            shape.polygon(&[tip, base - side, base + side]);
        }
    }
    if what.saw {
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
    mesh(shape.mesh())
}

/// A ring with spikes outwards: the sign of a king in check.
pub fn burst(tips: f32, outer: f32, inner: f32) -> Mesh {
    /// Corners of the ring for a spike: every other pair has one.
    const A_SPIKE: usize = 2;
    let [tips, outer, inner] =
        [tips, outer, inner].map(|radius| circle(radius).collect::<Vec<_>>());
    let mut shape = Flat::default();
    for i in 0..SIDES {
        let j = (i + 1) % SIDES;
        shape.polygon(&[outer[i], outer[j], inner[j], inner[i]]);
        if i.is_multiple_of(A_SPIKE) {
            let k = (i + A_SPIKE) % SIDES;
            shape.polygon(&[outer[i], outer[k], tips[j]]);
        }
    }
    mesh(shape.mesh())
}

fn circle(radius: f32) -> impl Iterator<Item = Vec3> {
    (0..SIDES).map(move |i| {
        let angle = i as f32 / SIDES as f32 * TAU;
        Vec3::new(angle.cos(), 0.0, angle.sin()) * radius
    })
}
