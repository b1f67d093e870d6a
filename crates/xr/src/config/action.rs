//! The actions, and what their controls may be.

use std::fmt;

use serde::{Deserialize, Deserializer};

/// An action the game asks OpenXR for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ActionId {
    /// The ray of the hand, for pointing.
    AimPose,
    /// The place of the hand, for holding.
    GripPose,
    /// Between the tips of thumb and index finger of a bare hand, for taking.
    PinchPose,
    /// The tip of the index finger of a bare hand, for poking.
    PokePose,
    /// Choose what the ray or the hand touches.
    Select,
    /// The hand is so that [`Select`](Self::Select) means something.
    SelectReady,
    /// Hold the board.
    Grab,
    /// The hand is so that [`Grab`](Self::Grab) means something.
    GrabReady,
    /// Turn the board by stick or trackpad.
    Turn,
    /// Open or close the menu.
    Menu,
    /// Bring the player's own side to the front.
    HomeView,
    /// Let the board explain itself, as long as it is held.
    Learn,
    /// Vibrate: the output of a controller.
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

    /// The name in the files and towards OpenXR.
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

    /// The type the game expects the action to have.
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

impl fmt::Display for ActionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The type of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
pub enum ActionType {
    /// A position and an orientation.
    Pose,
    /// A number, mostly from 0 to 1.
    Float,
    /// On or off.
    Bool,
    /// Two numbers from -1 to 1.
    Vec2,
    /// An output: vibration.
    Haptic,
}

impl ActionType {
    /// Whether OpenXR lets a component of type `component` feed an action of this type.
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

    /// The ends of the paths that an action of this type accepts, for error messages.
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

/// The type of a component of a controller.
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
    /// An output: vibration.
    Vibration,
}

impl ComponentType {
    /// The type that OpenXR's naming rules give to a component path below the hand,
    /// as `/input/trigger/value`; `None` for one that they do not cover.
    ///
    /// This knows the names, not the controllers: it cannot tell whether a
    /// controller has such a trigger.
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

/// One of the two hands. Every action exists on both.
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

    /// The hand's user path, which is also the subaction path of its actions.
    pub const fn path(self) -> &'static str {
        match self {
            Self::Left => "/user/hand/left",
            Self::Right => "/user/hand/right",
        }
    }
}

/// The action set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionSet {
    /// The name towards OpenXR.
    pub name: String,
    /// The name for people.
    pub localized_name: String,
    /// The priority over other action sets; there are none.
    pub priority: u32,
}

/// An action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// The action; its name towards OpenXR is [`ActionId::name`].
    pub id: ActionId,
    /// The name for people.
    pub localized_name: String,
    /// The type, which is that of [`ActionId::action_type`].
    pub action_type: ActionType,
    /// One line on what the action does.
    pub comment: String,
}

/// The value from which an analogue action counts as pressed.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Threshold {
    /// Pressed from this value on.
    pub press: f32,
    /// Released at this value or below, once pressed.
    pub release: f32,
}

impl Threshold {
    /// Whether the action is pressed at `value`, given whether it was before.
    pub fn is_pressed(self, value: f32, was_pressed: bool) -> bool {
        if was_pressed {
            value > self.release
        } else {
            value >= self.press
        }
    }
}

/// The thresholds of the analogue actions.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thresholds {
    /// The threshold of [`ActionId::Select`].
    pub select: Threshold,
    /// The threshold of [`ActionId::Grab`].
    pub grab: Threshold,
}

/// The thresholds of a kind of controller where it has others than the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OwnThresholds {
    /// The threshold of [`ActionId::Select`], if it is another.
    #[serde(deserialize_with = "given")]
    pub select: Option<Threshold>,
    /// The threshold of [`ActionId::Grab`], if it is another.
    #[serde(deserialize_with = "given")]
    pub grab: Option<Threshold>,
}

/// Reads a value that may be left out, but is no `Some(…)`.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Threshold>, D::Error> {
    Threshold::deserialize(deserializer).map(Some)
}

impl Thresholds {
    /// These thresholds, but for those that a controller has of its own.
    pub fn with(self, own: OwnThresholds) -> Self {
        Self {
            select: own.select.unwrap_or(self.select),
            grab: own.grab.unwrap_or(self.grab),
        }
    }
}

/// Whether this can stand between two slashes of an OpenXR path; action names
/// follow the same rule.
pub(super) fn is_path_level(text: &str) -> bool {
    text.bytes()
        .all(|it| matches!(it, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.'))
        && text.bytes().any(|it| it != b'.')
}
