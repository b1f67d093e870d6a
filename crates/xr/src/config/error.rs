//! Errors in the configuration files, with their positions.

use std::{fmt, io};

use thiserror::Error;

use super::action::{ActionId, ActionType, Threshold};
use icochess_message::reason;

/// A position in a file, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line of the error.
    pub line: usize,
    /// Column of the error, in characters.
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// An error in an input configuration, with its position.
#[derive(Debug, Error)]
#[error(
    "{file}{}{}: {problem}",
    .at.map(|at| format!(":{at}")).unwrap_or_default(),
    .profile.as_ref().map(|it| format!(", profile {it}")).unwrap_or_default()
)]
pub struct XrConfigError {
    /// File of the error, or the folder if the error concerns the folder.
    pub file: String,
    /// Position in the file, if known.
    pub at: Option<Position>,
    /// Interaction profile of the file, if the file has a readable one.
    pub profile: Option<Box<str>>,
    /// Kind of the error.
    pub problem: XrProblem,
}

/// A problem in an input configuration.
#[derive(Debug, Error)]
pub enum XrProblem {
    /// The file or folder can't be read.
    #[error("cannot be read: {}", reason(.0))]
    Unreadable(io::Error),
    /// The folder contains no profiles.
    #[error("no .ron file in this folder, expected one for each kind of controller")]
    NoProfiles,
    /// The file isn't valid RON, or has missing, unknown or malformed fields.
    #[error("{0}")]
    Syntax(Box<ron::Error>),
    /// A name or path that OpenXR would reject.
    #[error("bad {what} `{found}`, expected {accepted}")]
    BadName {
        /// Kind of the name, such as an action or a path.
        what: &'static str,
        /// The name.
        found: String,
        /// Description of accepted names.
        accepted: &'static str,
    },
    /// Two actions share a display name.
    #[error("the localized name `{0}` is taken by another action, expected one of its own")]
    DuplicateLocalizedName(String),
    /// An unknown action.
    #[error("unknown action `{found}`, expected one of {all}", all = action_names())]
    UnknownAction {
        /// The name.
        found: String,
    },
    /// An action that occurs twice in a file.
    #[error("the action `{0}` is here twice, expected it once")]
    DuplicateAction(ActionId),
    /// An action of the wrong type.
    #[error("the action `{action}` has the type {found:?}, expected {:?}", .action.action_type())]
    WrongActionType {
        /// Action with the wrong type.
        action: ActionId,
        /// Type in the file.
        found: ActionType,
    },
    /// A threshold at which the action would never be pressed or never be released.
    #[error(
        "the threshold of `{action}` is press {}, release {}, \
         expected 0 <= release < press <= 1",
        .found.press, .found.release
    )]
    BadThreshold {
        /// Action with the threshold.
        action: ActionId,
        /// Threshold in the file.
        found: Threshold,
    },
    /// A profile that another file also defines.
    #[error("the profile `{profile}` is in {other} already, expected one file for each")]
    DuplicateProfile {
        /// Profile that is defined twice.
        profile: String,
        /// The other file that defines the profile.
        other: String,
    },
    /// A path that belongs to neither hand.
    #[error("`{0}` is on no hand, expected /user/hand/left/… or /user/hand/right/…")]
    WrongHand(String),
    /// A path of the wrong type for the action.
    #[error(
        "`{path}` cannot be bound to `{action}` of the type {:?}, expected {}",
        .action.action_type(), .action.action_type().accepted_paths()
    )]
    WrongComponent {
        /// Action of the binding.
        action: ActionId,
        /// Path of the wrong component.
        path: String,
    },
    /// A path that is bound twice to the same action.
    #[error("`{path}` is bound to `{action}` twice, expected once")]
    DuplicateBinding {
        /// Action of both bindings.
        action: ActionId,
        /// Path that is bound twice.
        path: String,
    },
}

/// Returns the names of all actions for error messages.
fn action_names() -> String {
    ActionId::ALL.map(ActionId::name).join(", ")
}
