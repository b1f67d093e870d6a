//! Reference spaces, and locating spaces, eyes and hands.

use openxr::sys::{
    ActionSpaceCreateInfo, HandJointLocationsEXT, HandJointsLocateInfoEXT, HandTrackerEXT,
    Handle as _, ReferenceSpaceCreateInfo, ReferenceSpaceType, Result as XrResult, Session, Space,
    SpaceLocation, SpaceLocationFlags, Time, View, ViewLocateInfo, ViewState, ViewStateFlags,
};

use crate::common::{all, enumerate, lost, path_text};
use crate::functions::call;
use crate::state::{setup, with};
use crate::times;

/// Returns the type of reference space called `name`.
pub fn reference_space(name: &str) -> Option<ReferenceSpaceType> {
    [
        ReferenceSpaceType::VIEW,
        ReferenceSpaceType::LOCAL,
        ReferenceSpaceType::LOCAL_FLOOR,
        ReferenceSpaceType::STAGE,
    ]
    .into_iter()
    .find(|space| format!("{space:?}") == name)
}

pub unsafe extern "system" fn reference_spaces(
    session: Session,
    capacity: u32,
    count: *mut u32,
    out: *mut ReferenceSpaceType,
) -> XrResult {
    let found = all(ReferenceSpaceType::VIEW, |capacity, count, out| {
        call!(EnumerateReferenceSpaces, session, capacity, count, out)
    });
    match found {
        Ok(mut spaces) => {
            spaces.retain(|space| !setup().hidden_spaces.contains(&format!("{space:?}")));
            // SAFETY: guaranteed by the caller.
            unsafe { enumerate(&spaces, capacity, count, out) }
        }
        Err(error) => error,
    }
}

pub unsafe extern "system" fn create_reference_space(
    session: Session,
    info: *const ReferenceSpaceCreateInfo,
    space: *mut Space,
) -> XrResult {
    // SAFETY: guaranteed by the caller.
    let (kind, at) = unsafe {
        let info = &*info;
        (
            info.reference_space_type,
            info.pose_in_reference_space.position,
        )
    };
    if setup().hidden_spaces.contains(&format!("{kind:?}")) {
        return XrResult::ERROR_REFERENCE_SPACE_UNSUPPORTED;
    }
    let result = call!(CreateReferenceSpace, session, info, space);
    if result == XrResult::SUCCESS {
        // SAFETY: the runtime has just written the space.
        let made = unsafe { *space };
        let name = format!("{kind:?}");
        with(|state| {
            match kind {
                ReferenceSpaceType::VIEW => state.view_spaces.push(made),
                ReferenceSpaceType::STAGE => state.stage_spaces.push(made),
                _ => {}
            }
            state.space_names.insert(made.into_raw(), name.clone());
            state.records.spaces.push(crate::protocol::Space {
                kind: name,
                position: [at.x, at.y, at.z],
            });
        });
    }
    result
}

pub unsafe extern "system" fn create_action_space(
    session: Session,
    info: *const ActionSpaceCreateInfo,
    space: *mut Space,
) -> XrResult {
    let result = call!(CreateActionSpace, session, info, space);
    if result == XrResult::SUCCESS {
        // SAFETY: guaranteed by the caller. The runtime has just written the space.
        let (action, hand, made) = unsafe { ((*info).action, (*info).subaction_path, *space) };
        let hand = path_text(hand);
        with(|state| {
            let action = state.action_names.get(&action.into_raw());
            let name = format!("{hand} {}", action.map_or("", String::as_str));
            state.space_names.insert(made.into_raw(), name);
        });
    }
    result
}

pub unsafe extern "system" fn locate_space(
    space: Space,
    base: Space,
    time: Time,
    location: *mut SpaceLocation,
) -> XrResult {
    if let Some(lost) = lost() {
        return lost;
    }
    times::note_space(space, time);
    let result = call!(LocateSpace, space, base, time, location);
    let is_lost = with(|state| {
        let of_head = state.is_head_lost && state.view_spaces.contains(&space);
        of_head || state.is_stage_lost && state.stage_spaces.contains(&space)
    });
    if is_lost && result == XrResult::SUCCESS {
        let known = SpaceLocationFlags::POSITION_TRACKED | SpaceLocationFlags::POSITION_VALID;
        // SAFETY: guaranteed by the caller.
        unsafe { (*location).location_flags &= !known };
    }
    result
}

pub unsafe extern "system" fn locate_views(
    session: Session,
    info: *const ViewLocateInfo,
    view_state: *mut ViewState,
    capacity: u32,
    count: *mut u32,
    views: *mut View,
) -> XrResult {
    let result = call!(
        LocateViews,
        session,
        info,
        view_state,
        capacity,
        count,
        views
    );
    if result == XrResult::SUCCESS {
        // SAFETY: guaranteed by the caller. If there is room, the runtime has written at least one
        // view.
        unsafe { times::note_views(&*info, (capacity > 0).then(|| &*views)) };
        if with(|state| state.is_head_lost) {
            let known = ViewStateFlags::POSITION_TRACKED | ViewStateFlags::POSITION_VALID;
            // SAFETY: guaranteed by the caller.
            unsafe { (*view_state).view_state_flags &= !known };
        }
    }
    result
}

pub unsafe extern "system" fn locate_hand_joints(
    tracker: HandTrackerEXT,
    info: *const HandJointsLocateInfoEXT,
    locations: *mut HandJointLocationsEXT,
) -> XrResult {
    let result = call!(LocateHandJointsEXT, tracker, info, locations);
    if result == XrResult::SUCCESS {
        // SAFETY: guaranteed by the caller. The runtime has set whether the hand is tracked.
        unsafe { times::note_joints(&*info, (*locations).is_active.into()) };
    }
    result
}
