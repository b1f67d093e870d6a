//! Simulated controllers: inputs and interaction profile as set by the test.

use std::collections::BTreeMap;

use openxr::sys::{
    Action, ActionStateGetInfo, InteractionProfileState, Path, Result as XrResult, Session,
};

use crate::common::{instance, path_text};
use crate::functions::call;
use crate::protocol::InputValue;
use crate::state::with;

/// A binding suggested by the game.
pub struct Bound {
    pub profile: String,
    pub action: Action,
    pub path: String,
}

/// Input overrides of the test.
#[derive(Default)]
pub struct Inputs {
    /// Profile of both hands, if the test has set one.
    pub profile: Option<String>,
    /// Latest values by path.
    said: Said,
    /// Values at the game's last sync, and at the sync before it.
    synced: Said,
    before: Said,
}

type Said = BTreeMap<String, InputValue>;

impl Inputs {
    pub fn set(&mut self, path: String, value: InputValue) {
        self.said.insert(path, value);
    }

    pub fn sync(&mut self) {
        let synced = std::mem::replace(&mut self.synced, self.said.clone());
        self.before = synced;
    }

    /// Returns whether there are no overrides.
    fn is_silent(&self) -> bool {
        self.profile.is_none() && self.synced.is_empty() && self.before.is_empty()
    }
}

/// State of an overridden action.
pub struct Faked {
    /// `None` if the action is inactive.
    pub value: Option<InputValue>,
    pub has_changed: bool,
}

impl InputValue {
    /// Returns the value as a button. An axis counts as pressed above 0.5, as a runtime may choose.
    pub fn is_down(self) -> bool {
        self.strength() > 0.5
    }

    /// Returns the value as an axis.
    pub fn strength(self) -> f32 {
        match self {
            Self::Bool(is_down) => f32::from(u8::from(is_down)),
            Self::Float(value) => value,
            Self::Vector([x, y]) => x.hypot(y),
        }
    }

    /// Returns the value as a thumbstick.
    pub fn vector(self) -> [f32; 2] {
        match self {
            Self::Vector(value) => value,
            _ => [0.0, 0.0],
        }
    }
}

/// Returns the strongest of an action's inputs, as the specification combines them.
fn combined(values: Vec<InputValue>) -> Option<InputValue> {
    let by_strength = |a: &InputValue, b: &InputValue| a.strength().total_cmp(&b.strength());
    values.into_iter().max_by(by_strength)
}

/// Returns the state that the test has set for an action, or `None` if it is the runtime's.
pub fn state_of(session: Session, info: &ActionStateGetInfo) -> Option<Faked> {
    if with(|state| state.inputs.is_silent()) {
        return None;
    }
    let hand = path_text(info.subaction_path);
    let profile = with(|state| state.inputs.profile.clone());
    let is_faked = profile.is_some();
    let profile = profile.unwrap_or_else(|| real_profile(session, info.subaction_path));
    with(|state| {
        let is_meant = |one: &&Bound| one.profile == profile && one.action == info.action;
        let of_hand = |path: &&str| {
            path.strip_prefix(&hand)
                .is_some_and(|rest| rest.starts_with('/'))
        };
        let paths = state.bound.iter().filter(is_meant);
        let paths: Vec<&str> = paths.map(|one| one.path.as_str()).filter(of_hand).collect();
        let rest = || is_faked.then_some(InputValue::Bool(false));
        let values = |said: &Said| -> Vec<InputValue> {
            let value = |path: &&str| said.get(*path).copied().or_else(rest);
            paths.iter().filter_map(value).collect()
        };
        let [now, before] = [&state.inputs.synced, &state.inputs.before].map(values);
        if now.is_empty() && !is_faked {
            return None;
        }
        let value = combined(now);
        let has_changed = value != combined(before);
        Some(Faked { value, has_changed })
    })
}

/// Asks the runtime for a hand's profile.
fn runtime_profile(session: Session, hand: Path, out: *mut InteractionProfileState) -> XrResult {
    call!(GetCurrentInteractionProfile, session, hand, out)
}

/// Returns the runtime's profile of a hand.
fn real_profile(session: Session, hand: Path) -> String {
    let mut found = InteractionProfileState {
        ty: InteractionProfileState::TYPE,
        next: std::ptr::null_mut(),
        interaction_profile: Path::NULL,
    };
    if runtime_profile(session, hand, &raw mut found) == XrResult::SUCCESS {
        path_text(found.interaction_profile)
    } else {
        String::new()
    }
}

pub unsafe extern "system" fn current_profile(
    session: Session,
    hand: Path,
    out: *mut InteractionProfileState,
) -> XrResult {
    let result = runtime_profile(session, hand, out);
    let faked = with(|state| state.inputs.profile.clone());
    let Some(faked) = faked.filter(|_| result == XrResult::SUCCESS) else {
        return result;
    };
    let Ok(text) = std::ffi::CString::new(faked) else {
        return XrResult::ERROR_RUNTIME_FAILURE;
    };
    let instance = instance();
    // SAFETY: guaranteed by the caller.
    let path = unsafe { &mut (*out).interaction_profile };
    call!(StringToPath, instance, text.as_ptr(), path)
}
