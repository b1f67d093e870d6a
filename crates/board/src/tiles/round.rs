//! Geometry of arrows and path numbers around a ball, as seen by the player.

use std::f32::consts::{PI, TAU};

use bevy::prelude::*;
use icochess_rules::{AnyPosition, Cell, CellSet};
use icochess_shape::{Seat, height};

use crate::stage::shape::BoardShape;

/// Half the width of a piece's head, in units of the piece meshes; the queen's coronet is the
/// widest.
const HEAD: f32 = 0.06;
/// Fraction of a piece's height at which its head begins.
const NECK: f32 = 0.5;
/// Extra angle beyond the required clearance, in radians, against rounding.
const SLACK: f32 = 1e-4;

/// Space available to arrows, set by the code that shows the board. Unlimited by default.
#[derive(Resource, Debug, Clone, Copy, PartialEq)]
pub struct RimRoom {
    /// Whether the board is visible and not covered by a page.
    pub is_open: bool,
    /// Tangent of the maximum visible angle below the middle of the board, from the default seat.
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

/// View of a ball, in the ball's frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct BallView {
    /// Direction to the right.
    pub(super) right: Vec3,
    /// Direction upwards.
    pub(super) up: Vec3,
    /// Direction to the eye.
    pub(super) towards: Vec3,
    /// Distance of the eye, in radii of the ball.
    pub(super) far: f32,
}

impl BallView {
    pub(super) fn of(seat: &Seat, board_transform: &Transform, radius: f32) -> Self {
        let back = board_transform.rotation.inverse();
        let eye = seat.eye - seat.centre;
        let towards = eye.normalize_or(Vec3::Z);
        let up = Vec3::Y.reject_from(towards).normalize_or(Vec3::NEG_Z);
        Self {
            right: back * up.cross(towards),
            up: back * up,
            towards: back * towards,
            far: eye.length() / (radius * board_transform.scale.x),
        }
    }

    /// Returns the position of the eye relative to the ball's centre, in radii of the ball.
    pub(super) fn eye(&self) -> Vec3 {
        self.towards * self.far
    }

    /// Returns the angle of a hidden place around the ball, counter-clockwise from the right, in
    /// radians.
    pub(super) fn angle(&self, place: Vec3) -> f32 {
        place.dot(self.up).atan2(place.dot(self.right))
    }

    /// Returns the tangent of the angle between a point and the middle of the ball as seen from the
    /// eye. The point is given in radii of the ball from its middle.
    pub(super) fn aside(&self, point: Vec3) -> f32 {
        let near = point.dot(self.towards);
        let across = point - self.towards * near;
        across.length() / (self.far - near).max(f32::EPSILON)
    }

    /// Returns the direction across the view at an angle.
    pub(super) fn across(&self, angle: f32) -> Vec3 {
        self.right * angle.cos() + self.up * angle.sin()
    }

    /// Returns the minimum sine of an arrow's angle at which the arrow fits into the space. The
    /// arrow is centred this many radii from the middle, and extends `reach` radii beyond.
    pub(super) fn lowest(&self, room: RimRoom, beside: f32, reach: f32) -> f32 {
        let cosine = (1.0 / self.far).min(1.0);
        let sine = (1.0 - cosine * cosine).sqrt();
        let away = self.far - cosine * beside;
        (reach - room.below * away) / (sine * beside).max(f32::EPSILON)
    }

    /// Returns the direction to the ball's visible rim at an angle.
    pub(super) fn rim(&self, angle: f32) -> Vec3 {
        let cosine = (1.0 / self.far).min(1.0);
        let sine = (1.0 - cosine * cosine).sqrt();
        self.towards * cosine + self.across(angle) * sine
    }
}

/// Returns the angle between two directions around the ball, in radians.
pub(super) fn between(one: f32, other: f32) -> f32 {
    let between = (one - other).rem_euclid(TAU);
    between.min(TAU - between)
}

/// Occupied angle around the ball, and the clearance that it requires, both in radians.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct OccupiedArc {
    pub(super) angle: f32,
    pub(super) clear: f32,
}

impl OccupiedArc {
    pub(super) fn leaves(&self, angle: f32) -> bool {
        between(angle, self.angle) >= self.clear
    }

    /// Returns the nearest free angles on either side.
    fn sides(self) -> [f32; 2] {
        let aside = self.clear + SLACK;
        [self.angle - aside, self.angle + aside]
    }
}

/// Yields the angles at which discs around the ball would overlap the heads of pieces, as seen from
/// the eye. `at` is the middle of one disc in radii of the ball, `disc` the discs' radius in
/// metres.
pub(super) fn heads(
    view: &BallView,
    shape: &BoardShape,
    position: &dyn AnyPosition,
    (at, disc): (Vec3, f32),
) -> impl Iterator<Item = OccupiedArc> {
    let radius = shape.radius();
    // Everything below is in tangents of angles from the middle of the ball.
    let wide =
        move |half: f32, at: Vec3| half / (view.far - at.dot(view.towards)).max(f32::EPSILON);
    let (away, disc) = (view.aside(at), wide(disc / radius, at));
    let outline = view.aside(view.rim(0.0));
    let covers = move |cell: Cell| {
        let piece = position.piece_at(cell)?;
        let tile_frame = shape.frame(cell);
        let tall = height(shape.model(position, piece.role)) * shape.piece_scale;
        let at = |part: f32| tile_frame.transform_point(Vec3::Y * tall * part) / radius;
        let (neck, tip) = (at(NECK), at(1.0));
        let is_behind = tile_frame.translation.dot(view.eye()) < radius;
        let hidden = if is_behind { outline } else { 0.0 };
        // A piece leans away from the middle, so its neck is nearly between the middle and its tip.
        let (low, high) = (view.aside(neck).max(hidden), view.aside(tip));
        if high < hidden {
            return None;
        }
        let nearest = away.max(low).min(high);
        let clear = disc + wide(HEAD * shape.piece_scale / radius, tip);
        // Law of cosines about the middle of the ball.
        let squares = away * away + nearest * nearest - clear * clear;
        let cosine = squares / (2.0 * away * nearest).max(f32::EPSILON);
        (cosine < 1.0).then(|| OccupiedArc {
            angle: view.angle(tip),
            clear: cosine.max(-1.0).acos(),
        })
    };
    position.occupied().cells().filter_map(covers)
}

/// Constraints for moving angles around a ball apart.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spacing {
    /// Minimum angle between two angles, in radians.
    pub(super) apart: f32,
    /// Maximum shift of an angle, in radians.
    pub(super) farthest: f32,
    /// Minimum sine of an angle.
    pub(super) lowest: f32,
}

/// Moves each angle to the nearest one that is clear of heads and of the previous angles. If there
/// is none, the angle only avoids the previous angles, or else stays unchanged. NaN angles are
/// ignored.
pub(super) fn move_apart(angles: &mut [f32], heads: &[OccupiedArc], keep: Spacing) {
    let up = keep.lowest.asin() + SLACK;
    for one in 0..angles.len() {
        let (before, rest) = angles.split_at_mut(one);
        let wanted = rest[0];
        let others = before.iter().filter(|angle| !angle.is_nan());
        let others = others.map(|angle| OccupiedArc {
            angle: *angle,
            clear: keep.apart,
        });
        let aside = |angle: &f32| between(*angle, wanted);
        let is_free = |angle: &f32| {
            let may_be = angle.sin() >= keep.lowest && aside(angle) <= keep.farthest;
            may_be && others.clone().all(|other| other.leaves(*angle))
        };
        let is_clear = |angle: &f32| heads.iter().all(|head| head.leaves(*angle));
        // The nearest free angle is either the requested one or next to an obstacle.
        let occupied = others.clone().chain(heads.iter().copied());
        let tries = [wanted, up, PI - up].into_iter();
        let tries = tries.chain(occupied.flat_map(OccupiedArc::sides));
        let free = tries.filter(is_free);
        let nearer = |one: &f32, other: &f32| aside(one).total_cmp(&aside(other));
        let found = free.clone().filter(is_clear).min_by(nearer);
        if let Some(found) = found.or_else(|| free.min_by(nearer)) {
            rest[0] = found;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;

    /// Spacing is the only constraint.
    const ALL_ROUND: Spacing = Spacing {
        apart: 0.22,
        farthest: f32::INFINITY,
        lowest: f32::NEG_INFINITY,
    };

    fn occupied(angle: f32) -> OccupiedArc {
        OccupiedArc { angle, clear: 0.15 }
    }

    #[test]
    fn arrows_stay_above_the_space_below_the_ball() {
        let seat = Seat::default();
        let board_transform = Transform::IDENTITY;
        let view = BallView::of(&seat, &board_transform, 0.2);
        let (beside, reach) = (1.26, 0.15);
        let free = RimRoom::default();
        assert!(view.lowest(free, beside, reach) < -1.0);
        for below in [0.3, 0.25, 0.2] {
            let room = RimRoom { below, ..free };
            let lowest = view.lowest(room, beside, reach);
            for step in 0..63_u8 {
                let wanted = f32::from(step) * 0.1;
                let mut angles = [wanted, wanted, wanted + 0.1, f32::NAN];
                move_apart(
                    &mut angles,
                    &[],
                    Spacing {
                        lowest,
                        ..ALL_ROUND
                    },
                );
                assert!(angles[3].is_nan());
                for angle in &angles[..3] {
                    let at = view.rim(*angle) * beside;
                    let far = view.far - at.dot(view.towards);
                    let down = (reach - at.dot(view.up)) / far;
                    assert!(down <= below + 1e-3, "{angle}: {down}");
                }
                // An arrow with enough space stays.
                let is_free = wanted.sin() >= lowest;
                assert_eq!(angles[0] == wanted, is_free, "{wanted}");
            }
        }
    }

    #[test]
    fn angles_move_to_the_nearest_free_one_within_their_limit() {
        let keep = |farthest| Spacing {
            farthest,
            ..ALL_ROUND
        };
        let moved = |wanted: f32, heads: &[OccupiedArc], farthest| {
            let mut angles = [wanted];
            move_apart(&mut angles, heads, keep(farthest));
            angles[0]
        };
        let one = [occupied(1.0)];
        assert!((moved(1.1, &one, 0.35) - 1.15).abs() < 1e-3);
        assert!((moved(0.9, &one, 0.35) - 0.85).abs() < 1e-3);
        // Across the ±π seam.
        assert!(between(moved(-3.1, &[occupied(3.1)], 0.35), 3.25) < 1e-3);
        // There is no space between the two heads, and the space beyond them may be too far away.
        let two = [occupied(0.8), occupied(1.0)];
        assert!((between(moved(0.9, &two, 0.35), 0.9) - 0.25).abs() < 1e-3);
        assert_eq!(moved(0.9, &two, 0.2), 0.9);
        // Without a clear place, the angles at least keep their distance.
        let mut angles = [0.9, 0.9];
        move_apart(&mut angles, &two, keep(0.23));
        assert!(angles[0] == 0.9 && (between(angles[1], 0.9) - 0.22).abs() < 1e-3);
    }

    #[test]
    fn heads_are_found_exactly_where_discs_overlap_them() {
        let shape = BoardShape(Variant::Icochess.shape());
        let game = Variant::Icochess.board().new_game();
        let position = game.position();
        let (radius, disc, beside) = (shape.radius(), 0.0155, 1.1);
        let head = HEAD * shape.piece_scale / radius;
        let mut obstructed = 0;
        for turn in 0..8_u8 {
            let rotation = Quat::from_rotation_y(f32::from(turn) * 0.8);
            let board_transform = Transform::from_rotation(rotation);
            let view = BallView::of(&Seat::default(), &board_transform, radius);
            // Projects to a plane at distance 1 in front of the eye, with the depth.
            let seen = |at: Vec3| {
                let far = view.far - at.dot(view.towards);
                (Vec2::new(at.dot(view.right), at.dot(view.up)) / far, far)
            };
            let number = |angle: f32| seen(view.rim(angle) * beside);
            let at = view.rim(0.0) * beside;
            let found: Vec<OccupiedArc> = heads(&view, &shape, position, (at, disc)).collect();
            for step in 0..126_u8 {
                let angle = f32::from(step) * 0.05;
                let (middle, far) = number(angle);
                let reaches = |cell: Cell, wide: f32| {
                    let tile_frame = shape.frame(cell);
                    let role = position.piece_at(cell).expect("a piece").role;
                    let tall = height(shape.model(position, role)) * shape.piece_scale;
                    let is_hidden = tile_frame.translation.dot(view.eye()) < radius;
                    let (_, tip) = seen(tile_frame.transform_point(Vec3::Y * tall) / radius);
                    (10..=20_u8).any(|part| {
                        let up = Vec3::Y * tall * f32::from(part) / 20.0;
                        let (at, _) = seen(tile_frame.transform_point(up) / radius);
                        let is_seen = !is_hidden || at.length() >= seen(view.rim(0.0)).0.length();
                        is_seen && at.distance(middle) < disc / radius / far + wide / tip
                    })
                };
                let is_met = |wide: f32| {
                    let mut cells = position.occupied().cells();
                    cells.any(|cell| reaches(cell, wide))
                };
                // A piece's lean isn't exactly radial.
                let is_free = found.iter().all(|head| head.leaves(angle));
                assert!(
                    is_free || is_met(head * 1.25),
                    "{turn}, {angle}: nothing there"
                );
                assert!(
                    !is_free || !is_met(head * 0.75),
                    "{turn}, {angle}: on a head"
                );
                obstructed += usize::from(!is_free);
            }
        }
        assert!(obstructed > 0);
    }

    #[test]
    fn arrows_keep_clear_of_one_another() {
        for step in 0..60_u8 {
            let near = f32::from(step) * 0.01;
            let mut angles = [3.1, 3.1 + near, f32::NAN, -3.1, 3.1 - near / 2.0];
            move_apart(&mut angles, &[], ALL_ROUND);
            assert!(angles[0] == 3.1 && angles[2].is_nan(), "{angles:?}");
            let angles = [angles[0], angles[1], angles[3], angles[4]];
            for (i, one) in angles.iter().enumerate() {
                for other in &angles[i + 1..] {
                    let between = between(*one, *other);
                    assert!(between >= ALL_ROUND.apart - 1e-3, "{angles:?}");
                }
            }
        }
    }
}
