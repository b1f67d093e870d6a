//! Nets of balls: the faces unfolded into a plane without overlap.
//!
//! A net has two leaves, one round each camp, joined at one edge. A leaf grows outwards from the
//! middle of its camp, so that the camp stays in one piece. A face that would overlap another one
//! is deferred until a different edge is available. The leaves are joined where the bounding
//! rectangle is smallest.

use std::collections::BTreeMap;
use std::f32::consts::PI;

use bevy_math::{Quat, Vec2, Vec3};
use bevy_transform::components::Transform;

use super::frame::frame;

/// Tolerance, in metres: closer corners are the same corner, and smaller overlaps don't count.
const TOUCH: f32 = 1e-4;
/// Steps per unit of the dot product with a camp's pole. The steps are coarse, so that rounding
/// errors don't separate symmetric faces.
const NEARNESS: f32 = 1e4;
/// Number of rotations of a net to try, 1° apart. The bounding rectangle repeats after half a turn.
const TURNS: u8 = 180;

/// A face of a ball.
#[derive(Debug, Clone, Copy)]
pub struct Face<'a> {
    /// Frame of the face, with +y away from the ball.
    pub frame: Transform,
    /// Corners in that frame, in metres. They form a convex polygon in the plane y = 0.
    pub outline: &'a [Vec3],
}

/// An unfolded ball in the plane y = 0, centred on the origin. Up is -z. The net is at least as
/// high as it is wide, and the first camp is at the bottom.
#[derive(Debug, Clone, PartialEq)]
pub struct Net {
    /// Frame of each face in the plane.
    pub places: Vec<Transform>,
    /// Edges that stay joined, as pairs of faces. The second face was unfolded from the first.
    pub edges: Vec<(usize, usize)>,
    /// Half the width and half the height, in metres.
    pub half: Vec2,
}

impl Net {
    /// Unfolds the faces of a ball centred on the origin, round two camps. Returns `None` if the
    /// faces aren't connected or every attempt overlaps.
    pub fn of(faces: &[Face], camps: [&[usize]; 2]) -> Option<Self> {
        let body = Body::new(faces);
        let poles = camps.map(|camp| {
            let middles = camp.iter().map(|face| body.direction(*face));
            middles.sum::<Vec3>().normalize_or(Vec3::Y)
        });
        let nearer = |face: &usize| {
            let [one, other] = poles.map(|pole| body.direction(*face).dot(pole));
            usize::from(other > one)
        };
        let leaves = [0, 1].map(|leaf| {
            let all: Vec<usize> = (0..faces.len())
                .filter(|face| nearer(face) == leaf)
                .collect();
            body.grow(poles[leaf], [camps[leaf], &all])
        });
        let [Some(first), Some(second)] = leaves else {
            return None;
        };
        let joined = body.joined(&first, &second);
        let nets = joined.filter_map(|leaf| body.net(&leaf, camps[0]));
        nets.min_by(|a, b| a.room().total_cmp(&b.room()))
    }

    /// Returns the area of the bounding rectangle, square metres.
    fn room(&self) -> f32 {
        4.0 * self.half.x * self.half.y
    }
}

/// An edge shared with another face.
#[derive(Debug)]
struct Seam {
    to: usize,
    /// One end of the edge on the ball.
    end: Vec3,
}

/// The faces of a ball and their shared edges.
struct Body<'a> {
    faces: &'a [Face<'a>],
    seams: Vec<Vec<Seam>>,
}

/// A face placed in the plane.
#[derive(Debug, Clone)]
struct PlacedFace {
    place: Transform,
    corners: Vec<Vec2>,
}

/// Connected faces in the plane.
#[derive(Debug, Clone, Default)]
struct Leaf {
    laid: BTreeMap<usize, PlacedFace>,
    edges: Vec<(usize, usize)>,
}

impl Leaf {
    fn has_room(&self, other: &PlacedFace) -> bool {
        let mut laid = self.laid.values();
        laid.all(|one| !is_over(&one.corners, &other.corners))
    }
}

impl<'a> Body<'a> {
    fn new(faces: &'a [Face<'a>]) -> Self {
        let corners: Vec<Vec<Vec3>> = faces
            .iter()
            .map(|face| face.outline.iter().map(|at| face.frame * *at).collect())
            .collect();
        let corners = &corners;
        let seams_of = |face: usize| {
            let others = (0..faces.len()).filter(move |other| *other != face);
            others.filter_map(move |to| {
                let is_shared = |at: &&Vec3| corners[to].iter().any(|it| it.distance(**at) < TOUCH);
                let shared: Vec<&Vec3> = corners[face].iter().filter(is_shared).collect();
                (shared.len() == 2).then(|| Seam {
                    to,
                    end: *shared[0],
                })
            })
        };
        let seams = (0..faces.len()).map(|face| seams_of(face).collect());
        Self {
            faces,
            seams: seams.collect(),
        }
    }

    fn direction(&self, face: usize) -> Vec3 {
        self.faces[face].frame.translation.normalize_or(Vec3::Y)
    }

    fn laid(&self, face: usize, place: Transform) -> PlacedFace {
        let corners = self.faces[face].outline.iter().map(|at| {
            let at = place * *at;
            Vec2::new(at.x, at.z)
        });
        PlacedFace {
            place,
            corners: corners.collect(),
        }
    }

    /// Unfolds the face across `seam` from `face`. `placed` is the transform of `face` in the
    /// plane.
    fn beyond(&self, seam: &Seam, face: usize, placed: Transform) -> Transform {
        let (own, next) = (self.faces[face].frame, self.faces[seam.to].frame);
        // Folds about the shared edge, which is perpendicular to both normals.
        let fold = Quat::from_rotation_arc(next.rotation * Vec3::Y, own.rotation * Vec3::Y);
        let unfolded = seam.end + fold * (next.translation - seam.end);
        let carried = placed.rotation * own.rotation.inverse();
        level(Transform {
            translation: placed.translation + carried * (unfolded - own.translation),
            rotation: carried * fold * next.rotation,
            scale: Vec3::ONE,
        })
    }

    /// Unfolds one group of faces after the other, each from the pole outwards. Returns `None` if a
    /// face doesn't fit anywhere.
    fn grow(&self, pole: Vec3, groups: [&[usize]; 2]) -> Option<Leaf> {
        let far = |face: usize| (self.direction(face).dot(pole) * -NEARNESS).round() as i32;
        let middle = groups[0].iter().min_by_key(|face| (far(**face), **face))?;
        let mut leaf = Leaf::default();
        let placed = self.laid(*middle, Transform::IDENTITY);
        leaf.laid.insert(*middle, placed);
        for group in groups {
            while let Some((from, to, laid)) = self.next(&leaf, group, far) {
                leaf.edges.push((from, to));
                leaf.laid.insert(to, laid);
            }
            if group.iter().any(|face| !leaf.laid.contains_key(face)) {
                return None;
            }
        }
        Some(leaf)
    }

    /// Returns the next face of a group that fits, preceded by the face that it unfolds from.
    fn next(
        &self,
        leaf: &Leaf,
        group: &[usize],
        far: impl Fn(usize) -> i32,
    ) -> Option<(usize, usize, PlacedFace)> {
        let seams = leaf.laid.keys().flat_map(|face| {
            let seams = self.seams[*face].iter();
            seams.map(move |seam| (*face, seam))
        });
        let is_next = |(_, seam): &(usize, &Seam)| {
            group.contains(&seam.to) && !leaf.laid.contains_key(&seam.to)
        };
        let mut seams: Vec<(usize, &Seam)> = seams.filter(is_next).collect();
        seams.sort_by_key(|(face, seam)| (far(seam.to), seam.to, far(*face), *face));
        seams.into_iter().find_map(|(face, seam)| {
            let place = self.beyond(seam, face, leaf.laid[&face].place);
            let laid = self.laid(seam.to, place);
            leaf.has_room(&laid).then_some((face, seam.to, laid))
        })
    }

    /// Joins the leaves at each edge at which they don't overlap.
    fn joined(&self, first: &Leaf, second: &Leaf) -> impl Iterator<Item = Leaf> {
        let seams = first.laid.iter().flat_map(move |(face, laid)| {
            let seams = self.seams[*face].iter();
            seams.map(move |seam| (*face, laid.place, seam))
        });
        seams.filter_map(move |(face, placed, seam)| {
            let own = second.laid.get(&seam.to)?.place;
            let there = self.beyond(seam, face, placed);
            let rotation = there.rotation * own.rotation.inverse();
            let motion = Transform {
                translation: there.translation - rotation * own.translation,
                rotation,
                scale: Vec3::ONE,
            };
            let mut leaf = first.clone();
            leaf.edges.push((face, seam.to));
            leaf.edges.extend(&second.edges);
            for (face, laid) in &second.laid {
                let moved = self.laid(*face, level(motion * laid.place));
                if !first.has_room(&moved) {
                    return None;
                }
                leaf.laid.insert(*face, moved);
            }
            Some(leaf)
        })
    }

    /// Turns a leaf with all faces into a net, with the faces `low` at the bottom.
    fn net(&self, leaf: &Leaf, low: &[usize]) -> Option<Net> {
        if leaf.laid.len() != self.faces.len() {
            return None;
        }
        let corners = leaf.laid.values().flat_map(|laid| &laid.corners);
        let corners: Vec<Vec3> = corners.map(|at| Vec3::new(at.x, 0.0, at.y)).collect();
        let tries = (0..TURNS).map(|degrees| {
            let turn = Quat::from_rotation_y(f32::from(degrees).to_radians());
            (turn, bounds(&corners, turn))
        });
        let upright =
            tries.filter(|(_, [lowest, highest])| highest.z - lowest.z >= highest.x - lowest.x);
        let room = |[lowest, highest]: [Vec3; 2]| (highest.x - lowest.x) * (highest.z - lowest.z);
        let (turn, bounds) = upright.min_by(|a, b| room(a.1).total_cmp(&room(b.1)))?;
        let middle = bounds[0].midpoint(bounds[1]);
        let seen = |turn: Quat, place: Vec3| turn * place - middle;
        let heights = low
            .iter()
            .map(|face| seen(turn, leaf.laid[face].place.translation).z);
        let is_low = heights.sum::<f32>() >= 0.0;
        let over = Quat::from_rotation_y(if is_low { 0.0 } else { PI });
        let places = leaf.laid.values().map(|PlacedFace { place, .. }| {
            level(Transform {
                translation: over * seen(turn, place.translation),
                rotation: over * turn * place.rotation,
                ..*place
            })
        });
        let size = bounds[1] - bounds[0];
        Some(Net {
            places: places.collect(),
            edges: leaf.edges.clone(),
            half: Vec2::new(size.x, size.z) / 2.0,
        })
    }
}

/// Puts a transform back into the plane, removing rounding errors.
fn level(place: Transform) -> Transform {
    Transform {
        translation: place.translation.with_y(0.0),
        rotation: frame(Vec3::Y, place.rotation * Vec3::Z),
        ..place
    }
}

/// Returns the bounding box of the rotated points, as its minimum and maximum.
fn bounds(points: &[Vec3], turn: Quat) -> [Vec3; 2] {
    let turned = points.iter().map(|at| turn * *at);
    turned.fold([Vec3::MAX, Vec3::MIN], |[lowest, highest], at| {
        [lowest.min(at), highest.max(at)]
    })
}

fn is_over(one: &[Vec2], other: &[Vec2]) -> bool {
    !has_gap(one, other) && !has_gap(other, one)
}

/// Returns whether a side of the first convex polygon separates it from the second.
fn has_gap(one: &[Vec2], other: &[Vec2]) -> bool {
    let next = one.iter().cycle().skip(1);
    one.iter().zip(next).any(|(from, to)| {
        let across = (*to - *from).perp().normalize_or_zero();
        let reach = |polygon: &[Vec2]| {
            let along = polygon.iter().map(|at| at.dot(across));
            along.fold((f32::MAX, f32::MIN), |(lowest, highest), at| {
                (lowest.min(at), highest.max(at))
            })
        };
        let (own, far) = (reach(one), reach(other));
        own.1 <= far.0 + TOUCH || far.1 <= own.0 + TOUCH
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const RADIUS: f32 = 0.2;

    /// Returns a ball of 80 triangles: an icosahedron with each face split in four and projected
    /// onto the sphere.
    fn triangles() -> Vec<[Vec3; 3]> {
        let golden = f32::midpoint(1.0, 5_f32.sqrt());
        let cyclic = |a: f32, b: f32| {
            [
                Vec3::new(0.0, a, b),
                Vec3::new(a, b, 0.0),
                Vec3::new(b, 0.0, a),
            ]
        };
        let signs = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
        let corners: Vec<Vec3> = signs
            .into_iter()
            .flat_map(|(a, b)| cyclic(a, b * golden))
            .collect();
        let mut all = Vec::new();
        for (i, a) in corners.iter().enumerate() {
            for (j, b) in corners.iter().enumerate().skip(i + 1) {
                for c in &corners[j + 1..] {
                    let sides = [a.distance(*b), b.distance(*c), c.distance(*a)];
                    if sides.iter().all(|side| (side - 2.0).abs() < 1e-3) {
                        all.extend(in_four([*a, *b, *c]));
                    }
                }
            }
        }
        all
    }

    fn in_four([a, b, c]: [Vec3; 3]) -> [[Vec3; 3]; 4] {
        let [ab, bc, ca] = [a.midpoint(b), b.midpoint(c), c.midpoint(a)];
        [[ab, bc, ca], [a, ab, ca], [b, bc, ab], [c, ca, bc]]
            .map(|corners| corners.map(|corner| corner.normalize() * RADIUS))
    }

    fn frames(triangles: &[[Vec3; 3]]) -> Vec<(Transform, Vec<Vec3>)> {
        let frames = triangles.iter().map(|[a, b, c]| {
            let middle = (*a + *b + *c) / 3.0;
            let normal = (*b - *a).cross(*c - *a);
            let up = normal * normal.dot(middle).signum();
            let frame = Transform {
                translation: middle,
                rotation: frame(up, *a - middle),
                scale: Vec3::ONE,
            };
            let back = frame.rotation.inverse();
            let outline = [a, b, c].map(|corner| back * (*corner - middle));
            (frame, outline.to_vec())
        });
        frames.collect()
    }

    /// Faces within 0.75 radians of a pole.
    fn camp(frames: &[(Transform, Vec<Vec3>)], pole: Vec3) -> Vec<usize> {
        let middles = frames.iter().map(|(frame, _)| frame.translation);
        let near = middles.enumerate().filter(|(_, at)| {
            let angle = at.angle_between(pole);
            angle < 0.75
        });
        near.map(|(face, _)| face).collect()
    }

    /// Returns the net of the 80 triangles with camps at opposite poles, then the faces and the
    /// camps.
    fn net() -> (Net, Vec<(Transform, Vec<Vec3>)>, [Vec<usize>; 2]) {
        let frames = frames(&triangles());
        let pole = frames[5].0.translation;
        let camps = [camp(&frames, pole), camp(&frames, -pole)];
        let faces: Vec<Face> = frames
            .iter()
            .map(|(frame, outline)| Face {
                frame: *frame,
                outline,
            })
            .collect();
        let net = Net::of(&faces, [&camps[0], &camps[1]]).expect("a net");
        let again = Net::of(&faces, [&camps[0], &camps[1]]);
        assert_eq!(again.as_ref(), Some(&net), "the same net each time");
        (net, frames, camps)
    }

    #[test]
    fn net_has_every_triangle_once_without_overlap() {
        let (net, frames, _) = net();
        assert_eq!((frames.len(), net.places.len()), (80, 80));
        let corners: Vec<Vec<Vec2>> = net
            .places
            .iter()
            .zip(&frames)
            .map(|(place, (_, outline))| {
                assert!(place.translation.y.abs() < 1e-6);
                assert!((place.rotation * Vec3::Y).dot(Vec3::Y) > 0.999_99);
                let corners = outline.iter().map(|at| *place * *at);
                corners.map(|at| Vec2::new(at.x, at.z)).collect()
            })
            .collect();
        for (i, one) in corners.iter().enumerate() {
            for (j, other) in corners.iter().enumerate().skip(i + 1) {
                assert!(!is_over(one, other), "{i} and {j}");
            }
        }
        // The bounding rectangle is tight.
        let all = corners.iter().flatten();
        let (lowest, highest) = all.fold((Vec2::MAX, Vec2::MIN), |(lowest, highest), at| {
            (lowest.min(*at), highest.max(*at))
        });
        assert!(lowest.distance(-net.half) < 1e-4, "{lowest} {}", net.half);
        assert!(highest.distance(net.half) < 1e-4, "{highest} {}", net.half);
        assert!(net.half.y >= net.half.x);
    }

    #[test]
    fn net_is_joined_at_ball_edges_and_camps_are_whole() {
        let (net, frames, camps) = net();
        assert_eq!(net.edges.len(), 79);
        let mut reached = BTreeSet::from([net.edges[0].0]);
        let corners = |face: usize, place: Transform| -> Vec<Vec3> {
            frames[face].1.iter().map(|at| place * *at).collect()
        };
        let shared = |one: &[Vec3], other: &[Vec3]| {
            let near = |at: &&Vec3| other.iter().any(|it| it.distance(**at) < TOUCH);
            one.iter().filter(near).count()
        };
        for (from, to) in &net.edges {
            let on_ball = [*from, *to].map(|face| corners(face, frames[face].0));
            assert_eq!(shared(&on_ball[0], &on_ball[1]), 2, "{from} {to}");
            let flat = [*from, *to].map(|face| corners(face, net.places[face]));
            assert_eq!(shared(&flat[0], &flat[1]), 2, "{from} {to}");
        }
        for _ in 0..net.edges.len() {
            let next: Vec<usize> = net
                .edges
                .iter()
                .flat_map(|(a, b)| [(*a, *b), (*b, *a)])
                .filter(|(a, _)| reached.contains(a))
                .map(|(_, b)| b)
                .collect();
            reached.extend(next);
        }
        assert_eq!(reached.len(), 80);
        // Each camp is connected without faces of other groups.
        for camp in &camps {
            assert!(camp.len() >= 10, "{camp:?}");
            let within = net.edges.iter();
            let within = within.filter(|(a, b)| camp.contains(a) && camp.contains(b));
            assert_eq!(within.count(), camp.len() - 1);
        }
        let height = |camp: &[usize]| -> f32 {
            camp.iter()
                .map(|face| net.places[*face].translation.z)
                .sum()
        };
        assert!(height(&camps[0]) > 0.0 && height(&camps[1]) < 0.0);
    }

    #[test]
    fn unconnected_faces_have_no_net() {
        let frames = frames(&triangles());
        let faces: Vec<Face> = [0, 40]
            .map(|face| Face {
                frame: frames[face].0,
                outline: &frames[face].1,
            })
            .to_vec();
        assert_eq!(Net::of(&faces, [&[0], &[1]]), None);
        assert_eq!(Net::of(&faces, [&[], &[1]]), None);
    }

    #[test]
    fn polygons_sharing_a_side_or_corner_do_not_overlap() {
        let square = |x: f32, y: f32| {
            [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(a, b)| Vec2::new(x + a, y + b))
        };
        let one = square(0.0, 0.0);
        assert!(!is_over(&one, &square(1.0, 0.0)));
        assert!(!is_over(&one, &square(1.0, 1.0)));
        assert!(is_over(&one, &square(0.9, 0.9)));
        assert!(is_over(&one, &one));
    }
}
