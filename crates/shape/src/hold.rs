//! How a board turns under hands and mice, and its rotation for a side.

use bevy_math::{Quat, Vec3};
use bevy_transform::components::Transform;

use super::frame::frame;
use super::seat::Seat;
use super::sight::{AT_HOME, from_middle, turned_to_see};

/// Angle above the middle of a ball at which a royal piece is shown, in radians: 35°.
const ABOVE_MIDDLE: f32 = 35.0 * std::f32::consts::PI / 180.0;

/// The home of a side.
#[derive(Debug, Clone, Copy)]
pub struct Home {
    /// Direction from the origin to the eye of the side's player.
    pub outwards: Vec3,
    /// Direction along the board from the camp to the other side.
    pub ahead: Vec3,
}

/// How a board turns about its origin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Hold {
    /// A ball, which turns freely.
    Ball,
    /// A board on a table, which turns about its own axis +y and tilts up to a limit.
    Table {
        /// Largest angle between the axis and the vertical, in radians.
        max_tilt: f32,
    },
}

impl Hold {
    /// Turns the board from `now` by `by`, limiting the tilt of a table. Rotations are about the
    /// board's origin, in world axes.
    pub fn turned(self, now: Quat, by: Quat) -> Quat {
        let wanted = (by * now).normalize();
        match self {
            Self::Ball => wanted,
            Self::Table { max_tilt } => {
                let axis = wanted * Vec3::Y;
                let tilt = axis.angle_between(Vec3::Y);
                if tilt <= max_tilt {
                    return wanted;
                }
                let back = axis.cross(Vec3::Y).normalize_or(Vec3::X);
                (Quat::from_axis_angle(back, tilt - max_tilt) * wanted).normalize()
            }
        }
    }

    /// Returns the axes of a drag to the right and of a drag downwards, as seen by a camera. `now`
    /// is the board's rotation.
    pub fn drag_axes(self, now: Quat, camera: &Transform) -> [Vec3; 2] {
        let across = match self {
            Self::Ball => *camera.up(),
            // Keeps a table level from left to right.
            Self::Table { .. } => now * Vec3::Y,
        };
        [across, *camera.right()]
    }

    /// Returns the axis of a two-finger twist; a positive angle is clockwise as seen by the camera.
    /// A ball rolls about the line of sight, a table turns about its own axis. `now` is the board's
    /// rotation.
    pub fn twist_axis(self, now: Quat, camera: &Transform) -> Vec3 {
        let ahead = *camera.forward();
        match self {
            Self::Ball => ahead,
            Self::Table { .. } => {
                let up = now * Vec3::Y;
                up * up.dot(ahead).signum()
            }
        }
    }

    /// Returns the rotation that turns a side's home to the player. On a ball, the camp is upright:
    /// the other side is beyond the lower rim.
    pub fn home_rotation(self, home: &Home, seat: &Seat) -> Quat {
        match self {
            Self::Ball => {
                let view = seat.eye - seat.centre;
                frame(view, Vec3::Y) * frame(home.outwards, -home.ahead).inverse()
            }
            Self::Table { .. } => {
                let away = seat.centre - seat.eye;
                frame(Vec3::Y, away) * frame(Vec3::Y, home.ahead).inverse()
            }
        }
    }

    /// Returns the rotation that shows a side's royal piece, a point in the board's frame, on a
    /// ball: above the middle, where it is upright. If there is none, or on a table, turns the side's
    /// home to the player.
    pub fn royal_rotation(self, home: &Home, royal: Option<Vec3>, seat: &Seat) -> Quat {
        match (self, royal) {
            (Self::Ball, Some(royal)) => {
                let royal = royal.normalize();
                let ahead = home
                    .ahead
                    .reject_from(royal)
                    .normalize_or(royal.any_orthonormal_vector());
                let towards = royal * ABOVE_MIDDLE.cos() + ahead * ABOVE_MIDDLE.sin();
                frame(seat.eye - seat.centre, Vec3::Y) * frame(towards, -ahead).inverse()
            }
            _ => self.home_rotation(home, seat),
        }
    }

    /// Returns the rotation that turns the direction `towards` in the board's frame to the player,
    /// with `up` upwards. A table tilts up to its limit. If `is_level`, it stays level and the
    /// camera rises instead ([`Hold::elevation`]).
    pub fn view_rotation(self, towards: Vec3, up: Vec3, seat: &Seat, is_level: bool) -> Quat {
        let eye = seat.eye - seat.centre;
        match self {
            Self::Ball => frame(eye, Vec3::Y) * frame(towards, up).inverse(),
            Self::Table { .. } => {
                // From straight above, the eye's down direction is nearest to the player.
                let near = towards.with_y(0.0).try_normalize().unwrap_or(-up);
                let level = frame(Vec3::Y, eye) * frame(Vec3::Y, near).inverse();
                if is_level {
                    return level;
                }
                let tilt = elevation(towards) - elevation(eye);
                let leaning = Quat::from_axis_angle(Vec3::Y.cross(eye).normalize_or(Vec3::X), tilt);
                self.turned(level, leaning)
            }
        }
    }

    /// Returns the elevation of an eye in this direction, in radians. `None` for a ball, whose
    /// rotation is enough.
    pub fn elevation(self, towards: Vec3) -> Option<f32> {
        match self {
            Self::Ball => None,
            Self::Table { .. } => Some(elevation(towards)),
        }
    }

    /// Returns the rotation that turns a side's home to the player, or its king if the king has
    /// left home ([`AT_HOME`]). `king` is a point in the board's frame.
    pub fn side_rotation(self, home: &Home, king: Option<Vec3>, seat: &Seat) -> Quat {
        let at_home = self.home_rotation(home, seat);
        match (self, king) {
            (Self::Ball, Some(royal)) if from_middle(at_home, royal, seat) > AT_HOME => {
                self.royal_rotation(home, Some(royal), seat)
            }
            _ => at_home,
        }
    }

    /// Turns the board so that `place` is in sight, and `also` if both fit. Keeps the rotation if
    /// they are already in sight. Places are points in the board's frame.
    pub fn to_see(self, now: Quat, place: Vec3, also: Option<Vec3>, seat: &Seat) -> Quat {
        match self {
            Self::Ball => turned_to_see(now, place, also, seat),
            // A table is always in sight.
            Self::Table { .. } => now,
        }
    }

    /// Returns a point on the path between two places, and the up direction there. `part` is the
    /// fraction of the path, 0 to 1; `above` is the height above the board, in metres.
    pub fn between(self, from: Vec3, to: Vec3, part: f32, above: f32) -> (Vec3, Vec3) {
        match self {
            // The path goes round the ball, not through it.
            Self::Ball => {
                let up = from.lerp(to, part).normalize();
                let height = from.length() + (to.length() - from.length()) * part;
                (up * (height + above), up)
            }
            Self::Table { .. } => (from.lerp(to, part) + Vec3::Y * above, Vec3::Y),
        }
    }
}

/// Returns the angle of a direction above the horizontal, in radians.
fn elevation(direction: Vec3) -> f32 {
    direction.normalize().y.clamp(-1.0, 1.0).asin()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: Hold = Hold::Table { max_tilt: 0.4 };

    #[test]
    fn table_turns_freely_and_limits_its_tilt() {
        let mut now = Quat::IDENTITY;
        for step in 0..200 {
            let angle = step as f32;
            let axis = Vec3::new(angle.sin(), 0.3, angle.cos()).normalize();
            now = TABLE.turned(now, Quat::from_axis_angle(axis, 0.35));
            let tilt = (now * Vec3::Y).angle_between(Vec3::Y);
            assert!(tilt < 0.4 + 1e-3, "{tilt}");
        }
        let spun = TABLE.turned(Quat::IDENTITY, Quat::from_rotation_y(2.0));
        assert!(spun.angle_between(Quat::from_rotation_y(2.0)) < 1e-4);
        let over = TABLE.turned(Quat::IDENTITY, Quat::from_rotation_x(1.0));
        assert!(over.angle_between(Quat::from_rotation_x(0.4)) < 1e-4);
        let ball = Hold::Ball.turned(Quat::IDENTITY, Quat::from_rotation_x(1.0));
        assert!(ball.angle_between(Quat::from_rotation_x(1.0)) < 1e-4);
    }

    #[test]
    fn twist_turns_clockwise_and_keeps_a_table_level() {
        let above = Transform::from_xyz(0.0, 1.0, 1.0).looking_at(Vec3::ZERO, Vec3::Y);
        let below = Transform::from_xyz(0.0, -1.0, 1.0).looking_at(Vec3::ZERO, Vec3::Y);
        for camera in [above, below] {
            for (hold, is_level) in [(Hold::Ball, false), (TABLE, true)] {
                let axis = hold.twist_axis(Quat::IDENTITY, &camera);
                assert!((axis.length() - 1.0).abs() < 1e-5);
                let turned = Quat::from_axis_angle(axis, 0.1) * *camera.up();
                assert!(turned.dot(*camera.right()) > 0.05, "{hold:?}");
                assert_eq!(axis.y.abs() > 0.999, is_level, "{hold:?}");
            }
        }
    }

    #[test]
    fn home_faces_ahead_for_the_player() {
        let seat = Seat {
            eye: Vec3::new(1.0, 1.4, 2.0),
            centre: Vec3::new(1.5, 0.9, 1.6),
        };
        let home = Home {
            outwards: Vec3::Z,
            ahead: Vec3::NEG_Z,
        };
        let rotation = TABLE.home_rotation(&home, &seat);
        let ahead = (seat.centre - seat.eye).with_y(0.0).normalize();
        assert!((rotation * home.ahead).dot(ahead) > 0.9999);
        assert!((rotation * Vec3::Y).dot(Vec3::Y) > 0.9999);
    }
}
