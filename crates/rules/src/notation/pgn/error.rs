//! Errors in PGN files.

use crate::piece::Side;
use crate::position::outcome::Outcome;
use crate::position::text::PositionTextProblem;
use crate::san::SanError;

/// The first error in a PGN file, with its place.
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
    /// Number of the game in the file, from 1.
    pub game: usize,
    /// Line of the problem, from 1.
    pub line: usize,
    /// Column of the problem in characters, from 1.
    pub column: usize,
    /// Offset of the problem in the file, in bytes.
    pub offset: u64,
    /// The problem and the expected text.
    pub problem: PgnProblem,
}

/// A kind of problem in a PGN file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnProblem {
    /// The text exceeds a limit of the reader: see [`MAX_BYTES`](crate::pgn::MAX_BYTES) and its
    /// neighbours.
    #[error("too many {what}: expected at most {limit}")]
    Limit {
        /// Plural noun for the limited items.
        what: &'static str,
        /// Maximum accepted number.
        limit: usize,
    },
    /// A token in the wrong place.
    #[error("found {found:?}: expected {expected}")]
    Unexpected {
        /// First character of the token.
        found: char,
        /// Expected text.
        expected: &'static str,
    },
    /// The text ends before the game does.
    #[error("the text ends too early: expected {expected}")]
    CutShort {
        /// Expected text.
        expected: &'static str,
    },
    /// Two tags of the same name with different values.
    #[error("a second tag {0}: expected each tag once")]
    DuplicateTag(String),
    /// A tag has an invalid value, or the moves contradict it.
    #[error("tag {tag} is \"{found}\": expected {expected}")]
    TagValue {
        /// Name of the tag.
        tag: &'static str,
        /// Actual value.
        found: String,
        /// Accepted values.
        expected: String,
    },
    /// The tag `Variant` names none of the known boards.
    #[error("the board \"{found}\" is not known: expected {known}")]
    UnknownBoard {
        /// Name in the tag.
        found: String,
        /// Names of the known boards.
        known: String,
    },
    /// The start position in the tag `FEN` is invalid.
    #[error("tag FEN: {0}")]
    StartPosition(PositionTextProblem),
    /// A text among the moves isn't a legal move.
    #[error("{reason} (expected move {number} of {side})")]
    Move {
        /// Move number.
        number: u16,
        /// Side to move.
        side: Side,
        /// Why the text isn't a legal move.
        reason: SanError,
    },
    /// A move follows the end of the game.
    #[error("\"{found}\" follows the end of the game ({outcome}): expected the result")]
    GameOver {
        /// Text of the move.
        found: String,
        /// Outcome of the game.
        outcome: Outcome,
    },
    /// The result contradicts the moves or the other result.
    #[error("the result is {found}: expected {expected} ({because})")]
    Result {
        /// Result in the file.
        found: String,
        /// Expected result.
        expected: &'static str,
        /// Reason why that result is expected.
        because: String,
    },
}

/// A problem, and its byte offset in the game's text.
pub(crate) type Fault = (usize, PgnProblem);

/// Returns the problem that the text at `at` isn't the expected text, or that it ends there.
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

/// Returns the line and column of a byte offset, both from 1. Lines end with `\n`, `\r\n` or `\r`.
pub(crate) fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..text.floor_char_boundary(offset)];
    let feeds = before.matches('\n').count();
    let returns = before.matches('\r').count() - before.matches("\r\n").count();
    let start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    (1 + feeds + returns, 1 + before[start..].chars().count())
}
