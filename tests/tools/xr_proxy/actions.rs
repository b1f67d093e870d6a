//! Bindings, what the hands do, and what they feel.

use openxr::sys::{
    self, ActionStateBoolean, ActionStateFloat, ActionStateGetInfo, ActionStateVector2f,
    ActionsSyncInfo, HapticActionInfo, HapticBaseHeader, HapticVibration, Instance,
    InteractionProfileSuggestedBinding, Result as XrResult, Session,
};

use crate::common::{instance, lost, path_text};
use crate::functions::call;
use crate::protocol::Pulse;
use crate::state::{self, with};

pub unsafe extern "system" fn suggest_bindings(
    instance: Instance,
    suggested: *const InteractionProfileSuggestedBinding,
) -> XrResult {
    // SAFETY: the caller's promise.
    let (profile, bindings) = unsafe {
        let suggested = &*suggested;
        let count = suggested.count_suggested_bindings as usize;
        let bindings = std::slice::from_raw_parts(suggested.suggested_bindings, count);
        (suggested.interaction_profile, bindings)
    };
    let record = (
        path_text(profile),
        bindings.iter().map(|one| path_text(one.binding)).collect(),
    );
    with(|state| state.records.bindings.push(record));
    call!(
        instance,
        c"xrSuggestInteractionProfileBindings",
        SuggestInteractionProfileBindings,
        instance,
        suggested
    )
}

pub unsafe extern "system" fn sync_actions(
    session: Session,
    info: *const ActionsSyncInfo,
) -> XrResult {
    if let Some(lost) = lost() {
        return lost;
    }
    let is_listening = with(|state| {
        state.records.syncs += 1;
        state.is_listening()
    });
    if is_listening {
        call!(instance(), c"xrSyncActions", SyncActions, session, info)
    } else {
        XrResult::SESSION_NOT_FOCUSED
    }
}

/// The state of an action: the runtime's, or at rest while it does not listen.
macro_rules! action_state {
    ($function:ident, $name:literal, $kind:ident, $state:ident, $rest:expr) => {
        pub unsafe extern "system" fn $function(
            session: Session,
            info: *const ActionStateGetInfo,
            out: *mut $state,
        ) -> XrResult {
            let result = call!(instance(), $name, $kind, session, info, out);
            if result == XrResult::SUCCESS && !with(|state| state.is_listening()) {
                // SAFETY: the caller's promise.
                unsafe {
                    (*out).is_active = false.into();
                    (*out).current_state = $rest;
                }
            }
            result
        }
    };
}

action_state!(
    boolean_state,
    c"xrGetActionStateBoolean",
    GetActionStateBoolean,
    ActionStateBoolean,
    false.into()
);

action_state!(
    float_state,
    c"xrGetActionStateFloat",
    GetActionStateFloat,
    ActionStateFloat,
    0.0
);

action_state!(
    vector_state,
    c"xrGetActionStateVector2f",
    GetActionStateVector2f,
    ActionStateVector2f,
    sys::Vector2f { x: 0.0, y: 0.0 }
);

pub unsafe extern "system" fn apply_haptic_feedback(
    session: Session,
    info: *const HapticActionInfo,
    feedback: *const HapticBaseHeader,
) -> XrResult {
    if !with(|state| state.is_listening()) {
        return XrResult::SESSION_NOT_FOCUSED;
    }
    // SAFETY: the caller's promise; a vibration is told by its type.
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
    call!(
        instance(),
        c"xrApplyHapticFeedback",
        ApplyHapticFeedback,
        session,
        info,
        feedback
    )
}
