//! Bindings of one kind of controller.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::action::{ActionId, ComponentType, Hand, OwnThresholds};

/// Family of controllers with a similar shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
pub enum ControllerModel {
    /// A handle with a stick and two buttons for the thumb: Meta, PICO, HP.
    Touch,
    /// A touch controller with an additional trackpad and a hand strap: Valve Index.
    Index,
    /// A long wand with a trackpad and a ring at its end: HTC Vive.
    Wand,
    /// A handle with a ring, a stick and a trackpad: Windows Mixed Reality.
    Motion,
    /// A plain rod with a trigger and a menu button.
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

/// A control on a controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ControllerPart {
    /// The trigger for the index finger, or the only button.
    Trigger,
    /// The grip, squeezed by the other fingers.
    Grip,
    /// The thumbstick.
    Stick,
    /// The trackpad.
    Pad,
    /// The button nearer to the hand: A or X.
    Lower,
    /// The button farther from the hand: B or Y.
    Upper,
    /// The menu button.
    Menu,
    /// The thumb rest.
    Rest,
}

/// A control bound to an action.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Binding {
    /// Action that the control performs.
    pub action: ActionId,
    /// Hand of the control.
    pub hand: Hand,
    /// Full path, such as `/user/hand/left/input/trigger/value`.
    pub path: String,
}

impl Binding {
    /// Creates a binding of a path to an action.
    fn new(action: ActionId, path: String) -> Result<Self, String> {
        let on_hand = Hand::BOTH.into_iter().find_map(|hand| {
            let component = path.strip_prefix(hand.path())?;
            component.starts_with('/').then_some((hand, component))
        });
        let Some((hand, component)) = on_hand else {
            return Err(format!(
                "`{path}` is on no hand, expected /user/hand/left/… or /user/hand/right/…"
            ));
        };
        let needed = action.action_type();
        match ComponentType::of_component(component) {
            Some(found) if needed.accepts(found) => Ok(Self { action, hand, path }),
            _ => Err(format!(
                "`{path}` cannot be bound to `{action}` of the type {needed:?}, expected {}",
                needed.accepted_paths()
            )),
        }
    }

    /// Returns the path below the hand, such as `/input/trigger/value`.
    pub fn component(&self) -> &str {
        self.path.strip_prefix(self.hand.path()).unwrap_or_default()
    }

    /// Returns the name of the input, such as `trigger`; `None` for an output.
    pub fn input(&self) -> Option<&str> {
        self.component().strip_prefix("/input/")?.split('/').next()
    }

    /// Returns the part of the controller; `None` for poses, outputs and bare hands.
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

/// Suggested bindings for one kind of controller.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename = "Bindings")]
pub struct Profile {
    /// Interaction profile, such as `/interaction_profiles/valve/index_controller`.
    #[serde(rename = "profile")]
    pub path: String,
    /// Display name.
    pub name: String,
    /// Extension required by this profile at API version 1.0, such as `XR_KHR_generic_controller`;
    /// `None` if it is part of core OpenXR.
    pub extension: Option<String>,
    /// Whether the profile is for bare hands instead of controllers.
    #[serde(rename = "bare_hands", default)]
    pub is_bare_hand: bool,
    /// Shape of the controller; unused for bare hands.
    #[serde(default)]
    pub model: ControllerModel,
    /// Threshold overrides.
    #[serde(default)]
    pub thresholds: OwnThresholds,
    /// Bindings, in file order.
    #[serde(deserialize_with = "bindings")]
    pub bindings: Vec<Binding>,
}

/// Deserialises a map from actions to lists of paths, and checks each path where it is.
fn bindings<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Binding>, D::Error> {
    struct Bindings;

    impl<'de> Visitor<'de> for Bindings {
        type Value = Vec<Binding>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a map from action names to lists of paths")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut actions = BTreeSet::new();
            let mut bindings = Vec::new();
            while let Some((action, paths)) = map.next_entry::<ActionId, Vec<String>>()? {
                if !actions.insert(action) {
                    let why = format!("the action `{action}` is here twice, expected it once");
                    return Err(A::Error::custom(why));
                }
                for path in paths {
                    let binding = Binding::new(action, path);
                    bindings.push(binding.map_err(A::Error::custom)?);
                }
            }
            Ok(bindings)
        }
    }

    deserializer.deserialize_map(Bindings)
}

impl Profile {
    /// Returns the bindings of an action; none if the controller has no control for it.
    pub fn bound(&self, action: ActionId) -> impl Iterator<Item = &Binding> {
        self.bindings.iter().filter(move |it| it.action == action)
    }

    /// Returns whether the hand turns the board by swiping on a trackpad.
    pub fn turns_on_trackpad(&self, hand: Hand) -> bool {
        let mut bound = self.bound(ActionId::Turn).filter(|it| it.hand == hand);
        bound.any(|it| it.component().starts_with("/input/trackpad"))
    }
}
