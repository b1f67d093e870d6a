//! The room that boards need of the window's picture.

use bevy::prelude::*;

use super::camera::{FIELD_OF_VIEW, Outlook, camera_place, whites_home};
use icochess_rules::Side;
use icochess_shape::{Hold, PieceKind, Seat, Shape, height};

/// Room at each side of the board, as a part of its width.
const MARGIN: f32 = 0.02;
/// The part of the height of the picture that a board fills where there is room.
pub(super) const FILLED: f32 = 0.75;
/// The part of it that a board and its pieces take at most to come nearer.
pub(super) const MOST_FILLED: f32 = 0.98;
/// Height of the top of a board with its pieces, as a part of half the height of the picture: a little
/// more than a row of buttons takes above, however far away the board is.
pub(super) const CROWN: f32 = 0.2;

/// The room that a board takes of a picture from the usual place of the camera.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Needs {
    /// The least ratio of width to height of a picture in which it is seen whole with its pieces.
    pub(super) whole: f32,
    /// The part of the height that the board takes without its pieces.
    pub(super) tall: f32,
    /// The parts of half the height that it takes with its pieces above the middle and below it.
    pub(super) above: f32,
    pub(super) below: f32,
    /// The part of half the height that its top takes at the right of the middle.
    pub(super) crown: f32,
    /// The part of the height that is to be left between what stands above it and at the foot.
    pub(super) high: f32,
}

impl Needs {
    /// The needs of a board of this size (1 is its usual one) that lies so: those of a ball however
    /// that is, of any other board those at the home before the player, and between both homes
    /// something between: nothing jumps when it is turned.
    pub(super) fn of(shape: &Shape, seat: &Seat, size: f32, lies: Quat) -> Self {
        let white = (1.0 + whites_home(lies, shape, seat)) / 2.0;
        let [of_white, of_black] = Side::ALL.map(|side| Self::at_home(shape, seat, size, side));
        let between = |of: fn(&Self) -> f32| of(&of_black).lerp(of(&of_white), white);
        Self {
            whole: between(|it| it.whole),
            tall: between(|it| it.tall),
            above: between(|it| it.above),
            below: between(|it| it.below),
            crown: between(|it| it.crown),
            high: between(|it| it.high),
        }
    }

    /// The needs of a board of this size with that side's home before the player.
    pub(super) fn at_home(shape: &Shape, seat: &Seat, size: f32, side: Side) -> Self {
        let camera = camera_place(seat, shape, Outlook::default());
        let half = (FIELD_OF_VIEW / 2.0).tan();
        let depth = CROWN * half;
        let (aside, tall, [above, below], crown, high) = match shape.hold {
            Hold::Ball => {
                let distance = camera.translation.distance(seat.centre);
                // A sphere is seen as far as its tangents.
                let seen = |radius: f32| (radius * size / distance).min(0.9).asin().tan();
                let places = shape.cells().map(|cell| shape.centre(cell).length());
                let with_pieces = seen(shape.extent);
                let tall = seen(places.fold(0.0, f32::max));
                let chord = depth * (2.0 * with_pieces - depth);
                let crown = chord.max(0.0).sqrt();
                // Hardly a piece stands just at its edge: what is left beside the ball is for those
                // that do.
                let high = tall / FILLED;
                (with_pieces, tall, [with_pieces; 2], crown, high)
            }
            Hold::Table { .. } => {
                let home = &shape.homes[side.index()];
                let lies = shape.hold.home_rotation(home, seat);
                let seen = |point: Vec3| {
                    let seen = seat.centre + lies * (point * size) - camera.translation;
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
                    top.fold(0.0, |crown: f32, point| crown.max(point.x)),
                    (highest.y - lowest.y) / 2.0 * (1.0 + 2.0 * MARGIN),
                )
            }
        };
        Self {
            whole: aside / half * (1.0 + 2.0 * MARGIN),
            tall: tall / half,
            above: above / half,
            below: below / half,
            crown: crown / half,
            high: high / half,
        }
    }

    /// The part of the height that a picture about the same middle needs for it with its pieces.
    pub(super) fn reach(self) -> f32 {
        self.above.max(self.below)
    }

    /// Least distance of the board, as a multiple of the usual one.
    pub(super) fn nearest(self) -> f32 {
        (self.tall / FILLED)
            .max(self.reach() / MOST_FILLED)
            .min(1.0)
    }
}

/// The least and the greatest coordinates of points.
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
    fn what_a_board_takes_of_the_picture_follows_its_size() {
        let left = (1280.0 - 314.0 - 350.0) / 800.0;
        for variant in Variant::ALL {
            let shape = variant.shape();
            let seat = Seat::default().with_stance(shape.stance);
            let whole = Needs::at_home(&shape, &seat, 1.0, Side::White).whole;
            // Nothing is as narrow as a stick, and none needs to be much smaller.
            assert!((0.3..1.3 * left).contains(&whole), "{variant}: {whole}");
            let larger = Needs::at_home(&shape, &seat, 1.2, Side::White).whole;
            assert!(larger > 1.15 * whole, "{variant}: {larger}");
        }
    }
}
