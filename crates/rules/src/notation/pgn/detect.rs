//! Finds out on which board a game was played.

use std::cmp::Ordering;

use super::error::{PgnError, PgnProblem};

/// Reads a game whose board is not known, with `read`, which reads it on one
/// board.
///
/// A tag `Variant` says which board it is. Without one the start position and
/// the moves decide: the first of `boards` on which all are legal.
///
/// # Errors
///
/// [`PgnError`] of the board that understood most of the game; the first of them
/// where several did. [`PgnProblem::UnknownBoard`] where the tag names none of them.
///
/// # Panics
///
/// If there are no boards.
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
        Err(error) if understood(&error.problem).is_some() => {
            try_on(board).map_err(|other| farther(error, other))
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

/// The part of a game that a board understood before a problem that may be none to another board;
/// `None` if it is one on every board.
fn understood(problem: &PgnProblem) -> Option<Understood> {
    match problem {
        PgnProblem::TagValue { tag: "Variant", .. } => Some(Understood::Nothing),
        PgnProblem::StartPosition(_) => Some(Understood::Variant),
        PgnProblem::Move { .. } | PgnProblem::GameOver { .. } => Some(Understood::Start),
        _ => None,
    }
}

/// The part of a game that a board understood, the least first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Understood {
    Nothing,
    /// The tag which says that the game is on this board.
    Variant,
    /// The start position, and the moves before the problem.
    Start,
    /// All moves up to a problem that no board can read.
    Moves,
}

/// The error of the board that understood more, or else the first.
fn farther(first: PgnError, other: PgnError) -> PgnError {
    let reach = |error: &PgnError| understood(&error.problem).unwrap_or(Understood::Moves);
    let moves = reach(&first) == Understood::Start;
    match reach(&other).cmp(&reach(&first)) {
        Ordering::Greater => other,
        // Beyond the first's problem: that move was understood.
        Ordering::Equal if moves && other.offset > first.offset => other,
        _ => first,
    }
}
