//! The rules of 8×8 chess, for the help.

use icochess_message::msg;
use icochess_shape::{Rule, RulePicture};

/// Rules, in the order of the help.
pub(super) static RULES: [Rule; 10] = [
    Rule::text_only(msg!("rules-title-start"), msg!("rules-setup-chess")),
    Rule::with_picture(
        msg!("rules-title-moves"),
        msg!("rules-moves-chess"),
        RulePicture::Pieces,
    ),
    Rule::text_only(msg!("rules-title-pieces"), msg!("rules-pieces-chess")),
    Rule::text_only(msg!("rules-title-castling"), msg!("rules-castling-chess")),
    Rule::text_only(msg!("rules-title-promotion"), msg!("rules-promotion-chess")),
    Rule::text_only(
        msg!("rules-title-en-passant"),
        msg!("rules-en-passant-chess"),
    ),
    Rule::text_only(msg!("rules-title-check"), msg!("rules-check")),
    Rule::text_only(msg!("rules-title-draws"), msg!("rules-draws-chess")),
    Rule::with_picture(
        msg!("rules-title-square-names"),
        msg!("rules-names-chess"),
        RulePicture::Names,
    ),
    Rule::text_only(msg!("rules-title-author"), msg!("made-by-chess")),
];
