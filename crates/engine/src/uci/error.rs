//! Errors in lines of the protocol.

use super::protocol::{COMMANDS, MAX_LINE_BYTES, MAX_PERFT_DEPTH, MAX_QUEUED, OPTIONS};
use icochess_rules::{IllegalReason, ParseUciError, PositionTextError, UnknownBoard};

/// The reason why a line is refused; nothing has changed then.
///
/// The text is one line: what is wrong, and what is accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The line is longer than [`MAX_LINE_BYTES`].
    #[error("the line is longer than {MAX_LINE_BYTES} bytes, expected a shorter one")]
    TooLong,
    /// The line is not UTF-8, or holds control characters.
    #[error("byte {0} of the line is no text, expected UTF-8 without control characters")]
    NoText(usize),
    /// None of the words is a command.
    #[error(
        "\"{0}\" is no command, expected {commands}",
        commands = COMMANDS.join(", ")
    )]
    UnknownCommand(String),
    /// `debug` with something else than `on` or `off`.
    #[error("debug: expected \"on\" or \"off\"")]
    DebugForm,
    /// `setoption` without a name.
    #[error("setoption is not complete, expected: setoption name UCI_Variant value chess")]
    OptionForm,
    /// `setoption` with another name.
    #[error("there is no option \"{0}\", expected {names}", names = OPTIONS.join(", "))]
    UnknownOption(String),
    /// An option with a value that it cannot have.
    #[error("option {name}: found \"{found}\", expected {expected}")]
    OptionValue {
        /// The name of the option.
        name: &'static str,
        /// The value.
        found: String,
        /// The values that it can have.
        expected: String,
    },
    /// `UCI_Variant` with another value.
    #[error("option UCI_Variant: {0}")]
    UnknownVariant(#[from] UnknownBoard),
    /// `position` with something else than a position.
    #[error(
        "position: {0}, expected \"startpos\" or \"fen\" and a position text, \
         after it nothing or \"moves\" and the moves"
    )]
    PositionForm(String),
    /// The text after `fen` is no position.
    #[error(transparent)]
    PositionText(#[from] PositionTextError),
    /// A word after `moves` is no move.
    #[error("move {number} of the list: {problem}")]
    MoveText {
        /// Its place in the list, from 1.
        number: usize,
        /// The error in it.
        problem: ParseUciError,
    },
    /// A move is not legal.
    #[error("move {number} of the list: {text} is not legal: {reason}; expected {}", one_of(.legal))]
    IllegalMove {
        /// Its place in the list, from 1.
        number: usize,
        /// The move.
        text: String,
        /// The reason why it may not be made.
        reason: IllegalReason,
        /// The legal moves, sorted.
        legal: Vec<String>,
    },
    /// `go` after a position that was refused.
    #[error("go: the last position was refused, expected a line \"position\" that is right first")]
    NoPosition,
    /// `go` with something it does not know.
    #[error(
        "go: {0}, expected depth, nodes, movetime, wtime, btime, winc, binc, movestogo, mate or \
         perft (0 to {MAX_PERFT_DEPTH}), each with a number, or infinite, ponder or searchmoves"
    )]
    GoForm(String),
    /// Yet another `go` while [`MAX_QUEUED`] of them wait.
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
