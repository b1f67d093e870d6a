//! The turning of a board by hands and mice, and its rotation for a side.

use bevy_math::{Quat, Vec3};
use bevy_transform::components::Transform;

use super::frame::frame;
use super::seat::Seat;
use super::sight::{AT_HOME, from_middle, turned_to_see};

/// A side's home.
#[derive(Debug, Clone, Copy)]
pub struct Home {
    /// Direction from the origin that points to the eye of the side's player.
    pub outwards: Vec3,
    /// Direction along the board from the camp to the other side.
    pub ahead: Vec3,
}

/// The way in which a board turns about its origin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Hold {
    /// A ball turns freely, any way up.
    Ball,
    /// A board on a table turns about its own axis, which is +y, and tilts as far as this, radians.
    Table {
        /// The largest angle between its axis and the vertical.
        most_tilt: f32,
    },
}

impl Hold {
    /// The board turned on from `now`, as far as it can be turned so. Rotations
    /// are about the origin of the board, world axes.
    pub fn turned(self, now: Quat, by: Quat) -> Quat {
        let wanted = (by * now).normalize();
        match self {
            Self::Ball => wanted,
            Self::Table { most_tilt } => {
                let axis = wanted * Vec3::Y;
                let tilt = axis.angle_between(Vec3::Y);
                if tilt <= most_tilt {
                    return wanted;
                }
                let back = axis.cross(Vec3::Y).normalize_or(Vec3::X);
                (Quat::from_axis_angle(back, tilt - most_tilt) * wanted).normalize()
            }
        }
    }

    /// The axes that a drag to the right and one downwards turn the board about,
    /// which lies as `now` says, as seen by a camera.
    pub fn drag_axes(self, now: Quat, camera: &Transform) -> [Vec3; 2] {
        let across = match self {
            Self::Ball => *camera.up(),
            // A board on a table stays level from left to right.
            Self::Table { .. } => now * Vec3::Y,
        };
        [across, *camera.right()]
    }

    /// The axis about which a twist of two fingers turns the board, clockwise for a camera with a
    /// positive angle, which lies as `now` says: a ball rolls, and a table turns about its own axis.
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

    /// The rotation that brings a side's home to the player.
    pub fn home_rotation(self, home: &Home, seat: &Seat) -> Quat {
        match self {
            Self::Ball => {
                let view = seat.eye - seat.centre;
                frame(view, Vec3::Y) * frame(home.outwards, home.ahead).inverse()
            }
            Self::Table { .. } => {
                let away = seat.centre - seat.eye;
                frame(Vec3::Y, away) * frame(Vec3::Y, home.ahead).inverse()
            }
        }
    }

    /// The rotation that brings a side's royal piece, a point of the board's frame, to
    /// the middle, where that says something; else the side's home.
    pub fn royal_rotation(self, home: &Home, royal: Option<Vec3>, seat: &Seat) -> Quat {
        match (self, royal) {
            (Self::Ball, Some(royal)) => {
                let ahead = home.ahead.reject_from(royal.normalize());
                frame(seat.eye - seat.centre, Vec3::Y) * frame(royal, ahead).inverse()
            }
            _ => self.home_rotation(home, seat),
        }
    }

    /// The rotation that brings a direction of the board's frame to the player, with
    /// another one upwards. A table turns about its axis alone where the eye goes to the
    /// height that is left ([`Hold::elevation`]), and else tilts as far as it may.
    pub fn view_rotation(self, towards: Vec3, up: Vec3, seat: &Seat, is_level: bool) -> Quat {
        let eye = seat.eye - seat.centre;
        match self {
            Self::Ball => frame(eye, Vec3::Y) * frame(towards, up).inverse(),
            Self::Table { .. } => {
                // From straight above, what is down for the eye is nearest to the player.
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

    /// Angle above the level of a table of an eye in this direction, radians; `None` for a ball,
    /// whose rotation tells all.
    pub fn elevation(self, towards: Vec3) -> Option<f32> {
        match self {
            Self::Ball => None,
            Self::Table { .. } => Some(elevation(towards)),
        }
    }

    /// The rotation that brings a side to the player: its home if its king, a point of
    /// the board's frame, is at home then ([`AT_HOME`]), else the king.
    pub fn side_rotation(self, home: &Home, king: Option<Vec3>, seat: &Seat) -> Quat {
        let at_home = self.home_rotation(home, seat);
        match (self, king) {
            (Self::Ball, Some(royal)) if from_middle(at_home, royal, seat) > AT_HOME => {
                self.royal_rotation(home, Some(royal), seat)
            }
            _ => at_home,
        }
    }

    /// The board turned on so that a place is in sight, and another with it where
    /// both can be; as it is, if they are. Places are points of the board's frame.
    pub fn to_see(self, now: Quat, place: Vec3, also: Option<Vec3>, seat: &Seat) -> Quat {
        match self {
            Self::Ball => turned_to_see(now, place, also, seat),
            // All of a table is in sight.
            Self::Table { .. } => now,
        }
    }

    /// A point on the way between two places, `part` of it (0 to 1) done and so
    /// many metres above the board, and what is up there.
    pub fn between(self, from: Vec3, to: Vec3, part: f32, above: f32) -> (Vec3, Vec3) {
        match self {
            // Round the ball, not through it.
            Self::Ball => {
                let up = from.lerp(to, part).normalize();
                let height = from.length() + (to.length() - from.length()) * part;
                (up * (height + above), up)
            }
            Self::Table { .. } => (from.lerp(to, part) + Vec3::Y * above, Vec3::Y),
        }
    }
}

/// The angle of a direction above the level, radians.
fn elevation(direction: Vec3) -> f32 {
    direction.normalize().y.clamp(-1.0, 1.0).asin()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: Hold = Hold::Table { most_tilt: 0.4 };

    #[test]
    fn a_table_turns_as_it_likes_and_tilts_only_so_far() {
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
    fn a_twist_turns_clockwise_for_who_looks_and_a_table_stays_level() {
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
    fn what_is_ahead_for_a_side_at_home_is_ahead_for_the_player() {
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
