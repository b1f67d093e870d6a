//! Parses and validates a file of actions or bindings.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    fmt, fs, io,
    path::Path,
};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};

use super::action::{
    Action, ActionId, ActionSet, ActionType, ComponentType, Hand, OwnThresholds, Threshold,
    Thresholds, is_path_level,
};
use super::error::{Position, XrConfigError, XrProblem};
use super::profile::{Binding, ControllerModel, Profile};

/// Returns the name and the text of a file.
pub(super) fn read_file(path: &Path) -> Result<(String, String), XrConfigError> {
    let text = fs::read_to_string(path).map_err(|error| unreadable(path, error))?;
    Ok((path.display().to_string(), text))
}

/// Returns the error for an unreadable path.
pub(super) fn unreadable(path: &Path, error: io::Error) -> XrConfigError {
    XrConfigError {
        file: path.display().to_string(),
        at: None,
        profile: None,
        problem: XrProblem::Unreadable(error),
    }
}

/// A string in a file. It borrows from the file's text unless it contains escapes. An error can
/// therefore compute its line and column.
#[derive(Deserialize)]
#[serde(transparent)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// Unvalidated contents of `actions.ron`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename = "Actions")]
struct RawActions<'a> {
    #[serde(borrow)]
    action_set: RawActionSet<'a>,
    actions: Vec<RawAction<'a>>,
    thresholds: Thresholds,
}

/// An unvalidated action set.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename = "ActionSet")]
struct RawActionSet<'a> {
    #[serde(borrow)]
    name: Text<'a>,
    localized_name: Text<'a>,
    priority: u32,
}

/// An unvalidated action.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename = "Action")]
struct RawAction<'a> {
    #[serde(borrow)]
    name: Text<'a>,
    localized_name: Text<'a>,
    r#type: ActionType,
    comment: String,
}

/// An unvalidated file of bindings.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename = "Bindings")]
struct RawProfile<'a> {
    #[serde(borrow)]
    profile: Text<'a>,
    name: String,
    extension: Option<Text<'a>>,
    #[serde(default)]
    bare_hands: bool,
    #[serde(default)]
    model: ControllerModel,
    #[serde(default)]
    thresholds: OwnThresholds,
    #[serde(deserialize_with = "pairs")]
    bindings: Vec<(Text<'a>, Vec<Text<'a>>)>,
}

/// The profile path alone, which identifies the controller even if the rest of the file is invalid.
#[derive(Deserialize)]
#[serde(rename = "Bindings")]
struct NamedProfile {
    profile: Box<str>,
}

/// Deserialises a map as pairs, so that duplicate keys can be reported.
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

/// A file to parse.
pub(super) struct File<'a> {
    /// Name of the file, for error messages.
    name: &'a str,
    /// Text of the file.
    text: &'a str,
}

impl<'a> From<(&'a str, &'a str)> for File<'a> {
    fn from((name, text): (&'a str, &'a str)) -> Self {
        Self { name, text }
    }
}

impl<'a> File<'a> {
    /// Parses the actions; some may be missing.
    pub(super) fn actions(&self) -> Result<(ActionSet, Vec<Action>, Thresholds), XrConfigError> {
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
        self.threshold(ActionId::Select, raw.thresholds.select)?;
        self.threshold(ActionId::Grab, raw.thresholds.grab)?;
        Ok((action_set, actions, raw.thresholds))
    }

    /// Parses the bindings of a profile. `seen` maps the profiles of earlier valid files to the
    /// names of those files.
    pub(super) fn profile(
        &self,
        seen: &mut BTreeMap<String, &'a str>,
    ) -> Result<Profile, XrConfigError> {
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
        let own = raw.thresholds;
        for (action, found) in [(ActionId::Select, own.select), (ActionId::Grab, own.grab)] {
            found.map_or(Ok(()), |found| self.threshold(action, found))?;
        }
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
        // Inserted last, so that an invalid file doesn't reserve its profile.
        seen.insert(path.clone(), self.name);
        Ok(Profile {
            path,
            name: raw.name,
            extension,
            is_bare_hand: raw.bare_hands,
            model: raw.model,
            thresholds: own,
            bindings,
        })
    }

    /// Parses the RON text.
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

    /// Validates a name for OpenXR.
    fn name(&self, what: &'static str, text: &Text) -> Result<String, XrConfigError> {
        let accepted = "at most 63 of the characters a-z 0-9 - _ .";
        let good = is_path_level(&text.0) && text.0.len() < 64;
        self.checked(text, good, what, accepted)
    }

    /// Validates a display name.
    fn localized_name(&self, text: &Text) -> Result<String, XrConfigError> {
        let good = !text.0.trim().is_empty() && text.0.len() < 128;
        self.checked(text, good, "localized name", "1 to 127 bytes of text")
    }

    /// Validates a profile path.
    fn profile_path(&self, text: &Text) -> Result<String, XrConfigError> {
        let levels: Vec<&str> = text.0.split('/').collect();
        let good = matches!(levels[..], ["", "interaction_profiles", vendor, device]
            if is_path_level(vendor) && is_path_level(device));
        let accepted = "/interaction_profiles/<vendor>/<device>";
        self.checked(text, good, "profile path", accepted)
    }

    /// Validates an extension name.
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

    /// Returns the text if it is `good`, otherwise the error [`XrProblem::BadName`].
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

    fn action_id(&self, text: &Text) -> Result<ActionId, XrConfigError> {
        let found = ActionId::ALL.into_iter().find(|id| id.name() == text.0);
        found.ok_or_else(|| {
            let found = text.0.clone().into_owned();
            self.error_at(text, XrProblem::UnknownAction { found })
        })
    }

    fn threshold(&self, action: ActionId, found: Threshold) -> Result<(), XrConfigError> {
        if 0.0 <= found.release && found.release < found.press && found.press <= 1.0 {
            return Ok(());
        }
        Err(self.error(XrProblem::BadThreshold { action, found }))
    }

    /// Validates a bound path.
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

    /// Returns an error about the file as a whole.
    fn error(&self, problem: XrProblem) -> XrConfigError {
        XrConfigError {
            file: self.name.to_owned(),
            at: None,
            profile: None,
            problem,
        }
    }

    /// Returns an error about a string in the file.
    fn error_at(&self, part: &Text, problem: XrProblem) -> XrConfigError {
        XrConfigError {
            at: self.position(part),
            ..self.error(problem)
        }
    }

    /// Returns the position of a string in the file; `None` if the string has escapes and was
    /// therefore copied.
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
