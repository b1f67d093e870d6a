//! Actions of the player's hands in the headset, and their control bindings.
//!
//! Both are data: `xr_config/actions.ron` contains the actions, `xr_config/bindings/` one file per
//! kind of controller (an OpenXR interaction profile). The files are built into the program, and
//! the same layout can be read from another folder. This module parses and validates them, without
//! Bevy or OpenXR.
//!
//! A runtime rejects all bindings of a profile if it doesn't know one of their paths, so one wrong
//! path disables the whole controller. These checks find errors visible in the files alone;
//! `tests/headless/program/xr_config.rs` checks every path against the OpenXR registry.
//!
//! * `action`: actions; `profile`: their bindings.

mod action;
mod profile;
#[cfg(test)]
mod tests;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use action::is_path_level;
pub use action::{
    Action, ActionId, ActionSet, ActionType, ComponentType, Hand, OwnThresholds, Threshold,
    Thresholds,
};
use icochess_message::reason;
use include_dir::{Dir, include_dir};
pub use profile::{Binding, ControllerModel, ControllerPart, Profile};
use serde::Deserialize;
use thiserror::Error;

/// Built-in files: `actions.ron` and the folder `bindings`.
static BUILT_IN: Dir = include_dir!("$CARGO_MANIFEST_DIR/../../xr_config");

/// Returns the name and the text of a built-in file.
fn built_in(file: &'static include_dir::File) -> (&'static str, &'static str) {
    let name = file.path().to_str().unwrap_or_default();
    (name, file.contents_utf8().unwrap_or_default())
}

fn actions() -> (&'static str, &'static str) {
    BUILT_IN
        .get_file("actions.ron")
        .map_or(("actions.ron", ""), built_in)
}

/// Returns the built-in bindings, sorted by name like in [`XrConfig::from_dir`].
fn bindings() -> Vec<(&'static str, &'static str)> {
    let dir = BUILT_IN.get_dir("bindings");
    let mut all: Vec<_> = dir.into_iter().flat_map(Dir::files).map(built_in).collect();
    all.sort_unstable();
    all
}

/// An error in an input configuration.
#[derive(Debug, Error)]
#[error("{place}: {problem}")]
pub struct XrConfigError {
    /// File or folder, with line and column for an error in the text.
    pub place: String,
    /// The problem, in words.
    pub problem: String,
}

impl XrConfigError {
    fn new(place: &Path, problem: impl ToString) -> Self {
        Self {
            place: place.display().to_string(),
            problem: problem.to_string(),
        }
    }
}

/// The whole input configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct XrConfig {
    /// The action set.
    pub action_set: ActionSet,
    /// Actions in file order. The display name of one that isn't there is its OpenXR name.
    pub actions: Vec<Action>,
    /// Default thresholds of the analogue actions.
    pub thresholds: Thresholds,
    /// Profiles, sorted by file name.
    pub profiles: Vec<Profile>,
}

/// Contents of `actions.ron`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Actions {
    action_set: ActionSet,
    actions: Vec<Action>,
    thresholds: Thresholds,
}

impl Actions {
    /// Checks the names by the rules of OpenXR. A runtime refuses all actions because of one name.
    fn check(&self) -> Result<(), String> {
        let ActionSet {
            name,
            localized_name,
            ..
        } = &self.action_set;
        if !is_path_level(name) || name.len() >= 64 {
            return Err(format!(
                "bad action set name `{name}`, expected at most 63 of the characters a-z 0-9 - _ ."
            ));
        }
        let localized = |action: &Action| action.localized_name.clone();
        let shown = self.actions.iter().map(localized);
        for shown in shown.chain([localized_name.clone()]) {
            if shown.trim().is_empty() || shown.len() >= 128 {
                return Err(format!(
                    "bad localized name `{shown}`, expected 1 to 127 bytes of text"
                ));
            }
        }
        let (mut names, mut shown) = (BTreeSet::new(), BTreeSet::new());
        for action in &self.actions {
            let (name, localized_name) = (action.name, &action.localized_name);
            if !names.insert(name) {
                return Err(format!(
                    "the action `{name}` is here twice, expected it once"
                ));
            }
            if !shown.insert(localized_name) {
                return Err(format!(
                    "the localized name `{localized_name}` is taken by another action"
                ));
            }
        }
        Ok(())
    }
}

/// The profile path alone, which identifies the controller even if the rest of the file is invalid.
#[derive(Deserialize)]
#[serde(rename = "Bindings")]
struct NamedProfile {
    profile: String,
}

impl XrConfig {
    /// Returns the built-in configuration.
    ///
    /// # Errors
    ///
    /// None in practice: the tests ensure that the built-in files have no errors.
    pub fn built_in() -> Result<Self, XrConfigError> {
        let (config, left_out) = Self::read(actions(), bindings())?;
        left_out.into_iter().next().map_or(Ok(config), Err)
    }

    /// Reads the configuration from a folder laid out like `xr_config`: a file `actions.ron`, and
    /// one `.ron` file per profile in the folder `bindings`. Invalid profiles are skipped and their
    /// errors returned, because the other profiles work without them.
    ///
    /// # Errors
    ///
    /// If the actions or all of the profiles can't be read.
    pub fn from_dir(dir: &Path) -> Result<(Self, Vec<XrConfigError>), XrConfigError> {
        let read_file = |path: PathBuf| {
            let text = fs::read_to_string(&path);
            let text = text.map_err(|error| XrConfigError::new(&path, unreadable(&error)))?;
            Ok((path.display().to_string(), text))
        };
        let actions = read_file(dir.join("actions.ron"))?;
        let bindings = dir.join("bindings");
        let mut paths: Vec<PathBuf> = fs::read_dir(&bindings)
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
            .map_err(|error| XrConfigError::new(&bindings, unreadable(&error)))?;
        paths.retain(|path| path.extension().is_some_and(|it| it == "ron"));
        paths.sort();
        let mut left_out = Vec::new();
        let read = paths.into_iter().map(read_file);
        let files: Vec<_> = read
            .filter_map(|file| file.map_err(|error| left_out.push(error)).ok())
            .collect();
        let (config, wrong) = Self::read(
            (&actions.0, &actions.1),
            files.iter().map(|(name, text)| (&**name, &**text)),
        )?;
        left_out.extend(wrong);
        if config.profiles.is_empty() {
            let none = "no .ron file in this folder, expected one for each kind of controller";
            let first = left_out.into_iter().next();
            return Err(first.unwrap_or_else(|| XrConfigError::new(&bindings, none)));
        }
        Ok((config, left_out))
    }

    /// Returns the extensions that the profiles require, each once.
    pub fn extensions(&self) -> BTreeSet<&str> {
        self.profiles
            .iter()
            .filter_map(|profile| profile.extension.as_deref())
            .collect()
    }

    /// Parses files given as name and text. Invalid profiles are skipped.
    fn read<'a>(
        actions: (&'a str, &'a str),
        bindings: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<(Self, Vec<XrConfigError>), XrConfigError> {
        let file = Path::new(actions.0);
        let actions: Actions = parse(actions)?;
        let checked = actions.check();
        checked.map_err(|problem| XrConfigError::new(file, problem))?;
        let (mut profiles, mut left_out) = (Vec::<Profile>::new(), Vec::new());
        for file in bindings {
            match parse::<Profile>(file) {
                Ok(profile) if profiles.iter().any(|it| it.path == profile.path) => {
                    let problem = format!("another file has the profile {}", profile.path);
                    left_out.push(XrConfigError::new(Path::new(file.0), problem));
                }
                Ok(profile) => profiles.push(profile),
                Err(mut error) => {
                    if let Ok(NamedProfile { profile }) = parse(file) {
                        error.problem = format!("profile {profile}: {}", error.problem);
                    }
                    left_out.push(error);
                }
            }
        }
        let config = Self {
            action_set: actions.action_set,
            actions: actions.actions,
            thresholds: actions.thresholds,
            profiles,
        };
        Ok((config, left_out))
    }
}

fn unreadable(error: &std::io::Error) -> String {
    format!("cannot be read: {}", reason(error))
}

/// Parses a file given as name and text.
fn parse<'a, T: Deserialize<'a>>((name, text): (&str, &'a str)) -> Result<T, XrConfigError> {
    ron::from_str(text).map_err(|error| {
        let at = error.span.start;
        XrConfigError {
            place: format!("{name}:{}:{}", at.line, at.col),
            problem: error.code.to_string(),
        }
    })
}
