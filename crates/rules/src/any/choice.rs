//! Finds a board by a name from the user.

use std::fmt;

use super::game::AnyBoard;
use crate::quote::quoted;

/// Returns the index of the board with this identifier or name, ignoring case.
///
/// # Errors
///
/// [`UnknownBoard`] if the list has no such board.
pub fn board_named(boards: &[AnyBoard], name: &str) -> Result<usize, UnknownBoard> {
    let has_name = |board: &AnyBoard| {
        [board.id(), board.name()]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name))
    };
    boards
        .iter()
        .position(has_name)
        .ok_or_else(|| UnknownBoard {
            name: quoted(name),
            boards: boards.to_vec(),
        })
}

/// A name that matches no board of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownBoard {
    name: String,
    boards: Vec<AnyBoard>,
}

impl fmt::Display for UnknownBoard {
    /// Lists the known names.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is no variant, expected", self.name)?;
        for (place, board) in self.boards.iter().enumerate() {
            let before = match place {
                0 => "",
                _ if place + 1 == self.boards.len() => " or",
                _ => ",",
            };
            write!(f, "{before} {}", board.id())?;
            if !board.name().eq_ignore_ascii_case(board.id()) {
                write!(f, " ({})", board.name())?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for UnknownBoard {}
