//! The rules of Star Trek 3D chess, for the help.

use icochess_message::{Msg, msg};
use icochess_shape::{Rule, RulePicture};

/// Returns the rules in the order of the help, with a variant's rule on attack boards.
const fn rules(attack_boards: Msg) -> [Rule; 7] {
    [
        Rule::text_only(msg!("rules-title-start"), msg!("rules-setup-trek")),
        Rule::with_picture(
            msg!("rules-title-moves"),
            msg!("rules-moves-trek"),
            RulePicture::Pieces,
        ),
        Rule::text_only(msg!("rules-title-attack-boards"), attack_boards),
        Rule::text_only(msg!("rules-title-win"), msg!("rules-win-trek")),
        Rule::text_only(msg!("rules-title-draws"), msg!("rules-draws-trek")),
        Rule::with_picture(
            msg!("rules-title-square-names"),
            msg!("rules-names-trek"),
            RulePicture::Names,
        ),
        Rule::text_only(msg!("rules-title-author"), msg!("made-by-trek")),
    ]
}

/// Attack boards may go to any pin.
pub(super) static RULES: [Rule; 7] = rules(msg!("lesson-trek-boards"));

/// Attack boards may only go to adjacent pins.
pub(super) static ADJACENT: [Rule; 7] = rules(msg!("lesson-trek-boards-adjacent"));
