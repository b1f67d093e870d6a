//! The rules of Icochess, for the help.

use icochess_message::msg;
use icochess_shape::{Neighbours, Rule, RulePicture};

/// Rules, in the order of the help.
pub(super) static RULES: [Rule; 9] = [
    Rule::text_only(msg!("rules-title-start"), msg!("rules-setup-ball")),
    Rule::with_picture(
        msg!("rules-title-moves"),
        msg!("rules-moves-ball"),
        RulePicture::Pieces,
    ),
    Rule::with_picture(
        msg!("rules-title-edge"),
        msg!("rules-edge"),
        RulePicture::Neighbours(Neighbours::Edge),
    ),
    Rule::with_picture(
        msg!("rules-title-side-corner"),
        msg!("rules-side-corner"),
        RulePicture::Neighbours(Neighbours::SideCorner),
    ),
    Rule::with_picture(
        msg!("rules-title-direct-corner"),
        msg!("rules-direct-corner"),
        RulePicture::Neighbours(Neighbours::DirectCorner),
    ),
    Rule::text_only(msg!("rules-title-check"), msg!("rules-check")),
    Rule::text_only(msg!("rules-title-draws"), msg!("rules-draws-ball")),
    Rule::with_picture(
        msg!("rules-title-tile-names"),
        msg!("rules-names-ball"),
        RulePicture::Names,
    ),
    Rule::text_only(msg!("rules-title-author"), msg!("made-by-icochess")),
];
