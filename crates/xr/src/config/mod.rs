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
//! * `file`: parsing and validation; `error`: its errors.

mod action;
mod error;
mod file;
mod profile;
#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

pub use action::{
    Action, ActionId, ActionSet, ActionType, ComponentType, Hand, OwnThresholds, Threshold,
    Thresholds,
};
pub use error::{Position, XrConfigError, XrProblem};
use file::{File, read_file, unreadable};
use include_dir::{Dir, include_dir};
pub use profile::{Binding, ControllerModel, ControllerPart, Profile};

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

/// The whole input configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct XrConfig {
    /// The action set.
    pub action_set: ActionSet,
    /// Actions, each [`ActionId`] once, in file order.
    pub actions: Vec<Action>,
    /// Default thresholds of the analogue actions.
    pub thresholds: Thresholds,
    /// Profiles, sorted by file name.
    pub profiles: Vec<Profile>,
}

impl XrConfig {
    /// Returns the built-in configuration.
    ///
    /// # Errors
    ///
    /// See [`XrProblem`]. The tests ensure that the built-in files have no errors.
    pub fn built_in() -> Result<Self, XrConfigError> {
        let (config, left_out) = Self::read(actions(), bindings())?;
        left_out.into_iter().next().map_or(Ok(config), Err)
    }

    /// Reads the configuration from a folder laid out like `xr_config`: a file `actions.ron`, and
    /// one `.ron` file per profile in the folder `bindings`. Missing actions come from the built-in
    /// file. Invalid profiles are skipped and their errors returned, because the other profiles
    /// work without them.
    ///
    /// # Errors
    ///
    /// See [`XrProblem`] for errors in the actions, or in all of the profiles.
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

    /// Returns the extensions that the profiles require, each once.
    pub fn extensions(&self) -> BTreeSet<&str> {
        self.profiles
            .iter()
            .filter_map(|profile| profile.extension.as_deref())
            .collect()
    }

    /// Parses and validates files given as name and text. Invalid profiles are skipped.
    fn read<'a>(
        actions: (&'a str, &'a str),
        bindings: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<(Self, Vec<XrConfigError>), XrConfigError> {
        let (action_set, mut actions, thresholds) = File::from(actions).actions()?;
        if actions.len() < ActionId::ALL.len() {
            let (_, defaults, _) = File::from(self::actions()).actions()?;
            add_missing(&mut actions, defaults);
        }
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

/// Adds the missing built-in actions, and keeps display names unique.
fn add_missing(actions: &mut Vec<Action>, defaults: Vec<Action>) {
    for mut action in defaults {
        if actions.iter().any(|it| it.id == action.id) {
            continue;
        }
        if actions
            .iter()
            .any(|it| it.localized_name == action.localized_name)
        {
            action.localized_name = action.id.name().to_owned();
        }
        actions.push(action);
    }
}
