//! Bare hands of runtimes that track joints but have no profile for hands
//! (`XR_EXT_hand_interaction`), such as Monado's and SteamVR's: ray, pinch and fist come from the
//! joints (`XR_EXT_hand_tracking`).

use bevy::prelude::*;
use bevy_mod_xr::hands::{HandBone, HandSide, XrHandBoneEntities};
use bevy_mod_xr::spaces::{XrSpaceLocationFlags, XrSpaceSyncSet};

use crate::config::Hand;
use crate::hands::{AimPose, GripPose, HandInput, tracked_hand};
use crate::head::Head;
use crate::reading::{HandReading, LatestReading, ReadingSystems};
use crate::tips::{Tip, TipPose};

/// Distances between the tips of thumb and index finger at pinch values 0 and 1, in metres.
const PINCH: [f32; 2] = [0.05, 0.01];
/// Shoulder from the head, in metres: outwards, and down. Rays lead from there through the knuckle of
/// the index finger, so that a pinch doesn't move them.
const SHOULDER: [f32; 2] = [0.17, 0.25];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PreUpdate,
        read_joints
            .after(super::actions::read_hands)
            .after(XrSpaceSyncSet)
            .in_set(ReadingSystems),
    );
}

/// Poses of a hand from its joints, in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
struct JointPoses {
    grip: Transform,
    aim: Transform,
    pinch: Vec3,
    poke: Vec3,
    select: f32,
    grab: f32,
}

impl JointPoses {
    /// Computes the poses; `None` unless all joints are tracked.
    fn new(
        hand: Hand,
        head: &Transform,
        joint: impl Fn(HandBone) -> Option<Transform>,
    ) -> Option<Self> {
        use HandBone::{
            IndexProximal, IndexTip, LittleProximal, LittleTip, MiddleProximal, MiddleTip, Palm,
            RingProximal, RingTip, ThumbTip, Wrist,
        };
        let at = |bone| Some(joint(bone)?.translation);
        let (thumb, index, knuckle) = (at(ThumbTip)?, at(IndexTip)?, at(IndexProximal)?);
        let [open, closed] = PINCH;
        let select = ((open - thumb.distance(index)) / (open - closed)).clamp(0.0, 1.0);
        // A finger's curl: 0 in line with the palm, 1 when its tip points back to the wrist.
        let wrist = at(Wrist)?;
        let curl = |from, tip| {
            let (from, tip) = (at(from)?, at(tip)?);
            let along = (from - wrist).normalize_or_zero();
            Some((1.0 - along.dot((tip - from).normalize_or_zero())) / 2.0)
        };
        let grab = curl(MiddleProximal, MiddleTip)?
            .min(curl(RingProximal, RingTip)?)
            .min(curl(LittleProximal, LittleTip)?);
        let outwards = match hand {
            Hand::Left => -SHOULDER[0],
            Hand::Right => SHOULDER[0],
        };
        let right = head.right().with_y(0.0).normalize_or(Vec3::X);
        let shoulder = head.translation + right * outwards - Vec3::Y * SHOULDER[1];
        let forward = (knuckle - shoulder).normalize_or(Vec3::NEG_Z);
        Some(Self {
            grip: grip(hand, joint(Palm)?),
            aim: Transform::from_translation(knuckle).looking_to(forward, Vec3::Y),
            pinch: thumb.midpoint(index),
            poke: index,
            select,
            grab,
        })
    }

    const fn reading(self) -> HandReading {
        HandReading {
            is_tracked: true,
            is_bare: true,
            select: self.select,
            select_ready: None,
            grab: Some(self.grab),
            grab_ready: None,
            turn: Vec2::ZERO,
            menu: None,
            home_view: false,
            learn: false,
        }
    }
}

/// Returns the grip pose of a hand from its palm joint. The joint's +y points out of the back of
/// the hand and its -z to the fingers. The grip's -z points to the thumb and its +y to the wrist
/// (OpenXR, "Conventions of hand joints" and "grip pose").
fn grip(hand: Hand, palm: Transform) -> Transform {
    let side = match hand {
        Hand::Left => -1.0,
        Hand::Right => 1.0,
    };
    let axes = Mat3::from_cols(Vec3::Y * side, Vec3::Z, Vec3::X * side);
    palm.with_rotation(palm.rotation * Quat::from_mat3(&axes))
}

/// Reads each hand whose joints are tracked but whose aim pose isn't.
fn read_joints(
    head: Query<&Transform, With<Head>>,
    trackers: Query<(&HandSide, &XrHandBoneEntities)>,
    joints: Query<(&Transform, &XrSpaceLocationFlags), (With<HandBone>, Without<Head>)>,
    mut hands: Query<(&HandInput, &mut LatestReading)>,
    mut poses: Query<
        (
            AnyOf<(&AimPose, &GripPose, &TipPose)>,
            &mut Transform,
            &mut XrSpaceLocationFlags,
        ),
        (Without<HandBone>, Without<Head>),
    >,
) {
    let Some(head) = head.iter().next() else {
        return;
    };
    for (side, bones) in &trackers {
        let hand = tracked_hand(*side);
        let joint = |bone: HandBone| {
            let (place, flags) = joints.get(bones.0[bone as usize]).ok()?;
            flags.position_tracked.then_some(*place)
        };
        let mut readings = hands.iter_mut().filter(|(input, _)| input.hand == hand);
        let Some((_, mut latest)) = readings.next() else {
            continue;
        };
        // Without a session there is no reading.
        if latest.0.is_none_or(|reading| reading.is_tracked) {
            continue;
        }
        let Some(now) = JointPoses::new(hand, head, joint) else {
            continue;
        };
        latest.set_if_neq(LatestReading(Some(now.reading())));
        for ((aim, grip, tip), mut place, mut flags) in &mut poses {
            let found = match (aim, grip, tip) {
                (Some(aim), ..) if aim.0 == hand => now.aim,
                (_, Some(grip), _) if grip.0 == hand => now.grip,
                (.., Some(TipPose(of, Tip::Pinch))) if *of == hand => {
                    Transform::from_translation(now.pinch)
                }
                (.., Some(TipPose(of, Tip::Poke))) if *of == hand => {
                    Transform::from_translation(now.poke)
                }
                _ => continue,
            };
            place.set_if_neq(found);
            flags.set_if_neq(XrSpaceLocationFlags {
                position_tracked: true,
                rotation_tracked: true,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the joints of a right hand that points ahead, with this distance between the tips of
    /// thumb and index finger, in metres, and the other fingers straight or in a fist.
    fn joints(gap: f32, is_fist: bool) -> impl Fn(HandBone) -> Option<Transform> {
        move |bone| {
            use HandBone as B;
            let tip = if is_fist { -0.05 } else { -0.17 };
            let at = match bone {
                B::ThumbTip => Vec3::new(-gap, 0.0, -0.16),
                B::IndexTip => Vec3::new(0.0, 0.0, -0.16),
                B::IndexProximal => Vec3::new(0.0, 0.0, -0.09),
                B::MiddleProximal | B::RingProximal | B::LittleProximal => Vec3::NEG_Z * 0.09,
                B::MiddleTip | B::RingTip | B::LittleTip => Vec3::new(0.0, -0.01, tip),
                _ => Vec3::ZERO,
            };
            Some(Transform::from_translation(Vec3::new(0.2, 1.2, -0.3) + at))
        }
    }

    #[test]
    fn pinch_and_fist_are_told_apart() {
        let head = Transform::from_xyz(0.0, 1.5, 0.0);
        let values = |gap, is_fist| {
            let poses = JointPoses::new(Hand::Right, &head, joints(gap, is_fist)).unwrap();
            [poses.select > 0.7, poses.grab > 0.7]
        };
        assert_eq!(values(0.06, false), [false, false]);
        assert_eq!(values(0.015, false), [true, false]);
        assert_eq!(values(0.06, true), [false, true]);
    }

    #[test]
    fn ray_leads_from_the_shoulder_through_the_hand() {
        let head = Transform::from_xyz(0.0, 1.5, 0.0);
        let poses = |gap| JointPoses::new(Hand::Right, &head, joints(gap, false)).unwrap();
        let aim = poses(0.06).aim;
        let shoulder = Vec3::new(0.17, 1.25, 0.0);
        let back = aim.translation - *aim.forward() * aim.translation.distance(shoulder);
        assert!(back.distance(shoulder) < 1e-4, "{back}");
        // A pinch doesn't move it.
        assert_eq!(poses(0.01).aim, aim);
    }

    #[test]
    fn grip_follows_the_palm() {
        // Flat on a table, the thumbs point to each other.
        for (hand, back, thumb) in [
            (Hand::Left, Vec3::NEG_Y, Vec3::X),
            (Hand::Right, Vec3::Y, Vec3::NEG_X),
        ] {
            let grip = grip(hand, Transform::from_xyz(0.1, 0.8, -0.3));
            assert!(grip.right().distance(back) < 1e-5, "{hand:?}");
            assert!(grip.forward().distance(thumb) < 1e-5, "{hand:?}");
            assert!(grip.up().distance(Vec3::Z) < 1e-5, "{hand:?}");
        }
    }

    #[test]
    fn hand_with_an_unknown_joint_is_not_read() {
        let head = Transform::default();
        let lost = |bone| joints(0.06, false)(bone).filter(|_| !matches!(bone, HandBone::RingTip));
        assert_eq!(JointPoses::new(Hand::Right, &head, lost), None);
    }
}
