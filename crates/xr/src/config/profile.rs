//! The bindings of a kind of controller.

use serde::Deserialize;

use super::action::{ActionId, Hand, OwnThresholds};

/// The look of a controller: one of a few families.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
pub enum ControllerModel {
    /// A handle with a face for the thumb, with a stick and two buttons: Meta, PICO, HP.
    Touch,
    /// The same with a trackpad, and a strap round the hand.
    Index,
    /// A long wand with a trackpad and a ring at its end: HTC Vive.
    Wand,
    /// A handle with a ring, a stick and a trackpad: Windows Mixed Reality.
    Motion,
    /// A plain stick with a trigger and a menu button.
    #[default]
    Simple,
}

impl ControllerModel {
    /// All families.
    pub const ALL: [Self; 5] = [
        Self::Touch,
        Self::Index,
        Self::Wand,
        Self::Motion,
        Self::Simple,
    ];
}

/// A part of a controller that a finger uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ControllerPart {
    /// The trigger of the index finger, or the only button.
    Trigger,
    /// The grip that the other fingers squeeze.
    Grip,
    /// The stick under the thumb.
    Stick,
    /// The pad under the thumb.
    Pad,
    /// The button nearer to the hand: A or X.
    Lower,
    /// The button farther from it: B or Y.
    Upper,
    /// The menu button.
    Menu,
    /// The rest of the thumb.
    Rest,
}

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

    /// The name of the input, as `trigger`; of an output nothing.
    pub fn input(&self) -> Option<&str> {
        self.component().strip_prefix("/input/")?.split('/').next()
    }

    /// The part of a controller that the input is; `None` of poses, outputs and bare hands.
    pub fn part(&self) -> Option<ControllerPart> {
        Some(match self.input()? {
            "trigger" | "select" => ControllerPart::Trigger,
            "squeeze" | "shoulder" => ControllerPart::Grip,
            "thumbstick" => ControllerPart::Stick,
            "trackpad" => ControllerPart::Pad,
            "a" | "x" | "primary" => ControllerPart::Lower,
            "b" | "y" | "secondary" => ControllerPart::Upper,
            "menu" => ControllerPart::Menu,
            "thumbrest" => ControllerPart::Rest,
            _ => return None,
        })
    }
}

/// The bindings to suggest for one kind of controller.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// The interaction profile, as `/interaction_profiles/valve/index_controller`.
    pub path: String,
    /// The name for people.
    pub name: String,
    /// The extension that must have been enabled for this profile to exist at API
    /// version 1.0, as `XR_KHR_generic_controller`; `None` if it is part of OpenXR.
    pub extension: Option<String>,
    /// Whether these are bare hands, and no controllers.
    pub is_bare_hand: bool,
    /// The look of the controller; of bare hands it says nothing.
    pub model: ControllerModel,
    /// The thresholds that are others than those of all controllers.
    pub thresholds: OwnThresholds,
    /// The bindings, in the order of the file.
    pub bindings: Vec<Binding>,
}

impl Profile {
    /// The bindings of an action; none if the controller has no control for it.
    pub fn bound(&self, action: ActionId) -> impl Iterator<Item = &Binding> {
        self.bindings.iter().filter(move |it| it.action == action)
    }

    /// Whether a hand turns the board on a trackpad, on which a finger has to swipe.
    pub fn turns_on_trackpad(&self, hand: Hand) -> bool {
        let mut bound = self.bound(ActionId::Turn).filter(|it| it.hand == hand);
        bound.any(|it| it.component().starts_with("/input/trackpad"))
    }
}
