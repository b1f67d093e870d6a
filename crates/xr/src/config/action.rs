//! Actions and the types of controls that they accept.

use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// An OpenXR action of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ActionId {
    /// The hand's aim pose, for pointing.
    AimPose,
    /// The hand's grip pose, for holding.
    GripPose,
    /// Between the tips of a bare hand's thumb and index finger, for pinching.
    PinchPose,
    /// The tip of a bare hand's index finger, for poking.
    PokePose,
    /// Select the target of the ray or the hand.
    Select,
    /// Whether the hand's posture makes [`Select`](Self::Select) valid.
    SelectReady,
    /// Hold the board.
    Grab,
    /// Whether the hand's posture makes [`Grab`](Self::Grab) valid.
    GrabReady,
    /// Turn the board by stick or trackpad.
    Turn,
    /// Open or close the menu.
    Menu,
    /// Turn the player's own side to the front.
    HomeView,
    /// Show explanations on the board while held.
    Learn,
    /// Vibrate; a controller's output.
    Haptic,
}

impl ActionId {
    /// All actions.
    pub const ALL: [Self; 13] = [
        Self::AimPose,
        Self::GripPose,
        Self::PinchPose,
        Self::PokePose,
        Self::Select,
        Self::SelectReady,
        Self::Grab,
        Self::GrabReady,
        Self::Turn,
        Self::Menu,
        Self::HomeView,
        Self::Learn,
        Self::Haptic,
    ];

    /// Returns the name in the files and in OpenXR.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AimPose => "aim_pose",
            Self::GripPose => "grip_pose",
            Self::PinchPose => "pinch_pose",
            Self::PokePose => "poke_pose",
            Self::Select => "select",
            Self::SelectReady => "select_ready",
            Self::Grab => "grab",
            Self::GrabReady => "grab_ready",
            Self::Turn => "turn",
            Self::Menu => "menu",
            Self::HomeView => "home_view",
            Self::Learn => "learn",
            Self::Haptic => "haptic",
        }
    }

    /// Returns the type that the game requires.
    pub const fn action_type(self) -> ActionType {
        match self {
            Self::AimPose | Self::GripPose | Self::PinchPose | Self::PokePose => ActionType::Pose,
            Self::Select | Self::Grab => ActionType::Float,
            Self::Turn => ActionType::Vec2,
            Self::SelectReady | Self::GrabReady | Self::Menu | Self::HomeView | Self::Learn => {
                ActionType::Bool
            }
            Self::Haptic => ActionType::Haptic,
        }
    }
}

impl<'de> Deserialize<'de> for ActionId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let found = String::deserialize(deserializer)?;
        let id = Self::ALL.into_iter().find(|id| id.name() == found);
        id.ok_or_else(|| {
            let all = Self::ALL.map(Self::name).join(", ");
            D::Error::custom(format!("unknown action `{found}`, expected one of {all}"))
        })
    }
}

impl fmt::Display for ActionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Type of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActionType {
    /// A position and an orientation.
    Pose,
    /// A number, usually from 0 to 1.
    Float,
    /// On or off.
    Bool,
    /// Two numbers from -1 to 1.
    Vec2,
    /// Vibration output.
    Haptic,
}

impl ActionType {
    /// Returns whether OpenXR lets a component of type `component` feed an action of this type.
    pub const fn accepts(self, component: ComponentType) -> bool {
        match self {
            Self::Pose => matches!(component, ComponentType::Pose),
            Self::Float | Self::Bool => {
                matches!(component, ComponentType::Float | ComponentType::Boolean)
            }
            Self::Vec2 => matches!(component, ComponentType::Vector2f),
            Self::Haptic => matches!(component, ComponentType::Vibration),
        }
    }

    /// Returns the accepted path suffixes for error messages.
    pub(super) const fn accepted_paths(self) -> &'static str {
        match self {
            Self::Pose => "/input/…/pose",
            Self::Float | Self::Bool => {
                "/input/…/value, /force, /x, /y, /click, /touch or another number or button"
            }
            Self::Vec2 => "/input/thumbstick or /input/trackpad",
            Self::Haptic => "/output/haptic",
        }
    }
}

/// Type of a controller's component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
pub enum ComponentType {
    /// A position and an orientation.
    Pose,
    /// A number.
    Float,
    /// On or off.
    Boolean,
    /// Two numbers.
    Vector2f,
    /// Vibration output.
    Vibration,
}

impl ComponentType {
    /// Returns the type that OpenXR's naming rules assign to a component path such as
    /// `/input/trigger/value`; `None` if no rule applies.
    ///
    /// It only considers the name, not whether a controller has the component.
    pub fn of_component(component: &str) -> Option<Self> {
        let parts: Vec<&str> = component.split('/').collect();
        if parts.iter().skip(1).any(|part| !is_path_level(part)) {
            return None;
        }
        match parts[..] {
            ["", "output", id] if id.starts_with("haptic") => Some(Self::Vibration),
            ["", "input", id] if id.starts_with("thumbstick") || id.starts_with("trackpad") => {
                Some(Self::Vector2f)
            }
            ["", "input", _, end] => match end {
                "pose" => Some(Self::Pose),
                "value" | "force" | "x" | "y" => Some(Self::Float),
                "click" | "touch" | "ready_ext" => Some(Self::Boolean),
                _ if end.starts_with("curl_") || end.starts_with("slide_") => Some(Self::Float),
                _ if end.starts_with("dpad_") || end.starts_with("proximity") => {
                    Some(Self::Boolean)
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// A hand. Every action exists on both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, bevy::reflect::Reflect)]
#[type_path = "icochess::xr::config::action"]
pub enum Hand {
    /// The left hand.
    Left,
    /// The right hand.
    Right,
}

impl Hand {
    /// Both hands.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// Returns the hand's user path, which is also the subaction path of the hand's actions.
    pub const fn path(self) -> &'static str {
        match self {
            Self::Left => "/user/hand/left",
            Self::Right => "/user/hand/right",
        }
    }
}

/// The action set.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActionSet {
    /// Name in OpenXR.
    pub name: String,
    /// Display name.
    pub localized_name: String,
    /// Priority relative to other action sets; the game has only one.
    pub priority: u32,
}

/// An action as configured. Files of earlier versions have a type and a comment, too.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Action {
    /// The action.
    pub name: ActionId,
    /// Display name.
    pub localized_name: String,
}

/// Press and release thresholds of an analogue action: 0 ≤ release < press ≤ 1.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "RawThreshold")]
pub struct Threshold {
    /// Value from which the action is pressed.
    pub press: f32,
    /// Value at or below which a pressed action is released.
    pub release: f32,
}

/// Unvalidated thresholds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename = "Threshold")]
struct RawThreshold {
    press: f32,
    release: f32,
}

impl TryFrom<RawThreshold> for Threshold {
    type Error = String;

    fn try_from(RawThreshold { press, release }: RawThreshold) -> Result<Self, String> {
        if 0.0 <= release && release < press && press <= 1.0 {
            return Ok(Self { press, release });
        }
        Err(format!(
            "bad threshold: press {press}, release {release}, expected 0 <= release < press <= 1"
        ))
    }
}

impl Threshold {
    /// Returns whether the action is pressed at `value`. `was_pressed` is the previous state.
    pub fn is_pressed(self, value: f32, was_pressed: bool) -> bool {
        if was_pressed {
            value > self.release
        } else {
            value >= self.press
        }
    }
}

/// Thresholds of the analogue actions.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thresholds {
    /// Threshold of [`ActionId::Select`].
    pub select: Threshold,
    /// Threshold of [`ActionId::Grab`].
    pub grab: Threshold,
}

/// Threshold overrides of a controller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OwnThresholds {
    /// Override for [`ActionId::Select`].
    #[serde(deserialize_with = "given")]
    pub select: Option<Threshold>,
    /// Override for [`ActionId::Grab`].
    #[serde(deserialize_with = "given")]
    pub grab: Option<Threshold>,
}

/// Deserialises an optional value written without `Some(…)`.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Threshold>, D::Error> {
    Threshold::deserialize(deserializer).map(Some)
}

impl Thresholds {
    /// Returns these thresholds with a controller's overrides applied.
    pub fn with(self, own: OwnThresholds) -> Self {
        Self {
            select: own.select.unwrap_or(self.select),
            grab: own.grab.unwrap_or(self.grab),
        }
    }
}

/// Returns whether the text is valid as one level of an OpenXR path.
pub(super) fn is_path_level(text: &str) -> bool {
    text.bytes()
        .all(|it| matches!(it, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.'))
        && text.bytes().any(|it| it != b'.')
}
