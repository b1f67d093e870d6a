//! What is chosen for single boards, by name, as it stands in a file.

use std::collections::BTreeMap;

use ron::ser::PrettyConfig;

use icochess_boards::Variant;
use icochess_rules::AnyBoard;

/// The names of what is chosen, by the identifier of the board. Those of boards that the program
/// does not know are kept: they may be those of another one, which does.
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

    /// Takes in the text of a file. `what` is what is chosen, and `known` are the names that it can
    /// have for a board.
    ///
    /// # Errors
    ///
    /// What was expected, with the board if one has nothing of that name.
    pub fn read(
        mut self,
        text: &str,
        what: &str,
        known: impl Fn(AnyBoard) -> Vec<&'static str>,
    ) -> Result<Self, String> {
        let chosen: BTreeMap<String, String> =
            ron::from_str(text).map_err(|error| error.code.to_string())?;
        for variant in Variant::ALL {
            let Some(name) = chosen.get(variant.id()) else {
                continue;
            };
            let names = known(variant.board());
            if !names.contains(&name.as_str()) {
                let names = names.join(" or ");
                return Err(format!("{what} of {variant} is {name}, expected {names}"));
            }
        }
        self.0.extend(chosen);
        Ok(self)
    }
}
