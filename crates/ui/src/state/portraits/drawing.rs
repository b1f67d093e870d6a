//! Software rendering of a board with pieces into a small picture, from the board's shape alone.

use bevy::prelude::*;

use icochess_board::stage::texture::halved;
use icochess_rules::{AnyPosition, CellSet, Side};
use icochess_shape::{Hold, Shape, TriangleMesh, axes};

/// Width and height of a picture, in pixels.
pub(super) const SIZE: UVec2 = UVec2::new(256, 192);
/// Number of mip levels of a picture, down to 16×12 pixels. Lists in a small window show the
/// picture 21 pixels wide.
pub(super) const LEVELS: u32 = 5;

/// Samples per pixel in each direction, for smooth edges.
const SAMPLES: u32 = 3;

/// Fraction of the picture that the board fills, in the tighter direction.
const USED: f32 = 0.96;

/// Elevation of the eye, in radians: for boards with one level, and for boards with several.
const ELEVATIONS: [f32; 2] = [0.9, 0.5];

/// Maximum height difference of cells on one level, in metres.
const LEVEL: f32 = 1e-3;

/// Fraction of the light that is ambient.
const AMBIENT: f32 = 0.45;

/// The balls of a simplified piece: height of the centre and radius, in model units.
const BODY: [(f32, f32); 2] = [(0.09, 0.105), (0.235, 0.07)];

/// Rings and sectors of a ball.
const BALL: (usize, usize) = (8, 12);

/// A triangle in view space: x right and y down in samples, z towards the eye.
struct Seen {
    corners: [Vec3; 3],
    color: LinearRgba,
}

/// The picture during rendering, at sample resolution.
struct Samples {
    size: UVec2,
    /// Depth of the nearest opaque triangle; larger is nearer.
    depths: Vec<f32>,
    /// Premultiplied colours.
    colors: Vec<Vec4>,
}

/// Renders a position on a board. Returns sRGB bytes with alpha, top row first, for each mip level
/// from the largest.
pub(super) fn draw(shape: &Shape, position: &dyn AnyPosition) -> Vec<u8> {
    let axes = eye(shape);
    let mut triangles = triangles(shape, position, &axes);
    fit(&mut triangles);
    let mut samples = Samples::new(SIZE * SAMPLES);
    let (opaque, mut glass): (Vec<Seen>, Vec<Seen>) =
        triangles.into_iter().partition(|it| it.color.alpha >= 1.0);
    for triangle in &opaque {
        samples.paint(triangle);
    }
    // Blend glass over the opaque parts, back to front.
    let depth = |it: &Seen| it.corners.iter().map(|corner| corner.z).sum::<f32>();
    glass.sort_by(|one, other| depth(one).total_cmp(&depth(other)));
    for triangle in &glass {
        samples.paint(triangle);
    }
    levels(samples.points())
}

/// Returns the view axes right, up and towards the eye, for a view from slightly above White's
/// seat.
fn eye(shape: &Shape) -> Mat3 {
    let [outwards, above, _] = axes(shape.hold, &shape.homes[0]);
    let elevation = match shape.hold {
        Hold::Ball => 0.23,
        Hold::Table { .. } => {
            let heights = shape.places.iter().map(|it| it.frame.translation.y);
            let (low, high) = heights.fold((f32::MAX, f32::MIN), |(low, high), it| {
                (low.min(it), high.max(it))
            });
            ELEVATIONS[usize::from(high - low > LEVEL)]
        }
    };
    let (sin, cos) = elevation.sin_cos();
    let towards = (outwards * cos + above * sin).normalize();
    let up = above.reject_from(towards).normalize();
    Mat3::from_cols(up.cross(towards), up, towards)
}

/// Returns all triangles of a board, in metres.
fn triangles(shape: &Shape, position: &dyn AnyPosition, axes: &Mat3) -> Vec<Seen> {
    let mut all = Vec::new();
    let absent = position.absent();
    for (index, part) in shape.parts.iter().enumerate() {
        if !shape.is_there(index, absent) {
            continue;
        }
        for (fixture, at) in &part.fixtures {
            let fixture = &shape.fixtures[*fixture];
            let color = fixture.material.base_color.to_linear();
            mesh(&mut all, axes, &fixture.mesh, *at, color);
        }
    }
    for cell in shape.cells() {
        let place = &shape.places[cell.index()];
        if !shape.is_there(place.part, absent) {
            continue;
        }
        let kind = shape.kind(cell);
        let corner = |corner: &Vec3| place.frame.transform_point(*corner * kind.face);
        let corners: Vec<Vec3> = kind.outline.iter().map(corner).collect();
        let color = kind.shade.to_linear();
        for two in corners.windows(2).skip(1) {
            let three = [corners[0], two[0], two[1]];
            // Glass is visible from both sides.
            add(&mut all, axes, three, place.frame.up().into(), color);
        }
    }
    let ball = ball();
    for cell in position.occupied().cells() {
        let Some(piece) = position.piece_at(cell) else {
            continue;
        };
        let color = match piece.side {
            Side::White => LinearRgba::rgb(0.82, 0.76, 0.64),
            Side::Black => LinearRgba::rgb(0.025, 0.028, 0.045),
        };
        let foot = shape.frame(cell);
        for (height, radius) in BODY {
            let up = foot.up() * (height * shape.piece_scale);
            let at = Transform::from_translation(foot.translation + up)
                .with_scale(Vec3::splat(radius * shape.piece_scale));
            mesh(&mut all, axes, &ball, at, color);
        }
    }
    all
}

fn mesh(all: &mut Vec<Seen>, axes: &Mat3, mesh: &TriangleMesh, at: Transform, color: LinearRgba) {
    for three in mesh.indices.chunks_exact(3) {
        let of = |index: u32| at.transform_point(mesh.positions[index as usize]);
        let corners = [of(three[0]), of(three[1]), of(three[2])];
        let normal = at.rotation * mesh.normals[three[0] as usize];
        if (axes.transpose() * normal).z > 0.0 {
            add(all, axes, corners, normal, color);
        }
    }
}

/// Adds a lit triangle, unless it is opaque and faces away.
fn add(all: &mut Vec<Seen>, axes: &Mat3, corners: [Vec3; 3], normal: Vec3, color: LinearRgba) {
    let normal = (axes.transpose() * normal).normalize_or(Vec3::Z);
    if normal.z <= 0.0 && color.alpha >= 1.0 {
        return;
    }
    let light = Vec3::new(-0.4, 0.7, 0.6).normalize();
    let bright = AMBIENT + (1.0 - AMBIENT) * normal.dot(light).abs();
    all.push(Seen {
        corners: corners.map(|corner| axes.transpose() * corner),
        color: LinearRgba {
            alpha: color.alpha,
            ..color * bright
        },
    });
}

/// Returns a ball of radius 1.
fn ball() -> TriangleMesh {
    let (rings, sectors) = BALL;
    let point = |ring: usize, sector: usize| {
        let down = std::f32::consts::PI * ring as f32 / rings as f32;
        let around = std::f32::consts::TAU * sector as f32 / sectors as f32;
        Vec3::new(
            down.sin() * around.cos(),
            down.cos(),
            down.sin() * around.sin(),
        )
    };
    let mut ball = TriangleMesh::default();
    for ring in 0..rings {
        for sector in 0..sectors {
            let [a, b, c, d] = [
                point(ring, sector),
                point(ring, sector + 1),
                point(ring + 1, sector + 1),
                point(ring + 1, sector),
            ];
            for three in [[a, b, c], [a, c, d]] {
                let base = ball.positions.len() as u32;
                ball.positions.extend(three);
                ball.normals.extend([(a + b + c + d).normalize(); 3]);
                ball.indices.extend([base, base + 1, base + 2]);
            }
        }
    }
    ball
}

/// Scales metres to samples so that the board fills the picture.
fn fit(triangles: &mut [Seen]) {
    let corners = triangles.iter().flat_map(|it| it.corners);
    let (low, high) = corners.fold((Vec2::MAX, Vec2::MIN), |(low, high), corner| {
        (low.min(corner.truncate()), high.max(corner.truncate()))
    });
    let size = (SIZE * SAMPLES).as_vec2();
    let scale = (size * USED / (high - low)).min_element();
    let middle = low.midpoint(high);
    for corner in triangles.iter_mut().flat_map(|it| &mut it.corners) {
        let flat = (corner.truncate() - middle) * Vec2::new(1.0, -1.0) * scale + size / 2.0;
        *corner = flat.extend(corner.z);
    }
}

impl Samples {
    fn new(size: UVec2) -> Self {
        let count = (size.x * size.y) as usize;
        Self {
            size,
            depths: vec![f32::MIN; count],
            colors: vec![Vec4::ZERO; count],
        }
    }

    fn paint(&mut self, triangle: &Seen) {
        let [a, b, c] = triangle.corners;
        let area = (b - a).truncate().perp_dot((c - a).truncate());
        if area == 0.0 {
            return;
        }
        let last = self.size - 1;
        let low = a
            .min(b)
            .min(c)
            .truncate()
            .floor()
            .max(Vec2::ZERO)
            .as_uvec2();
        let high = a.max(b).max(c).truncate().ceil().max(Vec2::ZERO).as_uvec2();
        let high = high.min(last);
        let LinearRgba {
            red,
            green,
            blue,
            alpha,
        } = triangle.color;
        let ink = Vec4::new(red * alpha, green * alpha, blue * alpha, alpha);
        for y in low.y..=high.y {
            for x in low.x..=high.x {
                let at = UVec2::new(x, y).as_vec2() + 0.5;
                let part = |from: Vec3, to: Vec3| {
                    (to - from).truncate().perp_dot(at - from.truncate()) / area
                };
                let [of_a, of_b, of_c] = [part(b, c), part(c, a), part(a, b)];
                if of_a < 0.0 || of_b < 0.0 || of_c < 0.0 {
                    continue;
                }
                let depth = of_a * a.z + of_b * b.z + of_c * c.z;
                let index = (y * self.size.x + x) as usize;
                if depth < self.depths[index] {
                    continue;
                }
                if alpha >= 1.0 {
                    self.depths[index] = depth;
                }
                self.colors[index] = ink + self.colors[index] * (1.0 - alpha);
            }
        }
    }

    /// Returns the pixels, each the mean of its samples.
    fn points(&self) -> Vec<Vec4> {
        let mut points = Vec::with_capacity((SIZE.x * SIZE.y) as usize);
        for y in 0..SIZE.y {
            for x in 0..SIZE.x {
                let mut sum = Vec4::ZERO;
                for down in 0..SAMPLES {
                    for across in 0..SAMPLES {
                        let row = y * SAMPLES + down;
                        sum += self.colors[(row * self.size.x + x * SAMPLES + across) as usize];
                    }
                }
                points.push(sum / (SAMPLES * SAMPLES) as f32);
            }
        }
        points
    }
}

/// Returns the bytes of a picture and its mip levels.
fn levels(points: Vec<Vec4>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut now = points;
    for level in 0..LEVELS {
        if level > 0 {
            let width = (SIZE.x >> (level - 1)) as usize;
            now = halved(&now, width, |four| four.into_iter().sum::<Vec4>() / 4.0);
        }
        bytes.extend(now.iter().flat_map(|point| srgb(*point)));
    }
    bytes
}

/// Converts a linear, premultiplied colour to sRGB with alpha.
fn srgb(point: Vec4) -> [u8; 4] {
    let alpha = point.w.min(1.0);
    let color = point.truncate() / alpha.max(f32::EPSILON);
    let color = LinearRgba::new(color.x, color.y, color.z, alpha);
    Srgba::from(color).to_u8_array()
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;

    #[test]
    fn pictures_show_both_armies_and_reach_an_edge() {
        for variant in Variant::ALL {
            let shape = variant.shape();
            let game = variant.board().new_game();
            let bytes = draw(&shape, game.position());
            let largest = (SIZE.x * SIZE.y * 4) as usize;
            let points: Vec<&[u8]> = bytes[..largest].chunks_exact(4).collect();
            let is_seen = |x: u32, y: u32| points[(y * SIZE.x + x) as usize][3] > 0;
            let columns = (0..SIZE.x).filter(|x| (0..SIZE.y).any(|y| is_seen(*x, y)));
            let rows = (0..SIZE.y).filter(|y| (0..SIZE.x).any(|x| is_seen(x, *y)));
            let (columns, rows): (Vec<u32>, Vec<u32>) = (columns.collect(), rows.collect());
            let [wide, high] = [columns.len(), rows.len()].map(|it| it as f32);
            let is_large = wide > 0.94 * SIZE.x as f32 || high > 0.94 * SIZE.y as f32;
            assert!(is_large, "{variant}: {wide} × {high}");
            let of =
                |is: fn(&[u8]) -> bool| points.iter().filter(|it| it[3] > 200 && is(it)).count();
            let light = of(|it| it[0] > 170 && it[1] > 160 && it[2] > 140);
            let dark = of(|it| it[..3].iter().all(|part| *part < 70));
            assert!(light > 60 && dark > 60, "{variant}: {light}, {dark}");
        }
    }

    #[test]
    fn mip_levels_cover_the_same_area() {
        for variant in Variant::ALL {
            let bytes = draw(&variant.shape(), variant.board().new_game().position());
            let mut rest = &bytes[..];
            let opacities = (0..LEVELS).map(|level| {
                let size = SIZE / (1 << level);
                let (copy, others) = rest.split_at((size.x * size.y * 4) as usize);
                rest = others;
                let points = copy.chunks_exact(4);
                let sum: u32 = points.map(|point| u32::from(point[3])).sum();
                sum as f32 / (size.x * size.y) as f32
            });
            let opacities: Vec<f32> = opacities.collect();
            assert!(rest.is_empty(), "{variant}: {}", rest.len());
            for opacity in &opacities {
                let is_same = (opacity - opacities[0]).abs() < 1.0;
                assert!(is_same && *opacity > 5.0, "{variant}: {opacities:?}");
            }
        }
    }
}
