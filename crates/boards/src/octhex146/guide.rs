//! The rules of OctHex 146, for the help.

use icochess_message::msg;
use icochess_shape::{Neighbours, Rule, RulePicture};

/// Rules, in the order of the help.
pub(super) static RULES: [Rule; 9] = [
    Rule::text_only(msg!("rules-title-start"), msg!("rules-setup-octhex")),
    Rule::with_picture(
        msg!("rules-title-moves"),
        msg!("rules-moves-octhex"),
        RulePicture::Pieces,
    ),
    Rule::with_picture(
        msg!("rules-title-beside"),
        msg!("rules-beside-octhex"),
        RulePicture::Neighbours(Neighbours::Edge),
    ),
    Rule::with_picture(
        msg!("rules-title-across"),
        msg!("rules-across-octhex"),
        RulePicture::Neighbours(Neighbours::DirectCorner),
    ),
    Rule::text_only(msg!("rules-title-win"), msg!("rules-win-octhex")),
    Rule::text_only(msg!("rules-title-draws"), msg!("rules-draws-octhex")),
    Rule::text_only(msg!("rules-title-ranks"), msg!("rules-ranks-octhex")),
    Rule::with_picture(
        msg!("rules-title-cell-names"),
        msg!("rules-names-octhex"),
        RulePicture::Names,
    ),
    Rule::text_only(msg!("rules-title-author"), msg!("made-by-octhex")),
];
