//! The rules of OctHex 146, in words.

use icochess_message::msg;
use icochess_shape::{Neighbours, Rule, Shows};

/// The rules in the order in which the help tells them.
pub(super) static RULES: [Rule; 9] = [
    Rule::told(msg!("rules-title-start"), msg!("rules-setup-octhex")),
    Rule {
        title: msg!("rules-title-moves"),
        text: msg!("rules-moves-octhex"),
        shows: Shows::Pieces,
    },
    Rule {
        title: msg!("rules-title-beside"),
        text: msg!("rules-beside-octhex"),
        shows: Shows::Neighbours(Neighbours::Edge),
    },
    Rule {
        title: msg!("rules-title-across"),
        text: msg!("rules-across-octhex"),
        shows: Shows::Neighbours(Neighbours::DirectCorner),
    },
    Rule::told(msg!("rules-title-win"), msg!("rules-win-octhex")),
    Rule::told(msg!("rules-title-draws"), msg!("rules-draws-octhex")),
    Rule::told(msg!("rules-title-ranks"), msg!("rules-ranks-octhex")),
    Rule {
        title: msg!("rules-title-cell-names"),
        text: msg!("rules-names-octhex"),
        shows: Shows::Names,
    },
    Rule::told(msg!("rules-title-author"), msg!("made-by-octhex")),
];
