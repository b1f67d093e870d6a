//! Moves and their long form in text.

use std::fmt;

use super::board::Board;
use super::cell::Cell;

/// A move: the piece on `from` goes to `to` and takes what stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the piece stands.
    pub from: Cell,
    /// Where it goes.
    pub to: Cell,
}

impl Move {
    /// The move in UCI text: both cell names, such as `b1o3`.
    #[must_use]
    pub fn uci<B: Board>(self) -> String {
        let tables = B::tables();
        format!("{}{}", tables.name(self.from), tables.name(self.to))
    }

    /// Reads UCI text, in either case. Whether the move is legal anywhere is
    /// not looked at.
    ///
    /// # Errors
    ///
    /// [`ParseUciError`] when `text` is not the names of two cells.
    pub fn from_uci<B: Board>(text: &str) -> Result<Self, ParseUciError> {
        let tables = B::tables();
        text.char_indices()
            .skip(1)
            .find_map(|(split, _)| {
                let (from, to) = text.split_at(split);
                Some(Self {
                    from: tables.cell(from)?,
                    to: tables.cell(to)?,
                })
            })
            .ok_or_else(|| ParseUciError(text.chars().take(20).collect()))
    }
}

/// The text is not the names of two cells of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseUciError(String);

impl fmt::Display for ParseUciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "\"{}\" is not a move: expected the names of two cells, such as b1o3",
            self.0
        )
    }
}

impl std::error::Error for ParseUciError {}
