//! Detects the board of a game.

use std::cmp::Ordering;

use super::error::{PgnError, PgnProblem};

/// Reads a game whose board is unknown; `read` reads it on one board.
///
/// The tag `Variant` names the board. Without the tag, the board is the first of `boards` on which
/// the start position and all moves are legal.
///
/// # Errors
///
/// [`PgnError`] of the board that understood most of the game, or of the first such board.
/// [`PgnProblem::UnknownBoard`] if the tag names none of them.
///
/// # Panics
///
/// If `boards` is empty.
pub fn detect<T, R>(
    boards: impl IntoIterator<Item = T>,
    read: impl Fn(T) -> Result<R, PgnError>,
) -> Result<R, PgnError> {
    let mut boards = boards.into_iter();
    let first = boards.next().expect("there is a board");
    let mut known = Vec::new();
    let mut try_on = |board| {
        read(board).inspect_err(|error| {
            if let PgnProblem::TagValue {
                tag: "Variant",
                expected,
                ..
            } = &error.problem
            {
                known.push(expected.clone());
            }
        })
    };
    let found = try_on(first);
    let found = boards.fold(found, |found, board| match found {
        Err(error) if read_extent(&error.problem).is_some() => {
            try_on(board).map_err(|other| better_error(error, other))
        }
        found => found,
    });
    found.map_err(|mut error| {
        if let PgnProblem::TagValue {
            tag: "Variant",
            found,
            ..
        } = &mut error.problem
        {
            error.problem = PgnProblem::UnknownBoard {
                found: std::mem::take(found),
                known: known.join(" or "),
            };
        }
        error
    })
}

/// Returns how much of a game a board understood before this problem; `None` if the problem occurs
/// on every board.
fn read_extent(problem: &PgnProblem) -> Option<ReadExtent> {
    match problem {
        PgnProblem::TagValue { tag: "Variant", .. } => Some(ReadExtent::Nothing),
        PgnProblem::StartPosition(_) => Some(ReadExtent::Variant),
        PgnProblem::Move { .. } | PgnProblem::GameOver { .. } => Some(ReadExtent::Start),
        _ => None,
    }
}

/// The part of a game that a board understood, in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ReadExtent {
    Nothing,
    /// The tag that names this board.
    Variant,
    /// The start position, and the moves before the problem.
    Start,
    /// All moves up to a problem on every board.
    Moves,
}

/// Returns the error of the board that understood more, or the first if they are equal.
fn better_error(first: PgnError, other: PgnError) -> PgnError {
    let reach = |error: &PgnError| read_extent(&error.problem).unwrap_or(ReadExtent::Moves);
    let moves = reach(&first) == ReadExtent::Start;
    match reach(&other).cmp(&reach(&first)) {
        Ordering::Greater => other,
        // The other board understood the move that failed on the first.
        Ordering::Equal if moves && other.offset > first.offset => other,
        _ => first,
    }
}
