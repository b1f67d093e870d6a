//! The rules of Raumschach, in words.

use icochess_message::msg;
use icochess_shape::{Rule, Shows};

/// The rules in the order in which the help tells them.
pub(super) static RULES: [Rule; 6] = [
    Rule::told(msg!("rules-title-start"), msg!("rules-setup-raumschach")),
    Rule {
        title: msg!("rules-title-moves"),
        text: msg!("rules-moves-raumschach"),
        shows: Shows::Pieces,
    },
    Rule::told(msg!("rules-title-check"), msg!("rules-check")),
    Rule::told(msg!("rules-title-draws"), msg!("rules-draws-raumschach")),
    Rule {
        title: msg!("rules-title-cell-names"),
        text: msg!("rules-names-raumschach"),
        shows: Shows::Names,
    },
    Rule::told(msg!("rules-title-author"), msg!("made-by-raumschach")),
];
