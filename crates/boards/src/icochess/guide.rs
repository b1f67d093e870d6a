//! The rules of Icochess, in words.

use icochess_message::msg;
use icochess_shape::{Neighbours, Rule, Shows};

/// The rules in the order in which the help tells them.
pub(super) static RULES: [Rule; 9] = [
    Rule::told(msg!("rules-title-start"), msg!("rules-setup-ball")),
    Rule {
        title: msg!("rules-title-moves"),
        text: msg!("rules-moves-ball"),
        shows: Shows::Pieces,
    },
    Rule {
        title: msg!("rules-title-edge"),
        text: msg!("rules-edge"),
        shows: Shows::Neighbours(Neighbours::Edge),
    },
    Rule {
        title: msg!("rules-title-side-corner"),
        text: msg!("rules-side-corner"),
        shows: Shows::Neighbours(Neighbours::SideCorner),
    },
    Rule {
        title: msg!("rules-title-direct-corner"),
        text: msg!("rules-direct-corner"),
        shows: Shows::Neighbours(Neighbours::DirectCorner),
    },
    Rule::told(msg!("rules-title-check"), msg!("rules-check")),
    Rule::told(msg!("rules-title-draws"), msg!("rules-draws-ball")),
    Rule {
        title: msg!("rules-title-tile-names"),
        text: msg!("rules-names-ball"),
        shows: Shows::Names,
    },
    Rule::told(msg!("rules-title-author"), msg!("made-by-icochess")),
];
