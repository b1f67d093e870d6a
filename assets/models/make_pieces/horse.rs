//! The horse, as a signed distance field of blended rounded shapes.

use icochess_shape::Detail;

use crate::geometry::PieceGeometry;
use crate::lathe::Stroke::{Curve, Line};
use crate::lathe::{Stroke, spline};
use crate::surface::{CELL, Surface};
use crate::vectors::{Vec3, add, dot, length, ratio, scale, sub, unit};

/// Centre line of a tapering, bent tube, as [x, y, z, radius].
type Spine = [[f32; 4]];

/// Neck, from the foot to the poll.
const NECK: &Spine = &[
    [0.0, 0.030, 0.004, 0.064],
    [0.0, 0.070, -0.001, 0.062],
    [0.0, 0.115, -0.014, 0.055],
    [0.0, 0.160, -0.025, 0.047],
    [0.0, 0.205, -0.021, 0.040],
    [0.0, 0.236, -0.002, 0.033],
];
/// Skull, from the poll to the lips.
const SKULL: &Spine = &[
    [0.0, 0.237, 0.008, 0.033],
    [0.0, 0.224, 0.030, 0.036],
    [0.0, 0.201, 0.058, 0.0285],
    [0.0, 0.182, 0.080, 0.0225],
    [0.0, 0.173, 0.090, 0.0215],
];
/// Forelock, between the ears.
const FORELOCK: &Spine = &[
    [0.0, 0.264, 0.002, 0.010],
    [0.0, 0.260, 0.024, 0.009],
    [0.0, 0.244, 0.044, 0.002],
];
/// One ear; the other is its mirror image.
const EAR: &Spine = &[
    [0.013, 0.255, 0.004, 0.0100],
    [0.018, 0.272, 0.006, 0.0112],
    [0.0205, 0.288, 0.010, 0.0072],
    [0.0205, 0.2985, 0.015, 0.0014],
];
/// Hollow of an ear.
const EAR_HOLLOW: &Spine = &[
    [0.022, 0.264, 0.018, 0.0030],
    [0.024, 0.274, 0.019, 0.0050],
    [0.023, 0.292, 0.019, 0.0010],
];
/// Groove between the lips, on one side.
const MOUTH: &Spine = &[
    [0.020, 0.1575, 0.108, 0.0060],
    [0.0195, 0.1640, 0.092, 0.0055],
    [0.022, 0.1755, 0.074, 0.0010],
];
/// Width of the neck relative to its depth.
const NECK_WIDTH: f32 = 0.78;
/// Middle of an eye.
pub const EYE: Vec3 = [0.0192, 0.2305, 0.0425];
/// Outer part of an eyeball, facing up.
pub const EYEBALL: &[Stroke] = &[
    Line(&[[0.0, 0.0020], [0.0072, 0.0020]]),
    Curve(&[
        [0.0072, 0.0020],
        [0.0064, 0.0046],
        [0.0040, 0.0068],
        [0.0, 0.0078],
    ]),
];
/// Length of the eye relative to its height.
pub const EYE_LENGTH: f32 = 1.25;
/// Sides of an eyeball.
pub const EYEBALL_SIDES: usize = 12;
/// Number of locks of the mane on each side.
const LOCKS: usize = 6;

/// Height of the horse's lower end.
pub const HORSE_BOTTOM: f32 = 0.044;

/// Signed distance field of the knight's head and neck, negative inside.
pub struct Horse {
    neck: Tube,
    skull: Tube,
    locks: Vec<Tube>,
    forelock: Tube,
    ear: Tube,
    ear_hollow: Tube,
    mouth: Tube,
}

impl Horse {
    pub fn new() -> Self {
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

    /// Returns the approximate distance from the surface. It is exactly 0 on the surface.
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
        // The brow above the eye, the hollow around it, and the nostril.
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

    /// Returns the gradient of the distance.
    fn gradient(&self, p: Vec3) -> Vec3 {
        const STEP: f32 = 0.001;
        // The corners of a tetrahedron give the same accuracy as three pairs of points.
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

    /// Moves a point near the surface onto it.
    fn settle(&self, mut p: Vec3, steps: usize) -> Vec3 {
        // The lower end is flat and hidden, so its points aren't moved.
        if p[1] > HORSE_BOTTOM + CELL {
            for _ in 0..steps {
                let gradient = self.gradient(p);
                let step = self.distance(p) / length(gradient).max(0.3);
                p = sub(p, scale(unit(gradient), step.clamp(-CELL, CELL)));
            }
        }
        p
    }

    /// Returns the surface at full resolution.
    pub fn surface(&self) -> Surface {
        let mut surface = Surface::net(|p| self.distance(p).max(HORSE_BOTTOM - p[1]));
        surface.settle(|p| self.settle(p, 1));
        surface
    }

    /// Returns the mesh of the surface, simplified to a level of detail.
    pub fn skin(&self, mut surface: Surface, detail: Detail) -> PieceGeometry {
        surface.thin_out(triangles(detail), care);
        surface.settle(|p| self.settle(p, 3));
        let mut mesh = PieceGeometry::default();
        for (&p, normal) in surface.points.iter().zip(surface.normals()) {
            // Mixes in the triangles' normals, for places where the triangles are coarser than the
            // field.
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

/// Returns the maximum number of triangles of the knight's horse, without eyes.
const fn triangles(detail: Detail) -> usize {
    match detail {
        Detail::Full => 2380,
        Detail::Middle => 1057,
        Detail::Low => 200,
    }
}

/// Returns the weight of a place for simplification. The face has more weight than the neck.
fn care([x, y, z]: Vec3) -> f64 {
    let from_eye = length(sub([x.abs(), y, z], EYE));
    if y > 0.27 || from_eye < 0.02 {
        4.0
    } else if y > 0.14 && z > 0.0 {
        2.0
    } else {
        1.0
    }
}

/// Returns one lock of the mane, which falls from the crest of the neck down the side.
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

/// Tapering, bent tube.
struct Tube {
    /// Centre line, subdivided to look bent.
    spine: Vec<[f32; 4]>,
    /// Width in `x` relative to the depth.
    squash: f32,
    /// Middle of the bounding sphere; `reach` is its radius.
    centre: Vec3,
    reach: f32,
}

impl Tube {
    pub fn new(spine: &Spine, squash: f32) -> Self {
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

    /// Returns the approximate distance from the surface.
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

/// Returns the approximate distance from an ellipsoid.
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

/// Returns the distance from the union of two shapes, joined with a fillet of about `radius`. A
/// negative radius gives their intersection, so `blend(a, -b, -radius)` subtracts the second from
/// the first.
fn blend(a: f32, b: f32, radius: f32) -> f32 {
    if radius < 0.0 {
        return -blend(-a, -b, -radius);
    }
    let overlap = (1.0 - (a - b).abs() / radius).max(0.0);
    a.min(b) - overlap * overlap * radius / 4.0
}
