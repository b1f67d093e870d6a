//! The rules of 8×8 chess, for the help.

use icochess_message::msg;
use icochess_shape::{Rule, RulePicture};

/// Rules, in the order of the help.
pub(super) static RULES: [Rule; 10] = [
    Rule::told(msg!("rules-title-start"), msg!("rules-setup-chess")),
    Rule::shown(
        msg!("rules-title-moves"),
        msg!("rules-moves-chess"),
        RulePicture::Pieces,
    ),
    Rule::told(msg!("rules-title-pieces"), msg!("rules-pieces-chess")),
    Rule::told(msg!("rules-title-castling"), msg!("rules-castling-chess")),
    Rule::told(msg!("rules-title-promotion"), msg!("rules-promotion-chess")),
    Rule::told(
        msg!("rules-title-en-passant"),
        msg!("rules-en-passant-chess"),
    ),
    Rule::told(msg!("rules-title-check"), msg!("rules-check")),
    Rule::told(msg!("rules-title-draws"), msg!("rules-draws-chess")),
    Rule::shown(
        msg!("rules-title-square-names"),
        msg!("rules-names-chess"),
        RulePicture::Names,
    ),
    Rule::told(msg!("rules-title-author"), msg!("made-by-chess")),
];
