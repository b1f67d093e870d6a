//! Errors in protocol lines.

use super::protocol::{COMMANDS, MAX_LINE_BYTES, MAX_PERFT_DEPTH, MAX_QUEUED, OPTIONS};
use icochess_rules::{IllegalReason, ParseUciError, PositionTextError, UnknownBoard};

/// The reason for refusing a line. A refused line changes nothing.
///
/// The text is one line: the error and the accepted form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The line is longer than [`MAX_LINE_BYTES`].
    #[error("the line is longer than {MAX_LINE_BYTES} bytes, expected a shorter one")]
    TooLong,
    /// The line isn't UTF-8, or contains control characters.
    #[error("byte {0} of the line is no text, expected UTF-8 without control characters")]
    NoText(usize),
    /// No word is a command.
    #[error(
        "\"{0}\" is no command, expected {commands}",
        commands = COMMANDS.join(", ")
    )]
    UnknownCommand(String),
    /// `debug` without `on` or `off`.
    #[error("debug: expected \"on\" or \"off\"")]
    DebugForm,
    /// `setoption` without a name.
    #[error("setoption is not complete, expected: setoption name UCI_Variant value chess")]
    OptionForm,
    /// `setoption` with an unknown name.
    #[error("there is no option \"{0}\", expected {names}", names = OPTIONS.join(", "))]
    UnknownOption(String),
    /// An option with an invalid value.
    #[error("option {name}: found \"{found}\", expected {expected}")]
    OptionValue {
        /// The name of the option.
        name: &'static str,
        /// The invalid value.
        found: String,
        /// The accepted values.
        expected: String,
    },
    /// `UCI_Variant` with an unknown value.
    #[error("option UCI_Variant: {0}")]
    UnknownVariant(#[from] UnknownBoard),
    /// `position` without a valid position.
    #[error(
        "position: {0}, expected \"startpos\" or \"fen\" and a position text, \
         after it nothing or \"moves\" and the moves"
    )]
    PositionForm(String),
    /// Invalid position text after `fen`.
    #[error(transparent)]
    PositionText(#[from] PositionTextError),
    /// A word after `moves` isn't a move.
    #[error("move {number} of the list: {problem}")]
    MoveText {
        /// Position of the word in the list, from 1.
        number: usize,
        /// The parse error.
        problem: ParseUciError,
    },
    /// An illegal move.
    #[error("move {number} of the list: {text} is not legal: {reason}; expected {}", one_of(.legal))]
    IllegalMove {
        /// Position of the move in the list, from 1.
        number: usize,
        /// The move.
        text: String,
        /// The reason why the move is illegal.
        reason: IllegalReason,
        /// The legal moves, sorted.
        legal: Vec<String>,
    },
    /// `go` after a refused position.
    #[error("go: the last position was refused, expected a line \"position\" that is right first")]
    NoPosition,
    /// `go` with an unknown argument or number.
    #[error(
        "go: {0}, expected depth, nodes, movetime, wtime, btime, winc, binc, movestogo, mate or \
         perft (0 to {MAX_PERFT_DEPTH}), each with a number, or infinite, ponder or searchmoves"
    )]
    GoForm(String),
    /// Another `go` while [`MAX_QUEUED`] of them are queued.
    #[error("{MAX_QUEUED} times \"go\" wait for the one before, expected \"stop\" first")]
    Busy,
}

fn one_of(legal: &[String]) -> String {
    if legal.is_empty() {
        "none: the game is over".into()
    } else {
        format!("one of {}", legal.join(" "))
    }
}
