//! Vector arithmetic.

pub type Vec2 = [f32; 2];
pub type Vec3 = [f32; 3];

pub fn add(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub fn sub(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub fn scale(a: Vec3, by: f32) -> Vec3 {
    a.map(|c| c * by)
}

pub fn mix(a: Vec3, b: Vec3, t: f32) -> Vec3 {
    add(a, scale(sub(b, a), t))
}

pub fn dot(a: Vec3, b: Vec3) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

pub fn length(a: Vec3) -> f32 {
    dot(a, a).sqrt()
}

/// Returns the unit vector along `a`, or straight up if `a` has no direction.
pub fn unit(a: Vec3) -> Vec3 {
    let length = length(a);
    if length > 1e-20 {
        scale(a, 1.0 / length)
    } else {
        [0.0, 1.0, 0.0]
    }
}

/// Returns a normal of the triangle whose length is twice its area.
pub fn area_vector(a: Vec3, b: Vec3, c: Vec3) -> Vec3 {
    cross(sub(b, a), sub(c, a))
}

/// Returns the point at `angle` around the `y` axis: 0 is `+z`, a quarter turn is `+x`.
pub fn around(radius: f32, y: f32, angle: f32) -> Vec3 {
    [radius * angle.sin(), y, radius * angle.cos()]
}

/// Returns the angle of side `index` of `sides`.
pub fn turn(index: usize, sides: usize) -> f32 {
    // Makes both sides of the seam bitwise equal.
    ratio(index % sides, sides) * std::f32::consts::TAU
}

/// Returns `part / whole`. The counts are small enough for `f32` to represent them exactly.
#[expect(clippy::cast_precision_loss, reason = "small counts")]
pub fn ratio(part: usize, whole: usize) -> f32 {
    part as f32 / whole as f32
}
