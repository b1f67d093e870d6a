//! Space that boards need in the window's image.

use bevy::prelude::*;

use super::camera::{FIELD_OF_VIEW, Outlook, camera_place, whites_home};
use icochess_rules::Side;
use icochess_shape::{Hold, PieceKind, Seat, Shape, height};

/// Margin at each side of the board, as a fraction of its width.
const MARGIN: f32 = 0.02;
/// Fraction of the picture's height that a board fills if there is space.
pub(super) const FILLED: f32 = 0.75;
/// Maximum fraction of the height that a board with its pieces fills when it comes nearer.
pub(super) const MAX_FILLED: f32 = 0.98;
/// Height of a board's top, including pieces, as a fraction of half the picture's height. It is
/// slightly more than a row of buttons covers, at any distance of the board.
pub(super) const TOP_HEIGHT: f32 = 0.2;

/// Extents of a board in the picture, seen from the camera's default position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct BoardExtent {
    /// Minimum aspect ratio of a picture that shows the whole board with its pieces.
    pub(super) whole: f32,
    /// Fraction of the height that the board covers without its pieces.
    pub(super) tall: f32,
    /// Fractions of half the height covered above and below the middle, with pieces.
    pub(super) above: f32,
    pub(super) below: f32,
    /// Fraction of half the height that the board's top extends to the right of the middle.
    pub(super) top_right: f32,
    /// Fraction of the height needed between the top and the bottom rows of the UI.
    pub(super) high: f32,
}

impl BoardExtent {
    /// Returns the extent of a board at this rotation (a `size` of 1 is the default). A ball's
    /// extent is the same at any rotation. For any other board, the extent is interpolated between
    /// the two homes, so that the picture doesn't jump when the board turns.
    pub(super) fn of(shape: &Shape, seat: &Seat, size: f32, board_rotation: Quat) -> Self {
        let white = (1.0 + whites_home(board_rotation, shape, seat)) / 2.0;
        let [of_white, of_black] = Side::ALL.map(|side| Self::at_home(shape, seat, size, side));
        let between = |of: fn(&Self) -> f32| of(&of_black).lerp(of(&of_white), white);
        Self {
            whole: between(|it| it.whole),
            tall: between(|it| it.tall),
            above: between(|it| it.above),
            below: between(|it| it.below),
            top_right: between(|it| it.top_right),
            high: between(|it| it.high),
        }
    }

    /// Returns the extent of a board with that side's home in front of the player.
    pub(super) fn at_home(shape: &Shape, seat: &Seat, size: f32, side: Side) -> Self {
        let camera = camera_place(seat, shape, Outlook::default());
        let half = (FIELD_OF_VIEW / 2.0).tan();
        let depth = TOP_HEIGHT * half;
        let (aside, tall, [above, below], top_right, high) = match shape.hold {
            Hold::Ball => {
                let distance = camera.translation.distance(seat.centre);
                // The outline of a sphere is where its tangents touch it.
                let seen = |radius: f32| (radius * size / distance).min(0.9).asin().tan();
                let places = shape.cells().map(|cell| shape.centre(cell).length());
                let with_pieces = seen(shape.extent);
                let tall = seen(places.fold(0.0, f32::max));
                let chord = depth * (2.0 * with_pieces - depth);
                let top_right = chord.max(0.0).sqrt();
                // Few pieces are at the edge of the outline. They fit in the margin around the
                // ball.
                let high = tall / FILLED;
                (with_pieces, tall, [with_pieces; 2], top_right, high)
            }
            Hold::Table { .. } => {
                let home = &shape.homes[side.index()];
                let board_rotation = shape.hold.home_rotation(home, seat);
                let seen = |point: Vec3| {
                    let seen = seat.centre + board_rotation * (point * size) - camera.translation;
                    let seen = camera.rotation.inverse() * seen;
                    seen.truncate() / -seen.z
                };
                let (low, high) = bounds(shape.corners().map(seen));
                let tip = Vec3::Y * height(PieceKind::King) * shape.piece_scale;
                let points = || {
                    let tips = shape.places.iter().map(move |place| place.frame * tip);
                    shape.corners().chain(tips).map(seen)
                };
                let (lowest, highest) = bounds(points());
                let top = points().filter(|point| point.y > highest.y - depth);
                (
                    low.x.abs().max(high.x),
                    (high.y - low.y) / 2.0,
                    [highest.y, -lowest.y],
                    top.fold(0.0, |top_right: f32, point| top_right.max(point.x)),
                    (highest.y - lowest.y) / 2.0 * (1.0 + 2.0 * MARGIN),
                )
            }
        };
        Self {
            whole: aside / half * (1.0 + 2.0 * MARGIN),
            tall: tall / half,
            above: above / half,
            below: below / half,
            top_right: top_right / half,
            high: high / half,
        }
    }

    /// Returns the fraction of the height that the board and its pieces need about its centre.
    pub(super) fn half_height(self) -> f32 {
        self.above.max(self.below)
    }

    /// Returns the smallest distance factor.
    pub(super) fn nearest(self) -> f32 {
        (self.tall / FILLED)
            .max(self.half_height() / MAX_FILLED)
            .min(1.0)
    }
}

/// Returns the minimum and the maximum coordinates of points.
fn bounds(points: impl Iterator<Item = Vec2>) -> (Vec2, Vec2) {
    points.fold((Vec2::MAX, Vec2::MIN), |(low, high), point| {
        (low.min(point), high.max(point))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;

    #[test]
    fn needs_follow_the_boards_size() {
        let left = (1280.0 - 314.0 - 350.0) / 800.0;
        for variant in Variant::ALL {
            let shape = variant.shape();
            let seat = Seat::default().with_stance(shape.stance);
            let whole = BoardExtent::at_home(&shape, &seat, 1.0, Side::White).whole;
            // No board is as thin as a stick, and no board must shrink much.
            assert!((0.3..1.3 * left).contains(&whole), "{variant}: {whole}");
            let larger = BoardExtent::at_home(&shape, &seat, 1.2, Side::White).whole;
            assert!(larger > 1.15 * whole, "{variant}: {larger}");
        }
    }
}
