//! Errors in move text.

/// Why a move text doesn't name exactly one legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// The text has no move syntax.
    #[error(transparent)]
    Syntax(#[from] ParseSanError),
    /// No such move is legal.
    #[error("no legal move is written \"{0}\"")]
    Illegal(String),
    /// Several legal moves match.
    #[error("\"{text}\" may be {}: write the origin in full", .moves.join(" or "))]
    Ambiguous {
        /// Move text.
        text: String,
        /// Matching moves, in UCI text.
        moves: Vec<String>,
    },
    /// The move needs a promotion piece.
    #[error("\"{text}\" does not say what the piece becomes: write one of {} after it", .becomes.join(", "))]
    NoPromotion {
        /// Move text.
        text: String,
        /// Possible suffixes, such as `=Q`.
        becomes: Vec<String>,
    },
    /// The move lacks the piece that must enter.
    #[error("\"{text}\" does not say what enters: write one of {} after it", .enters.join(", "))]
    NoGating {
        /// Move text.
        text: String,
        /// Possible suffixes, such as `/B`.
        enters: Vec<String>,
    },
}

/// The error for text without move syntax.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{text}\" is not a move: expected text such as {}", .examples.join(" or "))]
pub struct ParseSanError {
    /// Text with the error.
    pub text: String,
    /// Examples of valid text, preferably of legal moves.
    pub examples: Vec<String>,
}
