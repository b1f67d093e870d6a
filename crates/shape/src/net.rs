//! The net of a ball: its faces unfolded into a plane, none over another.
//!
//! It has two leaves, one round each camp, which stay whole, and hang together at one edge. A leaf
//! grows from the middle of its camp outwards, first over the camp and then over what lies nearest
//! to that; a face that would lie over another waits for another edge. The leaves are joined where
//! they need the least room.

use std::collections::BTreeMap;
use std::f32::consts::PI;

use bevy_math::{Quat, Vec2, Vec3};
use bevy_transform::components::Transform;

use super::frame::frame;

/// Corners that are nearer to one another than this are one corner, and what lies over another by
/// less lies beside it, metres.
const TOUCH: f32 = 1e-4;
/// Nearness to a camp is told apart by so many parts of the radius: what is symmetric is equally
/// near, whatever is rounded.
const NEARNESS: f32 = 1e4;
/// Number of ways to turn a net that are tried, a degree from one another: after half a turn it
/// needs the same room.
const TURNS: u8 = 180;

/// A face of a ball.
#[derive(Debug, Clone, Copy)]
pub struct Face<'a> {
    /// The frame of the face, +y away from the ball.
    pub frame: Transform,
    /// The corners in that frame, a convex polygon in the plane y = 0, metres.
    pub outline: &'a [Vec3],
}

/// The faces of a ball, unfolded. It lies in the plane y = 0, round the origin, higher than it is
/// wide where -z is up, and with the first camp at its lower end.
#[derive(Debug, Clone, PartialEq)]
pub struct Net {
    /// The frame of each face in the plane.
    pub places: Vec<Transform>,
    /// The edges at which it hangs together: pairs of faces, of which the second was unfolded from
    /// the first.
    pub edges: Vec<(usize, usize)>,
    /// Half its width and half its height, metres.
    pub half: Vec2,
}

impl Net {
    /// Unfolds the faces of a ball whose centre is the origin, round two camps. `None` if no net is
    /// found: faces do not hang together, or would lie over one another.
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

    /// The area of the rectangle round it, square metres.
    fn room(&self) -> f32 {
        4.0 * self.half.x * self.half.y
    }
}

/// An edge that leads to another face.
#[derive(Debug)]
struct Seam {
    to: usize,
    /// One of its ends, where the ball is.
    end: Vec3,
}

/// The faces, and which of them share an edge.
struct Body<'a> {
    faces: &'a [Face<'a>],
    seams: Vec<Vec<Seam>>,
}

/// A face in the plane.
#[derive(Debug, Clone)]
struct Laid {
    place: Transform,
    corners: Vec<Vec2>,
}

/// Faces in the plane that hang together.
#[derive(Debug, Clone, Default)]
struct Leaf {
    laid: BTreeMap<usize, Laid>,
    edges: Vec<(usize, usize)>,
}

impl Leaf {
    fn has_room(&self, other: &Laid) -> bool {
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

    fn laid(&self, face: usize, place: Transform) -> Laid {
        let corners = self.faces[face].outline.iter().map(|at| {
            let at = place * *at;
            Vec2::new(at.x, at.z)
        });
        Laid {
            place,
            corners: corners.collect(),
        }
    }

    /// The place of the face beyond an edge of one that lies in the plane.
    fn beyond(&self, seam: &Seam, face: usize, lies: Transform) -> Transform {
        let (own, next) = (self.faces[face].frame, self.faces[seam.to].frame);
        // About the edge, which is at right angles to both normals.
        let fold = Quat::from_rotation_arc(next.rotation * Vec3::Y, own.rotation * Vec3::Y);
        let unfolded = seam.end + fold * (next.translation - seam.end);
        let carried = lies.rotation * own.rotation.inverse();
        level(Transform {
            translation: lies.translation + carried * (unfolded - own.translation),
            rotation: carried * fold * next.rotation,
            scale: Vec3::ONE,
        })
    }

    /// Unfolds first the one and then the other group of faces, nearest to the pole first; `None`
    /// if one of them finds no place.
    fn grow(&self, pole: Vec3, groups: [&[usize]; 2]) -> Option<Leaf> {
        let far = |face: usize| (self.direction(face).dot(pole) * -NEARNESS).round() as i32;
        let middle = groups[0].iter().min_by_key(|face| (far(**face), **face))?;
        let mut leaf = Leaf::default();
        let lies = self.laid(*middle, Transform::IDENTITY);
        leaf.laid.insert(*middle, lies);
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

    /// The next face of a group, with that from which it is unfolded.
    fn next(
        &self,
        leaf: &Leaf,
        group: &[usize],
        far: impl Fn(usize) -> i32,
    ) -> Option<(usize, usize, Laid)> {
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

    /// Both leaves in one, joined at each edge at which that can be done.
    fn joined(&self, first: &Leaf, second: &Leaf) -> impl Iterator<Item = Leaf> {
        let seams = first.laid.iter().flat_map(move |(face, laid)| {
            let seams = self.seams[*face].iter();
            seams.map(move |seam| (*face, laid.place, seam))
        });
        seams.filter_map(move |(face, lies, seam)| {
            let own = second.laid.get(&seam.to)?.place;
            let there = self.beyond(seam, face, lies);
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

    /// The net of a leaf that has all faces, with these at its lower end.
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
        let upright = tries.filter(|(_, [least, most])| most.z - least.z >= most.x - least.x);
        let room = |[least, most]: [Vec3; 2]| (most.x - least.x) * (most.z - least.z);
        let (turn, bounds) = upright.min_by(|a, b| room(a.1).total_cmp(&room(b.1)))?;
        let middle = bounds[0].midpoint(bounds[1]);
        let seen = |turn: Quat, place: Vec3| turn * place - middle;
        let heights = low
            .iter()
            .map(|face| seen(turn, leaf.laid[face].place.translation).z);
        let is_low = heights.sum::<f32>() >= 0.0;
        let over = Quat::from_rotation_y(if is_low { 0.0 } else { PI });
        let places = leaf.laid.values().map(|Laid { place, .. }| {
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

/// A place in the plane, without what rounding has moved it out of that.
fn level(place: Transform) -> Transform {
    Transform {
        translation: place.translation.with_y(0.0),
        rotation: frame(Vec3::Y, place.rotation * Vec3::Z),
        ..place
    }
}

/// The least and the greatest corner of a box round points that are turned.
fn bounds(points: &[Vec3], turn: Quat) -> [Vec3; 2] {
    let turned = points.iter().map(|at| turn * *at);
    turned.fold([Vec3::MAX, Vec3::MIN], |[least, most], at| {
        [least.min(at), most.max(at)]
    })
}

/// Whether two convex polygons lie over one another.
fn is_over(one: &[Vec2], other: &[Vec2]) -> bool {
    !has_gap(one, other) && !has_gap(other, one)
}

/// Whether there is a gap between two convex polygons along a side of the first.
fn has_gap(one: &[Vec2], other: &[Vec2]) -> bool {
    let next = one.iter().cycle().skip(1);
    one.iter().zip(next).any(|(from, to)| {
        let across = (*to - *from).perp().normalize_or_zero();
        let reach = |polygon: &[Vec2]| {
            let along = polygon.iter().map(|at| at.dot(across));
            along.fold((f32::MAX, f32::MIN), |(least, most), at| {
                (least.min(at), most.max(at))
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

    /// The corners of the ball of 80 triangles: each face of an icosahedron in four, pushed out to
    /// the sphere.
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

    /// The faces that have a direction within this angle of another one.
    fn camp(frames: &[(Transform, Vec<Vec3>)], pole: Vec3) -> Vec<usize> {
        let middles = frames.iter().map(|(frame, _)| frame.translation);
        let near = middles.enumerate().filter(|(_, at)| {
            let angle = at.angle_between(pole);
            angle < 0.75
        });
        near.map(|(face, _)| face).collect()
    }

    /// The net of the 80 triangles, with the camps round opposite poles, and the edges of each pair.
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
    fn the_net_has_every_triangle_once_and_none_over_another() {
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
        // It is within its rectangle, and reaches to each side of that.
        let all = corners.iter().flatten();
        let (least, most) = all.fold((Vec2::MAX, Vec2::MIN), |(least, most), at| {
            (least.min(*at), most.max(*at))
        });
        assert!(least.distance(-net.half) < 1e-4, "{least} {}", net.half);
        assert!(most.distance(net.half) < 1e-4, "{most} {}", net.half);
        assert!(net.half.y >= net.half.x);
    }

    #[test]
    fn the_net_hangs_together_at_edges_of_the_ball_and_both_camps_are_whole() {
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
        // Within a camp one goes from each face to all others without leaving it.
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
    fn what_does_not_hang_together_has_no_net() {
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
    fn polygons_that_share_a_side_or_a_corner_lie_beside_one_another() {
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
