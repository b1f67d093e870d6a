//! Errors in the files, and their places.

use std::{fmt, io};

use thiserror::Error;

use super::action::{ActionId, ActionType, Threshold};
use icochess_message::reason;

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

/// An error in an input configuration, and its place.
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
    /// The problem.
    pub problem: XrProblem,
}

/// An error in an input configuration.
#[derive(Debug, Error)]
pub enum XrProblem {
    /// The file or folder cannot be read.
    #[error("cannot be read: {}", reason(.0))]
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
        /// The kind of thing that is named.
        what: &'static str,
        /// The name.
        found: String,
        /// A description of what would have been accepted.
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
