//! Choices for single boards, by name, as they stand in a file.

use std::collections::BTreeMap;

use ron::ser::PrettyConfig;

use icochess_boards::Variant;
use icochess_rules::AnyBoard;

/// The names of what is chosen, by the identifier of the board. Boards and names that the program
/// does not know are kept: another one may.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ByBoard(BTreeMap<String, String>);

impl ByBoard {
    /// The name of what is chosen for a board; `None` if nothing is.
    pub fn get(&self, board: AnyBoard) -> Option<&str> {
        self.0.get(board.id()).map(String::as_str)
    }

    /// Chooses what has that name for a board, or nothing.
    pub fn set(&mut self, board: AnyBoard, name: Option<&str>) {
        match name {
            Some(name) => self.0.insert(board.id().to_owned(), name.to_owned()),
            None => self.0.remove(board.id()),
        };
    }

    /// The text of a file: a map on one line.
    pub fn text(&self) -> String {
        let form = PrettyConfig::new().compact_maps(true);
        ron::ser::to_string_pretty(&self.0, form).unwrap_or_default()
    }

    /// Takes in the text of a file.
    ///
    /// # Errors
    ///
    /// A sentence that says what was expected, if it is no map of names.
    pub fn read(mut self, text: &str) -> Result<Self, String> {
        let chosen: BTreeMap<String, String> =
            ron::from_str(text).map_err(|error| error.code.to_string())?;
        self.0.extend(chosen);
        Ok(self)
    }

    /// The first board of [`Variant`] with a name that is none of those `known` for it, and what was
    /// expected; `what` is what is chosen.
    pub fn wrong_name(
        &self,
        what: &str,
        known: impl Fn(AnyBoard) -> Vec<&'static str>,
    ) -> Option<String> {
        Variant::ALL.into_iter().find_map(|variant| {
            let name = self.0.get(variant.id())?;
            let names = known(variant.board());
            let is_known = names.iter().any(|it| it == name);
            let expected = names.join(" or ");
            (!is_known).then(|| format!("{what} of {variant} is {name}, expected {expected}"))
        })
    }
}
