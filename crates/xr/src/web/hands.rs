//! The hands: poses, input and vibration.

use bevy::prelude::*;
use bevy_mod_xr::hands::{
    HandBone, HandSide, XrHandBoneEntities, XrHandBoneRadius, spawn_hand_bones,
};
use bevy_mod_xr::spaces::{XrSpaceLocationFlags, XrSpaceSyncSet};

use super::session::{Headset, LatestFrame, PageFrameSystems};
use crate::config::Hand;
use crate::hands::{AimPose, GripPose, HandInput, tracked_hand};
use crate::haptics::Feel;
use crate::reading::{LatestReading, ReadingSystems};
use crate::tips::TipPose;
use icochess_base::schedule::AppSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PreUpdate,
        (
            (move_poses, follow_joints).in_set(XrSpaceSyncSet),
            read_hands.in_set(ReadingSystems),
        )
            .after(PageFrameSystems),
    )
    .add_systems(
        Update,
        vibrate
            .run_if(on_message::<Feel>)
            .after(AppSystems::Feedback),
    );
}

/// Moves the pose entities. Unknown poses stay in place.
fn move_poses(
    newest: Res<LatestFrame>,
    mut poses: Query<(
        AnyOf<(&AimPose, &GripPose, &TipPose)>,
        Option<&mut XrSpaceLocationFlags>,
        &mut Transform,
    )>,
) {
    for ((aim, grip, tip), flags, mut place) in &mut poses {
        let now = match (aim, grip, tip) {
            (Some(AimPose(hand)), ..) => newest.frame.hand(*hand).aim(),
            (None, Some(GripPose(hand)), _) => newest.frame.hand(*hand).grip(),
            (None, None, Some(TipPose(hand, tip))) => newest.frame.hand(*hand).tip(*tip),
            (None, None, None) => continue,
        };
        if let Some(mut flags) = flags {
            flags.set_if_neq(located(now.is_some()));
        }
        if let Some(now) = now {
            place.set_if_neq(now);
        }
    }
}

const fn located(is_known: bool) -> XrSpaceLocationFlags {
    XrSpaceLocationFlags {
        position_tracked: is_known,
        rotation_tracked: is_known,
    }
}

/// Moves the joints of bare hands, and spawns them when they are first known.
fn follow_joints(
    mut commands: Commands,
    newest: Res<LatestFrame>,
    trackers: Query<(&HandSide, &XrHandBoneEntities)>,
    mut joints: Query<(
        &HandBone,
        &mut Transform,
        &mut XrHandBoneRadius,
        &mut XrSpaceLocationFlags,
    )>,
) {
    for hand in Hand::BOTH {
        let frame = newest.frame.hand(hand);
        let mut trackers = trackers.iter();
        let Some((_, bones)) = trackers.find(|(side, _)| tracked_hand(**side) == hand) else {
            if frame.knows_joints() {
                let bones = spawn_hand_bones(&mut commands, |_| ());
                let side = match hand {
                    Hand::Left => HandSide::Left,
                    Hand::Right => HandSide::Right,
                };
                commands.spawn((XrHandBoneEntities(bones), side));
            }
            continue;
        };
        for entity in bones.0 {
            let Ok((bone, mut place, mut radius, mut flags)) = joints.get_mut(entity) else {
                continue;
            };
            let now = frame.joint(*bone);
            flags.set_if_neq(located(now.is_some()));
            if let Some((pose, thickness)) = now {
                place.set_if_neq(pose);
                if radius.0 != thickness {
                    radius.0 = thickness;
                }
            }
        }
    }
}

/// Reads the hands' input.
fn read_hands(newest: Res<LatestFrame>, mut hands: Query<(&HandInput, &mut LatestReading)>) {
    for (HandInput { hand, .. }, mut latest) in &mut hands {
        latest.set_if_neq(LatestReading(newest.frame.hand(*hand).reading()));
    }
}

fn vibrate(headset: Res<Headset>, mut felt: MessageReader<Feel>) {
    for feel in felt.read() {
        if let Some(page) = headset.page() {
            page.pulse(
                feel.hand as usize,
                feel.pulse.amplitude,
                feel.pulse.duration,
            );
        }
    }
}
