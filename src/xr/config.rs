//! What the player's hands can do in the headset, and which controls do it.
//!
//! Both are data: `xr_config/actions.ron` holds the actions, `xr_config/bindings/`
//! one file per kind of controller (an OpenXR interaction profile). The files are
//! built into the program, and the same layout can be read from another folder.
//! This module reads and checks them; it knows neither Bevy nor OpenXR.
//!
//! A runtime refuses all bindings of a profile when it does not know one of their
//! paths, so a wrong path costs the player the whole controller. The checks here
//! find what can be seen from the files alone; `tests/xr_config.rs` holds every
//! path against the OpenXR registry.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    fmt, fs, io,
    path::{Path, PathBuf},
};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use thiserror::Error;

/// Name and text of a file that is built in.
macro_rules! built_in_file {
    ($name:literal) => {
        (
            concat!("xr_config/", $name),
            include_str!(concat!("../../xr_config/", $name)),
        )
    };
}

/// Name and text of the built-in actions.
const ACTIONS: (&str, &str) = built_in_file!("actions.ron");

/// Names and texts of the built-in bindings, sorted by name as
/// [`XrConfig::from_dir`] sorts them.
const BINDINGS: [(&str, &str); 18] = [
    built_in_file!("bindings/bytedance_pico4_controller.ron"),
    built_in_file!("bindings/bytedance_pico_neo3_controller.ron"),
    built_in_file!("bindings/bytedance_pico_ultra_controller_bd.ron"),
    built_in_file!("bindings/ext_hand_interaction_ext.ron"),
    built_in_file!("bindings/facebook_touch_controller_pro.ron"),
    built_in_file!("bindings/hp_mixed_reality_controller.ron"),
    built_in_file!("bindings/htc_vive_controller.ron"),
    built_in_file!("bindings/htc_vive_cosmos_controller.ron"),
    built_in_file!("bindings/htc_vive_focus3_controller.ron"),
    built_in_file!("bindings/khr_generic_controller.ron"),
    built_in_file!("bindings/khr_simple_controller.ron"),
    built_in_file!("bindings/meta_touch_controller_plus.ron"),
    built_in_file!("bindings/microsoft_hand_interaction.ron"),
    built_in_file!("bindings/microsoft_motion_controller.ron"),
    built_in_file!("bindings/ml_ml2_controller.ron"),
    built_in_file!("bindings/oculus_touch_controller.ron"),
    built_in_file!("bindings/samsung_odyssey_controller.ron"),
    built_in_file!("bindings/valve_index_controller.ron"),
];

/// An action the game asks OpenXR for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ActionId {
    /// Where the hand points.
    AimPose,
    /// Where the hand is.
    GripPose,
    /// Choose what the ray or the hand touches.
    Select,
    /// Hold the board.
    Grab,
    /// Turn the board by stick or trackpad.
    Turn,
    /// Open or close the menu.
    Menu,
    /// Bring the player's own side to the front.
    HomeView,
    /// Vibration.
    Haptic,
}

impl ActionId {
    /// All actions.
    pub const ALL: [Self; 8] = [
        Self::AimPose,
        Self::GripPose,
        Self::Select,
        Self::Grab,
        Self::Turn,
        Self::Menu,
        Self::HomeView,
        Self::Haptic,
    ];

    /// The name in the files and towards OpenXR.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AimPose => "aim_pose",
            Self::GripPose => "grip_pose",
            Self::Select => "select",
            Self::Grab => "grab",
            Self::Turn => "turn",
            Self::Menu => "menu",
            Self::HomeView => "home_view",
            Self::Haptic => "haptic",
        }
    }

    /// The type the game expects the action to have.
    #[must_use]
    pub const fn action_type(self) -> ActionType {
        match self {
            Self::AimPose | Self::GripPose => ActionType::Pose,
            Self::Select | Self::Grab => ActionType::Float,
            Self::Turn => ActionType::Vec2,
            Self::Menu | Self::HomeView => ActionType::Bool,
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
    /// Whether OpenXR lets a component of that type feed an action of this one.
    #[must_use]
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

    /// How the paths end that an action of this type accepts, for error messages.
    const fn accepted_paths(self) -> &'static str {
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
    #[must_use]
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
    #[must_use]
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
    /// Which action; its name towards OpenXR is [`ActionId::name`].
    pub id: ActionId,
    /// The name for people.
    pub localized_name: String,
    /// The type, which is that of [`ActionId::action_type`].
    pub action_type: ActionType,
    /// One line on what the action does.
    pub comment: String,
}

/// When an analogue action counts as pressed.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Threshold {
    /// Pressed from this value on.
    pub press: f32,
    /// Let go from this value down, once pressed.
    pub release: f32,
}

impl Threshold {
    /// Whether the action is pressed at `value`, given whether it was before.
    #[must_use]
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
    /// For [`ActionId::Select`].
    pub select: Threshold,
    /// For [`ActionId::Grab`].
    pub grab: Threshold,
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
    #[must_use]
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

/// The whole input configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct XrConfig {
    /// The action set.
    pub action_set: ActionSet,
    /// The actions: each [`ActionId`] once, in the order of the file.
    pub actions: Vec<Action>,
    /// The thresholds of the analogue actions.
    pub thresholds: Thresholds,
    /// The bindings, sorted by file name.
    pub profiles: Vec<Profile>,
}

impl XrConfig {
    /// The configuration that is built into the program.
    ///
    /// # Errors
    ///
    /// None in a program whose tests passed; see [`XrProblem`] for what can be wrong.
    pub fn built_in() -> Result<Self, XrConfigError> {
        let (config, left_out) = Self::read(ACTIONS, BINDINGS)?;
        left_out.into_iter().next().map_or(Ok(config), Err)
    }

    /// Reads the configuration from a folder laid out like `xr_config`: a file
    /// `actions.ron`, and in the folder `bindings` one `.ron` file per profile.
    /// Gives what is wrong with the profiles that are left out, too: the others
    /// work without them.
    ///
    /// # Errors
    ///
    /// See [`XrProblem`] for what can be wrong with the actions, or with all of
    /// the profiles.
    pub fn from_dir(dir: &Path) -> Result<(Self, Vec<XrConfigError>), XrConfigError> {
        let actions = read_file(&dir.join("actions.ron"))?;
        let bindings = dir.join("bindings");
        let mut paths: Vec<PathBuf> = fs::read_dir(&bindings)
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
            .map_err(|error| unreadable(&bindings, error))?;
        paths.retain(|path| path.extension().is_some_and(|it| it == "ron"));
        paths.sort();
        if paths.is_empty() {
            return Err(XrConfigError {
                file: bindings.display().to_string(),
                at: None,
                profile: None,
                problem: XrProblem::NoProfiles,
            });
        }
        let mut left_out = Vec::new();
        let read = paths.iter().map(|path| read_file(path));
        let bindings: Vec<_> = read
            .filter_map(|file| file.map_err(|error| left_out.push(error)).ok())
            .collect();
        let (config, wrong) = Self::read(
            (&actions.0, &actions.1),
            bindings.iter().map(|(name, text)| (&**name, &**text)),
        )?;
        left_out.extend(wrong);
        if config.profiles.is_empty() && !left_out.is_empty() {
            return Err(left_out.swap_remove(0));
        }
        Ok((config, left_out))
    }

    /// The extensions that the profiles require, each once.
    #[must_use]
    pub fn extensions(&self) -> BTreeSet<&str> {
        self.profiles
            .iter()
            .filter_map(|profile| profile.extension.as_deref())
            .collect()
    }

    /// Reads and checks the files, given as name and text. Profiles that are
    /// wrong are left out.
    fn read<'a>(
        actions: (&'a str, &'a str),
        bindings: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<(Self, Vec<XrConfigError>), XrConfigError> {
        let (action_set, actions, thresholds) = File::from(actions).actions()?;
        let mut seen = BTreeMap::new();
        let (mut profiles, mut left_out) = (Vec::new(), Vec::new());
        for file in bindings {
            match File::from(file).profile(&mut seen) {
                Ok(profile) => profiles.push(profile),
                Err(error) => left_out.push(error),
            }
        }
        let config = Self {
            action_set,
            actions,
            thresholds,
            profiles,
        };
        Ok((config, left_out))
    }
}

/// A place in a file, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// What is wrong with an input configuration, and where.
#[derive(Debug, Error)]
#[error(
    "{file}{}{}: {problem}",
    .at.map(|at| format!(":{at}")).unwrap_or_default(),
    .profile.as_ref().map(|it| format!(", profile {it}")).unwrap_or_default()
)]
pub struct XrConfigError {
    /// The file, or the folder if it is about that.
    pub file: String,
    /// The place in the file, where it is known.
    pub at: Option<Position>,
    /// The interaction profile that the file is for, where that can be read.
    pub profile: Option<Box<str>>,
    /// What is wrong.
    pub problem: XrProblem,
}

/// What is wrong with an input configuration.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum XrProblem {
    /// The file or folder cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(io::Error),
    /// The folder has no files for controllers.
    #[error("no .ron file in this folder, expected one for each kind of controller")]
    NoProfiles,
    /// The file is not RON, or lacks fields, or has others or wrong ones.
    #[error("{0}")]
    Syntax(Box<ron::Error>),
    /// A name or path that OpenXR would not accept.
    #[error("bad {what} `{found}`, expected {accepted}")]
    BadName {
        /// What it is the name of.
        what: &'static str,
        /// The name.
        found: String,
        /// What would have been accepted.
        accepted: &'static str,
    },
    /// Two actions with the same name for people.
    #[error("the localized name `{0}` is taken by another action, expected one of its own")]
    DuplicateLocalizedName(String),
    /// An action that the game does not know.
    #[error("unknown action `{found}`, expected one of {all}", all = action_names())]
    UnknownAction {
        /// The name.
        found: String,
    },
    /// An action that the file of the actions lacks.
    #[error("the action `{0}` is missing, expected all of {all}", all = action_names())]
    MissingAction(ActionId),
    /// An action that a file has twice.
    #[error("the action `{0}` is here twice, expected it once")]
    DuplicateAction(ActionId),
    /// An action of another type than the game uses it with.
    #[error("the action `{action}` has the type {found:?}, expected {:?}", .action.action_type())]
    WrongActionType {
        /// The action.
        action: ActionId,
        /// The type in the file.
        found: ActionType,
    },
    /// A threshold that would never press or never release.
    #[error(
        "the threshold of `{action}` is press {}, release {}, \
         expected 0 <= release < press <= 1",
        .found.press, .found.release
    )]
    BadThreshold {
        /// The action.
        action: ActionId,
        /// The threshold in the file.
        found: Threshold,
    },
    /// A profile that another file has, too.
    #[error("the profile `{profile}` is in {other} already, expected one file for each")]
    DuplicateProfile {
        /// The profile.
        profile: String,
        /// The other file.
        other: String,
    },
    /// A path that belongs to neither hand.
    #[error("`{0}` is on no hand, expected /user/hand/left/… or /user/hand/right/…")]
    WrongHand(String),
    /// A path that cannot feed the action.
    #[error(
        "`{path}` cannot be bound to `{action}` of the type {:?}, expected {}",
        .action.action_type(), .action.action_type().accepted_paths()
    )]
    WrongComponent {
        /// The action.
        action: ActionId,
        /// The path.
        path: String,
    },
    /// A path that is bound to the same action twice.
    #[error("`{path}` is bound to `{action}` twice, expected once")]
    DuplicateBinding {
        /// The action.
        action: ActionId,
        /// The path.
        path: String,
    },
}

/// The names of all actions, for error messages.
fn action_names() -> String {
    ActionId::ALL.map(ActionId::name).join(", ")
}

/// Whether this can stand between two slashes of an OpenXR path; action names
/// follow the same rule.
fn is_path_level(text: &str) -> bool {
    text.bytes()
        .all(|it| matches!(it, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.'))
        && text.bytes().any(|it| it != b'.')
}

/// Name and text of a file.
fn read_file(path: &Path) -> Result<(String, String), XrConfigError> {
    let text = fs::read_to_string(path).map_err(|error| unreadable(path, error))?;
    Ok((path.display().to_string(), text))
}

/// The error for a path that cannot be read.
fn unreadable(path: &Path, error: io::Error) -> XrConfigError {
    XrConfigError {
        file: path.display().to_string(),
        at: None,
        profile: None,
        problem: XrProblem::Unreadable(error),
    }
}

/// A string of a file. It borrows from the file's text wherever it has no escapes,
/// which is how an error finds its line and column.
#[derive(Deserialize)]
#[serde(transparent)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// The file `actions.ron` as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename = "Actions")]
struct RawActions<'a> {
    #[serde(borrow)]
    action_set: RawActionSet<'a>,
    actions: Vec<RawAction<'a>>,
    thresholds: Thresholds,
}

/// The action set as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename = "ActionSet")]
struct RawActionSet<'a> {
    #[serde(borrow)]
    name: Text<'a>,
    localized_name: Text<'a>,
    priority: u32,
}

/// An action as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename = "Action")]
struct RawAction<'a> {
    #[serde(borrow)]
    name: Text<'a>,
    localized_name: Text<'a>,
    r#type: ActionType,
    comment: String,
}

/// A file of bindings as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename = "Bindings")]
struct RawProfile<'a> {
    #[serde(borrow)]
    profile: Text<'a>,
    name: String,
    extension: Option<Text<'a>>,
    #[serde(deserialize_with = "pairs")]
    bindings: Vec<(Text<'a>, Vec<Text<'a>>)>,
}

/// The one thing of a file of bindings that tells which controller it is for,
/// whatever is wrong with the rest.
#[derive(Deserialize)]
#[serde(rename = "Bindings")]
struct NamedProfile {
    profile: Box<str>,
}

/// Reads a map as pairs, so that a key which is there twice can be told.
fn pairs<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<(Text<'de>, Vec<Text<'de>>)>, D::Error> {
    struct Pairs;

    impl<'de> Visitor<'de> for Pairs {
        type Value = Vec<(Text<'de>, Vec<Text<'de>>)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a map from action names to lists of paths")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut pairs = Vec::new();
            while let Some(pair) = map.next_entry()? {
                pairs.push(pair);
            }
            Ok(pairs)
        }
    }

    deserializer.deserialize_map(Pairs)
}

/// A file that is being read.
struct File<'a> {
    /// Its name, for error messages.
    name: &'a str,
    /// Its text.
    text: &'a str,
}

impl<'a> From<(&'a str, &'a str)> for File<'a> {
    fn from((name, text): (&'a str, &'a str)) -> Self {
        Self { name, text }
    }
}

impl<'a> File<'a> {
    /// Reads the actions.
    fn actions(&self) -> Result<(ActionSet, Vec<Action>, Thresholds), XrConfigError> {
        let raw: RawActions = self.parse()?;
        let action_set = ActionSet {
            name: self.name("action set name", &raw.action_set.name)?,
            localized_name: self.localized_name(&raw.action_set.localized_name)?,
            priority: raw.action_set.priority,
        };
        let mut actions: Vec<Action> = Vec::new();
        for it in raw.actions {
            let id = self.action_id(&it.name)?;
            if it.r#type != id.action_type() {
                let found = it.r#type;
                let problem = XrProblem::WrongActionType { action: id, found };
                return Err(self.error_at(&it.name, problem));
            }
            if actions.iter().any(|other| other.id == id) {
                return Err(self.error_at(&it.name, XrProblem::DuplicateAction(id)));
            }
            let localized_name = self.localized_name(&it.localized_name)?;
            if actions.iter().any(|it| it.localized_name == localized_name) {
                let problem = XrProblem::DuplicateLocalizedName(localized_name);
                return Err(self.error_at(&it.localized_name, problem));
            }
            actions.push(Action {
                id,
                localized_name,
                action_type: it.r#type,
                comment: it.comment,
            });
        }
        for id in ActionId::ALL {
            if !actions.iter().any(|it| it.id == id) {
                return Err(self.error(XrProblem::MissingAction(id)));
            }
        }
        self.threshold(ActionId::Select, raw.thresholds.select)?;
        self.threshold(ActionId::Grab, raw.thresholds.grab)?;
        Ok((action_set, actions, raw.thresholds))
    }

    /// Reads the bindings of a profile. `seen` maps the profiles of the files before
    /// that are right to the names of these files.
    fn profile(&self, seen: &mut BTreeMap<String, &'a str>) -> Result<Profile, XrConfigError> {
        self.bindings(seen).map_err(|error| XrConfigError {
            profile: self.parse().ok().map(|named: NamedProfile| named.profile),
            ..error
        })
    }

    fn bindings(&self, seen: &mut BTreeMap<String, &'a str>) -> Result<Profile, XrConfigError> {
        let raw: RawProfile = self.parse()?;
        let path = self.profile_path(&raw.profile)?;
        if let Some(&other) = seen.get(&path) {
            let problem = XrProblem::DuplicateProfile {
                profile: path,
                other: other.to_owned(),
            };
            return Err(self.error_at(&raw.profile, problem));
        }
        let extension = match raw.extension {
            Some(extension) => Some(self.extension(&extension)?),
            None => None,
        };
        let mut actions = BTreeSet::new();
        let mut bindings = Vec::new();
        for (name, paths) in &raw.bindings {
            let action = self.action_id(name)?;
            if !actions.insert(action) {
                return Err(self.error_at(name, XrProblem::DuplicateAction(action)));
            }
            for text in paths {
                let binding = self.binding(action, text)?;
                if bindings.contains(&binding) {
                    let path = binding.path;
                    let problem = XrProblem::DuplicateBinding { action, path };
                    return Err(self.error_at(text, problem));
                }
                bindings.push(binding);
            }
        }
        // Only now: a file that is wrong takes nobody's place.
        seen.insert(path.clone(), self.name);
        Ok(Profile {
            path,
            name: raw.name,
            extension,
            bindings,
        })
    }

    /// Reads the RON text.
    fn parse<T: Deserialize<'a>>(&self) -> Result<T, XrConfigError> {
        ron::from_str(self.text).map_err(|error| XrConfigError {
            file: self.name.to_owned(),
            at: Some(Position {
                line: error.span.start.line,
                column: error.span.start.col,
            }),
            profile: None,
            problem: XrProblem::Syntax(Box::new(error.code)),
        })
    }

    /// Checks a name that OpenXR sees.
    fn name(&self, what: &'static str, text: &Text) -> Result<String, XrConfigError> {
        let accepted = "at most 63 of the characters a-z 0-9 - _ .";
        let good = is_path_level(&text.0) && text.0.len() < 64;
        self.checked(text, good, what, accepted)
    }

    /// Checks a name that people see.
    fn localized_name(&self, text: &Text) -> Result<String, XrConfigError> {
        let good = !text.0.trim().is_empty() && text.0.len() < 128;
        self.checked(text, good, "localized name", "1 to 127 bytes of text")
    }

    /// Checks the path of a profile.
    fn profile_path(&self, text: &Text) -> Result<String, XrConfigError> {
        let levels: Vec<&str> = text.0.split('/').collect();
        let good = matches!(levels[..], ["", "interaction_profiles", vendor, device]
            if is_path_level(vendor) && is_path_level(device));
        let accepted = "/interaction_profiles/<vendor>/<device>";
        self.checked(text, good, "profile path", accepted)
    }

    /// Checks the name of an extension.
    fn extension(&self, text: &Text) -> Result<String, XrConfigError> {
        let good = text.0.strip_prefix("XR_").is_some_and(|rest| {
            !rest.is_empty()
                && rest
                    .bytes()
                    .all(|it| it.is_ascii_alphanumeric() || it == b'_')
        });
        let accepted = "None or Some(\"XR_…\")";
        self.checked(text, good, "extension", accepted)
    }

    /// The text if it is good, else the error [`XrProblem::BadName`].
    fn checked(
        &self,
        text: &Text,
        good: bool,
        what: &'static str,
        accepted: &'static str,
    ) -> Result<String, XrConfigError> {
        let found = text.0.clone().into_owned();
        if good {
            return Ok(found);
        }
        let problem = XrProblem::BadName {
            what,
            found,
            accepted,
        };
        Err(self.error_at(text, problem))
    }

    /// Finds an action by its name.
    fn action_id(&self, text: &Text) -> Result<ActionId, XrConfigError> {
        let found = ActionId::ALL.into_iter().find(|id| id.name() == text.0);
        found.ok_or_else(|| {
            let found = text.0.clone().into_owned();
            self.error_at(text, XrProblem::UnknownAction { found })
        })
    }

    /// Checks a threshold.
    fn threshold(&self, action: ActionId, found: Threshold) -> Result<(), XrConfigError> {
        if 0.0 <= found.release && found.release < found.press && found.press <= 1.0 {
            return Ok(());
        }
        Err(self.error(XrProblem::BadThreshold { action, found }))
    }

    /// Checks the path that an action is bound to.
    fn binding(&self, action: ActionId, text: &Text) -> Result<Binding, XrConfigError> {
        let path = text.0.clone().into_owned();
        let on_hand = Hand::BOTH.into_iter().find_map(|hand| {
            let component = text.0.strip_prefix(hand.path())?;
            component.starts_with('/').then_some((hand, component))
        });
        let Some((hand, component)) = on_hand else {
            return Err(self.error_at(text, XrProblem::WrongHand(path)));
        };
        match ComponentType::of_component(component) {
            Some(it) if action.action_type().accepts(it) => Ok(Binding { action, hand, path }),
            _ => Err(self.error_at(text, XrProblem::WrongComponent { action, path })),
        }
    }

    /// An error about the file as a whole.
    fn error(&self, problem: XrProblem) -> XrConfigError {
        XrConfigError {
            file: self.name.to_owned(),
            at: None,
            profile: None,
            problem,
        }
    }

    /// An error about a string of the file.
    fn error_at(&self, part: &Text, problem: XrProblem) -> XrConfigError {
        XrConfigError {
            at: self.position(part),
            ..self.error(problem)
        }
    }

    /// Where a string of the file stands; unknown if it has escapes and is a copy.
    fn position(&self, part: &Text) -> Option<Position> {
        let Cow::Borrowed(part) = part.0 else {
            return None;
        };
        let offset = part
            .as_ptr()
            .addr()
            .checked_sub(self.text.as_ptr().addr())?;
        let before = self.text.get(..offset)?;
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Some(Position {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A good file of bindings.
    const PROFILE: &str = r#"(
    profile: "/interaction_profiles/acme/wand",
    name: "Acme",
    extension: None,
    bindings: {
        "select": ["/user/hand/left/input/trigger/value"],
        "menu": ["/user/hand/left/input/menu/click"],
    },
)"#;

    /// What reading says when `from` is replaced by `to` in the actions.
    fn actions_error(from: &str, to: &str) -> XrConfigError {
        assert!(ACTIONS.1.contains(from), "{from}");
        let text = ACTIONS.1.replacen(from, to, 1);
        let result = XrConfig::read(("a.ron", &text), []);
        result.expect_err("a wrong file was accepted")
    }

    /// What reading says when `from` is replaced by `to` in a file of bindings.
    fn profile_error(from: &str, to: &str) -> XrConfigError {
        assert!(PROFILE.contains(from), "{from}");
        let text = PROFILE.replacen(from, to, 1);
        let (config, mut left_out) = XrConfig::read(ACTIONS, [("b.ron", &*text)]).unwrap();
        assert_eq!(config.profiles.len(), 0, "a wrong file was accepted");
        left_out.pop().expect("nothing is said of a wrong file")
    }

    /// How an error about a part of [`PROFILE`] looks.
    fn of_wand(place: &str, problem: &str) -> String {
        format!("b.ron:{place}, profile /interaction_profiles/acme/wand: {problem}")
    }

    /// Asserts how an error looks.
    #[track_caller]
    fn assert_shows(error: &XrConfigError, shown: &str) {
        assert_eq!(error.to_string(), shown);
    }

    #[test]
    fn built_in_is_good() {
        let config = XrConfig::built_in().unwrap();
        assert_eq!(config.action_set.name, "icochess");
        assert_eq!(config.actions.len(), ActionId::ALL.len());
        assert_eq!(config.profiles.len(), BINDINGS.len());
        assert!(BINDINGS.is_sorted());
        assert!(config.extensions().contains("XR_EXT_hand_interaction"));
    }

    #[test]
    fn good_profile_is_read() {
        let (config, left_out) = XrConfig::read(ACTIONS, [("b.ron", PROFILE)]).unwrap();
        assert!(left_out.is_empty());
        let profile = &config.profiles[0];
        assert_eq!(profile.name, "Acme");
        assert_eq!(profile.extension, None);
        let bound: Vec<_> = profile.bound(ActionId::Menu).collect();
        assert_eq!(bound.len(), 1);
        assert_eq!(bound[0].hand, Hand::Left);
        assert_eq!(bound[0].component(), "/input/menu/click");
        assert_eq!(profile.bound(ActionId::Grab).count(), 0);
    }

    #[test]
    fn syntax_errors_name_place_and_choice() {
        for (error, place, words) in [
            // Without a comma nothing of it can be read.
            (profile_error("None,", "None"), "b.ron:5:5: ", ""),
            (
                profile_error("extension:", "extensions:"),
                &of_wand("4:5", ""),
                "`extension`",
            ),
            (
                profile_error("name:", "// name:"),
                &of_wand("9:1", ""),
                "`name`",
            ),
            (actions_error("Vec2", "Vec3"), "a.ron:41:19: ", "`Vec2`"),
        ] {
            assert!(matches!(error.problem, XrProblem::Syntax(_)), "{error}");
            let shown = error.to_string();
            assert!(shown.starts_with(place) && shown.contains(words), "{shown}");
        }
    }

    #[test]
    fn unknown_action() {
        let error = profile_error("\"menu\"", "\"manu\"");
        assert!(matches!(error.problem, XrProblem::UnknownAction { .. }));
        let all = "aim_pose, grip_pose, select, grab, turn, menu, home_view, haptic";
        assert_shows(
            &error,
            &of_wand(
                "7:10",
                &format!("unknown action `manu`, expected one of {all}"),
            ),
        );

        let error = actions_error("\"grab\"", "\"grub\"");
        assert!(matches!(error.problem, XrProblem::UnknownAction { .. }));
    }

    #[test]
    fn string_with_escapes_has_no_place() {
        let error = profile_error("\"menu\"", r#""man\x75""#);
        assert!(matches!(&error.problem, XrProblem::UnknownAction { found } if found == "manu"));
        assert_eq!(error.at, None);
    }

    #[test]
    fn column_counts_characters() {
        let error = profile_error("\"menu\"", "/* äöü */ \"manu\"");
        let at = Position {
            line: 7,
            column: 20,
        };
        assert_eq!(error.at, Some(at));
    }

    #[test]
    fn duplicate_action() {
        let error = profile_error("\"menu\"", "\"select\"");
        let problem = &error.problem;
        assert!(matches!(
            problem,
            XrProblem::DuplicateAction(ActionId::Select)
        ));
        assert_shows(
            &error,
            &of_wand(
                "7:10",
                "the action `select` is here twice, expected it once",
            ),
        );

        let error = actions_error("\"grip_pose\"", "\"aim_pose\"");
        let problem = &error.problem;
        assert!(matches!(
            problem,
            XrProblem::DuplicateAction(ActionId::AimPose)
        ));
    }

    #[test]
    fn missing_action() {
        let start = ACTIONS
            .1
            .find("        (\n            name: \"haptic\"")
            .unwrap();
        let end = start + ACTIONS.1[start..].find("),").unwrap() + 3;
        let error = actions_error(&ACTIONS.1[start..end], "");
        let problem = &error.problem;
        assert!(matches!(
            problem,
            XrProblem::MissingAction(ActionId::Haptic)
        ));
        assert_eq!(error.at, None);
    }

    #[test]
    fn wrong_action_type() {
        let error = actions_error("Float", "Bool");
        assert!(matches!(error.problem, XrProblem::WrongActionType { .. }));
        assert!(error.at.is_some());
        assert!(
            error
                .to_string()
                .ends_with("the action `select` has the type Bool, expected Float")
        );
    }

    #[test]
    fn bad_names() {
        for error in [
            actions_error("\"icochess\"", "\"Icochess\""),
            actions_error("\"icochess\"", "\"\""),
            actions_error("\"icochess\"", &format!("\"{}\"", "a".repeat(64))),
            actions_error("\"Icochess\"", "\" \""),
            actions_error("\"Icochess\"", &format!("\"{}\"", "ä".repeat(64))),
            profile_error("/interaction_profiles/", "/interaction_profile/"),
            profile_error("/acme/wand", "/acme"),
            profile_error("/acme/wand", "/acme/Wand"),
            profile_error("None", "Some(\"KHR_generic_controller\")"),
            profile_error("None", "Some(\"XR_\")"),
        ] {
            assert!(
                matches!(error.problem, XrProblem::BadName { .. }),
                "{error}"
            );
            assert!(error.at.is_some(), "{error}");
        }
    }

    #[test]
    fn duplicate_localized_name() {
        let error = actions_error("\"Hand\"", "\"Pointing ray\"");
        let problem = &error.problem;
        assert!(matches!(problem, XrProblem::DuplicateLocalizedName(_)));
    }

    #[test]
    fn bad_threshold() {
        for bad in [
            "press: 0.5, release: 0.7",
            "press: 0.5, release: 0.5",
            "press: 1.5, release: 0.5",
            "press: 0.7, release: -0.1",
            "press: NaN, release: 0.5",
        ] {
            let error = actions_error("press: 0.7, release: 0.5", bad);
            assert!(
                matches!(error.problem, XrProblem::BadThreshold { .. }),
                "{error}"
            );
        }
        assert_shows(
            &actions_error("press: 0.7", "press: 0.2"),
            "a.ron: the threshold of `select` is press 0.2, release 0.5, \
             expected 0 <= release < press <= 1",
        );
    }

    #[test]
    fn wrong_hand() {
        for wrong in [
            "/user/head",
            "/user/hand/lefty",
            "/user/gamepad",
            "hand/left",
        ] {
            let error = profile_error("/user/hand/left", wrong);
            assert!(matches!(error.problem, XrProblem::WrongHand(_)), "{error}");
        }
        assert_shows(
            &profile_error("/user/hand/left", "/user/head"),
            &of_wand(
                "6:21",
                "`/user/head/input/trigger/value` is on no hand, \
                 expected /user/hand/left/… or /user/hand/right/…",
            ),
        );
    }

    #[test]
    fn wrong_component() {
        for wrong in [
            "input/aim/pose",
            "input/thumbstick",
            "output/haptic",
            "input/trigger",
            "input/trigger/valu",
            "input//value",
            "input/trigger/value/",
            "trigger/value",
        ] {
            let error = profile_error("input/trigger/value", wrong);
            let problem = &error.problem;
            assert!(
                matches!(problem, XrProblem::WrongComponent { .. }),
                "{error}"
            );
        }
        assert_shows(
            &profile_error("input/menu/click", "output/haptic"),
            &of_wand(
                "7:19",
                "`/user/hand/left/output/haptic` cannot be bound to `menu` of the type Bool, \
                 expected /input/…/value, /force, /x, /y, /click, /touch or another number or \
                 button",
            ),
        );
    }

    #[test]
    fn duplicate_binding() {
        let path = "\"/user/hand/left/input/menu/click\"";
        let error = profile_error(path, &format!("{path}, {path}"));
        assert!(matches!(error.problem, XrProblem::DuplicateBinding { .. }));
        let at = Position {
            line: 7,
            column: 55,
        };
        assert_eq!(error.at, Some(at));
    }

    #[test]
    fn duplicate_profile() {
        let files = [("b.ron", PROFILE), ("c.ron", PROFILE)];
        let (config, left_out) = XrConfig::read(ACTIONS, files).unwrap();
        assert_eq!((config.profiles.len(), left_out.len()), (1, 1));
        assert_shows(
            &left_out[0],
            "c.ron:2:15, profile /interaction_profiles/acme/wand: the profile \
             `/interaction_profiles/acme/wand` is in b.ron already, expected one file for each",
        );
    }

    #[test]
    fn a_wrong_file_does_not_take_the_place_of_a_good_one() {
        for (from, to) in [
            ("\"menu\"", "\"manu\""),
            ("\"menu\"", "\"select\""),
            ("input/menu/click", "input/menu"),
            ("None", "Some(\"Acme\")"),
        ] {
            let wrong = PROFILE.replacen(from, to, 1);
            let files = [("b.ron", &*wrong), ("c.ron", PROFILE)];
            let (config, left_out) = XrConfig::read(ACTIONS, files).unwrap();
            assert_eq!((config.profiles.len(), left_out.len()), (1, 1), "{to}");
            assert_eq!(left_out[0].file, "b.ron");
        }
    }

    #[test]
    fn types_that_fit() {
        use ComponentType::{Boolean, Float, Pose, Vector2f, Vibration};
        let accepted = |it: ActionType| -> Vec<ComponentType> {
            let all = [Pose, Float, Boolean, Vector2f, Vibration];
            all.into_iter().filter(|&c| it.accepts(c)).collect()
        };
        assert_eq!(accepted(ActionType::Pose), [Pose]);
        assert_eq!(accepted(ActionType::Float), [Float, Boolean]);
        assert_eq!(accepted(ActionType::Bool), [Float, Boolean]);
        assert_eq!(accepted(ActionType::Vec2), [Vector2f]);
        assert_eq!(accepted(ActionType::Haptic), [Vibration]);
    }

    #[test]
    fn threshold_has_hysteresis() {
        let threshold = XrConfig::built_in().unwrap().thresholds.select;
        assert!(!threshold.is_pressed(0.69, false));
        assert!(threshold.is_pressed(0.7, false));
        assert!(threshold.is_pressed(0.51, true));
        assert!(!threshold.is_pressed(0.5, true));
        assert!(!threshold.is_pressed(f32::NAN, true));
    }
}
