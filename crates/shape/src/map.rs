//! Maps of boards that hide a part of themselves: all places in a plane.

use bevy_math::{Quat, Vec2, Vec3};
use bevy_transform::components::Transform;

use super::frame::frame;
use super::hold::Hold;
use super::shape::Shape;
use icochess_rules::Cell;

/// Tolerance, in metres: closer corners of a ball are the same corner.
const TOUCH: f32 = 1e-4;
/// Largest difference in height within a level, in metres.
const LEVEL: f32 = 1e-3;
/// Gap between levels, as a fraction of a place's clear width.
const GAP: f32 = 0.5;
/// Height of a level's letter, as a fraction of a place's clear width. Smaller than the gap, so that
/// the letter is nearer to its own level.
const LETTER: f32 = 0.36;
/// Proportions of the page that a map of levels should fill.
const PAGE: Vec2 = Vec2::new(2.0, 3.0);

/// All places of a board in the plane y = 0, at their size on the board. The map is centred on the
/// origin, and up is -z. On the map of a ball, White is at the bottom; levels have the same
/// orientation as for White.
#[derive(Debug, Clone, PartialEq)]
pub struct Map {
    /// Frame of each cell's place on the map, by cell index.
    pub places: Vec<Transform>,
    /// Half the width and half the height, in metres.
    pub half: Vec2,
    /// A cell of each level, and the frame of the level's letter on the map, at the level's lower
    /// left corner. The scale is the letter's height, in metres. Empty for other maps.
    pub letters: Vec<(Cell, Transform)>,
}

impl Map {
    /// Returns whether a board has a map. A board that is always fully visible needs no map, and a
    /// ball needs a net.
    pub fn is_of(shape: &Shape) -> bool {
        if shape.hold == Hold::Ball {
            return shape.net.len() == shape.places.len();
        }
        let heights = shape.places.iter().map(|place| place.frame.translation.y);
        let [low, high] = heights.fold([f32::MAX, f32::MIN], |[low, high], y| {
            [low.min(y), high.max(y)]
        });
        high - low > LEVEL
    }

    /// Creates the map of a board: the net of a ball, or the levels of another board, the lowest
    /// first, unless the board has its own [positions](Shape::on_map). Returns `None` if the board
    /// has no map.
    pub fn of(shape: &Shape) -> Option<Self> {
        let lay_out = match shape.hold {
            Hold::Ball => unfolded,
            Hold::Table { .. } if shape.on_map.is_empty() => levels,
            Hold::Table { .. } => positioned,
        };
        Self::is_of(shape).then(|| lay_out(shape))
    }
}

impl Shape {
    /// Returns the diameter of the largest disc that fits in the face of every place, in metres.
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

/// Unfolds the net of a ball into the plane.
fn unfolded(shape: &Shape) -> Map {
    let faces = 0..shape.places.len();
    centred(
        shape,
        faces.map(|face| beyond_parent(shape, face)).collect(),
    )
}

/// Places the cells at the board's own positions.
fn positioned(shape: &Shape) -> Map {
    let turn = from_above(shape);
    let places = shape.places.iter().zip(&shape.on_map);
    let places = places.map(|(place, at)| Transform {
        translation: Vec3::new(at.x, 0.0, at.y),
        rotation: turn * place.frame.rotation,
        scale: Vec3::ONE,
    });
    centred(shape, places.collect())
}

/// Returns the map with these places, centred on the origin.
fn centred(shape: &Shape, mut places: Vec<Transform>) -> Map {
    let [low, high] = bounds(shape, places.iter().copied().enumerate());
    let middle = low.midpoint(high);
    for place in &mut places {
        // Removes rounding errors of the height.
        place.translation = place.translation.with_y(0.0) - Vec3::new(middle.x, 0.0, middle.y);
    }
    Map {
        places,
        half: (high - low) / 2.0,
        letters: Vec::new(),
    }
}

/// Returns the place of a face in the plane: beyond the edge that it shares with its parent in the
/// net. The root is at the origin.
fn beyond_parent(shape: &Shape, face: usize) -> Transform {
    let parent = usize::from(shape.net[face]);
    if parent == face {
        return Transform::IDENTITY;
    }
    let corners = |face: usize| {
        let place = shape.places[face];
        let outline = shape.kinds[place.kind].outline.iter();
        outline.map(move |corner| (*corner, place.frame * *corner))
    };
    let shared = corners(face).filter_map(|(own, on_ball)| {
        let mut others = corners(parent);
        let (other, _) = others.find(|(_, at)| at.distance(on_ball) < TOUCH)?;
        Some((own, other))
    });
    let shared: Vec<(Vec3, Vec3)> = shared.collect();
    let [own, other] = [shared[1].0 - shared[0].0, shared[1].1 - shared[0].1];
    let placed = beyond_parent(shape, parent);
    let rotation = placed.rotation * frame(Vec3::Y, other) * frame(Vec3::Y, own).inverse();
    Transform {
        translation: placed * shared[0].1 - rotation * shared[0].0,
        rotation,
        scale: Vec3::ONE,
    }
}

/// Returns the bounding rectangle of cells at these places, as its minimum and maximum.
fn bounds(shape: &Shape, places: impl Iterator<Item = (usize, Transform)>) -> [Vec2; 2] {
    let corners = places.flat_map(|(cell, place)| {
        let outline = shape.kinds[shape.places[cell].kind].outline.iter();
        outline.map(move |corner| place * *corner)
    });
    corners.fold([Vec2::MAX, Vec2::MIN], |[low, high], at| {
        let at = Vec2::new(at.x, at.z);
        [low.min(at), high.max(at)]
    })
}

/// A level of a board: the indices of its cells, and their bounds.
struct Level {
    cells: Vec<usize>,
    low: Vec2,
    high: Vec2,
}

impl Level {
    fn of(shape: &Shape, turn: Quat, cells: Vec<usize>) -> Self {
        let turned = Transform::from_rotation(turn);
        let places = cells
            .iter()
            .map(|cell| (*cell, turned * shape.places[*cell].frame));
        let [low, high] = bounds(shape, places);
        Self { cells, low, high }
    }

    fn size(&self) -> Vec2 {
        self.high - self.low
    }
}

/// Returns the rotation from a board's frame to White's view from above.
fn from_above(shape: &Shape) -> Quat {
    frame(Vec3::Y, -shape.homes[0].ahead).inverse()
}

/// Lays out the levels of a board on a table, as White sees them from above.
fn levels(shape: &Shape) -> Map {
    let turn = from_above(shape);
    let height = |cell: &usize| shape.places[*cell].frame.translation.y;
    let mut cells: Vec<usize> = (0..shape.places.len()).collect();
    cells.sort_by(|a, b| height(a).total_cmp(&height(b)).then(a.cmp(b)));
    let levels: Vec<Level> = cells
        .chunk_by(|a, b| height(b) - height(a) < LEVEL)
        .map(|cells| Level::of(shape, turn, cells.to_vec()))
        .collect();
    let sizes: Vec<Vec2> = levels.iter().map(Level::size).collect();
    let (corners, shelves) = shelved(&sizes, shape.clear() * GAP);
    let letter = shape.clear() * LETTER;
    // The margin has space for the letters of the levels at the left.
    let margin = Vec2::X * letter;
    let size = shelves + margin;
    let mut places = vec![Transform::IDENTITY; shape.places.len()];
    let mut letters = Vec::new();
    for (level, corner) in levels.iter().zip(corners) {
        let corner = corner + margin;
        let lowest = corner + Vec2::Y * level.size().y - size / 2.0;
        let at = Transform::from_xyz(lowest.x - letter / 2.0, 0.0, lowest.y - letter / 2.0);
        let at = at.with_scale(Vec3::splat(letter));
        letters.extend(level.cells.first().map(|cell| (Cell::new(*cell as u8), at)));
        for cell in &level.cells {
            let own = shape.places[*cell].frame;
            let seen = turn * own.translation;
            let at = corner + Vec2::new(seen.x, seen.z) - level.low - size / 2.0;
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
        letters,
    }
}

/// Arranges rectangles on shelves, upwards and from left to right, to be as large as possible on a
/// [`PAGE`]. Returns the upper left corner of each and the total size. Down is +y.
fn shelved(sizes: &[Vec2], gap: f32) -> (Vec<Vec2>, Vec2) {
    let enlarged = |size: Vec2| (PAGE / size).min_element();
    let tries = (1..=sizes.len()).map(|count| {
        let width = sizes[..count].iter().map(|size| size.x + gap).sum::<f32>();
        shelved_within(sizes, width, gap)
    });
    let best = tries.max_by(|a, b| enlarged(a.1).total_cmp(&enlarged(b.1)));
    best.unwrap_or_default()
}

/// Arranges rectangles on shelves of this width. The width includes a gap after each rectangle.
fn shelved_within(sizes: &[Vec2], width: f32, gap: f32) -> (Vec<Vec2>, Vec2) {
    let mut shelves: Vec<Vec<Vec2>> = Vec::new();
    let mut used = f32::MAX;
    for size in sizes {
        // Tolerates rounding errors.
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
    fn rectangles_on_shelves_do_not_overlap() {
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
        // The first rectangle is at the bottom left.
        assert!(corners[0].x < 1e-4 && (corners[0].y + sizes[0].y - size.y).abs() < 1e-4);
        // The rectangles cover more than 40% of the page; a single column or row would cover far
        // less.
        let page = PAGE / (PAGE / size).min_element();
        let used: f32 = sizes.iter().map(|size| size.element_product()).sum();
        assert!(used / page.element_product() > 0.4);
        assert_eq!(shelved(&[], 0.5), (Vec::new(), Vec2::ZERO));
    }
}
