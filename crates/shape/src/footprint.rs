//! The footprint of a board: the outline of its contact with the ground.

use bevy_math::{IVec2, Vec2, Vec3};

use super::hold::Hold;
use super::shape::Shape;

/// Height up to which points count as touching the ground, in metres. Feet and frames have bevelled
/// edges.
const NEAR: f32 = 0.015;
/// Grid that the corners snap to, in metres, to merge points that differ by rounding errors.
const GRID: f32 = 1e-4;

impl Shape {
    /// Returns the outline of the board's contact with the ground, in the board's frame, while the
    /// board is level. The corners form a convex polygon in the plane y = 0, counter-clockwise from
    /// above, in metres.
    ///
    /// The outline is empty if the lowest point doesn't belong to a lit fixture: a ball floats, and
    /// glowing lines touch nothing.
    pub fn footprint(&self) -> Vec<Vec3> {
        if self.hold == Hold::Ball {
            return Vec::new();
        }
        let points = || {
            let fixtures = self.parts.iter().flat_map(|part| &part.fixtures);
            fixtures.flat_map(|(fixture, place)| {
                let fixture = &self.fixtures[*fixture];
                let points = fixture.mesh.positions.iter();
                points.map(move |point| (fixture.material.unlit, place.transform_point(*point)))
            })
        };
        let places = self.places.iter().map(|place| place.frame.translation.y);
        let heights = points().map(|(_, at)| at.y).chain(places);
        let ground = heights.fold(f32::INFINITY, f32::min);
        let standing = points().filter(|(shines, at)| !shines && at.y < ground + NEAR);
        let on_grid = standing.map(|(_, at)| (Vec2::new(at.x, at.z) / GRID).round().as_ivec2());
        let corners = hull(on_grid.collect()).into_iter();
        let corners = corners.map(IVec2::as_vec2);
        corners
            .map(|at| Vec3::new(at.x, 0.0, at.y) * GRID)
            .collect()
    }
}

/// Returns the convex hull of points given as x and z, counter-clockwise from above (Andrew's
/// monotone chain).
fn hull(mut points: Vec<IVec2>) -> Vec<IVec2> {
    points.sort_unstable_by_key(|at| (at.x, at.y));
    points.dedup();
    let mut outline = half(points.iter());
    let mut back = half(points.iter().rev());
    // Each half begins where the other ends.
    outline.pop();
    back.pop();
    outline.append(&mut back);
    outline
}

/// Returns one half of the hull: from the first point to the last, with all others to its left.
fn half<'a>(points: impl Iterator<Item = &'a IVec2>) -> Vec<IVec2> {
    let mut half: Vec<IVec2> = Vec::new();
    for point in points {
        while let [.., before, last] = half[..]
            && (last - before).perp_dot(*point - last) >= 0
        {
            half.pop();
        }
        half.push(*point);
    }
    half
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::grid;

    #[test]
    fn hull_has_only_the_outermost_points_counter_clockwise() {
        let corners = [[-4, 3], [5, 3], [5, -2], [-4, -2]].map(IVec2::from_array);
        let within = [[-4, 0], [0, 3], [2, 1], [0, 0], [5, 3]].map(IVec2::from_array);
        let mut outline = hull([corners.as_slice(), &within].concat());
        let first = outline.iter().position(|at| *at == corners[0]);
        outline.rotate_left(first.expect("a corner"));
        assert_eq!(outline, corners);
        assert_eq!(hull(vec![]), []);
    }

    #[test]
    fn board_of_squares_rests_on_its_frame() {
        let shape = grid("of a test", 8, 6);
        let frame = shape.fixtures.iter().find(|it| it.name == "frame");
        let points = frame.expect("a frame").mesh.positions.iter();
        let reach = points.fold(Vec3::ZERO, |far, at| far.max(at.abs()));
        assert!(reach.x > reach.z + 0.05);
        let outline = shape.footprint();
        let corners = [[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]];
        let corners = corners.map(|[x, z]| Vec3::new(x * reach.x, 0.0, z * reach.z));
        assert_eq!(outline.len(), corners.len());
        for corner in corners {
            assert!(outline.iter().any(|at| at.distance(corner) < GRID));
        }
    }
}
