//! Names and values of tags.

use crate::piece::Side;
use crate::position::outcome::{DrawReason, Outcome};

/// Seven tag roster in order, with the values for "unknown".
pub const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", NO_RESULT),
];
/// Tags derived from the moves and the outcome.
pub(crate) const DERIVED: [&str; 7] = [
    "CurrentPly",
    "EndReason",
    "FEN",
    "PlyCount",
    "Result",
    "SetUp",
    "Variant",
];
/// Tag that is derived, unless the game has its own value.
pub(crate) const TERMINATION: &str = "Termination";
pub(crate) const NO_RESULT: &str = "*";
const DRAW: &str = "1/2-1/2";
pub(crate) const RESULTS: [&str; 4] = ["1-0", "0-1", DRAW, NO_RESULT];
const UNKNOWN: [&str; 3] = ["", "?", "-"];

const WHITE: Side = Side::White;
const BLACK: Side = Side::Black;

/// Outcomes that players and arbiters declare, as opposed to positions.
pub const DECLARABLE: [Outcome; 16] = [
    Outcome::Resignation { winner: WHITE },
    Outcome::Resignation { winner: BLACK },
    Outcome::Draw(DrawReason::Agreement),
    Outcome::Draw(DrawReason::ThreefoldRepetition { claimed_by: WHITE }),
    Outcome::Draw(DrawReason::ThreefoldRepetition { claimed_by: BLACK }),
    Outcome::Draw(DrawReason::FiftyMoves { claimed_by: WHITE }),
    Outcome::Draw(DrawReason::FiftyMoves { claimed_by: BLACK }),
    Outcome::TimeForfeit { winner: WHITE },
    Outcome::TimeForfeit { winner: BLACK },
    Outcome::Draw(DrawReason::TimeForfeit),
    Outcome::Adjudication { winner: WHITE },
    Outcome::Adjudication { winner: BLACK },
    Outcome::Draw(DrawReason::Adjudication),
    Outcome::Unstated {
        winner: Some(WHITE),
    },
    Outcome::Unstated {
        winner: Some(BLACK),
    },
    Outcome::Unstated { winner: None },
];

/// Words in the tag `Termination`, and the outcome keywords that they stand for. The first match
/// wins.
const TERMINATIONS: [(&str, &str); 17] = [
    ("resign", "resignation"),
    ("agree", "agreement"),
    ("repetition", "threefold-repetition"),
    ("threefold", "threefold-repetition"),
    ("50 move", "fifty-moves"),
    ("50-move", "fifty-moves"),
    ("fifty", "fifty-moves"),
    ("stalemate", "stalemate"),
    // This describes the timing of the game, not the reason for its end.
    ("time control", UNSTATED),
    ("sudden death", UNSTATED),
    // Before "insufficient", for "timeout vs insufficient material".
    ("time", "time-forfeit"),
    ("insufficient", "dead-position"),
    ("adjudicat", "adjudication"),
    ("rules infraction", "adjudication"),
    ("abandon", "adjudication"),
    ("death", "adjudication"),
    ("emergency", "adjudication"),
];
const UNSTATED: &str = "unstated";

/// Returns whether a value is known, and not a placeholder such as `?`.
pub(crate) fn says_something(value: &str) -> bool {
    !UNKNOWN.contains(&value)
}

/// Tag of games with a clock.
pub(crate) const TIME_CONTROL: &str = "TimeControl";

/// Returns the value of `Termination` for an outcome; `None` if its reason is unknown.
pub(crate) const fn termination(outcome: Option<Outcome>) -> Option<&'static str> {
    Some(match outcome {
        None => "unterminated",
        Some(Outcome::TimeForfeit { .. } | Outcome::Draw(DrawReason::TimeForfeit)) => {
            "time forfeit"
        }
        Some(Outcome::Adjudication { .. } | Outcome::Draw(DrawReason::Adjudication)) => {
            "adjudication"
        }
        Some(Outcome::Unstated { .. }) => return None,
        Some(_) => "normal",
    })
}

/// Returns the outcome keyword for a value of `Termination`.
pub(crate) fn termination_meant(value: &str) -> &'static str {
    let value = value.to_ascii_lowercase();
    let found = TERMINATIONS.iter().find(|(words, _)| value.contains(words));
    found.map_or(UNSTATED, |(_, keyword)| keyword)
}

/// Returns the result in a word; `None` if it isn't one.
pub(crate) fn result(word: &str) -> Option<&'static str> {
    if word == "1/2" {
        return Some(DRAW);
    }
    RESULTS.into_iter().find(|known| *known == word)
}

/// Returns the value of `EndReason`: the keyword and any claimant.
pub(crate) fn end_reason(outcome: Outcome) -> String {
    outcome.claimed_by().map_or_else(
        || outcome.keyword().to_owned(),
        |side| format!("{} by {side}", outcome.keyword()),
    )
}

/// Returns the known tag of this name, ignoring case.
pub(crate) fn known_tag(name: &str) -> Option<&'static str> {
    let roster = ROSTER.iter().map(|(known, _)| *known);
    roster
        .chain(DERIVED)
        .chain([TERMINATION])
        .find(|known| known.eq_ignore_ascii_case(name))
}

/// Returns the standard spelling of a tag's name, if it is known.
pub(crate) fn canonical(name: &str) -> &str {
    known_tag(name).unwrap_or(name)
}

pub(crate) const fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
