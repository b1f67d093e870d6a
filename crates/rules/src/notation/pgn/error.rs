//! Errors in game files.

use crate::piece::Side;
use crate::position::outcome::Outcome;
use crate::position::text::PositionTextProblem;
use crate::san::SanError;

/// The first error in a game file, with its place.
///
/// ```
/// use icochess_boards::Chess;
/// use icochess_rules::pgn;
///
/// let error = pgn::parse::<Chess>("[White \"Anna\"]\n\n1. e4 Ke7 *").unwrap_err();
/// assert_eq!((error.line, error.column, error.offset), (3, 7, 22));
/// assert!(matches!(error.problem, pgn::PgnProblem::Move { number: 1, .. }));
/// assert!(error.to_string().starts_with("line 3, column 7: no legal move is written"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct PgnError {
    /// Number of the game in its file, from 1.
    pub game: usize,
    /// Line of the problem, from 1.
    pub line: usize,
    /// Column of the problem in characters, from 1.
    pub column: usize,
    /// Bytes before the problem, from the beginning of the file.
    pub offset: u64,
    /// The problem and what was expected.
    pub problem: PgnProblem,
}

/// The kinds of problem in a game file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnProblem {
    /// More of something than the reader accepts: see [`MAX_BYTES`](crate::pgn::MAX_BYTES) and its
    /// neighbours.
    #[error("too many {what}: expected at most {limit}")]
    Limit {
        /// The kind of thing of which there is too much.
        what: &'static str,
        /// The greatest accepted amount.
        limit: usize,
    },
    /// Something stands where it does not belong.
    #[error("found {found:?}: expected {expected}")]
    Unexpected {
        /// The first character of it.
        found: char,
        /// The thing that belongs there.
        expected: &'static str,
    },
    /// The text ends before the game does.
    #[error("the text ends too early: expected {expected}")]
    CutShort {
        /// The thing that should follow.
        expected: &'static str,
    },
    /// Two tags of one name with different values.
    #[error("a second tag {0}: expected each tag once")]
    DuplicateTag(String),
    /// The value of a tag is not one it may have, or is refuted by the moves.
    #[error("tag {tag} is \"{found}\": expected {expected}")]
    TagValue {
        /// Name of the tag.
        tag: &'static str,
        /// The value that it has.
        found: String,
        /// The values that it may have.
        expected: String,
    },
    /// The tag `Variant` names none of the boards that the game was tried on.
    #[error("the board \"{found}\" is not known: expected {known}")]
    UnknownBoard {
        /// The name in the tag.
        found: String,
        /// The names of the boards.
        known: String,
    },
    /// The start position in the tag `FEN` is wrong.
    #[error("tag FEN: {0}")]
    StartPosition(PositionTextProblem),
    /// A text among the moves names no legal move.
    #[error("{reason} (expected move {number} of {side})")]
    Move {
        /// Number of the move.
        number: u16,
        /// The side that is to make it.
        side: Side,
        /// The reason why it is none.
        reason: SanError,
    },
    /// A move after the end of the game.
    #[error("\"{found}\" follows the end of the game ({outcome}): expected the result")]
    GameOver {
        /// The text of the move.
        found: String,
        /// The outcome of the game.
        outcome: Outcome,
    },
    /// The result is not that of the moves, or the two results differ.
    #[error("the result is {found}: expected {expected} ({because})")]
    Result {
        /// The result found.
        found: String,
        /// The result of the game.
        expected: &'static str,
        /// The reason why that result is expected.
        because: String,
    },
}

/// A problem with its byte offset in the text of the game.
pub(crate) type Fault = (usize, PgnProblem);

/// The fault that something at `at`, or the end there, is not what was expected.
pub(crate) fn unexpected(text: &str, at: usize, expected: &'static str) -> Fault {
    let problem = match text[at..].chars().next() {
        Some(found) => PgnProblem::Unexpected { found, expected },
        None => PgnProblem::CutShort { expected },
    };
    (at, problem)
}

pub(crate) fn check_limit(
    at: usize,
    found: usize,
    what: &'static str,
    limit: usize,
) -> Result<(), Fault> {
    if found > limit {
        return Err((at, PgnProblem::Limit { what, limit }));
    }
    Ok(())
}

/// Line and column of a byte offset, both from 1. Lines end with `\n`, `\r\n`
/// or `\r`.
pub(crate) fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..text.floor_char_boundary(offset)];
    let feeds = before.matches('\n').count();
    let returns = before.matches('\r').count() - before.matches("\r\n").count();
    let start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    (1 + feeds + returns, 1 + before[start..].chars().count())
}
