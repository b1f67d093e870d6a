//! Actions of the player's hands in the headset, and the controls that do them.
//!
//! Both are data: `xr_config/actions.ron` holds the actions, `xr_config/bindings/`
//! one file per kind of controller (an OpenXR interaction profile). The files are
//! built into the program, and the same layout can be read from another folder.
//! This module reads and checks them; it knows neither Bevy nor OpenXR.
//!
//! A runtime refuses all bindings of a profile when it does not know one of their
//! paths, so a wrong path costs the player the whole controller. The checks here
//! find what can be seen from the files alone; `tests/headless/program/xr_config.rs` holds every
//! path against the OpenXR registry.
//!
//! * `action`: the actions; `profile`: the controls that are bound to them.
//! * `file`: a file, read and checked; `error`: the errors that one may have.

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

/// The files that are built in: `actions.ron`, and the folder `bindings`.
static BUILT_IN: Dir = include_dir!("$CARGO_MANIFEST_DIR/../../xr_config");

/// The name and the text of a file that is built in.
fn built_in(file: &'static include_dir::File) -> (&'static str, &'static str) {
    let name = file.path().to_str().unwrap_or_default();
    (name, file.contents_utf8().unwrap_or_default())
}

/// The built-in actions.
fn actions() -> (&'static str, &'static str) {
    BUILT_IN
        .get_file("actions.ron")
        .map_or(("actions.ron", ""), built_in)
}

/// The built-in bindings, sorted by name as [`XrConfig::from_dir`] sorts them.
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
    /// The actions: each [`ActionId`] once, in the order of the file.
    pub actions: Vec<Action>,
    /// The thresholds of the analogue actions, where a profile has no others.
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
        let (config, left_out) = Self::read(actions(), bindings())?;
        left_out.into_iter().next().map_or(Ok(config), Err)
    }

    /// Reads the configuration from a folder laid out like `xr_config`: a file
    /// `actions.ron`, and in the folder `bindings` one `.ron` file per profile.
    /// Actions that are left out are the built-in ones.
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
        let (action_set, mut actions, thresholds) = File::from(actions).actions()?;
        if actions.len() < ActionId::ALL.len() {
            let (_, usual, _) = File::from(self::actions()).actions()?;
            add_missing(&mut actions, usual);
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

/// Adds those of the usual actions that are missing. Names for people stay each the only one.
fn add_missing(actions: &mut Vec<Action>, usual: Vec<Action>) {
    for mut action in usual {
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
