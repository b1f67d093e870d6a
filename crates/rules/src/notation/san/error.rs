//! Errors in move texts.

/// The reason why a move text does not name one legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// The text is not built like a move.
    #[error(transparent)]
    Syntax(#[from] ParseSanError),
    /// Built like a move, but no such move is legal.
    #[error("no legal move is written \"{0}\"")]
    Illegal(String),
    /// Several legal moves fit.
    #[error("\"{text}\" may be {}: write the origin in full", .moves.join(" or "))]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves that fit, in UCI text.
        moves: Vec<String>,
    },
    /// One piece makes the move, but must become another by it.
    #[error("\"{text}\" does not say what the piece becomes: write one of {} after it", .becomes.join(", "))]
    NoPromotion {
        /// The text.
        text: String,
        /// The suffixes that may be added, such as `=Q`.
        becomes: Vec<String>,
    },
    /// One piece makes the move, but another must enter by it.
    #[error("\"{text}\" does not say what enters: write one of {} after it", .enters.join(", "))]
    NoGating {
        /// The text.
        text: String,
        /// The suffixes that may be added, such as `/B`.
        enters: Vec<String>,
    },
}

/// A text that is not built like a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{text}\" is not a move: expected text such as {}", .examples.join(" or "))]
pub struct ParseSanError {
    /// The text.
    pub text: String,
    /// Texts that are, of moves that are legal where there are any.
    pub examples: Vec<String>,
}
