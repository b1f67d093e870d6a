//! The rules of 8×8 chess, in words.

use icochess_message::msg;
use icochess_shape::{Rule, Shows};

/// The rules in the order in which the help tells them.
pub(super) static RULES: [Rule; 7] = [
    Rule::told(msg!("rules-title-start"), msg!("rules-setup-chess")),
    Rule {
        title: msg!("rules-title-moves"),
        text: msg!("rules-moves-chess"),
        shows: Shows::Pieces,
    },
    Rule::told(msg!("rules-title-castling"), msg!("rules-castling-chess")),
    Rule::told(msg!("rules-title-check"), msg!("rules-check")),
    Rule::told(msg!("rules-title-draws"), msg!("rules-draws-chess")),
    Rule {
        title: msg!("rules-title-square-names"),
        text: msg!("rules-names-chess"),
        shows: Shows::Names,
    },
    Rule::told(msg!("rules-title-author"), msg!("made-by-chess")),
];
