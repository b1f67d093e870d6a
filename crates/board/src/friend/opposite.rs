//! Places across the board: of the friend for the player, and of the player for the friend.

use std::f32::consts::PI;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use icochess_play::game::remote::{Pose, rounded};
use icochess_shape::Seat;

use crate::stage::fit::Fit;
use crate::stage::shape::{BoardShape, PlayerSeat};

/// Own seat at the board.
#[derive(SystemParam)]
pub struct OwnSeat<'w> {
    seat: Res<'w, PlayerSeat>,
    fit: Res<'w, Fit>,
    shape: Res<'w, BoardShape>,
}

impl OwnSeat<'_> {
    /// Returns a pose in the world as the friend's program expects it
    /// ([`Presence`](icochess_play::game::remote::Presence)).
    pub fn pose(&self, place: Isometry3d) -> Pose {
        rounded(&from_seat(&self.frame(), place))
    }

    /// Returns the frame of poses from the friend's seat, in the world.
    pub(super) fn opposite(&self) -> Transform {
        let own = self.frame();
        own.with_rotation(own.rotation * Quat::from_rotation_y(PI))
    }

    fn frame(&self) -> Transform {
        // A headset's board has this scale at its default size.
        let scale = self.fit.scale(&self.shape) / self.shape.worn_scale;
        frame(&self.seat, scale)
    }
}

/// Returns the frame of a seat at a board of this size.
fn frame(seat: &Seat, size: f32) -> Transform {
    let towards = seat.eye - seat.centre;
    Transform {
        translation: seat.centre,
        rotation: Quat::from_rotation_y(f32::atan2(towards.x, towards.z)),
        scale: Vec3::splat(size),
    }
}

fn from_seat(frame: &Transform, place: Isometry3d) -> Isometry3d {
    let turn = frame.rotation.inverse();
    let at = Vec3::from(place.translation) - frame.translation;
    Isometry3d::new(turn * at / frame.scale, turn * place.rotation)
}

/// Returns the place of a head in the friend's frame, no nearer to the player than the friend's
/// seat at this distance from the board's middle, in metres.
pub(super) fn head(pose: Isometry3d, seat: f32) -> Transform {
    let mut place = Transform::from_isometry(pose);
    place.translation.z = place.translation.z.max(seat);
    place
}

/// Returns the place of a hand in the friend's frame, no nearer to the player than the edge of a
/// board of this extent, in metres.
pub(super) fn hand(pose: Isometry3d, extent: f32) -> Transform {
    let mut place = Transform::from_isometry(pose);
    place.translation.z = place.translation.z.max(-extent);
    place
}

/// Returns the rotation of the shoulders below a head: about the vertical, also if the head looks
/// straight down or up.
pub(super) fn shoulders(head: Quat) -> Quat {
    let (ahead, up) = (head * Vec3::NEG_Z, head * Vec3::Y);
    let level = ahead * up.y.max(0.0) - up * ahead.y;
    Quat::from_rotation_y(f32::atan2(-level.x, -level.z))
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_shape::Stance;

    #[test]
    fn friend_sits_opposite_and_holds_the_same_point_of_the_board() {
        let eye = Vec3::new(0.4, 1.5, -0.3);
        let seat = Seat::before(eye, Vec3::new(1.0, 0.0, 1.0), Stance::IN_THE_AIR);
        let frame = frame(&seat, 2.0);
        let pose = from_seat(&frame, Isometry3d::from_translation(eye));
        let Stance { ahead, below } = Stance::IN_THE_AIR;
        let expected = Vec3::new(0.0, below, ahead) / 2.0;
        let at = Vec3::from(pose.translation);
        assert!(at.distance(expected) < 1e-5, "{at}");
        // A look at the board is a look along -z.
        let look = from_seat(&frame, Isometry3d::from_rotation(frame.rotation));
        assert!(look.rotation.angle_between(Quat::IDENTITY) < 1e-3);
    }

    #[test]
    fn friend_never_comes_nearer_than_their_seat() {
        let near = Isometry3d::from_xyz(0.3, 0.2, -0.5);
        let far = Isometry3d::from_xyz(0.3, 0.2, 0.9);
        assert_eq!(head(near, 0.6).translation, Vec3::new(0.3, 0.2, 0.6));
        assert_eq!(head(far, 0.6).translation, Vec3::new(0.3, 0.2, 0.9));
        assert_eq!(hand(near, 0.25).translation.z, -0.25);
        assert_eq!(hand(far, 0.25).translation.z, 0.9);
    }

    #[test]
    fn shoulders_follow_the_look_about_the_vertical() {
        for yaw in [0.0, 0.7, -2.5] {
            for pitch in [0.0, -1.5, -1.6, 1.5] {
                let head = Quat::from_rotation_y(yaw) * Quat::from_rotation_x(pitch);
                let angle = shoulders(head).angle_between(Quat::from_rotation_y(yaw));
                assert!(angle < 2e-3, "{yaw} {pitch}: {angle}");
            }
        }
    }
}
