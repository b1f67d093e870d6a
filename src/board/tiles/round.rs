//! The places round a ball, as an eye sees it, of arrows and of the numbers of ways.

use std::f32::consts::TAU;

use bevy::prelude::*;
use icochess_rules::{AnyPosition, Cell, CellSet};
use icochess_shape::{Seat, height};

use crate::board::stage::shape::BoardShape;

/// The least angle between two arrows, radians: their discs and tips lie clear of one another.
const APART: f32 = 0.22;
/// The least angle between an arrow and a piece at the rim, radians: half a disc and half the width of a
/// king.
const CLEAR: f32 = 0.15;
/// Number of steps to either side in which a place is looked for that is clear of others and of
/// pieces.
const TRIES: u8 = 28;

/// The room that arrows have, as whoever shows the board sees it: all there is, where nobody says
/// otherwise.
#[derive(Resource, Debug, Clone, Copy, PartialEq)]
pub struct RimRoom {
    /// Whether the board is what is looked at: no page lies over it.
    pub is_open: bool,
    /// Tangent of the angle below the middle of the board at which something may still be seen from
    /// the usual seat.
    pub below: f32,
}

impl Default for RimRoom {
    fn default() -> Self {
        Self {
            is_open: true,
            below: f32::INFINITY,
        }
    }
}

/// The view of a ball, in the frame of the ball.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sight {
    /// The direction to the right.
    pub(super) right: Vec3,
    /// The direction upwards.
    pub(super) up: Vec3,
    /// The direction to the eye.
    pub(super) towards: Vec3,
    /// The distance of the eye, in radii of the ball.
    pub(super) far: f32,
}

impl Sight {
    pub(super) fn of(seat: &Seat, lies: &Transform, radius: f32) -> Self {
        let back = lies.rotation.inverse();
        let eye = seat.eye - seat.centre;
        let towards = eye.normalize_or(Vec3::Z);
        let up = Vec3::Y.reject_from(towards).normalize_or(Vec3::NEG_Z);
        Self {
            right: back * up.cross(towards),
            up: back * up,
            towards: back * towards,
            far: eye.length() / (radius * lies.scale.x),
        }
    }

    /// Position of the eye, in radii of the ball from its middle.
    pub(super) fn eye(&self) -> Vec3 {
        self.towards * self.far
    }

    /// The angle at which a hidden place is round the ball, from the right upwards, radians.
    pub(super) fn angle(&self, place: Vec3) -> f32 {
        place.dot(self.up).atan2(place.dot(self.right))
    }

    /// The tangent of the angle from the middle of the ball at which a point is seen that is so many radii
    /// from there.
    pub(super) fn aside(&self, point: Vec3) -> f32 {
        let near = point.dot(self.towards);
        let across = point - self.towards * near;
        across.length() / (self.far - near).max(f32::EPSILON)
    }

    /// The direction across the sight at an angle.
    pub(super) fn across(&self, angle: f32) -> Vec3 {
        self.right * angle.cos() + self.up * angle.sin()
    }

    /// The least sine of the angle of an arrow that has room: one so many radii from the middle,
    /// which reaches `reach` radii farther.
    pub(super) fn lowest(&self, room: RimRoom, beside: f32, reach: f32) -> f32 {
        let cosine = (1.0 / self.far).min(1.0);
        let sine = (1.0 - cosine * cosine).sqrt();
        let away = self.far - cosine * beside;
        (reach - room.below * away) / (sine * beside).max(f32::EPSILON)
    }

    /// The direction to the rim of the ball, as the eye sees it, at an angle.
    pub(super) fn rim(&self, angle: f32) -> Vec3 {
        let cosine = (1.0 / self.far).min(1.0);
        let sine = (1.0 - cosine * cosine).sqrt();
        self.towards * cosine + self.across(angle) * sine
    }
}

/// The angle between two directions round the ball, radians.
fn between(one: f32, other: f32) -> f32 {
    let between = (one - other).rem_euclid(TAU);
    between.min(TAU - between)
}

/// The angles round the ball of the pieces that reach to where discs of a radius, metres, lie round it.
/// `at` is the middle of one, in radii of the ball from its middle.
pub(super) fn pieces_at_rim(
    sight: &Sight,
    shape: &BoardShape,
    position: &dyn AnyPosition,
    (at, disc): (Vec3, f32),
) -> impl Iterator<Item = f32> {
    let radius = shape.radius();
    // None is nearer to the eye than the ball is.
    let disc = disc / radius / (sight.far - 1.0).max(f32::EPSILON);
    let nearest = sight.aside(at) - disc;
    let reaches = move |cell: Cell| {
        let piece = position.piece_at(cell)?;
        let stands = shape.frame(cell);
        let tall = height(shape.model(position, piece.role)) * shape.piece_scale;
        let tip = stands.transform_point(Vec3::Y * tall) / radius;
        // It leans straight away from the middle.
        (sight.aside(tip) > nearest).then(|| sight.angle(stands.translation))
    };
    position.occupied().cells().filter_map(reaches)
}

/// Moves angles apart that are too near to one another, each past those before it, up from where their
/// sine is less than `lowest`, and from before pieces at the rim, if there is room beside those; what is
/// not a number counts for nothing.
pub(super) fn moved_apart(angles: &mut [f32], pieces: &[f32], lowest: f32) {
    for one in 0..angles.len() {
        let (before, rest) = angles.split_at_mut(one);
        let is_free = |angle: &f32| {
            let is_up = angle.sin() >= lowest;
            is_up
                && before
                    .iter()
                    .all(|other| other.is_nan() || between(*angle, *other) >= APART - 1e-4)
        };
        let is_clear = |angle: &f32| pieces.iter().all(|piece| between(*angle, *piece) >= CLEAR);
        let wanted = rest[0];
        let steps = (0..TRIES).flat_map(|step| [f32::from(step), -f32::from(step)]);
        let tries = steps.map(|step| wanted + step * APART / 2.0);
        let mut free = tries.filter(is_free);
        let found = free.clone().find(is_clear).or_else(|| free.next());
        if let Some(found) = found {
            rest[0] = found;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_stay_above_what_is_below_the_ball() {
        let seat = Seat::default();
        let lies = Transform::IDENTITY;
        let sight = Sight::of(&seat, &lies, 0.2);
        let (beside, reach) = (1.26, 0.15);
        let free = RimRoom::default();
        assert!(sight.lowest(free, beside, reach) < -1.0);
        for below in [0.3, 0.25, 0.2] {
            let room = RimRoom { below, ..free };
            let lowest = sight.lowest(room, beside, reach);
            for step in 0..63_u8 {
                let wanted = f32::from(step) * 0.1;
                let mut angles = [wanted, wanted, wanted + 0.1, f32::NAN];
                moved_apart(&mut angles, &[], lowest);
                assert!(angles[3].is_nan());
                for angle in &angles[..3] {
                    let at = sight.rim(*angle) * beside;
                    let far = sight.far - at.dot(sight.towards);
                    let down = (reach - at.dot(sight.up)) / far;
                    assert!(down <= below + 1e-3, "{angle}: {down}");
                }
                // An arrow that has room stays.
                let is_free = wanted.sin() >= lowest;
                assert_eq!(angles[0] == wanted, is_free, "{wanted}");
            }
        }
    }

    #[test]
    fn arrows_lie_clear_of_pieces_where_there_is_room_beside_them() {
        let camp = [0.2, 0.5, 0.8, 1.2];
        for step in 0..63_u8 {
            let wanted = f32::from(step) * 0.1;
            let mut angles = [wanted, wanted];
            moved_apart(&mut angles, &camp, -1.0);
            for angle in angles {
                let nearest = camp.map(|piece| between(angle, piece));
                let nearest = nearest.into_iter().fold(f32::INFINITY, f32::min);
                assert!(nearest >= CLEAR, "{wanted}: {angle}");
            }
            assert!(between(angles[0], angles[1]) >= APART - 1e-3);
        }
        // All round there is none.
        let all: Vec<f32> = (0..63_u8).map(|step| f32::from(step) * 0.1).collect();
        let mut angles = [1.0, 1.0];
        moved_apart(&mut angles, &all, -1.0);
        assert!(angles[0] == 1.0 && between(angles[0], angles[1]) >= APART - 1e-3);
    }

    #[test]
    fn arrows_lie_clear_of_one_another() {
        for step in 0..60_u8 {
            let near = f32::from(step) * 0.01;
            let mut angles = [3.1, 3.1 + near, f32::NAN, -3.1, 3.1 - near / 2.0];
            moved_apart(&mut angles, &[], -1.0);
            assert!(angles[0] == 3.1 && angles[2].is_nan(), "{angles:?}");
            let angles = [angles[0], angles[1], angles[3], angles[4]];
            for (i, one) in angles.iter().enumerate() {
                for other in &angles[i + 1..] {
                    let between = (one - other).rem_euclid(TAU);
                    assert!(between.min(TAU - between) >= APART - 1e-3, "{angles:?}");
                }
            }
        }
    }
}
