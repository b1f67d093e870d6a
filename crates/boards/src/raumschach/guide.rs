//! The rules of Raumschach, for the help.

use icochess_message::msg;
use icochess_shape::{Rule, RulePicture};

/// Rules, in the order of the help.
pub(super) static RULES: [Rule; 6] = [
    Rule::text_only(msg!("rules-title-start"), msg!("rules-setup-raumschach")),
    Rule::with_picture(
        msg!("rules-title-moves"),
        msg!("rules-moves-raumschach"),
        RulePicture::Pieces,
    ),
    Rule::text_only(msg!("rules-title-check"), msg!("rules-check")),
    Rule::text_only(msg!("rules-title-draws"), msg!("rules-draws-raumschach")),
    Rule::with_picture(
        msg!("rules-title-cell-names"),
        msg!("rules-names-raumschach"),
        RulePicture::Names,
    ),
    Rule::text_only(msg!("rules-title-author"), msg!("made-by-raumschach")),
];
