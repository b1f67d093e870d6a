//! Names and values of tags.

use crate::piece::Side;
use crate::position::outcome::{DrawReason, Outcome};

/// The seven tag roster in its order, with the values for "not known".
pub const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", NO_RESULT),
];
/// Tags that follow from the moves and the outcome.
pub(crate) const DERIVED: [&str; 7] = [
    "CurrentPly",
    "EndReason",
    "FEN",
    "PlyCount",
    "Result",
    "SetUp",
    "Variant",
];
/// The tag that is derived unless the game has one of its own.
pub(crate) const TERMINATION: &str = "Termination";
/// The result of a game that goes on.
pub(crate) const NO_RESULT: &str = "*";
const DRAW: &str = "1/2-1/2";
pub(crate) const RESULTS: [&str; 4] = ["1-0", "0-1", DRAW, NO_RESULT];
/// Values of a tag that say nothing.
const UNKNOWN: [&str; 3] = ["", "?", "-"];

const WHITE: Side = Side::White;
const BLACK: Side = Side::Black;

/// The outcomes that players and arbiters declare, not positions.
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

/// The meanings of words in a tag `Termination`, as keywords of outcomes; the first one that is
/// found counts.
const TOLD: [(&str, &str); 17] = [
    ("resign", "resignation"),
    ("agree", "agreement"),
    ("repetition", "threefold-repetition"),
    ("threefold", "threefold-repetition"),
    ("50 move", "fifty-moves"),
    ("50-move", "fifty-moves"),
    ("fifty", "fifty-moves"),
    ("stalemate", "stalemate"),
    // Not the reason, but when or what was played.
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
/// The keyword where no reason is given.
const UNSTATED: &str = "unstated";

/// Whether the value of a tag is known, not a placeholder such as `?`.
pub(crate) fn says_something(value: &str) -> bool {
    !UNKNOWN.contains(&value)
}

/// The tag that a game with a clock has.
pub(crate) const TIME_CONTROL: &str = "TimeControl";

/// The value of `Termination` that goes with how a game has ended; `None` where
/// nobody knows how.
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

/// The keyword of the outcome that a value of `Termination` means.
pub(crate) fn termination_meant(value: &str) -> &'static str {
    let value = value.to_ascii_lowercase();
    let told = TOLD.iter().find(|(words, _)| value.contains(words));
    told.map_or(UNSTATED, |(_, keyword)| keyword)
}

/// The result that a word stands for; `None` if it is none.
pub(crate) fn result(word: &str) -> Option<&'static str> {
    if word == "1/2" {
        return Some(DRAW);
    }
    RESULTS.into_iter().find(|known| *known == word)
}

/// The value of `EndReason`: the keyword, and who claimed it.
pub(crate) fn end_reason(outcome: Outcome) -> String {
    outcome.claimed_by().map_or_else(
        || outcome.keyword().to_owned(),
        |side| format!("{} by {side}", outcome.keyword()),
    )
}

/// The tag that this module knows by that name, in any case.
pub(crate) fn known_tag(name: &str) -> Option<&'static str> {
    let roster = ROSTER.iter().map(|(known, _)| *known);
    roster
        .chain(DERIVED)
        .chain([TERMINATION])
        .find(|known| known.eq_ignore_ascii_case(name))
}

/// The name of a tag, with the spelling of the standard for those known here.
pub(crate) fn canonical(name: &str) -> &str {
    known_tag(name).unwrap_or(name)
}

pub(crate) const fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
