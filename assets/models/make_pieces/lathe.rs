//! Turned parts: outlines made of strokes, and their lathed surfaces.

use icochess_shape::Detail;

use self::Stroke::{Arc, Curve, Line};
use crate::geometry::PieceGeometry;
use crate::vectors::{Vec2, around, ratio, turn};

/// Largest angle at which two strokes of an outline join smoothly, in radians.
const CREASE: f32 = 0.5;

/// Radius that sets the tolerance of an outline's chords. A chord may deviate from the outline as
/// much as the lathe's sides deviate from a circle of this radius.
const CHORD_RADIUS: f32 = 0.08;

/// Maximum deviation of an outline in lower detail, in pixels, at the largest size shown.
const STRAY: f32 = 1.15;

/// Largest angle at which an outline in lower detail looks smooth, in radians.
const BEND: f32 = 0.9;

/// Stretch of a turned outline. Points are (radius, height). An outline runs from the foot upwards,
/// and each stroke begins at the end of the previous one.
#[derive(Clone, Copy, Debug)]
pub enum Stroke {
    /// Straight from point to point, with an edge at each.
    Line(&'static [Vec2]),
    /// Smooth through all points.
    Curve(&'static [Vec2]),
    /// Part of a circle, between two angles in degrees (0 is outwards, 90 is up). Rising angles
    /// make a bead, falling ones a hollow.
    Arc {
        centre: Vec2,
        radius: f32,
        degrees: Vec2,
    },
}

impl PieceGeometry {
    /// Adds the surface of revolution of `outline`.
    pub fn lathe(&mut self, outline: &[Stroke], sides: usize, detail: Detail) {
        let sag = CHORD_RADIUS * (1.0 - (std::f32::consts::PI / ratio(sides, 1)).cos());
        let mut strips = strips(outline, sag);
        if let Some(most) = detail.below() {
            strips = straightened(&strips, STRAY / most);
        }
        for strip in strips {
            let rings: Vec<Vec<u32>> = strip
                .iter()
                .map(|station| self.ring(station, sides))
                .collect();
            for (ends, pair) in strip.windows(2).zip(rings.windows(2)) {
                self.sweep([&ends[0], &ends[1]], [&pair[0], &pair[1]]);
            }
        }
    }

    /// Adds the surface between two stations, given with their rings.
    fn sweep(&mut self, [from, to]: [&Station; 2], [low, high]: [&[u32]; 2]) {
        let is_flat = from.is_level() && to.is_level();
        if is_flat && from.at[0] == 0.0 {
            // Seen from below.
            let rim: Vec<u32> = high.iter().rev().copied().collect();
            self.disc(&rim);
        } else if is_flat && to.at[0] == 0.0 {
            self.disc(low);
        } else {
            let sides = low.len();
            for i in 0..sides {
                let next = (i + 1) % sides;
                self.quad([low[i], low[next], high[next], high[i]]);
            }
        }
    }

    fn ring(&mut self, station: &Station, sides: usize) -> Vec<u32> {
        let [radius, y] = station.at;
        let [outwards, up] = station.normal;
        (0..sides)
            .map(|i| {
                // On the axis each side has its own vertex, with its own normal.
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

/// Point of an outline with its normal, as (outwards, up).
#[derive(Clone, Copy, Debug)]
pub struct Station {
    pub at: Vec2,
    pub normal: Vec2,
}

impl Station {
    /// Creates a point of an outline with this tangent.
    pub fn new(at: Vec2, tangent: Vec2) -> Self {
        let length = tangent[0].hypot(tangent[1]);
        Self {
            at,
            normal: [tangent[1] / length, -tangent[0] / length],
        }
    }

    /// Returns whether the surface is horizontal at this point.
    fn is_level(&self) -> bool {
        self.normal[0] == 0.0
    }
}

/// Returns the straight strip from one point to another.
fn straight([from, to]: [Vec2; 2]) -> Vec<Station> {
    let tangent = [to[0] - from[0], to[1] - from[1]];
    [from, to].map(|at| Station::new(at, tangent)).into()
}

/// Samples an outline with chords that deviate by at most `sag`, and splits it at its edges.
pub fn strips(outline: &[Stroke], sag: f32) -> Vec<Vec<Station>> {
    let mut strips: Vec<Vec<Station>> = Vec::new();
    for stroke in outline {
        match *stroke {
            Line(points) => {
                for pair in points.windows(2) {
                    join(&mut strips, straight([pair[0], pair[1]]), CREASE);
                }
            }
            Curve(points) => join(&mut strips, curve(points, sag), CREASE),
            Arc {
                centre,
                radius,
                degrees,
            } => join(&mut strips, arc(centre, radius, degrees, sag), CREASE),
        }
    }
    strips
}

/// Returns an outline reduced to the minimum number of points that stay within `stray` of the
/// original.
fn straightened(strips: &[Vec<Station>], stray: f32) -> Vec<Vec<Station>> {
    let mut points: Vec<Vec2> = strips.iter().flatten().map(|station| station.at).collect();
    points.dedup();
    let mut kept = vec![points[0]];
    keep(&points, stray, &mut kept);
    let mut left = Vec::new();
    for pair in kept.windows(2) {
        join(&mut left, straight([pair[0], pair[1]]), BEND);
    }
    left
}

/// Adds the required points after the first, by the Ramer-Douglas-Peucker algorithm. If a point
/// deviates too far from the line to the last point, both halves are refined.
fn keep(points: &[Vec2], stray: f32, kept: &mut Vec<Vec2>) {
    let (first, last) = (points[0], points[points.len() - 1]);
    let off = |at: &Vec2| {
        let along = [last[0] - first[0], last[1] - first[1]];
        let delta = [at[0] - first[0], at[1] - first[1]];
        let whole = along[0] * along[0] + along[1] * along[1];
        let part = (delta[0] * along[0] + delta[1] * along[1]) / whole.max(f32::MIN_POSITIVE);
        let part = part.clamp(0.0, 1.0);
        (delta[0] - part * along[0]).hypot(delta[1] - part * along[1])
    };
    let between = 1..points.len() - 1;
    let farthest = between.max_by(|&a, &b| off(&points[a]).total_cmp(&off(&points[b])));
    match farthest.filter(|&at| off(&points[at]) > stray) {
        Some(at) => {
            keep(&points[..=at], stray, kept);
            keep(&points[at..], stray, kept);
        }
        None => kept.push(last),
    }
}

/// Adds a strip, merged with the previous one if they meet at an angle of at most `smooth`.
fn join(strips: &mut Vec<Vec<Station>>, strip: Vec<Station>, smooth: f32) {
    if let (Some(last), Some(first)) = (strips.last_mut(), strip.first())
        && let Some(end) = last.last_mut()
    {
        // The constants are rounded, so this makes both ends bitwise equal.
        end.at = first.at;
        let [a, b] = [end.normal, first.normal];
        if a[0] * b[0] + a[1] * b[1] > smooth.cos() {
            let sum = [a[0] + b[0], a[1] + b[1]];
            let length = sum[0].hypot(sum[1]);
            end.normal = [sum[0] / length, sum[1] / length];
            last.extend(&strip[1..]);
            return;
        }
    }
    strips.push(strip);
}

/// Samples an arc.
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

/// Samples a Catmull-Rom spline through `points`.
fn curve(points: &[Vec2], sag: f32) -> Vec<Station> {
    let mut out = Vec::new();
    for span in 0..points.len() - 1 {
        if span == 0 {
            let (at, tangent) = spline(points, 0, 0.0);
            out.push(Station::new(at, tangent));
        }
        // Uses enough steps to stay within `sag`.
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

/// Returns the point and the tangent at `t` of the span that begins at point `span`.
pub fn spline<const N: usize>(points: &[[f32; N]], span: usize, t: f32) -> ([f32; N], [f32; N]) {
    let (b, c) = (points[span], points[span + 1]);
    let last = points.len() - 1;
    // Extrapolates with a parabola beyond the ends.
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

/// Returns the point before `a` on the parabola through `a`, `b`, `c`.
fn beyond<const N: usize>(a: [f32; N], b: [f32; N], c: [f32; N]) -> [f32; N] {
    std::array::from_fn(|i| 3.0 * (a[i] - b[i]) + c[i])
}
