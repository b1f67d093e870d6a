//! The map of a board that hides a part of itself: all its places beside one another in a plane.

use bevy_math::{Quat, Vec2, Vec3};
use bevy_transform::components::Transform;
use icochess_rules::{Cell, CellSet, WideSet};

use super::frame::frame;
use super::hold::Hold;
use super::net::{Face, Net};
use super::shape::Shape;

/// Places that differ in height by less than this lie on one level, metres.
const LEVEL: f32 = 1e-3;
/// The gap between two levels, as a part of the clear width of a place.
const GAP: f32 = 0.5;
/// The width and height that a map of levels is to fill.
const PAGE: Vec2 = Vec2::new(2.0, 3.0);

/// The places of a board beside one another. They lie in the plane y = 0, as large as on the
/// board, round the origin, and what is up on the map is -z. On that of a ball White is at the lower
/// end, and levels are as White sees them.
#[derive(Debug, Clone, PartialEq)]
pub struct Map {
    /// The frame of each place on the map, by index of the cell.
    pub places: Vec<Transform>,
    /// Half its width and half its height, metres.
    pub half: Vec2,
}

impl Map {
    /// Whether a board has a map: one that is seen whole needs none.
    pub fn is_of(shape: &Shape) -> bool {
        let heights = shape.places.iter().map(|place| place.frame.translation.y);
        let [least, most] = heights.fold([f32::MAX, f32::MIN], |[least, most], y| {
            [least.min(y), most.max(y)]
        });
        shape.hold == Hold::Ball || most - least > LEVEL
    }

    /// The map of a board on which White and Black begin on these cells: of a ball its net, of any
    /// other board its levels, the lowest first. `None` if it has none.
    pub fn of(shape: &Shape, camps: [WideSet; 2]) -> Option<Self> {
        match shape.hold {
            _ if !Self::is_of(shape) => None,
            Hold::Ball => net(shape, camps),
            Hold::Table { .. } => Some(levels(shape)),
        }
    }
}

impl Shape {
    /// The diameter of the largest disc in the smallest of its places, metres: how large a place is
    /// for who points at it.
    pub fn clear(&self) -> f32 {
        let sides = self.kinds.iter().flat_map(|kind| {
            let outline = kind.outline.iter();
            let next = outline.clone().cycle().skip(1);
            outline.zip(next).map(|(a, b)| {
                let along = (*b - *a).normalize_or_zero();
                (*a * kind.face).reject_from_normalized(along).length()
            })
        });
        2.0 * sides.fold(f32::MAX, f32::min)
    }
}

fn net(shape: &Shape, camps: [WideSet; 2]) -> Option<Map> {
    let faces: Vec<Face> = shape
        .places
        .iter()
        .map(|place| Face {
            frame: place.frame,
            outline: &shape.kinds[place.kind].outline,
        })
        .collect();
    let camps = camps.map(|camp| camp.cells().map(Cell::index).collect::<Vec<_>>());
    let net = Net::of(&faces, [&camps[0], &camps[1]])?;
    Some(Map {
        places: net.places,
        half: net.half,
    })
}

/// A level of a board: its cells by index, and the least and the greatest corner of what they
/// cover.
struct Level {
    cells: Vec<usize>,
    least: Vec2,
    most: Vec2,
}

impl Level {
    fn of(shape: &Shape, turn: Quat, cells: Vec<usize>) -> Self {
        let corners = cells.iter().flat_map(|cell| {
            let place = shape.places[*cell];
            let outline = shape.kinds[place.kind].outline.iter();
            outline.map(move |corner| turn * (place.frame * *corner))
        });
        let [least, most] = corners.fold([Vec2::MAX, Vec2::MIN], |[least, most], at| {
            let at = Vec2::new(at.x, at.z);
            [least.min(at), most.max(at)]
        });
        Self { cells, least, most }
    }

    fn size(&self) -> Vec2 {
        self.most - self.least
    }
}

/// The levels of a board on a table, as White sees them from above.
fn levels(shape: &Shape) -> Map {
    let turn = frame(Vec3::Y, -shape.homes[0].ahead).inverse();
    let height = |cell: &usize| shape.places[*cell].frame.translation.y;
    let mut cells: Vec<usize> = (0..shape.places.len()).collect();
    cells.sort_by(|a, b| height(a).total_cmp(&height(b)).then(a.cmp(b)));
    let levels: Vec<Level> = cells
        .chunk_by(|a, b| height(b) - height(a) < LEVEL)
        .map(|cells| Level::of(shape, turn, cells.to_vec()))
        .collect();
    let sizes: Vec<Vec2> = levels.iter().map(Level::size).collect();
    let (corners, size) = shelved(&sizes, shape.clear() * GAP);
    let mut places = vec![Transform::IDENTITY; shape.places.len()];
    for (level, corner) in levels.iter().zip(corners) {
        for cell in &level.cells {
            let own = shape.places[*cell].frame;
            let seen = turn * own.translation;
            let at = corner + Vec2::new(seen.x, seen.z) - level.least - size / 2.0;
            places[*cell] = Transform {
                translation: Vec3::new(at.x, 0.0, at.y),
                rotation: turn * own.rotation,
                scale: Vec3::ONE,
            };
        }
    }
    Map {
        places,
        half: size / 2.0,
    }
}

/// Puts rectangles of these sizes on shelves, from the lowest shelf up and from left to right, so
/// that they are as large as can be on a [`PAGE`]: the upper left corner of each, and the size of
/// all. Down is +y.
fn shelved(sizes: &[Vec2], gap: f32) -> (Vec<Vec2>, Vec2) {
    let enlarged = |size: Vec2| (PAGE / size).min_element();
    let tries = (1..=sizes.len()).map(|count| {
        let width = sizes[..count].iter().map(|size| size.x + gap).sum::<f32>();
        shelved_within(sizes, width, gap)
    });
    let best = tries.max_by(|a, b| enlarged(a.1).total_cmp(&enlarged(b.1)));
    best.unwrap_or_default()
}

/// The same on shelves of a width, each with its gap.
fn shelved_within(sizes: &[Vec2], width: f32, gap: f32) -> (Vec<Vec2>, Vec2) {
    let mut shelves: Vec<Vec<Vec2>> = Vec::new();
    let mut used = f32::MAX;
    for size in sizes {
        // Not for what rounding adds.
        if used + size.x + gap > width * 1.000_1 {
            shelves.push(Vec::new());
            used = 0.0;
        }
        used += size.x + gap;
        if let Some(shelf) = shelves.last_mut() {
            shelf.push(*size);
        }
    }
    let heights = shelves.iter().map(|shelf| {
        let heights = shelf.iter().map(|size| size.y);
        heights.fold(0.0, f32::max)
    });
    let heights: Vec<f32> = heights.collect();
    let tall = heights.iter().sum::<f32>() + gap * (heights.len().max(1) - 1) as f32;
    let (mut corners, mut wide, mut below) = (Vec::new(), 0.0_f32, tall);
    for (shelf, height) in shelves.iter().zip(heights) {
        let mut left = 0.0;
        for size in shelf {
            corners.push(Vec2::new(left, below - size.y));
            left += size.x + gap;
        }
        wide = wide.max(left - gap);
        below -= height + gap;
    }
    (corners, Vec2::new(wide, tall))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_stand_on_shelves_beside_one_another() {
        let sizes = [
            Vec2::new(2.0, 2.0),
            Vec2::new(1.0, 1.0),
            Vec2::new(3.0, 2.0),
            Vec2::new(2.0, 1.5),
            Vec2::new(1.0, 1.0),
        ];
        let (corners, size) = shelved(&sizes, 0.5);
        assert_eq!(corners.len(), sizes.len());
        for (i, (at, own)) in corners.iter().zip(&sizes).enumerate() {
            assert!(at.min_element() > -1e-4 && (at + own).cmple(size + 1e-4).all());
            for (other, far) in corners.iter().zip(&sizes).skip(i + 1) {
                let is_apart = (at + own + 0.49).cmple(*other) | (other + far + 0.49).cmple(*at);
                assert!(is_apart.any(), "{at} {other}");
            }
        }
        // The first is at the bottom, at the left.
        assert!(corners[0].x < 1e-4 && (corners[0].y + sizes[0].y - size.y).abs() < 1e-4);
        // Less than half of the page is left over: one column or one row would leave far more.
        let page = PAGE / (PAGE / size).min_element();
        let used: f32 = sizes.iter().map(|size| size.element_product()).sum();
        assert!(used / page.element_product() > 0.4);
        assert_eq!(shelved(&[], 0.5), (Vec::new(), Vec2::ZERO));
    }
}
