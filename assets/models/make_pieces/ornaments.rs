//! Ornaments built face by face onto turned parts: horn, merlons, eyes, coronet and cross.

use std::ops::Range;

use icochess_shape::{Detail, PieceKind, height};

use crate::figures::{
    CORONET, CORONET_BOWL, CORONET_TOP, CORONET_WALL, CROSS, CROSS_DEPTH, CROSS_HEIGHT, POINTS,
    POINTS_FROM, QUEEN_DOME_RADIUS, ROOK_FLOOR, ROOK_INSIDE, ROOK_OUTSIDE,
};
use crate::geometry::PieceGeometry;
use crate::horse::{EYE, EYE_LENGTH, EYEBALL, EYEBALL_SIDES};
use crate::lathe::{Station, spline};
use crate::vectors::{Vec2, Vec3, add, around, cross, ratio, scale, sub, turn, unit};

/// Returns the width of the chamfers. Low detail has no chamfers, because they would be half a
/// pixel wide.
const fn chamfer(detail: Detail) -> f32 {
    match detail {
        Detail::Full | Detail::Middle => 0.002,
        Detail::Low => 0.0,
    }
}

/// Returns a horn: a cone with spiral ridges, closed below. It rises from `foot` and leans forward
/// by `lean` radians.
pub fn horn(foot: Vec3, lean: f32, radius: f32, length: f32, detail: Detail) -> PieceGeometry {
    /// Turns of the ridges, their number, and their height as a fraction of the radius.
    const TURNS: f32 = 1.6;
    const RIDGES: f32 = 2.0;
    const RELIEF: f32 = 0.16;
    let [sides, rows] = [14, 18].map(|full| detail.sides(full, 2));
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
    for row in 0..rows {
        // The tip itself is a separate point.
        let along = ratio(row, rows);
        let ring: Vec<u32> = (0..sides)
            .map(|side| {
                const STEP: f32 = 0.01;
                let angle = turn(side, sides);
                let round = sub(at(along, angle + STEP), at(along, angle - STEP));
                let rise = sub(at(along + STEP, angle), at(along - STEP, angle));
                mesh.vertex(at(along, angle), cross(round, rise))
            })
            .collect();
        if let Some(below) = below {
            for side in 0..sides {
                let next = (side + 1) % sides;
                mesh.quad([below[side], below[next], ring[next], ring[side]]);
            }
        } else {
            let middle = mesh.vertex(foot, scale(up, -1.0));
            let rim: Vec<u32> = (0..sides)
                .map(|side| mesh.vertex(at(0.0, turn(side, sides)), scale(up, -1.0)))
                .collect();
            for side in 0..sides {
                mesh.triangle([middle, rim[(side + 1) % sides], rim[side]]);
            }
        }
        below = Some(ring);
    }
    let tip = add(foot, scale(up, length));
    for side in 0..sides {
        let ring = below.as_deref().unwrap_or_default();
        let (here, next) = (ring[side], ring[(side + 1) % sides]);
        let facing = add(mesh.normals[here as usize], mesh.normals[next as usize]);
        let tip = mesh.vertex(tip, facing);
        mesh.triangle([here, next, tip]);
    }
    mesh
}

impl PieceGeometry {
    /// Adds one merlon over a range of the rook's sides.
    pub fn merlon(
        &mut self,
        Range {
            start: from,
            end: to,
        }: Range<usize>,
        sides: usize,
        detail: Detail,
    ) {
        let top = height(PieceKind::Rook);
        let chamfer = chamfer(detail);
        let [first, last] = [turn(from, sides), turn(to, sides)];
        // Cross-section of the merlon at side `i`, from outside to inside.
        let across = |i: usize| -> [Vec3; 6] {
            let angle = turn(i, sides);
            let inset = chamfer / ROOK_INSIDE;
            let on_top = match i {
                _ if i == from => angle + inset,
                _ if i == to => angle - inset,
                _ => angle,
            };
            [
                around(ROOK_OUTSIDE, ROOK_FLOOR, angle),
                around(ROOK_OUTSIDE, top - chamfer, angle),
                around(ROOK_OUTSIDE - chamfer, top, on_top),
                around(ROOK_INSIDE + chamfer, top, on_top),
                around(ROOK_INSIDE, top - chamfer, angle),
                around(ROOK_INSIDE, ROOK_FLOOR, angle),
            ]
        };
        for i in from..to {
            let (a, b) = (across(i), across(i + 1));
            let normals = [turn(i, sides), turn(i + 1, sides)].map(|angle| around(1.0, 0.0, angle));
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

    /// Adds the horse's eyes, the visible parts of two balls.
    pub fn eyes(&mut self, detail: Detail) {
        for side in [1.0, -1.0] {
            let mut eye = Self::default();
            eye.lathe(EYEBALL, detail.sides(EYEBALL_SIDES, 2), detail);
            // Turned outwards and stretched lengthwise.
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

    /// Adds the queen's coronet: a flared cup with a pointed rim.
    pub fn coronet(&mut self, sides: usize) {
        const OUTER_ROWS: usize = 5;
        const INNER_ROWS: usize = 2;
        let each = sides / POINTS;
        // Height of the rim at a side. The first point is on +z.
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

/// Returns a plate of the king's cross, facing `z`, with all its arms or only the side arms.
pub fn cross_plate(upright: bool, detail: Detail) -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    let chamfer = chamfer(detail);
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
    // Outward normal of the edge that begins at point `i`.
    let facing = |i: usize| {
        let [a, b] = [outline[i % count], outline[(i + 1) % count]];
        let length = (b[0] - a[0]).hypot(b[1] - a[1]);
        [(b[1] - a[1]) / length, (a[0] - b[0]) / length]
    };
    let inset: Vec<Vec2> = (0..count)
        .map(|i| {
            let [n, m] = [facing(i + count - 1), facing(i)];
            let by = chamfer / (1.0 + n[0] * m[0] + n[1] * m[1]);
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
        let edge = CROSS_DEPTH - chamfer;
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

/// Returns the outside of the coronet at a height.
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
