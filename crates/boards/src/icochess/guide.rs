//! The rules of Icochess, for the help.

use icochess_message::msg;
use icochess_shape::{Neighbours, Rule, RulePicture};

/// Rules, in the order of the help.
pub(super) static RULES: [Rule; 9] = [
    Rule::told(msg!("rules-title-start"), msg!("rules-setup-ball")),
    Rule::shown(
        msg!("rules-title-moves"),
        msg!("rules-moves-ball"),
        RulePicture::Pieces,
    ),
    Rule::shown(
        msg!("rules-title-edge"),
        msg!("rules-edge"),
        RulePicture::Neighbours(Neighbours::Edge),
    ),
    Rule::shown(
        msg!("rules-title-side-corner"),
        msg!("rules-side-corner"),
        RulePicture::Neighbours(Neighbours::SideCorner),
    ),
    Rule::shown(
        msg!("rules-title-direct-corner"),
        msg!("rules-direct-corner"),
        RulePicture::Neighbours(Neighbours::DirectCorner),
    ),
    Rule::told(msg!("rules-title-check"), msg!("rules-check")),
    Rule::told(msg!("rules-title-draws"), msg!("rules-draws-ball")),
    Rule::shown(
        msg!("rules-title-tile-names"),
        msg!("rules-names-ball"),
        RulePicture::Names,
    ),
    Rule::told(msg!("rules-title-author"), msg!("made-by-icochess")),
];
