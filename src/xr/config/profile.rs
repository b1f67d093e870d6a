//! The bindings of a kind of controller.

use super::action::{ActionId, Hand};

/// A control that an action is bound to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Binding {
    /// The action.
    pub action: ActionId,
    /// The hand whose control it is.
    pub hand: Hand,
    /// The full path, as `/user/hand/left/input/trigger/value`.
    pub path: String,
}

impl Binding {
    /// The path below the hand, as `/input/trigger/value`.
    pub fn component(&self) -> &str {
        self.path.strip_prefix(self.hand.path()).unwrap_or_default()
    }
}

/// The bindings to suggest for one kind of controller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The interaction profile, as `/interaction_profiles/valve/index_controller`.
    pub path: String,
    /// The name for people.
    pub name: String,
    /// The extension that must have been enabled for this profile to exist at API
    /// version 1.0, as `XR_KHR_generic_controller`; `None` if it is part of OpenXR.
    pub extension: Option<String>,
    /// The bindings, in the order of the file.
    pub bindings: Vec<Binding>,
}

impl Profile {
    /// The bindings of an action; none if the controller has no control for it.
    pub fn bound(&self, action: ActionId) -> impl Iterator<Item = &Binding> {
        self.bindings.iter().filter(move |it| it.action == action)
    }
}
