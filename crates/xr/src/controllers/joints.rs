//! Draws tracked bare hands (`XR_EXT_hand_tracking`) as balls at the joints and rods between them.
//!
//! A hand that holds a controller isn't drawn, even if its fingers are tracked.

use bevy::prelude::*;
use bevy_mod_xr::hands::{HandBone, HandSide, XrHandBoneEntities, XrHandBoneRadius};
use bevy_mod_xr::spaces::XrSpaceLocationFlags;

use super::looks::ControllerLooks;
use super::model::Solid;
use crate::config::Hand;
use crate::hands::{HandInput, name_of, tracked_hand};
use crate::session::Focus;
use icochess_base::schedule::AppSystems;
use icochess_board::room::surroundings::Surroundings;
use icochess_board::stage::drawing::seen_if;

/// First joint of each finger. The joints of a finger follow one another.
const FINGERS: [HandBone; 5] = [
    HandBone::ThumbMetacarpal,
    HandBone::IndexMetacarpal,
    HandBone::MiddleMetacarpal,
    HandBone::RingMetacarpal,
    HandBone::LittleMetacarpal,
];

/// Returns the joints that rods connect: along each finger from the wrist to the tip, and in two
/// rows across the palm.
fn connected() -> Vec<[HandBone; 2]> {
    let all = HandBone::get_all_bones();
    let firsts = FINGERS.map(|first| first as usize);
    let mut connected = Vec::new();
    for (finger, first) in firsts.into_iter().enumerate() {
        let next = firsts.get(finger + 1).copied().unwrap_or(all.len());
        connected.push([HandBone::Wrist, all[first]]);
        connected.extend(all[first..next].windows(2).map(|pair| [pair[0], pair[1]]));
    }
    // The thumb is in no row.
    for pair in firsts[1..].windows(2) {
        connected.extend([0, 1].map(|row| [all[pair[0] + row], all[pair[1] + row]]));
    }
    connected
}

/// Valid range of joint radii, in metres. Some runtimes report none.
const RADII: [f32; 2] = [0.005, 0.025];

/// Root of a drawn hand.
#[derive(Component, Debug)]
struct DrawnHand {
    hand: Hand,
    /// The tracked hand that this drawn hand follows.
    tracker: Entity,
}

/// A drawn piece of a hand.
#[derive(Component, Debug, Clone, Copy)]
enum Piece {
    Joint(HandBone),
    Bone(HandBone, HandBone),
    Palm,
}

#[derive(Debug, Clone, Copy)]
struct Joint {
    place: Transform,
    radius: f32,
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(draw_hand)
        .add_observer(remove_hand)
        .add_systems(Update, move_hand_pieces.in_set(AppSystems::Feedback));
}

/// Draws a hand when its tracking starts.
fn draw_hand(
    added: On<Add, HandSide>,
    sides: Query<&HandSide>,
    looks: Option<Res<ControllerLooks>>,
    mut commands: Commands,
) {
    let (Ok(side), Some(looks)) = (sides.get(added.entity), looks) else {
        return;
    };
    let hand = tracked_hand(*side);
    let tracker = added.entity;
    let root = (
        DrawnHand { hand, tracker },
        Name::new(format!("{} fingers", name_of(hand))),
        Transform::default(),
        Visibility::Hidden,
    );
    let root = commands.spawn(root).id();
    let joints = HandBone::get_all_bones().into_iter();
    let joints = joints.filter(|bone| !matches!(bone, HandBone::Palm));
    let joints = joints.map(|bone| (Piece::Joint(bone), Solid::Bead));
    let bones = connected().into_iter();
    let bones = bones.map(|[from, to]| (Piece::Bone(from, to), Solid::Peg));
    for (piece, solid) in joints.chain(bones).chain([(Piece::Palm, Solid::Ball)]) {
        commands.spawn((
            ChildOf(root),
            piece,
            Mesh3d(looks.mesh(solid)),
            MeshMaterial3d(looks.hand(hand).skin.clone()),
            Transform::default(),
            Visibility::default(),
        ));
    }
}

/// Removes the drawn hand together with its tracker when the session ends.
fn remove_hand(
    removed: On<Remove, HandSide>,
    hands: Query<(Entity, &DrawnHand)>,
    mut commands: Commands,
) {
    for (entity, _) in hands
        .iter()
        .filter(|(_, hand)| hand.tracker == removed.entity)
    {
        commands.entity(entity).try_despawn();
    }
}

/// Moves the pieces of drawn hands to the joints.
fn move_hand_pieces(
    (focus, surroundings): (Option<Res<Focus>>, Res<Surroundings>),
    inputs: Query<&HandInput>,
    trackers: Query<&XrHandBoneEntities>,
    joints: Query<(&Transform, &XrHandBoneRadius, &XrSpaceLocationFlags), With<HandBone>>,
    mut hands: Query<(&DrawnHand, &Children, &mut Visibility)>,
    mut pieces: Query<(&Piece, &mut Transform), Without<HandBone>>,
) {
    let is_ours = *surroundings == Surroundings::OurRoom && focus.is_none_or(|focus| focus.0);
    for (hand, children, mut seen) in &mut hands {
        let bones = trackers.get(hand.tracker).ok();
        let find = |bone: HandBone| joints.get(bones?.0[bone as usize]).ok();
        let holds_something = inputs
            .iter()
            .any(|input| input.hand == hand.hand && input.active && !input.is_bare);
        let is_tracked = find(HandBone::Wrist).is_some_and(|(_, _, flags)| flags.position_tracked);
        let is_shown = is_ours && is_tracked && !holds_something;
        seen.set_if_neq(seen_if(is_shown));
        if !is_shown {
            continue;
        }
        let joint = |bone: HandBone| {
            let (place, radius, _) = find(bone)?;
            let [min, max] = RADII;
            Some(Joint {
                place: *place,
                radius: radius.0.clamp(min, max),
            })
        };
        for child in children {
            let Ok((piece, mut place)) = pieces.get_mut(*child) else {
                continue;
            };
            if let Some(now) = place_of(*piece, joint) {
                place.set_if_neq(now);
            }
        }
    }
}

/// Returns the transform of a piece.
fn place_of(piece: Piece, joint: impl Fn(HandBone) -> Option<Joint>) -> Option<Transform> {
    Some(match piece {
        Piece::Joint(bone) => {
            let Joint { place, radius } = joint(bone)?;
            Transform::from_translation(place.translation).with_scale(Vec3::splat(2.0 * radius))
        }
        Piece::Bone(from, to) => {
            let (from, to) = (joint(from)?, joint(to)?);
            let offset = to.place.translation - from.place.translation;
            // The rods are thinner than the balls, which hide the ends.
            let thick = (from.radius + to.radius) * 0.95;
            Transform {
                translation: from.place.translation.midpoint(to.place.translation),
                rotation: Quat::from_rotation_arc(Vec3::Y, offset.normalize_or(Vec3::Y)),
                scale: Vec3::new(thick, offset.length(), thick),
            }
        }
        Piece::Palm => {
            let palm = joint(HandBone::Palm)?;
            let span = |one, other| {
                let [one, other] = [joint(one)?, joint(other)?];
                Some(one.place.translation.distance(other.place.translation))
            };
            // The palm's y points out of the back of the hand, its -z to the fingers (OpenXR,
            // "Conventions of hand joints").
            let across = span(HandBone::IndexProximal, HandBone::LittleProximal)?;
            let along = span(HandBone::Wrist, HandBone::MiddleProximal)?;
            palm.place
                .with_scale(Vec3::new(across + palm.radius, 2.0 * palm.radius, along))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a distinct position for each joint of a flat hand.
    fn joint(bone: HandBone) -> Option<Joint> {
        let number = bone as usize as f32;
        Some(Joint {
            place: Transform::from_xyz(0.02 * number, 1.0, -0.01 * number),
            radius: 0.01,
        })
    }

    #[test]
    fn bone_spans_its_two_joints() {
        for [from, to] in connected() {
            let bone = place_of(Piece::Bone(from, to), joint).unwrap();
            for (end, at) in [(-0.5, from), (0.5, to)] {
                let at = joint(at).unwrap().place.translation;
                let reached = bone.transform_point(Vec3::Y * end);
                assert!(reached.distance(at) < 1e-4, "{from:?} {to:?}");
            }
        }
    }

    #[test]
    fn every_joint_but_the_palm_is_in_a_finger() {
        let drawn: std::collections::BTreeSet<_> = connected()
            .into_iter()
            .flatten()
            .map(|bone| bone as u8)
            .collect();
        assert_eq!(drawn.len(), HandBone::get_all_bones().len() - 1);
        assert!(!drawn.contains(&(HandBone::Palm as u8)));
    }

    #[test]
    fn pieces_without_a_known_joint_are_not_drawn() {
        let none = |_| None;
        for piece in [
            Piece::Joint(HandBone::IndexTip),
            Piece::Bone(HandBone::IndexDistal, HandBone::IndexTip),
            Piece::Palm,
        ] {
            assert_eq!(place_of(piece, none), None);
        }
    }
}
