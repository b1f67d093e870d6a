//! Bindings, action states and haptics.

use openxr::sys::{
    self, Action, ActionCreateInfo, ActionSet, ActionStateBoolean, ActionStateFloat,
    ActionStateGetInfo, ActionStateVector2f, ActionsSyncInfo, Handle as _, HapticActionInfo,
    HapticBaseHeader, HapticVibration, Instance, InteractionProfileSuggestedBinding,
    Result as XrResult, Session,
};

use crate::common::{lost, path_text, text};
use crate::functions::call;
use crate::inputs::{self, Bound};
use crate::protocol::{InputValue, Pulse};
use crate::state::{self, with};

pub unsafe extern "system" fn create_action(
    set: ActionSet,
    info: *const ActionCreateInfo,
    action: *mut Action,
) -> XrResult {
    let result = call!(CreateAction, set, info, action);
    if result == XrResult::SUCCESS {
        // SAFETY: guaranteed by the caller. The runtime has just written the action.
        let (name, made) = unsafe { (text(&(*info).action_name), *action) };
        with(|state| state.action_names.insert(made.into_raw(), name));
    }
    result
}

pub unsafe extern "system" fn suggest_bindings(
    instance: Instance,
    suggested: *const InteractionProfileSuggestedBinding,
) -> XrResult {
    // SAFETY: guaranteed by the caller.
    let (profile, bindings) = unsafe {
        let suggested = &*suggested;
        let count = suggested.count_suggested_bindings as usize;
        let bindings = std::slice::from_raw_parts(suggested.suggested_bindings, count);
        (suggested.interaction_profile, bindings)
    };
    let profile = path_text(profile);
    let bound = bindings.iter().map(|one| Bound {
        profile: profile.clone(),
        action: one.action,
        path: path_text(one.binding),
    });
    let bound: Vec<_> = bound.collect();
    let paths = bound.iter().map(|one| one.path.clone()).collect();
    with(|state| {
        state.records.bindings.push((profile, paths));
        state.bound.extend(bound);
    });
    call!(SuggestInteractionProfileBindings, instance, suggested)
}

pub unsafe extern "system" fn sync_actions(
    session: Session,
    info: *const ActionsSyncInfo,
) -> XrResult {
    if let Some(lost) = lost() {
        return lost;
    }
    let is_listening = with(|state| {
        state.inputs.sync();
        state.is_listening()
    });
    if is_listening {
        call!(SyncActions, session, info)
    } else {
        XrResult::SESSION_NOT_FOCUSED
    }
}

/// Defines a getter for action states: from the runtime or the test, or at rest while input is
/// ignored.
macro_rules! action_state {
    ($function:ident, $kind:ident, $state:ident, $rest:expr, $read:expr) => {
        pub unsafe extern "system" fn $function(
            session: Session,
            info: *const ActionStateGetInfo,
            out: *mut $state,
        ) -> XrResult {
            let result = call!($kind, session, info, out);
            if result != XrResult::SUCCESS {
                return result;
            }
            // SAFETY: guaranteed by the caller.
            let (info, out) = unsafe { (&*info, &mut *out) };
            if !with(|state| state.is_listening()) {
                out.is_active = false.into();
                out.current_state = $rest;
            } else if let Some(faked) = inputs::state_of(session, info) {
                let value = faked.value.map_or($rest, $read);
                out.is_active = faked.value.is_some().into();
                out.changed_since_last_sync = faked.has_changed.into();
                out.current_state = value;
            }
            result
        }
    };
}

action_state!(
    boolean_state,
    GetActionStateBoolean,
    ActionStateBoolean,
    false.into(),
    |value| value.is_down().into()
);

action_state!(
    float_state,
    GetActionStateFloat,
    ActionStateFloat,
    0.0,
    InputValue::strength
);

action_state!(
    vector_state,
    GetActionStateVector2f,
    ActionStateVector2f,
    sys::Vector2f { x: 0.0, y: 0.0 },
    |value| {
        let [x, y] = value.vector();
        sys::Vector2f { x, y }
    }
);

pub unsafe extern "system" fn apply_haptic_feedback(
    session: Session,
    info: *const HapticActionInfo,
    feedback: *const HapticBaseHeader,
) -> XrResult {
    if !with(|state| state.is_listening()) {
        return XrResult::SESSION_NOT_FOCUSED;
    }
    // SAFETY: guaranteed by the caller. The type identifies a vibration.
    unsafe {
        if (*feedback).ty == HapticVibration::TYPE {
            let vibration = &*feedback.cast::<HapticVibration>();
            let pulse = Pulse {
                hand: path_text((*info).subaction_path),
                amplitude: vibration.amplitude,
                milliseconds: vibration.duration.as_nanos() as f64 / 1e6,
                frequency: vibration.frequency,
                at: state::now(),
            };
            with(|state| state.records.pulses.push(pulse));
        }
    }
    call!(ApplyHapticFeedback, session, info, feedback)
}
