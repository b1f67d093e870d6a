//! The shapes of the pieces: a modern Staunton set, made by calculation.
//!
//! Writes `pieces.bin` beside this file, in the format that
//! `src/board/pieces/meshes.rs` describes:
//!
//! ```text
//! cargo run -p icochess-shape --example make_pieces [-- --check]
//! ```
//!
//! With `--check` nothing is written; the status is 1 if the file differs.
//!
//! A length of 1 is the radius of the ball. A piece stands on `y = 0` with `+y`
//! up, and its foot reaches [`SINK`] below that, so that it meets a ground that
//! is not quite flat. The knight looks along `+z`; the cut in the bishop's mitre
//! goes through along `z`.
//!
//! How the parts are made:
//!
//! * The turned parts are lathes of an outline, given as strokes. Their
//!   normals come from the outline itself, so few rings look round, and are
//!   split where the outline turns sharply.
//! * Crenellations, coronet and cross are built face by face, with narrow
//!   chamfers that catch the light.
//! * The bishop's cut is a real one: a wedge taken out of the convex mitre.
//! * The pieces of two powers bear the signs of both: a tower, a mitre, a horse's head,
//!   and for the unicorn a twisted horn.
//! * The horse is modelled in clay, so to speak: a signed distance made of blended
//!   rounded shapes, skinned by a surface net, then thinned out by edge collapses.
//!   This takes some tenths of a second; the other pieces take no time.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap, HashSet};

use icochess_shape::{PieceKind, height};

type Vec2 = [f32; 2];
type Vec3 = [f32; 3];

/// How far a foot reaches below the ground.
const SINK: f32 = 0.01;

/// The largest angle, in radians, at which two strokes of an outline still
/// join smoothly.
const CREASE: f32 = 0.5;

/// How far a straight chord of an outline may stray from the curve: as far as
/// the sides do from a circle of this radius.
const CHORD_RADIUS: f32 = 0.08;

/// Twice the area under which a triangle counts as degenerate and is left out.
const SLIVER: f32 = 1e-10;

/// A triangle mesh: counter-clockwise triangles seen from outside.
#[derive(Clone, Debug, Default, PartialEq)]
struct PieceGeometry {
    /// Where the vertices are.
    positions: Vec<[f32; 3]>,
    /// The unit normal of every vertex.
    normals: Vec<[f32; 3]>,
    /// Three vertices for each triangle.
    indices: Vec<u32>,
}

/// The mesh of a piece. Made anew at each call: make it once and keep it.
fn piece_geometry(kind: PieceKind) -> PieceGeometry {
    let mesh = match kind {
        PieceKind::Pawn => pawn(),
        PieceKind::Knight => knight(),
        PieceKind::Bishop => bishop(),
        PieceKind::Rook => rook(),
        PieceKind::Queen => queen(),
        PieceKind::King => king(),
        PieceKind::Unicorn => unicorn(),
        PieceKind::MitredTower => mitred_tower(),
        PieceKind::Duchess => duchess(),
        PieceKind::Marshal => marshal(),
        PieceKind::Governor => governor(),
        PieceKind::Cardinal => cardinal(),
        PieceKind::Cavalcade => cavalcade(),
    };
    mesh.welded()
}

// ---------------------------------------------------------------------------
// Outlines
// ---------------------------------------------------------------------------

/// One stretch of a turned outline. Points are (radius, height); an outline
/// runs from the foot upwards and each stroke begins where the last one ended.
#[derive(Clone, Copy, Debug)]
enum Stroke {
    /// Straight from point to point, with an edge at each.
    Line(&'static [Vec2]),
    /// Smooth through all the points.
    Curve(&'static [Vec2]),
    /// Part of a circle, between two angles in degrees (0 is outwards, 90 is
    /// up). Rising angles make a bead, falling ones a hollow.
    Arc {
        centre: Vec2,
        radius: f32,
        degrees: Vec2,
    },
}

use Stroke::{Arc, Curve, Line};

/// The figures: outlines as (radius, height), in units of the ball's radius, and
/// with how many sides (`…_SIDES`) they are turned.
#[rustfmt::skip]
mod figures {
    use super::Stroke::{self, Arc, Curve, Line};
    use super::{Plane, SINK, Vec2, Vec3};

    /// The sides of the pawn: few, for there are many pawns.
    pub(super) const PAWN_SIDES: usize = 24;
    /// The pawn: foot, slim stem, one collar, ball.
    pub(super) const PAWN: &[Stroke] = &[
        Line(&[[0.0, -SINK], [0.084, -SINK], [0.088, -0.005], [0.088, 0.010]]),
        Arc { centre: [0.074, 0.010], radius: 0.014, degrees: [0.0, 90.0] },
        Line(&[[0.074, 0.024], [0.068, 0.026], [0.066, 0.033]]),
        Curve(&[[0.066, 0.033], [0.046, 0.050], [0.034, 0.080], [0.027, 0.130]]),
        Line(&[[0.027, 0.130], [0.042, 0.134]]),
        Arc { centre: [0.042, 0.139], radius: 0.005, degrees: [-90.0, 90.0] },
        Line(&[[0.042, 0.144], [0.0255, 0.148]]),
        Arc { centre: [0.0, 0.179], radius: 0.041, degrees: [-50.5, 90.0] },
    ];

    /// The sides of the rook: a multiple of [`MERLONS`].
    pub(super) const ROOK_SIDES: usize = 36;
    /// The rook up to the floor between the merlons.
    pub(super) const ROOK: &[Stroke] = &[
        Line(&[[0.0, -SINK], [0.095, -SINK], [0.100, -0.005], [0.100, 0.012]]),
        Arc { centre: [0.084, 0.012], radius: 0.016, degrees: [0.0, 90.0] },
        Line(&[[0.084, 0.028], [0.078, 0.030], [0.076, 0.040]]),
        Curve(&[[0.076, 0.040], [0.063, 0.054], [0.055, 0.078], [0.050, 0.115], [0.0485, 0.160]]),
        Line(&[[0.0485, 0.160], [0.060, 0.165]]),
        Arc { centre: [0.060, 0.170], radius: 0.005, degrees: [-90.0, 90.0] },
        Line(&[[0.060, 0.175], [0.056, 0.177]]),
        Curve(&[[0.056, 0.177], [0.060, 0.184], [0.070, 0.192]]),
        Line(&[[0.070, 0.192], [ROOK_OUTSIDE, ROOK_FLOOR]]),
    ];
    /// The rook's well, from the floor between the merlons down to the middle.
    pub(super) const ROOK_WELL: &[Stroke] = &[
        Line(&[[ROOK_INSIDE, ROOK_FLOOR], [ROOK_INSIDE, 0.208], [0.0, 0.208]]),
    ];
    /// The radius of the tower's head.
    pub(super) const ROOK_OUTSIDE: f32 = 0.070;
    /// The radius of the well.
    pub(super) const ROOK_INSIDE: f32 = 0.050;
    /// The rook's teeth.
    pub(super) const MERLONS: usize = 6;
    /// How high the floor between the merlons lies.
    pub(super) const ROOK_FLOOR: f32 = 0.228;

    /// The sides of the bishop.
    pub(super) const BISHOP_SIDES: usize = 32;
    /// The bishop's stem, closed on top inside the mitre.
    pub(super) const BISHOP: &[Stroke] = &[
        Line(&[[0.0, -SINK], [0.093, -SINK], [0.098, -0.005], [0.098, 0.012]]),
        Arc { centre: [0.082, 0.012], radius: 0.016, degrees: [0.0, 90.0] },
        Line(&[[0.082, 0.028], [0.076, 0.030], [0.074, 0.039]]),
        Curve(&[[0.074, 0.039], [0.054, 0.054], [0.040, 0.080], [0.031, 0.120], [0.027, 0.165]]),
        Line(&[[0.027, 0.165], [0.045, 0.172]]),
        Arc { centre: [0.045, 0.177], radius: 0.005, degrees: [-90.0, 90.0] },
        Line(&[[0.045, 0.182], [0.034, 0.185]]),
        Arc { centre: [0.034, 0.189], radius: 0.004, degrees: [-90.0, 90.0] },
        Line(&[[0.034, 0.193], [0.0, 0.196]]),
    ];
    /// The mitre: it has to be convex, for the cut.
    pub(super) const MITRE: &[Stroke] = &[
        Line(&[[0.0, 0.192], [0.026, 0.192]]),
        Curve(&[
            [0.026, 0.192], [0.038, 0.208], [0.0425, 0.226], [0.0390, 0.246], [0.0285, 0.268], [0.0085, 0.292],
        ]),
        Line(&[[0.0085, 0.292], [0.0, 0.292]]),
    ];
    /// The cut in the mitre: what lies before all three planes is taken out.
    pub(super) const MITRE_CUT: [Plane; 3] = [
        Plane { normal: [0.8, -0.6, 0.0], offset: -0.1384 - 0.0050 },
        Plane { normal: [-0.8, 0.6, 0.0], offset: 0.1384 - 0.0050 },
        Plane { normal: [0.6, 0.8, 0.0], offset: 0.1800 },
    ];
    /// The small ball on the mitre.
    pub(super) const BISHOP_FINIAL: &[Stroke] = &[
        Arc { centre: [0.0, 0.298], radius: 0.012, degrees: [-90.0, 90.0] },
    ];

    /// The sides of the queen: a multiple of [`POINTS`].
    pub(super) const QUEEN_SIDES: usize = 32;
    /// The queen up to where the coronet begins.
    pub(super) const QUEEN: &[Stroke] = &[
        Line(&[[0.0, -SINK], [0.103, -SINK], [0.108, -0.005], [0.108, 0.013]]),
        Arc { centre: [0.091, 0.013], radius: 0.017, degrees: [0.0, 90.0] },
        Line(&[[0.091, 0.030], [0.085, 0.032], [0.083, 0.042]]),
        Curve(&[[0.083, 0.042], [0.061, 0.059], [0.046, 0.088], [0.035, 0.135], [0.029, 0.205]]),
        Line(&[[0.029, 0.205], [0.049, 0.213]]),
        Arc { centre: [0.049, 0.2185], radius: 0.0055, degrees: [-90.0, 90.0] },
        Line(&[[0.049, 0.224], [0.037, 0.227]]),
        Arc { centre: [0.037, 0.231], radius: 0.004, degrees: [-90.0, 90.0] },
        Line(&[[0.037, 0.235], [0.031, 0.237]]),
    ];
    /// The coronet's points.
    pub(super) const POINTS: usize = 8;
    /// The outside of the coronet. It is cut off in points between
    /// [`POINTS_FROM`] and its top.
    pub(super) const CORONET: &[Vec2] =
        &[[0.031, 0.237], [0.0335, 0.262], [0.040, 0.288], [0.049, 0.311], [0.060, CORONET_TOP]];
    /// The height of the coronet's points.
    pub(super) const CORONET_TOP: f32 = 0.330;
    /// The height of the notches between the coronet's points.
    pub(super) const POINTS_FROM: f32 = 0.307;
    /// The thickness of the coronet's wall.
    pub(super) const CORONET_WALL: f32 = 0.008;
    /// The height of the bottom of the coronet's bowl.
    pub(super) const CORONET_BOWL: f32 = 0.298;
    /// The radius of the dome in the bowl.
    pub(super) const QUEEN_DOME_RADIUS: f32 = 0.0345;
    /// The dome in the coronet's bowl, and the ball on it.
    pub(super) const QUEEN_DOME: &[Stroke] = &[
        Curve(&[[QUEEN_DOME_RADIUS, CORONET_BOWL], [0.033, 0.309], [0.025, 0.320], [0.0085, 0.328]]),
        Line(&[[0.0085, 0.328], [0.0095, 0.3335]]),
        Arc { centre: [0.0, 0.345], radius: 0.015, degrees: [-50.0, 90.0] },
    ];

    /// The sides of the king.
    pub(super) const KING_SIDES: usize = 32;
    /// The king, up to the pedestal of the cross.
    pub(super) const KING: &[Stroke] = &[
        Line(&[[0.0, -SINK], [0.107, -SINK], [0.112, -0.005], [0.112, 0.014]]),
        Arc { centre: [0.094, 0.014], radius: 0.018, degrees: [0.0, 90.0] },
        Line(&[[0.094, 0.032], [0.088, 0.034], [0.086, 0.044]]),
        Curve(&[[0.086, 0.044], [0.064, 0.062], [0.048, 0.092], [0.037, 0.142], [0.031, 0.222]]),
        Line(&[[0.031, 0.222], [0.052, 0.231]]),
        Arc { centre: [0.052, 0.2365], radius: 0.0055, degrees: [-90.0, 90.0] },
        Line(&[[0.052, 0.242], [0.039, 0.245]]),
        Arc { centre: [0.039, 0.249], radius: 0.004, degrees: [-90.0, 90.0] },
        Line(&[[0.039, 0.253], [0.033, 0.255]]),
        Curve(&[[0.033, 0.255], [0.0355, 0.275], [0.042, 0.299], [0.051, 0.322]]),
        Arc { centre: [0.050, 0.326], radius: 0.004, degrees: [-40.0, 90.0] },
        Curve(&[[0.050, 0.330], [0.039, 0.334], [0.028, 0.338], [0.018, 0.342]]),
        Line(&[[0.018, 0.342], [0.018, 0.3455]]),
        Curve(&[[0.018, 0.3455], [0.010, 0.348], [0.0, 0.349]]),
    ];
    /// A quarter of the king's cross, seen from the front, relative to its middle:
    /// the end of the right arm and the nook above it. Quarter turns of it make the
    /// whole.
    pub(super) const CROSS: &[Vec2] = &[[0.028, -0.0095], [0.028, 0.0095], [0.0052, 0.0052]];
    /// The height of the middle of the cross.
    pub(super) const CROSS_HEIGHT: f32 = 0.372;
    /// Half the thickness of a plate of the cross.
    pub(super) const CROSS_DEPTH: f32 = 0.0060;

    /// The sides of the knight's foot.
    pub(super) const KNIGHT_SIDES: usize = 28;
    /// The knight's foot; the horse grows out of its top.
    pub(super) const KNIGHT: &[Stroke] = &[
        Line(&[[0.0, -SINK], [0.095, -SINK], [0.100, -0.005], [0.100, 0.012]]),
        Arc { centre: [0.084, 0.012], radius: 0.016, degrees: [0.0, 90.0] },
        Line(&[[0.084, 0.028], [0.078, 0.030]]),
        Curve(&[[0.078, 0.030], [0.0725, 0.036], [0.071, 0.044]]),
        Line(&[[0.071, 0.044], [0.075, 0.046]]),
        Arc { centre: [0.075, 0.050], radius: 0.004, degrees: [-90.0, 90.0] },
        Line(&[[0.075, 0.054], [0.0, 0.056]]),
    ];

    /// The unicorn's foot: slimmer than the knight's, with two collars.
    pub(super) const UNICORN: &[Stroke] = &[
        Line(&[[0.0, -SINK], [0.087, -SINK], [0.092, -0.005], [0.092, 0.008]]),
        Arc { centre: [0.082, 0.008], radius: 0.010, degrees: [0.0, 90.0] },
        Line(&[[0.082, 0.018], [0.076, 0.020]]),
        Arc { centre: [0.076, 0.026], radius: 0.006, degrees: [-90.0, 90.0] },
        Line(&[[0.076, 0.032], [0.066, 0.034]]),
        Curve(&[[0.066, 0.034], [0.055, 0.050], [0.054, 0.076]]),
        Line(&[[0.054, 0.076], [0.068, 0.079]]),
        Arc { centre: [0.068, 0.0845], radius: 0.0055, degrees: [-90.0, 90.0] },
        Line(&[[0.068, 0.090], [0.0, 0.092]]),
    ];
    /// From where the horn of a unicorn grows, inside its forehead.
    pub(super) const FOREHEAD: Vec3 = [0.0, 0.236, 0.034];
    /// How far it leans to the front, radians.
    pub(super) const HORN_LEAN: f32 = 0.34;
    /// The radius of its foot.
    pub(super) const HORN_RADIUS: f32 = 0.0195;
    /// Where stands what rises out of a tower: just below the ground of its well.
    pub(super) const WELL: f32 = 0.173;
    /// What bears the mitre in a tower.
    pub(super) const TOWER_STEM: &[Stroke] = &[
        Line(&[[0.0, WELL], [0.034, WELL]]),
        Curve(&[[0.034, WELL], [0.026, 0.190], [0.024, 0.235]]),
        Line(&[[0.024, 0.235], [0.040, 0.238]]),
        Arc { centre: [0.040, 0.242], radius: 0.004, degrees: [-90.0, 90.0] },
        Line(&[[0.040, 0.246], [0.0, 0.248]]),
    ];
}

use figures::*;

// ---------------------------------------------------------------------------
// Vectors
// ---------------------------------------------------------------------------

fn add(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

fn sub(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn scale(a: Vec3, by: f32) -> Vec3 {
    a.map(|c| c * by)
}

fn mix(a: Vec3, b: Vec3, t: f32) -> Vec3 {
    add(a, scale(sub(b, a), t))
}

fn dot(a: Vec3, b: Vec3) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

fn length(a: Vec3) -> f32 {
    dot(a, a).sqrt()
}

/// The unit vector along `a`, or straight up if `a` has no direction.
fn unit(a: Vec3) -> Vec3 {
    let length = length(a);
    if length > 1e-20 {
        scale(a, 1.0 / length)
    } else {
        [0.0, 1.0, 0.0]
    }
}

/// Perpendicular to the triangle, as long as twice its area.
fn area_vector(a: Vec3, b: Vec3, c: Vec3) -> Vec3 {
    cross(sub(b, a), sub(c, a))
}

/// The point at `angle` around the `y` axis: 0 is `+z`, a quarter turn is `+x`.
fn around(radius: f32, y: f32, angle: f32) -> Vec3 {
    [radius * angle.sin(), y, radius * angle.cos()]
}

/// The angle of side `index` of `sides`.
fn turn(index: usize, sides: usize) -> f32 {
    // The seam is the same point, to the bit.
    ratio(index % sides, sides) * std::f32::consts::TAU
}

/// `part / whole`. The counts here are far below where `f32` has gaps.
#[expect(clippy::cast_precision_loss, reason = "small counts")]
fn ratio(part: usize, whole: usize) -> f32 {
    part as f32 / whole as f32
}

// ---------------------------------------------------------------------------
// Putting meshes together
// ---------------------------------------------------------------------------

impl PieceGeometry {
    /// Adds a vertex and answers its index.
    fn vertex(&mut self, position: Vec3, normal: Vec3) -> u32 {
        let index = u32::try_from(self.positions.len()).unwrap_or(u32::MAX);
        self.positions.push(position);
        self.normals.push(unit(normal));
        index
    }

    /// Adds a triangle unless it is degenerate.
    fn triangle(&mut self, corners: [u32; 3]) {
        let [a, b, c] = corners.map(|i| self.positions[i as usize]);
        if length(area_vector(a, b, c)) > SLIVER {
            self.indices.extend(corners);
        }
    }

    /// Adds a quad whose corners are given counter-clockwise.
    fn quad(&mut self, [a, b, c, d]: [u32; 4]) {
        self.triangle([a, b, c]);
        self.triangle([a, c, d]);
    }

    /// Adds a flat quad that shares no vertex with its neighbours.
    fn facet(&mut self, corners: [Vec3; 4]) {
        let [a, b, c, d] = corners;
        let normal = cross(sub(c, a), sub(d, b));
        let quad = corners.map(|corner| self.vertex(corner, normal));
        self.quad(quad);
    }

    /// Adds a quad between two edges, each with a normal of its own. A narrow one
    /// looks like a rounding.
    fn rounding(&mut self, low: [Vec3; 2], low_normal: Vec3, high: [Vec3; 2], high_normal: Vec3) {
        let quad = [
            self.vertex(low[0], low_normal),
            self.vertex(low[1], low_normal),
            self.vertex(high[1], high_normal),
            self.vertex(high[0], high_normal),
        ];
        self.quad(quad);
    }

    /// Adds another mesh.
    fn append(&mut self, other: &Self) {
        let base = u32::try_from(self.positions.len()).unwrap_or(u32::MAX);
        self.positions.extend(&other.positions);
        self.normals.extend(&other.normals);
        self.indices.extend(other.indices.iter().map(|i| i + base));
    }

    /// The same mesh with each vertex only once, and only those that are used.
    fn welded(&self) -> Self {
        let mut welded = Self::default();
        let mut known = HashMap::new();
        for &index in &self.indices {
            let (position, normal) = (self.positions[index as usize], self.normals[index as usize]);
            let index = *known
                .entry((position.map(f32::to_bits), normal.map(f32::to_bits)))
                .or_insert_with(|| welded.vertex(position, normal));
            welded.indices.push(index);
        }
        welded
    }

    /// The same mesh so many times as large, turned half round if `is_turned`, and with
    /// the height `foot` of its axis at a point.
    fn placed(mut self, foot: f32, by: f32, is_turned: bool, at: Vec3) -> Self {
        let side = if is_turned { -1.0 } else { 1.0 };
        for [x, y, z] in &mut self.positions {
            let moved = [*x * by * side, (*y - foot) * by, *z * by * side];
            [*x, *y, *z] = add(moved, at);
        }
        for [x, _, z] in &mut self.normals {
            (*x, *z) = (*x * side, *z * side);
        }
        self
    }

    /// The same mesh, so many times as wide.
    fn widened(mut self, by: f32) -> Self {
        for [x, _, z] in &mut self.positions {
            (*x, *z) = (*x * by, *z * by);
        }
        for normal in &mut self.normals {
            let [x, y, z] = *normal;
            *normal = unit([x / by, y, z / by]);
        }
        self
    }

    /// Adds the surface that `outline` sweeps when it is turned.
    fn lathe(&mut self, outline: &[Stroke], sides: usize) {
        let sag = CHORD_RADIUS * (1.0 - (std::f32::consts::PI / ratio(sides, 1)).cos());
        for strip in strips(outline, sag) {
            let rings: Vec<Vec<u32>> = strip
                .iter()
                .map(|station| self.ring(station, sides))
                .collect();
            for pair in rings.windows(2) {
                let [low, high] = [&pair[0], &pair[1]];
                for i in 0..sides {
                    let next = (i + 1) % sides;
                    self.quad([low[i], low[next], high[next], high[i]]);
                }
            }
        }
    }

    fn ring(&mut self, station: &Station, sides: usize) -> Vec<u32> {
        let [radius, y] = station.at;
        let [outwards, up] = station.normal;
        (0..sides)
            .map(|i| {
                // On the axis each side has a vertex of its own, for its own normal.
                let offset = if radius > 0.0 {
                    0.0
                } else {
                    std::f32::consts::PI / ratio(sides, 1)
                };
                let angle = turn(i, sides);
                self.vertex(
                    around(radius, y, angle),
                    around(outwards, up, angle + offset),
                )
            })
            .collect()
    }
}

/// A point of an outline and the normal there, as (outwards, up).
#[derive(Clone, Copy, Debug)]
struct Station {
    at: Vec2,
    normal: Vec2,
}

impl Station {
    /// A point of an outline that goes on along `tangent`.
    fn new(at: Vec2, tangent: Vec2) -> Self {
        let length = tangent[0].hypot(tangent[1]);
        Self {
            at,
            normal: [tangent[1] / length, -tangent[0] / length],
        }
    }
}

/// Samples an outline, with chords that stray at most by `sag`, and parts it
/// where it has an edge.
fn strips(outline: &[Stroke], sag: f32) -> Vec<Vec<Station>> {
    let mut strips: Vec<Vec<Station>> = Vec::new();
    for stroke in outline {
        match *stroke {
            Line(points) => {
                for pair in points.windows(2) {
                    let tangent = [pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]];
                    join(
                        &mut strips,
                        pair.iter().map(|&at| Station::new(at, tangent)).collect(),
                    );
                }
            }
            Curve(points) => join(&mut strips, curve(points, sag)),
            Arc {
                centre,
                radius,
                degrees,
            } => join(&mut strips, arc(centre, radius, degrees, sag)),
        }
    }
    strips
}

/// Adds a strip; goes on with the last one where the two meet without an edge.
fn join(strips: &mut Vec<Vec<Station>>, strip: Vec<Station>) {
    if let (Some(last), Some(first)) = (strips.last_mut(), strip.first())
        && let Some(end) = last.last_mut()
    {
        // The figures are rounded: make the two meet to the bit.
        end.at = first.at;
        let [a, b] = [end.normal, first.normal];
        if a[0] * b[0] + a[1] * b[1] > CREASE.cos() {
            let sum = [a[0] + b[0], a[1] + b[1]];
            let length = sum[0].hypot(sum[1]);
            end.normal = [sum[0] / length, sum[1] / length];
            last.extend(&strip[1..]);
            return;
        }
    }
    strips.push(strip);
}

/// Samples part of a circle.
fn arc(centre: Vec2, radius: f32, degrees: Vec2, sag: f32) -> Vec<Station> {
    let [from, to] = degrees.map(f32::to_radians);
    let step = 2.0 * (1.0 - sag / radius).acos();
    let steps = (1..64)
        .find(|&n| ratio(n, 1) * step >= (to - from).abs())
        .unwrap_or(64)
        .max(2);
    (0..=steps)
        .map(|i| {
            let angle = from + (to - from) * ratio(i, steps);
            let direction = [angle.cos(), angle.sin()];
            let mut at = [
                centre[0] + radius * direction[0],
                centre[1] + radius * direction[1],
            ];
            if at[0] < 1e-5 {
                at[0] = 0.0;
            }
            let side = (to - from).signum();
            Station {
                at,
                normal: [direction[0] * side, direction[1] * side],
            }
        })
        .collect()
}

/// Samples a smooth curve (a Catmull-Rom spline) through `points`.
fn curve(points: &[Vec2], sag: f32) -> Vec<Station> {
    let mut out = Vec::new();
    for span in 0..points.len() - 1 {
        if span == 0 {
            let (at, tangent) = spline(points, 0, 0.0);
            out.push(Station::new(at, tangent));
        }
        // As many steps as the curve needs to be met within `sag`.
        let [a, b] = [points[span], points[span + 1]];
        let (middle, _) = spline(points, span, 0.5);
        let off =
            (middle[0] - f32::midpoint(a[0], b[0])).hypot(middle[1] - f32::midpoint(a[1], b[1]));
        let steps = (1..8).find(|&n| off / ratio(n * n, 1) <= sag).unwrap_or(8);
        for i in 1..=steps {
            let (at, tangent) = spline(points, span, ratio(i, steps));
            out.push(Station::new(at, tangent));
        }
    }
    out
}

/// The point and the tangent at `t` of the span that begins at point `span`.
fn spline<const N: usize>(points: &[[f32; N]], span: usize, t: f32) -> ([f32; N], [f32; N]) {
    let (b, c) = (points[span], points[span + 1]);
    let last = points.len() - 1;
    // Beyond its ends the curve goes on as a parabola would.
    let a = if span > 0 {
        points[span - 1]
    } else {
        beyond(b, c, points[(span + 2).min(last)])
    };
    let d = if span + 2 <= last {
        points[span + 2]
    } else {
        beyond(c, b, points[span.saturating_sub(1)])
    };
    let mut at = [0.0; N];
    let mut tangent = [0.0; N];
    for i in 0..N {
        let [p, q, r] = [
            (c[i] - a[i]) / 2.0,
            a[i] - 2.5 * b[i] + 2.0 * c[i] - 0.5 * d[i],
            (d[i] - a[i]) / 2.0 + 1.5 * (b[i] - c[i]),
        ];
        at[i] = b[i] + t * (p + t * (q + t * r));
        tangent[i] = p + t * (2.0 * q + t * 3.0 * r);
    }
    (at, tangent)
}

/// The point before `a` on the parabola through `a`, `b`, `c`.
fn beyond<const N: usize>(a: [f32; N], b: [f32; N], c: [f32; N]) -> [f32; N] {
    std::array::from_fn(|i| 3.0 * (a[i] - b[i]) + c[i])
}

// ---------------------------------------------------------------------------
// Turned pieces and what is built onto them
// ---------------------------------------------------------------------------

/// The width of the chamfers.
const CHAMFER: f32 = 0.002;

fn pawn() -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    mesh.lathe(PAWN, PAWN_SIDES);
    mesh
}

fn rook() -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    mesh.lathe(ROOK, ROOK_SIDES);
    mesh.lathe(ROOK_WELL, ROOK_SIDES);
    let each = ROOK_SIDES / MERLONS;
    let wide = each * 2 / 3;
    for merlon in 0..MERLONS {
        // The first merlon is centred on +z.
        let from = merlon * each + ROOK_SIDES - wide / 2;
        mesh.merlon(from, from + wide);
        for i in from + wide..from + each {
            let [a, b] = [turn(i, ROOK_SIDES), turn(i + 1, ROOK_SIDES)];
            mesh.facet([
                around(ROOK_OUTSIDE, ROOK_FLOOR, a),
                around(ROOK_OUTSIDE, ROOK_FLOOR, b),
                around(ROOK_INSIDE, ROOK_FLOOR, b),
                around(ROOK_INSIDE, ROOK_FLOOR, a),
            ]);
        }
    }
    mesh
}

fn bishop() -> PieceGeometry {
    let mut mesh = mitre();
    mesh.lathe(BISHOP, BISHOP_SIDES);
    mesh.lathe(BISHOP_FINIAL, BISHOP_SIDES);
    mesh
}

/// The bishop's mitre, cut.
fn mitre() -> PieceGeometry {
    let mut mitre = PieceGeometry::default();
    mitre.lathe(MITRE, BISHOP_SIDES);
    carve(&mitre, &MITRE_CUT)
}

fn queen() -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    mesh.lathe(QUEEN, QUEEN_SIDES);
    mesh.coronet();
    mesh.lathe(QUEEN_DOME, QUEEN_SIDES);
    mesh
}

fn king() -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    mesh.lathe(KING, KING_SIDES);
    mesh.append(&cross_plate(true));
    // Arms to the front and the back as well: a cross from the side and from above.
    let mut beam = cross_plate(false);
    for [x, _, z] in beam.positions.iter_mut().chain(&mut beam.normals) {
        (*x, *z) = (*z, -*x);
    }
    mesh.append(&beam);
    mesh
}

fn knight() -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    mesh.lathe(KNIGHT, KNIGHT_SIDES);
    mesh.append(&horse(HORSE_TRIANGLES));
    mesh
}

/// A horse's neck and head, of so many triangles without its eyes.
fn horse(triangles: usize) -> PieceGeometry {
    let mut mesh = Horse::new().skin(triangles);
    mesh.eyes();
    mesh
}

/// A horse's neck and head with a horn on its forehead.
fn horned(triangles: usize, length: f32) -> PieceGeometry {
    let mut mesh = horse(triangles);
    mesh.append(&horn(FOREHEAD, HORN_LEAN, HORN_RADIUS, length));
    mesh
}

fn unicorn() -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    mesh.lathe(UNICORN, KNIGHT_SIDES);
    let raised = [0.0, 0.084, 0.0];
    mesh.append(&horned(HORSE_TRIANGLES, 0.1654).placed(HORSE_BOTTOM, 0.87, false, raised));
    mesh
}

/// The rook, somewhat smaller: something rises from it.
fn tower() -> PieceGeometry {
    rook().placed(-SINK, 0.85, false, [0.0, -SINK, 0.0])
}

fn mitred_tower() -> PieceGeometry {
    let mut mesh = tower();
    mesh.lathe(TOWER_STEM, BISHOP_SIDES);
    let mut top = mitre();
    top.lathe(BISHOP_FINIAL, BISHOP_SIDES);
    // Larger than the bishop's: the merlons hide its foot.
    mesh.append(&top.placed(0.192, 1.32, false, [0.0, 0.2425, 0.0]));
    mesh
}

fn duchess() -> PieceGeometry {
    let mut mesh = tower();
    mesh.append(&horn([0.0, WELL, 0.0], 0.0, 0.025, 0.39 - WELL));
    mesh
}

fn marshal() -> PieceGeometry {
    let mut mesh = tower();
    let looking = horse(HORSE_TRIANGLES).placed(HORSE_BOTTOM, 0.78, false, [0.0, WELL, 0.0]);
    mesh.append(&looking);
    mesh
}

fn governor() -> PieceGeometry {
    let mut mesh = mitre();
    mesh.lathe(BISHOP, BISHOP_SIDES);
    mesh.append(&horn([0.0, 0.272, 0.0], 0.0, 0.0185, 0.126));
    // From afar the horn is little to tell it from a bishop by.
    mesh.widened(1.12)
}

fn cardinal() -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    mesh.lathe(KNIGHT, KNIGHT_SIDES);
    mesh.append(&horse(HORSE_TRIANGLES));
    let mut hat = mitre();
    hat.lathe(BISHOP_FINIAL, BISHOP_SIDES);
    // Large: from afar there is little else to tell it from a knight by.
    mesh.append(&hat.placed(0.192, 1.25, false, [0.0, 0.240, -0.004]));
    mesh
}

fn cavalcade() -> PieceGeometry {
    const SIZE: f32 = 0.75;
    const APART: f32 = 0.028;
    let mut mesh = PieceGeometry::default();
    mesh.lathe(KNIGHT, KNIGHT_SIDES);
    let ahead = [0.0, HORSE_BOTTOM, APART];
    let behind = [0.0, HORSE_BOTTOM, -APART];
    mesh.append(&horse(HORSE_TRIANGLES).placed(HORSE_BOTTOM, SIZE, false, ahead));
    mesh.append(&horned(HORSE_TRIANGLES, 0.2).placed(HORSE_BOTTOM, SIZE, true, behind));
    mesh
}

/// A horn: a cone that a ridge winds up on, from `foot` upwards and by `lean` radians to
/// the front, closed below.
fn horn(foot: Vec3, lean: f32, radius: f32, length: f32) -> PieceGeometry {
    const SIDES: usize = 14;
    const ROWS: usize = 18;
    /// How often the ridges go round, how many there are, and how far they stand out, as a
    /// part of the radius.
    const TURNS: f32 = 1.6;
    const RIDGES: f32 = 2.0;
    const RELIEF: f32 = 0.16;
    let up = [0.0, lean.cos(), lean.sin()];
    let ahead = [0.0, -lean.sin(), lean.cos()];
    let at = |along: f32, angle: f32| {
        let ridge = (RIDGES * (angle - TURNS * std::f32::consts::TAU * along)).cos();
        let wide = radius * (1.0 - along) * (1.0 + RELIEF * ridge);
        let side = add(
            scale(ahead, wide * angle.cos()),
            [wide * angle.sin(), 0.0, 0.0],
        );
        add(add(foot, scale(up, length * along)), side)
    };
    let mut mesh = PieceGeometry::default();
    let mut below: Option<Vec<u32>> = None;
    for row in 0..ROWS {
        // The tip itself is a point of its own.
        let along = ratio(row, ROWS);
        let ring: Vec<u32> = (0..SIDES)
            .map(|side| {
                const STEP: f32 = 0.01;
                let angle = turn(side, SIDES);
                let round = sub(at(along, angle + STEP), at(along, angle - STEP));
                let rise = sub(at(along + STEP, angle), at(along - STEP, angle));
                mesh.vertex(at(along, angle), cross(round, rise))
            })
            .collect();
        if let Some(below) = below {
            for side in 0..SIDES {
                let next = (side + 1) % SIDES;
                mesh.quad([below[side], below[next], ring[next], ring[side]]);
            }
        } else {
            let middle = mesh.vertex(foot, scale(up, -1.0));
            let rim: Vec<u32> = (0..SIDES)
                .map(|side| mesh.vertex(at(0.0, turn(side, SIDES)), scale(up, -1.0)))
                .collect();
            for side in 0..SIDES {
                mesh.triangle([middle, rim[(side + 1) % SIDES], rim[side]]);
            }
        }
        below = Some(ring);
    }
    let tip = add(foot, scale(up, length));
    for side in 0..SIDES {
        let ring = below.as_deref().unwrap_or_default();
        let (here, next) = (ring[side], ring[(side + 1) % SIDES]);
        let facing = add(mesh.normals[here as usize], mesh.normals[next as usize]);
        let tip = mesh.vertex(tip, facing);
        mesh.triangle([here, next, tip]);
    }
    mesh
}

impl PieceGeometry {
    /// Adds one tooth of the rook, over the sides `from..to`.
    fn merlon(&mut self, from: usize, to: usize) {
        let top = height(PieceKind::Rook);
        let [first, last] = [turn(from, ROOK_SIDES), turn(to, ROOK_SIDES)];
        // The way over the tooth, from the outside to the inside, at side `i`.
        let across = |i: usize| -> [Vec3; 6] {
            let angle = turn(i, ROOK_SIDES);
            let inset = CHAMFER / ROOK_INSIDE;
            let on_top = match i {
                _ if i == from => angle + inset,
                _ if i == to => angle - inset,
                _ => angle,
            };
            [
                around(ROOK_OUTSIDE, ROOK_FLOOR, angle),
                around(ROOK_OUTSIDE, top - CHAMFER, angle),
                around(ROOK_OUTSIDE - CHAMFER, top, on_top),
                around(ROOK_INSIDE + CHAMFER, top, on_top),
                around(ROOK_INSIDE, top - CHAMFER, angle),
                around(ROOK_INSIDE, ROOK_FLOOR, angle),
            ]
        };
        for i in from..to {
            let (a, b) = (across(i), across(i + 1));
            let normals =
                [turn(i, ROOK_SIDES), turn(i + 1, ROOK_SIDES)].map(|angle| around(1.0, 0.0, angle));
            for step in 0..5 {
                let [low, high] = [step, step + 1].map(|row| {
                    let facing = |out: Vec3| match row {
                        0 | 1 => out,
                        2 | 3 => [0.0, 1.0, 0.0],
                        _ => scale(out, -1.0),
                    };
                    [
                        self.vertex(a[row], facing(normals[0])),
                        self.vertex(b[row], facing(normals[1])),
                    ]
                });
                self.quad([low[0], low[1], high[1], high[0]]);
            }
        }
        // The two ends.
        let up = [0.0, 1.0, 0.0];
        let a = across(from);
        self.facet([a[5], a[0], a[1], a[4]]);
        self.rounding(
            [a[4], a[1]],
            [-first.cos(), 0.0, first.sin()],
            [a[3], a[2]],
            up,
        );
        let b = across(to);
        self.facet([b[0], b[5], b[4], b[1]]);
        self.rounding(
            [b[1], b[4]],
            [last.cos(), 0.0, -last.sin()],
            [b[2], b[3]],
            up,
        );
    }

    /// Adds the horse's eyes: what shows of two balls.
    fn eyes(&mut self) {
        for side in [1.0, -1.0] {
            let mut eye = Self::default();
            eye.lathe(EYEBALL, EYEBALL_SIDES);
            // Turned outwards and drawn out lengthwise.
            let turned = |[x, y, z]: Vec3, long: f32| [side * y, z, side * x * long];
            for position in &mut eye.positions {
                *position = add(
                    turned(*position, EYE_LENGTH),
                    [side * EYE[0], EYE[1], EYE[2]],
                );
            }
            for normal in &mut eye.normals {
                *normal = unit(turned(*normal, 1.0 / EYE_LENGTH));
            }
            self.append(&eye);
        }
    }

    /// Adds the queen's coronet: a flared cup, cut off in points.
    fn coronet(&mut self) {
        const OUTER_ROWS: usize = 5;
        const INNER_ROWS: usize = 2;
        let sides = QUEEN_SIDES;
        let each = sides / POINTS;
        // The height of the rim at a side; the first point is on +z.
        let rim = |i: usize| {
            let part = i % each;
            let from_tip = ratio(2 * part.min(each - part), each);
            POINTS_FROM + (CORONET_TOP - POINTS_FROM) * (1.0 - from_tip).powf(1.3)
        };
        let bottom = CORONET[0][1];
        let columns: Vec<_> = (0..sides)
            .map(|i| {
                let angle = turn(i, sides);
                let mut row = |y: f32, wall: f32| {
                    let station = coronet_at(y);
                    let [outwards, up] = station.normal;
                    let normal = around(outwards, up, angle);
                    let side = if wall > 0.0 { -1.0 } else { 1.0 };
                    self.vertex(around(station.at[0] - wall, y, angle), scale(normal, side))
                };
                let outer: Vec<u32> = (0..=OUTER_ROWS)
                    .map(|k| row(bottom + (rim(i) - bottom) * ratio(k, OUTER_ROWS), 0.0))
                    .collect();
                let inner: Vec<u32> = (0..=INNER_ROWS)
                    .map(|k| {
                        row(
                            rim(i) + (CORONET_BOWL - rim(i)) * ratio(k, INNER_ROWS),
                            CORONET_WALL,
                        )
                    })
                    .collect();
                (outer, inner)
            })
            .collect();
        for i in 0..sides {
            let [(outer, inner), (next_outer, next_inner)] =
                [&columns[i], &columns[(i + 1) % sides]];
            for (side, next) in [(outer, next_outer), (inner, next_inner)] {
                for row in 0..side.len() - 1 {
                    self.quad([side[row], next[row], next[row + 1], side[row + 1]]);
                }
            }
            let rim = [
                outer[OUTER_ROWS],
                next_outer[OUTER_ROWS],
                next_inner[0],
                inner[0],
            ];
            self.facet(rim.map(|v| self.positions[v as usize]));
            // The floor of the bowl, between the wall and the dome.
            let [a, b] =
                [inner[INNER_ROWS], next_inner[INNER_ROWS]].map(|v| self.positions[v as usize]);
            self.facet([
                a,
                b,
                around(QUEEN_DOME_RADIUS, CORONET_BOWL, turn(i + 1, sides)),
                around(QUEEN_DOME_RADIUS, CORONET_BOWL, turn(i, sides)),
            ]);
        }
    }
}

/// A plate of the king's cross, its faces along `z`: with all of its arms, or only
/// with those to the sides.
fn cross_plate(upright: bool) -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    let outline: Vec<Vec2> = (0..4)
        .flat_map(|quarter| {
            let [end, nook] = [&CROSS[..2], &CROSS[2..]];
            let end = if upright || quarter % 2 == 0 {
                end
            } else {
                &[]
            };
            end.iter()
                .chain(nook)
                .map(move |&point| (0..quarter).fold(point, |[x, y], _| [-y, x]))
        })
        .collect();
    let count = outline.len();
    // The outward normal of the edge that begins at point `i`.
    let facing = |i: usize| {
        let [a, b] = [outline[i % count], outline[(i + 1) % count]];
        let length = (b[0] - a[0]).hypot(b[1] - a[1]);
        [(b[1] - a[1]) / length, (a[0] - b[0]) / length]
    };
    let inset: Vec<Vec2> = (0..count)
        .map(|i| {
            let [n, m] = [facing(i + count - 1), facing(i)];
            let by = CHAMFER / (1.0 + n[0] * m[0] + n[1] * m[1]);
            [
                outline[i][0] - by * (n[0] + m[0]),
                outline[i][1] - by * (n[1] + m[1]),
            ]
        })
        .collect();
    let at = |[x, y]: Vec2, z: f32| [x, CROSS_HEIGHT + y, z];
    for i in 0..count {
        let next = (i + 1) % count;
        let side = [facing(i)[0], facing(i)[1], 0.0];
        let edge = CROSS_DEPTH - CHAMFER;
        let (a, b) = (outline[i], outline[next]);
        let (c, d) = (inset[i], inset[next]);
        mesh.facet([at(a, edge), at(a, -edge), at(b, -edge), at(b, edge)]);
        for z in [1.0, -1.0] {
            let face = [0.0, 0.0, z];
            // Seen from the back the outline runs clockwise.
            let turned = |pair: [Vec3; 2]| if z > 0.0 { pair } else { [pair[1], pair[0]] };
            let low = turned([at(a, edge * z), at(b, edge * z)]);
            let high = turned([at(c, CROSS_DEPTH * z), at(d, CROSS_DEPTH * z)]);
            mesh.rounding(low, side, high, face);
            let middle = at([0.0, 0.0], CROSS_DEPTH * z);
            let fan = [middle, high[0], high[1]].map(|corner| mesh.vertex(corner, face));
            mesh.triangle(fan);
        }
    }
    mesh
}

/// The outside of the coronet at a height.
fn coronet_at(y: f32) -> Station {
    let spans = CORONET.len() - 1;
    let span = (1..spans).rfind(|&i| CORONET[i][1] <= y).unwrap_or(0);
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..20 {
        let middle = f32::midpoint(low, high);
        if spline(CORONET, span, middle).0[1] < y {
            low = middle;
        } else {
            high = middle;
        }
    }
    let (at, tangent) = spline(CORONET, span, low);
    Station::new([at[0], y], tangent)
}

/// A plane; `normal` points to the side where `dot(normal, p) > offset`.
#[derive(Clone, Copy, Debug)]
struct Plane {
    normal: Vec3,
    offset: f32,
}

impl Plane {
    fn side(&self, point: Vec3) -> f32 {
        dot(self.normal, point) - self.offset
    }

    /// Parts a convex polygon in what lies behind the plane and what lies before it.
    fn split(&self, polygon: &[Corner]) -> [Vec<Corner>; 2] {
        let mut parts = [Vec::new(), Vec::new()];
        for (i, &a) in polygon.iter().enumerate() {
            let b = polygon[(i + 1) % polygon.len()];
            let (side_a, side_b) = (self.side(a.position), self.side(b.position));
            parts[usize::from(side_a > 0.0)].push(a);
            if (side_a > 0.0) != (side_b > 0.0) {
                // The same point whichever way round the edge is met.
                let cut = if side_a > 0.0 {
                    a.towards(&b, side_a, side_b)
                } else {
                    b.towards(&a, side_b, side_a)
                };
                parts[0].push(cut);
                parts[1].push(cut);
            }
        }
        parts
    }
}

/// A corner of a polygon that is being cut.
#[derive(Clone, Copy, Debug)]
struct Corner {
    position: Vec3,
    normal: Vec3,
}

impl Corner {
    /// The point between two corners where the distance to a plane is nought.
    fn towards(&self, other: &Self, here: f32, there: f32) -> Self {
        let t = here / (here - there);
        Self {
            position: mix(self.position, other.position, t),
            normal: mix(self.normal, other.normal, t),
        }
    }
}

/// Takes what lies before all of the `planes` out of a convex solid.
fn carve(solid: &PieceGeometry, planes: &[Plane]) -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    let mut walls = vec![Vec::new(); planes.len()];
    for triangle in solid.indices.chunks_exact(3) {
        let corners = triangle.iter().map(|&i| Corner {
            position: solid.positions[i as usize],
            normal: solid.normals[i as usize],
        });
        // All planes part all of the triangle, so that the parts share their corners.
        let mut parts = vec![(corners.collect::<Vec<_>>(), true)];
        for plane in planes {
            parts = parts
                .into_iter()
                .flat_map(|(polygon, taken)| {
                    let [behind, before] = plane.split(&polygon);
                    [(behind, false), (before, taken)]
                })
                .filter(|(polygon, _)| !polygon.is_empty())
                .collect();
        }
        for (polygon, taken) in parts {
            if !taken {
                fan(&mut mesh, &polygon);
                continue;
            }
            // The rim of what is taken out is the rim of the walls.
            for (plane, wall) in planes.iter().zip(&mut walls) {
                let points = polygon.iter().map(|c| c.position);
                wall.extend(points.filter(|&p| plane.side(p).abs() < 1e-6));
            }
        }
    }
    for (plane, wall) in planes.iter().zip(walls) {
        cap(&mut mesh, wall, plane.normal);
    }
    mesh
}

/// Adds a convex polygon.
fn fan(mesh: &mut PieceGeometry, polygon: &[Corner]) {
    let corners: Vec<u32> = polygon
        .iter()
        .map(|c| mesh.vertex(c.position, c.normal))
        .collect();
    for i in 2..corners.len() {
        mesh.triangle([corners[0], corners[i - 1], corners[i]]);
    }
}

/// Adds the flat convex polygon with these corners, which come in any order and
/// more than once. `normal` points to where it is seen from.
fn cap(mesh: &mut PieceGeometry, points: Vec<Vec3>, normal: Vec3) {
    let Some(&first) = points.first() else {
        return;
    };
    let sum = points.iter().copied().fold([0.0; 3], add);
    let middle = scale(sum, 1.0 / ratio(points.len(), 1));
    let right = unit(sub(first, middle));
    let up = cross(normal, right);
    let mut turned: Vec<(f32, Vec3)> = points
        .into_iter()
        .map(|p| (sub(p, middle), p))
        .map(|(arm, p)| (dot(arm, up).atan2(dot(arm, right)), p))
        .collect();
    turned.sort_by(|a, b| a.0.total_cmp(&b.0));
    turned.dedup_by(|a, b| length(sub(a.1, b.1)) < 1e-5);
    // Some corners lie in a straight line, so the triangles go round the middle.
    let middle = mesh.vertex(middle, normal);
    let rim: Vec<u32> = turned
        .into_iter()
        .map(|(_, p)| mesh.vertex(p, normal))
        .collect();
    for (i, &corner) in rim.iter().enumerate() {
        mesh.triangle([middle, corner, rim[(i + 1) % rim.len()]]);
    }
}

// ---------------------------------------------------------------------------
// The horse
// ---------------------------------------------------------------------------

/// [x, y, z, radius] along the middle of a tapering, bent tube.
type Spine = [[f32; 4]];

/// The neck, from the foot to the poll.
const NECK: &Spine = &[
    [0.0, 0.030, 0.004, 0.064],
    [0.0, 0.070, -0.001, 0.062],
    [0.0, 0.115, -0.014, 0.055],
    [0.0, 0.160, -0.025, 0.047],
    [0.0, 0.205, -0.021, 0.040],
    [0.0, 0.236, -0.002, 0.033],
];
/// The skull, from the poll to the lips.
const SKULL: &Spine = &[
    [0.0, 0.237, 0.008, 0.033],
    [0.0, 0.224, 0.030, 0.036],
    [0.0, 0.201, 0.058, 0.0285],
    [0.0, 0.182, 0.080, 0.0225],
    [0.0, 0.173, 0.090, 0.0215],
];
/// The forelock, between the ears.
const FORELOCK: &Spine = &[
    [0.0, 0.264, 0.002, 0.010],
    [0.0, 0.260, 0.024, 0.009],
    [0.0, 0.244, 0.044, 0.002],
];
/// An ear; the other is its mirror image.
const EAR: &Spine = &[
    [0.013, 0.255, 0.004, 0.0100],
    [0.018, 0.272, 0.006, 0.0112],
    [0.0205, 0.288, 0.010, 0.0072],
    [0.0205, 0.2985, 0.015, 0.0014],
];
/// The hollow of an ear.
const EAR_HOLLOW: &Spine = &[
    [0.022, 0.264, 0.018, 0.0030],
    [0.024, 0.274, 0.019, 0.0050],
    [0.023, 0.292, 0.019, 0.0010],
];
/// The groove between the lips, on one side.
const MOUTH: &Spine = &[
    [0.020, 0.1575, 0.108, 0.0060],
    [0.0195, 0.1640, 0.092, 0.0055],
    [0.022, 0.1755, 0.074, 0.0010],
];
/// The width of the neck in relation to its depth.
const NECK_WIDTH: f32 = 0.78;
/// The middle of an eye.
const EYE: Vec3 = [0.0192, 0.2305, 0.0425];
/// The outer part of an eyeball, as if it looked upwards.
const EYEBALL: &[Stroke] = &[
    Line(&[[0.0, 0.0020], [0.0072, 0.0020]]),
    Curve(&[
        [0.0072, 0.0020],
        [0.0064, 0.0046],
        [0.0040, 0.0068],
        [0.0, 0.0078],
    ]),
];
/// How much longer than high the eye is.
const EYE_LENGTH: f32 = 1.25;
/// The sides of an eyeball.
const EYEBALL_SIDES: usize = 12;
/// How many locks the mane has on each side.
const LOCKS: usize = 6;

/// The knight's head and neck, as a signed distance: negative inside.
struct Horse {
    neck: Tube,
    skull: Tube,
    locks: Vec<Tube>,
    forelock: Tube,
    ear: Tube,
    ear_hollow: Tube,
    mouth: Tube,
}

impl Horse {
    fn new() -> Self {
        Self {
            // Neck and head are deeper than they are wide.
            neck: Tube::new(NECK, NECK_WIDTH),
            skull: Tube::new(SKULL, 0.78),
            locks: (0..LOCKS).map(lock).collect(),
            forelock: Tube::new(FORELOCK, 0.8),
            ear: Tube::new(EAR, 0.85),
            ear_hollow: Tube::new(EAR_HOLLOW, 1.0),
            mouth: Tube::new(MOUTH, 1.8),
        }
    }

    /// The distance from the surface, roughly; exactly nought on it.
    fn distance(&self, point: Vec3) -> f32 {
        let p = [point[0].abs(), point[1], point[2]];
        let cheek = ellipsoid(p, [0.009, 0.208, 0.028], [0.0265, 0.036, 0.033]);
        let mut d = blend(
            self.neck.distance(p),
            blend(self.skull.distance(p), cheek, 0.006),
            0.010,
        );
        let mane = self
            .locks
            .iter()
            .fold(f32::MAX, |d, lock| blend(d, lock.distance(p), 0.006));
        d = blend(d, mane, 0.005);
        d = blend(d, self.forelock.distance(p), 0.004);
        // The lips and the chin.
        d = blend(
            d,
            ellipsoid(p, [0.0, 0.174, 0.093], [0.0190, 0.0195, 0.019]),
            0.006,
        );
        d = blend(
            d,
            ellipsoid(p, [0.0, 0.156, 0.087], [0.0140, 0.0115, 0.0160]),
            0.004,
        );
        // The brow above the eye and the hollow around it; the nostril.
        d = blend(
            d,
            ellipsoid(p, [0.0195, 0.2410, 0.038], [0.0092, 0.0062, 0.013]),
            0.008,
        );
        d = blend(
            d,
            -ellipsoid(p, [0.0360, 0.2290, 0.043], [0.010, 0.009, 0.013]),
            -0.008,
        );
        d = blend(
            d,
            -ellipsoid(p, [0.0160, 0.1825, 0.1035], [0.0055, 0.0042, 0.0060]),
            -0.002,
        );
        d = blend(d, -self.mouth.distance(p), -0.003);
        let ear = blend(self.ear.distance(p), -self.ear_hollow.distance(p), -0.003);
        blend(d, ear, 0.004)
    }

    /// How the distance grows.
    fn gradient(&self, p: Vec3) -> Vec3 {
        const STEP: f32 = 0.001;
        // The corners of a tetrahedron tell as much as three pairs of points.
        let corners = [
            [1.0, -1.0, -1.0],
            [-1.0, -1.0, 1.0],
            [-1.0, 1.0, -1.0],
            [1.0, 1.0, 1.0],
        ];
        corners.into_iter().fold([0.0; 3], |sum, corner| {
            let distance = self.distance(add(p, scale(corner, STEP)));
            add(sum, scale(corner, distance / (4.0 * STEP)))
        })
    }

    /// Moves a point that is near the surface onto it.
    fn settle(&self, mut p: Vec3, steps: usize) -> Vec3 {
        // The lower end is flat, and out of sight.
        if p[1] > HORSE_BOTTOM + CELL {
            for _ in 0..steps {
                let gradient = self.gradient(p);
                let step = self.distance(p) / length(gradient).max(0.3);
                p = sub(p, scale(unit(gradient), step.clamp(-CELL, CELL)));
            }
        }
        p
    }

    /// The surface, thinned out to so many triangles.
    fn skin(&self, triangles: usize) -> PieceGeometry {
        let mut surface = Surface::net(|p| self.distance(p).max(HORSE_BOTTOM - p[1]));
        surface.settle(|p| self.settle(p, 1));
        surface.thin_out(triangles);
        surface.settle(|p| self.settle(p, 3));
        let mut mesh = PieceGeometry::default();
        for (&p, normal) in surface.points.iter().zip(surface.normals()) {
            // The triangles themselves have their say, where they are too coarse
            // for what the clay does.
            let normal = if p[1] > HORSE_BOTTOM + CELL {
                normal
            } else {
                [0.0; 3]
            };
            mesh.vertex(p, add(unit(self.gradient(p)), normal));
        }
        for &triangle in &surface.triangles {
            mesh.triangle(triangle);
        }
        mesh
    }
}

/// One lock of the mane: from the crest of the neck it falls down the side.
fn lock(index: usize) -> Tube {
    const COUNT: usize = 5;
    let spans = ratio(NECK.len() - 1, 1);
    // Along the neck: 0 is the foot, 1 is the poll.
    let root = 1.02 - 0.62 * ratio(index, LOCKS - 1);
    let spine: [[f32; 4]; COUNT] = std::array::from_fn(|i| {
        let t = ratio(i, COUNT - 1);
        let along = ((root - 0.24 * t * t) * spans).clamp(0.0, spans);
        let span = (1..NECK.len() - 1)
            .rfind(|&span| ratio(span, 1) <= along)
            .unwrap_or(0);
        let ([_, y, z, radius], tangent) = spline(NECK, span, along - ratio(span, 1));
        // Around the neck: 0 is the crest.
        let angle = 1.35 * t;
        let back = unit([0.0, tangent[2], -tangent[1]]);
        let off = scale(back, radius * angle.cos());
        let thick = 0.0155 * (1.0 - t * t) + 0.0010;
        [
            radius * NECK_WIDTH * angle.sin(),
            y + off[1],
            z + off[2],
            thick,
        ]
    });
    Tube::new(&spine, 1.0)
}

/// A tapering, bent tube.
struct Tube {
    /// As many points as make it look bent.
    spine: Vec<[f32; 4]>,
    /// Its width in `x` in relation to its depth.
    squash: f32,
    /// A ball around it.
    centre: Vec3,
    reach: f32,
}

impl Tube {
    fn new(spine: &Spine, squash: f32) -> Self {
        const STEPS: usize = 6;
        let spans = spine.len() - 1;
        let spine: Vec<[f32; 4]> = (0..=spans * STEPS)
            .map(|i| {
                let span = (i / STEPS).min(spans - 1);
                spline(spine, span, ratio(i - span * STEPS, STEPS)).0
            })
            .collect();
        let [x, y, z, _] = spine[spine.len() / 2];
        let centre = [x, y, z];
        let reach = spine
            .iter()
            .map(|&[x, y, z, radius]| length(sub([x, y, z], centre)) + radius * squash.max(1.0))
            .fold(0.0, f32::max);
        Self {
            spine,
            squash,
            centre,
            reach,
        }
    }

    /// The distance from its surface, nearly.
    fn distance(&self, [x, y, z]: Vec3) -> f32 {
        let far = length(sub([x, y, z], self.centre)) - self.reach;
        if far > 4.0 * CELL {
            return far;
        }
        let nearest = self.spine.windows(2).fold(f32::MAX, |nearest, pair| {
            let [a, b] = [pair[0], pair[1]];
            let along = [(b[0] - a[0]) / self.squash, b[1] - a[1], b[2] - a[2]];
            let from = [(x - a[0]) / self.squash, y - a[1], z - a[2]];
            let t = (dot(from, along) / dot(along, along)).clamp(0.0, 1.0);
            let off = length(sub(from, scale(along, t))) - (a[3] + t * (b[3] - a[3]));
            nearest.min(off)
        });
        nearest * f32::midpoint(self.squash, 1.0).min(1.0)
    }
}

/// The distance from an ellipsoid, nearly.
fn ellipsoid(p: Vec3, centre: Vec3, radii: Vec3) -> f32 {
    let q: Vec3 = std::array::from_fn(|i| (p[i] - centre[i]) / radii[i]);
    let r: Vec3 = std::array::from_fn(|i| q[i] / radii[i]);
    let (q, r) = (length(q), length(r));
    if r > 0.0 {
        q * (q - 1.0) / r
    } else {
        -radii[0]
    }
}

/// The distance from the union of two shapes, joined with a fillet of about
/// `radius`; with a negative radius, from what the two have in common. So
/// `blend(a, -b, -radius)` takes the second out of the first.
fn blend(a: f32, b: f32, radius: f32) -> f32 {
    if radius < 0.0 {
        return -blend(-a, -b, -radius);
    }
    let overlap = (1.0 - (a - b).abs() / radius).max(0.0);
    a.min(b) - overlap * overlap * radius / 4.0
}

// ---------------------------------------------------------------------------
// Skinning
// ---------------------------------------------------------------------------

/// The edge of the cells in which the horse is looked at.
const CELL: f32 = 0.003;
/// The edge, in grid points, of the blocks that are looked at together.
const BLOCK: usize = 4;
/// The least corner of the box around the horse.
const BOX_LOW: Vec3 = [-0.0615, 0.040, -0.102];
/// The number of grid points along each axis of the box.
const BOX: [usize; 3] = [42, 89, 74];
/// The height of the horse's lower end.
const HORSE_BOTTOM: f32 = 0.044;
/// How many triangles the horse of the knight may have.
const HORSE_TRIANGLES: usize = 2380;

/// A closed surface of triangles, without normals.
struct Surface {
    points: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
}

impl Surface {
    /// The surface where `distance` is nought, as a surface net: a point in each
    /// cell it passes through, a quad across each grid edge that it cuts.
    fn net(distance: impl Fn(Vec3) -> f32) -> Self {
        let [nx, ny, nz] = BOX;
        let at = |cell: [usize; 3]| -> Vec3 {
            std::array::from_fn(|axis| BOX_LOW[axis] + CELL * ratio(cell[axis], 1))
        };
        let index = |[i, j, k]: [usize; 3]| (i * ny + j) * nz + k;
        let cells = |low: usize, [x, y, z]: [usize; 3]| {
            (low..x).flat_map(move |i| (low..y).flat_map(move |j| (low..z).map(move |k| [i, j, k])))
        };
        // Block by block: most blocks are far from the surface, and one look is
        // enough for them.
        let mut values = vec![0.0; nx * ny * nz];
        for block in cells(0, BOX.map(|count| count.div_ceil(BLOCK))) {
            let low = block.map(|i| i * BLOCK);
            let middle = distance(add(at(low), [CELL * ratio(BLOCK - 1, 2); 3]));
            let far = middle.abs() > CELL * ratio(BLOCK, 2) * 1.75 * 1.3;
            for inner in cells(0, [BLOCK; 3]) {
                let cell: [usize; 3] = std::array::from_fn(|axis| low[axis] + inner[axis]);
                if (0..3).all(|axis| cell[axis] < BOX[axis]) {
                    values[index(cell)] = if far { middle } else { distance(at(cell)) };
                }
            }
        }

        let mut points = Vec::new();
        let mut point_of = vec![0; nx * ny * nz];
        for cell in cells(0, [nx - 1, ny - 1, nz - 1]) {
            let mut sum = [0.0; 3];
            let mut crossings = 0;
            for axis in 0..3 {
                for side in 0..4 {
                    let mut a = cell;
                    a[(axis + 1) % 3] += side & 1;
                    a[(axis + 2) % 3] += side >> 1;
                    let mut b = a;
                    b[axis] += 1;
                    let (va, vb) = (values[index(a)], values[index(b)]);
                    if (va < 0.0) != (vb < 0.0) {
                        sum = add(sum, mix(at(a), at(b), va / (va - vb)));
                        crossings += 1;
                    }
                }
            }
            if crossings > 0 {
                point_of[index(cell)] = u32::try_from(points.len()).unwrap_or(u32::MAX);
                points.push(scale(sum, 1.0 / ratio(crossings, 1)));
            }
        }

        let mut triangles = Vec::new();
        for a in cells(1, [nx - 1, ny - 1, nz - 1]) {
            for axis in 0..3 {
                let mut b = a;
                b[axis] += 1;
                let (inside, next_inside) = (values[index(a)] < 0.0, values[index(b)] < 0.0);
                if inside == next_inside {
                    continue;
                }
                let mut quad = [[1, 1], [0, 1], [0, 0], [1, 0]].map(|[u, v]| {
                    let mut cell = a;
                    cell[(axis + 1) % 3] -= u;
                    cell[(axis + 2) % 3] -= v;
                    point_of[index(cell)]
                });
                if next_inside {
                    quad.reverse();
                }
                let [p, q, r, s] = quad.map(|i| points[i as usize]);
                let [a, b, c, d] = quad;
                if length(sub(p, r)) < length(sub(q, s)) {
                    triangles.extend([[a, b, c], [a, c, d]]);
                } else {
                    triangles.extend([[b, c, d], [b, d, a]]);
                }
            }
        }
        Self { points, triangles }
    }

    /// At each point the mean normal of the triangles there.
    fn normals(&self) -> Vec<Vec3> {
        let mut normals = vec![[0.0; 3]; self.points.len()];
        for triangle in &self.triangles {
            let [a, b, c] = triangle.map(|i| self.points[i as usize]);
            let area = area_vector(a, b, c);
            for &corner in triangle {
                normals[corner as usize] = add(normals[corner as usize], area);
            }
        }
        normals.into_iter().map(unit).collect()
    }

    /// Moves every point.
    fn settle(&mut self, to: impl Fn(Vec3) -> Vec3) {
        for point in &mut self.points {
            *point = to(*point);
        }
    }

    /// Collapses edges, the least noticeable first, until at most `limit`
    /// triangles are left.
    fn thin_out(&mut self, limit: usize) {
        let mut left = self.triangles.len();
        let mut around: Vec<Vec<u32>> = vec![Vec::new(); self.points.len()];
        let mut quadrics = vec![Quadric::default(); self.points.len()];
        for (t, triangle) in self.triangles.iter().enumerate() {
            let [a, b, c] = triangle.map(|i| self.points[i as usize]);
            // The face is looked at more closely than the neck.
            let from_eye = length(sub([a[0].abs(), a[1], a[2]], EYE));
            let care = if a[1] > 0.27 || from_eye < 0.02 {
                4.0
            } else if a[1] > 0.14 && a[2] > 0.0 {
                2.0
            } else {
                1.0
            };
            let quadric = Quadric::of_triangle(a, b, c, care);
            for &corner in triangle {
                around[corner as usize].push(u32::try_from(t).unwrap_or(u32::MAX));
                quadrics[corner as usize].add(&quadric);
            }
        }
        let mut version = vec![0_u32; self.points.len()];
        let mut queue = BinaryHeap::new();
        for triangle in &self.triangles {
            for (i, &a) in triangle.iter().enumerate() {
                let b = triangle[(i + 1) % 3];
                if a < b {
                    queue.push(self.collapse(&quadrics, [a, b], 0));
                }
            }
        }
        while left > limit
            && let Some(Collapse {
                edge: [a, b],
                to,
                stamp,
                ..
            }) = queue.pop()
        {
            let (keep, drop) = (a as usize, b as usize);
            if stamp != version[keep] + version[drop]
                || around[drop].is_empty()
                || around[keep].is_empty()
            {
                continue;
            }
            if !self.may_collapse(&around, [a, b], to) {
                continue;
            }
            self.points[keep] = to;
            let quadric = quadrics[drop].clone();
            quadrics[keep].add(&quadric);
            for t in std::mem::take(&mut around[drop]) {
                let triangle = &mut self.triangles[t as usize];
                if triangle.contains(&a) {
                    // Between the two: it vanishes.
                    left -= 1;
                    for &corner in &*triangle {
                        around[corner as usize].retain(|&other| other != t);
                    }
                    *triangle = [0; 3];
                } else {
                    *triangle = triangle.map(|corner| if corner == b { a } else { corner });
                    around[keep].push(t);
                }
            }
            // Stamps must never repeat: both ends of an edge only ever count up.
            version[keep] += version[drop] + 1;
            for corner in self.neighbours(&around[keep], a) {
                let edge = [a.min(corner), a.max(corner)];
                let stamp = version[keep] + version[corner as usize];
                queue.push(self.collapse(&quadrics, edge, stamp));
            }
        }
        self.triangles.retain(|triangle| triangle[0] != triangle[1]);
        self.drop_unused();
    }

    /// What it would take to collapse an edge, and where to.
    fn collapse(&self, quadrics: &[Quadric], edge: [u32; 2], stamp: u32) -> Collapse {
        let [a, b] = edge.map(|i| self.points[i as usize]);
        let mut quadric = quadrics[edge[0] as usize].clone();
        quadric.add(&quadrics[edge[1] as usize]);
        let middle = mix(a, b, 0.5);
        let best = quadric
            .lowest()
            .filter(|&p| length(sub(p, middle)) < length(sub(a, b)));
        let (cost, to) = [Some(a), Some(b), Some(middle), best]
            .into_iter()
            .flatten()
            .map(|p| (quadric.error(p), p))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .unwrap_or((f64::MAX, middle));
        // Among the flat parts rather the short edges, so that no slivers come up.
        let spread = f64::from(length(sub(a, b)));
        Collapse {
            cost: cost + 1e-10 * spread * spread,
            edge,
            to,
            stamp,
        }
    }

    /// The corners that share one of `triangles` with `centre`.
    fn neighbours(&self, triangles: &[u32], centre: u32) -> HashSet<u32> {
        triangles
            .iter()
            .flat_map(|&t| self.triangles[t as usize])
            .filter(|&corner| corner != centre)
            .collect()
    }

    /// Would the surface stay a proper one, with no triangle turned over?
    fn may_collapse(&self, around: &[Vec<u32>], [a, b]: [u32; 2], to: Vec3) -> bool {
        let [near_a, near_b] = [a, b].map(|end| self.neighbours(&around[end as usize], end));
        if near_a.intersection(&near_b).count() != 2 {
            return false;
        }
        [a, b].into_iter().all(|end| {
            around[end as usize].iter().all(|&t| {
                let triangle = self.triangles[t as usize];
                if triangle.contains(&a) && triangle.contains(&b) {
                    return true;
                }
                let old = triangle.map(|i| self.points[i as usize]);
                let new = triangle.map(|i| {
                    if i == end {
                        to
                    } else {
                        self.points[i as usize]
                    }
                });
                let [before, after] = [old, new].map(|[a, b, c]| area_vector(a, b, c));
                // Neither turned over nor drawn out into a needle.
                let longest = (0..3)
                    .map(|i| length(sub(new[i], new[(i + 1) % 3])))
                    .fold(0.0, f32::max);
                dot(unit(before), unit(after)) > 0.3 && length(after) > 0.1 * longest * longest
            })
        })
    }

    /// Forgets the points that no triangle has.
    fn drop_unused(&mut self) {
        let mut moved = HashMap::new();
        let mut points = Vec::new();
        for corner in self.triangles.iter_mut().flatten() {
            *corner = *moved.entry(*corner).or_insert_with(|| {
                points.push(self.points[*corner as usize]);
                u32::try_from(points.len() - 1).unwrap_or(u32::MAX)
            });
        }
        self.points = points;
    }
}

/// An edge that could be collapsed.
struct Collapse {
    cost: f64,
    edge: [u32; 2],
    to: Vec3,
    /// Tells whether an end has changed since.
    stamp: u32,
}

impl Ord for Collapse {
    fn cmp(&self, other: &Self) -> Ordering {
        // The cheapest is the greatest, for the heap; the edge makes it definite.
        other
            .cost
            .total_cmp(&self.cost)
            .then_with(|| other.edge.cmp(&self.edge))
    }
}

impl PartialOrd for Collapse {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Collapse {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Collapse {}

/// The sum of the squared distances from planes, weighted: `p·Ap + 2b·p + c`.
#[derive(Clone, Debug, Default)]
struct Quadric {
    /// The upper triangle of `A`, by rows.
    a: [f64; 6],
    b: [f64; 3],
    c: f64,
}

impl Quadric {
    fn of_triangle(p: Vec3, q: Vec3, r: Vec3, care: f64) -> Self {
        let area = area_vector(p, q, r);
        let weight = care * f64::from(length(area));
        let [x, y, z] = unit(area).map(f64::from);
        let [px, py, pz] = p.map(f64::from);
        let offset = -(x * px + y * py + z * pz);
        Self {
            a: [x * x, x * y, x * z, y * y, y * z, z * z].map(|v| v * weight),
            b: [x, y, z].map(|v| v * offset * weight),
            c: offset * offset * weight,
        }
    }

    fn add(&mut self, other: &Self) {
        for (a, b) in self
            .a
            .iter_mut()
            .chain(&mut self.b)
            .zip(other.a.iter().chain(&other.b))
        {
            *a += b;
        }
        self.c += other.c;
    }

    fn error(&self, p: Vec3) -> f64 {
        let [x, y, z] = p.map(f64::from);
        let [xx, xy, xz, yy, yz, zz] = self.a;
        let [bx, by, bz] = self.b;
        let square =
            x * (xx * x + 2.0 * (xy * y + xz * z)) + y * (yy * y + 2.0 * yz * z) + zz * z * z;
        (square + 2.0 * (bx * x + by * y + bz * z) + self.c).max(0.0)
    }

    /// The point of the least error, where that is well defined.
    #[expect(clippy::cast_possible_truncation, reason = "positions are f32")]
    fn lowest(&self) -> Option<Vec3> {
        let [xx, xy, xz, yy, yz, zz] = self.a;
        let [bx, by, bz] = self.b;
        let (m0, m1, m2) = (yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy);
        let det = xx * m0 + xy * m1 + xz * m2;
        let size = xx + yy + zz;
        if det < 1e-4 * size * size * size {
            return None;
        }
        let (m3, m4, m5) = (xx * zz - xz * xz, xy * xz - xx * yz, xx * yy - xy * xy);
        Some(
            [
                -(m0 * bx + m1 * by + m2 * bz) / det,
                -(m1 * bx + m3 * by + m4 * bz) / det,
                -(m2 * bx + m4 * by + m5 * bz) / det,
            ]
            .map(|v| v as f32),
        )
    }
}

// ---------------------------------------------------------------------------
// The file
// ---------------------------------------------------------------------------

/// The contents of `pieces.bin`.
fn file() -> Vec<u8> {
    let mut bytes = Vec::new();
    for kind in PieceKind::ALL {
        let mesh = piece_geometry(kind);
        for count in [mesh.positions.len(), mesh.indices.len()] {
            bytes.extend((count as u32).to_le_bytes());
        }
        for (position, normal) in mesh.positions.iter().zip(&mesh.normals) {
            let position = position.map(|x| x / 0.5);
            for x in position.iter().chain(normal) {
                let step = (x.clamp(-1.0, 1.0) * 32767.0).round() as i16;
                bytes.extend(step.to_le_bytes());
            }
        }
        for index in mesh.indices {
            bytes.extend((index as u16).to_le_bytes());
        }
    }
    bytes
}

fn main() -> std::process::ExitCode {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../assets/models/pieces.bin"
    );
    let made = file();
    if std::env::args().any(|argument| argument == "--check") {
        if std::fs::read(path).is_ok_and(|there| there == made) {
            return std::process::ExitCode::SUCCESS;
        }
        eprintln!("{path} is not what this program makes: run it without --check");
        return std::process::ExitCode::FAILURE;
    }
    match std::fs::write(path, made) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{path}: {error}");
            std::process::ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangles(mesh: &PieceGeometry) -> impl Iterator<Item = [usize; 3]> {
        mesh.indices
            .chunks_exact(3)
            .map(|t| [t[0] as usize, t[1] as usize, t[2] as usize])
    }

    #[test]
    fn the_buffers_are_sound() {
        for kind in PieceKind::ALL {
            let mesh = piece_geometry(kind);
            assert_eq!(mesh.positions.len(), mesh.normals.len(), "{kind:?}");
            assert_eq!(mesh.indices.len() % 3, 0, "{kind:?}");
            assert!(
                mesh.indices
                    .iter()
                    .all(|&i| (i as usize) < mesh.positions.len()),
                "{kind:?}"
            );
            assert!(
                mesh.positions.iter().flatten().all(|c| c.is_finite()),
                "{kind:?}"
            );
            for normal in &mesh.normals {
                assert!((length(*normal) - 1.0).abs() < 1e-4, "{kind:?}: {normal:?}");
            }
        }
    }

    #[test]
    fn no_triangle_is_degenerate() {
        for kind in PieceKind::ALL {
            let mesh = piece_geometry(kind);
            for corners in triangles(&mesh) {
                let [a, b, c] = corners.map(|i| mesh.positions[i]);
                assert!(
                    length(area_vector(a, b, c)) > SLIVER,
                    "{kind:?}: {a:?} {b:?} {c:?}"
                );
            }
        }
    }

    #[test]
    fn normals_are_on_the_side_of_their_triangles() {
        for kind in PieceKind::ALL {
            let mesh = piece_geometry(kind);
            for corners in triangles(&mesh) {
                let [a, b, c] = corners.map(|i| mesh.positions[i]);
                let normals = corners.map(|i| mesh.normals[i]);
                let mean = unit(add(add(normals[0], normals[1]), normals[2]));
                // The lower end of the horse is out of sight, and shaded anyhow.
                let low = match kind {
                    PieceKind::Marshal => WELL,
                    PieceKind::Unicorn => 0.084,
                    _ => HORSE_BOTTOM,
                };
                let has_horse = matches!(
                    kind,
                    PieceKind::Knight
                        | PieceKind::Unicorn
                        | PieceKind::Marshal
                        | PieceKind::Cardinal
                        | PieceKind::Cavalcade
                );
                let hidden = has_horse && a[1].max(b[1]).max(c[1]) < low + 2.0 * CELL;
                let along = dot(unit(area_vector(a, b, c)), mean);
                assert!(
                    hidden || along > 0.2,
                    "{kind:?}: {along} at {a:?} {b:?} {c:?}"
                );
            }
        }
    }

    /// Each edge is passed as often one way as the other.
    #[test]
    fn the_surfaces_are_closed() {
        for kind in PieceKind::ALL {
            let mesh = piece_geometry(kind);
            // Cells far larger than rounding errors, but vertices may lie on either
            // side of a border between them; so each takes the first near it.
            let mut welded: HashMap<[i32; 3], usize> = HashMap::new();
            let names: Vec<usize> = mesh
                .positions
                .iter()
                .enumerate()
                .map(|(i, p)| {
                    #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
                    let cell = p.map(|c| (c * 1e5).round() as i32);
                    let near = (0..27).find_map(|k| {
                        let neighbour = [
                            cell[0] + k % 3 - 1,
                            cell[1] + k / 3 % 3 - 1,
                            cell[2] + k / 9 - 1,
                        ];
                        welded.get(&neighbour).copied()
                    });
                    near.unwrap_or_else(|| *welded.entry(cell).or_insert(i))
                })
                .collect();
            let mut edges: HashMap<(usize, usize), i32> = HashMap::new();
            for corners in triangles(&mesh) {
                let [a, b, c] = corners.map(|i| names[i]);
                for (from, to) in [(a, b), (b, c), (c, a)] {
                    *edges.entry((from.min(to), from.max(to))).or_default() +=
                        if from < to { 1 } else { -1 };
                }
            }
            let open: Vec<_> = edges
                .iter()
                .filter(|&(&(from, to), &count)| from != to && count != 0)
                .map(|((from, to), _)| (mesh.positions[*from], mesh.positions[*to]))
                .collect();
            assert!(
                open.is_empty(),
                "{kind:?}: {} open edges, {open:?}",
                open.len()
            );
        }
    }

    #[test]
    fn the_surfaces_face_outwards() {
        for kind in PieceKind::ALL {
            let mesh = piece_geometry(kind);
            let volume: f32 = triangles(&mesh)
                .map(|corners| {
                    let [a, b, c] = corners.map(|i| mesh.positions[i]);
                    dot(a, cross(b, c)) / 6.0
                })
                .sum();
            // Between a third and the whole of a cone of that size.
            let cone = std::f32::consts::PI * 0.1 * 0.1 * height(kind) / 3.0;
            assert!(
                (cone / 3.0..cone * 2.0).contains(&volume),
                "{kind:?}: {volume}, cone {cone}"
            );
        }
    }

    #[test]
    fn the_sizes_are_as_told() {
        for kind in PieceKind::ALL {
            let mesh = piece_geometry(kind);
            let top = mesh.positions.iter().map(|p| p[1]).fold(f32::MIN, f32::max);
            let bottom = mesh.positions.iter().map(|p| p[1]).fold(f32::MAX, f32::min);
            let radius = mesh
                .positions
                .iter()
                .map(|p| p[0].hypot(p[2]))
                .fold(0.0, f32::max);
            assert!((top - height(kind)).abs() < 0.002, "{kind:?}: {top}");
            assert!((bottom + SINK).abs() < 1e-6, "{kind:?}: {bottom}");
            assert!(radius < 0.115, "{kind:?}: {radius}");
        }
    }

    #[test]
    fn the_triangles_are_few() {
        for kind in PieceKind::ALL {
            let count = piece_geometry(kind).indices.len() / 3;
            let limit = match kind {
                PieceKind::Pawn => 1200,
                // Two horses.
                PieceKind::Cavalcade => 7200,
                PieceKind::MitredTower
                | PieceKind::Unicorn
                | PieceKind::Marshal
                | PieceKind::Cardinal => 5500,
                _ => 3500,
            };
            assert!(count <= limit, "{kind:?}: {count}");
        }
    }

    #[test]
    fn edges_are_sharp_and_roundings_smooth() {
        let strips = strips(PAWN, 0.0007);
        // The underside, its chamfer and the wall; the ledge; the collar.
        assert!(strips.len() > 5, "{}", strips.len());
        // The last strip is the ball: one piece, smooth to the pole.
        let ball = strips.last().unwrap();
        assert!(ball.len() > 5);
        assert!(ball.last().unwrap().normal[1] > 0.999);
    }

    #[test]
    fn the_knight_looks_ahead() {
        let mesh = piece_geometry(PieceKind::Knight);
        let head = || mesh.positions.iter().filter(|p| p[1] > 0.14);
        let front = head().map(|p| p[2]).fold(f32::MIN, f32::max);
        let back = head().map(|p| p[2]).fold(f32::MAX, f32::min);
        let wide = head().map(|p| p[0].abs()).fold(0.0, f32::max);
        assert!(front > 0.1 && back > -0.1, "{front} {back}");
        assert!(wide > 0.03, "a head, not a plate: {wide}");
    }

    #[test]
    fn the_mitre_is_cut() {
        let solid = |cut: &[Plane]| {
            let mut mitre = PieceGeometry::default();
            mitre.lathe(MITRE, BISHOP_SIDES);
            let mesh = carve(&mitre, cut);
            triangles(&mesh)
                .map(|corners| {
                    let [a, b, c] = corners.map(|i| mesh.positions[i]);
                    dot(a, cross(b, c)) / 6.0
                })
                .sum::<f32>()
        };
        let none = Plane {
            normal: [0.0, 1.0, 0.0],
            offset: 1.0,
        };
        let left = solid(&MITRE_CUT) / solid(&[none]);
        assert!((0.8..0.95).contains(&left), "{left}");
    }

    /// Which squares of a grid the piece covers, with `scale` squares to the unit.
    fn silhouette(mesh: &PieceGeometry, view: View, scale: f32) -> HashSet<(i16, i16)> {
        #[expect(clippy::cast_possible_truncation, reason = "a coarse grid")]
        fn square(value: f32) -> i16 {
            value.floor() as i16
        }
        let mut squares = HashSet::new();
        for corners in triangles(mesh) {
            let flat = corners.map(|i| view.map(|axis| dot(axis, mesh.positions[i]) * scale));
            let edge = |a: Vec2, b: Vec2, p: Vec2| {
                (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
            };
            let range = |axis: usize| {
                let values = flat.map(|p| p[axis]);
                let low = values.into_iter().fold(f32::MAX, f32::min);
                square(low)..=square(values.into_iter().fold(f32::MIN, f32::max))
            };
            for x in range(0) {
                for y in range(1) {
                    let p = [f32::from(x) + 0.5, f32::from(y) + 0.5];
                    let sides = [0, 1, 2].map(|i| edge(flat[i], flat[(i + 1) % 3], p));
                    if sides.iter().all(|&s| s >= 0.0) || sides.iter().all(|&s| s <= 0.0) {
                        squares.insert((x, y));
                    }
                }
            }
        }
        squares
    }

    /// What is to the right and what is up, for one who looks.
    type View = [Vec3; 2];
    const FRONT: View = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    const SIDE: View = [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0]];
    const HALF_ABOVE: View = [[1.0, 0.0, 0.0], [0.0, 0.7, -0.7]];

    /// No two pieces look alike in outline: neither as they are nor when they are
    /// brought to the same height.
    #[test]
    fn silhouettes_differ() {
        let meshes = PieceKind::ALL.map(piece_geometry);
        for (i, &a) in PieceKind::ALL.iter().enumerate() {
            for (k, &b) in PieceKind::ALL[..i].iter().enumerate() {
                for view in [FRONT, SIDE, HALF_ABOVE] {
                    for same_height in [false, true] {
                        let scale = |kind| 64.0 / if same_height { height(kind) } else { 0.4 };
                        let one = silhouette(&meshes[i], view, scale(a));
                        let other = silhouette(&meshes[k], view, scale(b));
                        let different = one.symmetric_difference(&other).count();
                        let all = one.union(&other).count();
                        // From above the feet take up much of the picture.
                        let least = if view == HALF_ABOVE { 0.07 } else { 0.1 };
                        assert!(
                            ratio(different, all) > least,
                            "{a:?} and {b:?} in {view:?}: {different} of {all}"
                        );
                    }
                }
            }
        }
    }
}
