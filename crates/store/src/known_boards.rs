//! The boards whose first steps players know.

use std::collections::BTreeSet;

use icochess_rules::AnyBoard;

/// The boards whose first steps are offered no more, by identifier. Boards that the program does not
/// know are kept: another one may.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KnownBoards(BTreeSet<String>);

impl KnownBoards {
    /// Whether players know the board.
    pub fn contains(&self, board: AnyBoard) -> bool {
        self.0.contains(board.id())
    }

    /// Notes that players know the board.
    pub fn add(&mut self, board: AnyBoard) {
        self.0.insert(board.id().to_owned());
    }

    /// The text of a file: a list on one line.
    pub(super) fn text(&self) -> String {
        ron::to_string(&self.0).unwrap_or_default()
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// The problem, if the text is no list of names.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let known = ron::from_str(text).map_err(|error| error.code.to_string())?;
        Ok(Self(known))
    }
}
