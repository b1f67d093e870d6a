//! The reference space and the head.
//!
//! The origin is on the floor below the player, who can recentre it: LOCAL_FLOOR. If the runtime
//! lacks that space, LOCAL, whose origin is at the eyes, emulates it as the OpenXR specification
//! describes for `XR_EXT_local_floor`. The height comes from STAGE, whose origin is on the floor.
//! Until STAGE can be located, or without it, the player is assumed to sit. STAGE is also the real
//! room, in which a board on a table keeps its place.

use bevy::prelude::*;
use bevy_mod_openxr::helper_traits::{ToIsometry3d, ToVec3};
use bevy_mod_openxr::openxr_session_running;
use bevy_mod_openxr::poll_events::{OxrEventHandlerExt, OxrEventIn};
use bevy_mod_openxr::resources::OxrFrameState;
use bevy_mod_openxr::session::OxrSession;
use bevy_mod_openxr::spaces::OxrSpaceLocationFlags;
use bevy_mod_xr::session::XrSessionCreatedMessage;
use bevy_mod_xr::spaces::{XrPrimaryReferenceSpace, XrReferenceSpace, XrSpaceSyncSet};
use openxr::{ReferenceSpaceType, SpaceLocationFlags};

use crate::head::{Head, HeadPosition, HeadTracking};
use crate::placement::SeatingSystems;
use crate::relaunch;
use crate::session::{SessionEvent, SessionStatus};
use icochess_base::schedule::AppSystems;
use icochess_board::Listener;
use icochess_board::room::surroundings::Surroundings;
use icochess_board::turning::real_table::RealRoom;
use icochess_store::settings::Settings;

/// The space that `bevy_mod_openxr` creates by itself. Every runtime supports it.
pub const DEFAULT: ReferenceSpaceType = ReferenceSpaceType::LOCAL;

/// The reference space set by this module.
#[derive(Resource)]
struct InUse {
    space: XrReferenceSpace,
    kind: ReferenceSpaceType,
    /// Height of this space's origin in the unmodified space of its type, in metres.
    height: f32,
    floor: &'static str,
}

/// STAGE, if the runtime offers it.
#[derive(Resource)]
struct StageSpace(XrReferenceSpace);

/// Spaces for locating the floor below LOCAL.
#[derive(Resource)]
struct FloorFinder {
    local: XrReferenceSpace,
    stage: XrReferenceSpace,
    /// Time from which to look for the floor. It is set when either space moves.
    due: Option<openxr::Time>,
}

/// Time at which a pending recentring takes effect.
#[derive(Resource, Default)]
struct Recentring(Option<openxr::Time>);

/// Difference below which two heights count as equal, in metres. A new space would seat the player
/// again.
const SAME_HEIGHT: f32 = 0.001;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Recentring>()
        .add_oxr_event_handler(on_recentring)
        .add_systems(
            PreUpdate,
            (
                // Runs after the schedule in which `bevy_mod_openxr` creates its own space.
                choose_space.run_if(on_message::<XrSessionCreatedMessage>),
                send_recentred,
                update_tracking.after(XrSpaceSyncSet),
            ),
        )
        .add_systems(
            Update,
            (
                find_floor.run_if(openxr_session_running.and_then(resource_exists::<FloorFinder>)),
                publish_space.run_if(resource_exists_and_changed::<XrPrimaryReferenceSpace>),
            )
                .chain()
                // A new space seats the player in the next frame, once the head is located in it.
                .after(SeatingSystems)
                .in_set(AppSystems::Input),
        )
        .add_systems(
            Update,
            locate_real_room
                .run_if(
                    openxr_session_running
                        .and_then(resource_exists::<StageSpace>)
                        .and_then(resource_exists::<XrPrimaryReferenceSpace>),
                )
                .before(SeatingSystems)
                .in_set(AppSystems::Input),
        );
}

fn choose_space(
    mut commands: Commands,
    session: Option<Res<OxrSession>>,
    settings: Res<Settings>,
    heads: Query<Entity, With<Head>>,
) {
    let Some(session) = session else {
        relaunch::go_on_flat("the session cannot be created");
        return;
    };
    commands.remove_resource::<FloorFinder>();
    commands.remove_resource::<StageSpace>();
    let offered = session.enumerate_reference_spaces().unwrap_or_default();
    let offers = |kind: &ReferenceSpaceType| offered.contains(kind);
    let make = |kind, pose| session.create_reference_space(kind, pose);
    let stage = offers(&ReferenceSpaceType::STAGE)
        .then(|| make(ReferenceSpaceType::STAGE, Isometry3d::IDENTITY).ok())
        .flatten();
    if let Some(stage) = stage {
        commands.insert_resource(StageSpace(stage));
    }
    let chosen = if offers(&ReferenceSpaceType::LOCAL_FLOOR) {
        make(ReferenceSpaceType::LOCAL_FLOOR, Isometry3d::IDENTITY).map(|space| InUse {
            space,
            kind: ReferenceSpaceType::LOCAL_FLOOR,
            height: 0.0,
            floor: "LOCAL_FLOOR",
        })
    } else {
        if let Some(stage) = stage
            && let Ok(local) = make(ReferenceSpaceType::LOCAL, Isometry3d::IDENTITY)
        {
            commands.insert_resource(FloorFinder {
                local,
                stage,
                due: Some(openxr::Time::from_nanos(0)),
            });
        }
        local_with_floor(&session, -settings.seated_eye_height, "eye height")
    };
    match chosen {
        Ok(chosen) => put_in_use(&mut commands, chosen),
        Err(error) => warn!("The room's floor is not known, the eyes count as at it: {error}"),
    }
    for head in &heads {
        commands.entity(head).despawn();
    }
    match make(ReferenceSpaceType::VIEW, Isometry3d::IDENTITY) {
        Ok(view) => {
            commands.spawn((Name::new("head"), Head, Listener, view.0));
        }
        Err(error) => error!("The head cannot be followed: {error}"),
    }
}

/// Returns LOCAL with its origin on the floor at `height` in LOCAL.
fn local_with_floor(
    session: &OxrSession,
    height: f32,
    floor: &'static str,
) -> openxr::Result<InUse> {
    let pose = Isometry3d::from_translation(Vec3::Y * height);
    let space = session.create_reference_space(ReferenceSpaceType::LOCAL, pose)?;
    Ok(InUse {
        space,
        kind: ReferenceSpaceType::LOCAL,
        height,
        floor,
    })
}

fn put_in_use(commands: &mut Commands, chosen: InUse) {
    commands.insert_resource(XrPrimaryReferenceSpace(chosen.space));
    commands.insert_resource(chosen);
}

/// Moves the origin to the floor of STAGE once it can be located.
fn find_floor(
    mut commands: Commands,
    session: Res<OxrSession>,
    frame: Option<Res<OxrFrameState>>,
    in_use: Option<Res<InUse>>,
    mut finder: ResMut<FloorFinder>,
) {
    let (Some(frame), Some(due)) = (frame, finder.due) else {
        return;
    };
    let time = frame.predicted_display_time;
    if time.as_nanos() < due.as_nanos() {
        return;
    }
    let Ok(found) = session.locate_space(&finder.stage, &finder.local, time) else {
        return;
    };
    if !found
        .location_flags
        .contains(SpaceLocationFlags::POSITION_VALID)
    {
        return;
    }
    finder.due = None;
    let height = found.pose.position.to_vec3().y;
    let is_known = |now: &InUse| now.floor == "STAGE" && (now.height - height).abs() < SAME_HEIGHT;
    if in_use.is_some_and(|now| is_known(&now)) {
        return;
    }
    match local_with_floor(&session, height, "STAGE") {
        Ok(space) => put_in_use(&mut commands, space),
        Err(error) => warn!("The floor of the stage cannot be used: {error}"),
    }
}

/// Locates STAGE while the real room is shown.
fn locate_real_room(
    session: Res<OxrSession>,
    frame: Option<Res<OxrFrameState>>,
    (stage, primary): (Res<StageSpace>, Res<XrPrimaryReferenceSpace>),
    around: Res<Surroundings>,
    mut room: ResMut<RealRoom>,
) {
    let Some(frame) = frame.filter(|_| *around == Surroundings::Passthrough) else {
        return;
    };
    let found = session.locate_space(&stage.0, &primary, frame.predicted_display_time);
    let valid = SpaceLocationFlags::POSITION_VALID | SpaceLocationFlags::ORIENTATION_VALID;
    let found = found.ok().filter(|it| it.location_flags.contains(valid));
    room.set_if_neq(RealRoom(found.map(|it| it.pose.to_xr_pose())));
}

fn on_recentring(
    event: OxrEventIn,
    finder: Option<ResMut<FloorFinder>>,
    mut recentring: ResMut<Recentring>,
    mut events: MessageWriter<SessionEvent>,
) {
    let openxr::Event::ReferenceSpaceChangePending(change) = *event else {
        return;
    };
    if let Some(mut finder) = finder {
        finder.due = Some(change.change_time());
    }
    // STAGE isn't in use; it may have changed because of a new guardian boundary.
    if change.reference_space_type() != ReferenceSpaceType::STAGE {
        recentring.0 = Some(change.change_time());
        events.write(SessionEvent::Recentring);
    }
}

/// Sends the event with the first frame shown in the new space.
fn send_recentred(
    frame: Option<Res<OxrFrameState>>,
    mut recentring: ResMut<Recentring>,
    mut events: MessageWriter<SessionEvent>,
) {
    if let (Some(frame), Some(from)) = (frame, recentring.0)
        && frame.predicted_display_time.as_nanos() >= from.as_nanos()
    {
        recentring.0 = None;
        events.write(SessionEvent::Recentred);
    }
}

/// Updates the tracking state after the head was located.
fn update_tracking(mut heads: Query<(&OxrSpaceLocationFlags, &mut HeadTracking)>) {
    for (flags, mut tracking) in &mut heads {
        tracking.set_if_neq(known_by(*flags));
    }
}

/// Returns the tracking state for location flags.
fn known_by(flags: OxrSpaceLocationFlags) -> HeadTracking {
    HeadTracking {
        knows_rotation: flags.rot_valid(),
        position: match (flags.pos_valid(), flags.pos_tracked()) {
            (false, _) => HeadPosition::Unknown,
            (true, false) => HeadPosition::Guessed,
            (true, true) => HeadPosition::Tracked,
        },
    }
}

/// Publishes the current space, even if another system set it.
fn publish_space(
    primary: Res<XrPrimaryReferenceSpace>,
    ours: Option<Res<InUse>>,
    mut status: ResMut<SessionStatus>,
) {
    let ours = ours.filter(|ours| ours.space.as_raw() == primary.as_raw());
    let (kind, floor) = ours.map_or((DEFAULT, "unknown"), |ours| (ours.kind, ours.floor));
    status.reference_space = format!("{kind:?}");
    floor.clone_into(&mut status.floor);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_position_is_guessed_unless_tracked() {
        let position = |flags| known_by(OxrSpaceLocationFlags(flags)).position;
        let valid = SpaceLocationFlags::POSITION_VALID;
        let tracked = SpaceLocationFlags::POSITION_TRACKED;
        assert_eq!(position(SpaceLocationFlags::EMPTY), HeadPosition::Unknown);
        assert_eq!(position(tracked), HeadPosition::Unknown);
        assert_eq!(position(valid), HeadPosition::Guessed);
        assert_eq!(position(valid | tracked), HeadPosition::Tracked);
        // A headset without position tracking.
        let turned = SpaceLocationFlags::ORIENTATION_VALID;
        assert!(known_by(OxrSpaceLocationFlags(turned)).knows_rotation);
        assert!(!known_by(OxrSpaceLocationFlags(valid | tracked)).knows_rotation);
    }
}
