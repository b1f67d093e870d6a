//! The rules of Star Trek 3D chess, in words.

use icochess_message::{Msg, msg};
use icochess_shape::{Rule, RulePicture};

/// The rules in the order in which the help tells them, with those of the attack boards.
const fn rules(attack_boards: Msg) -> [Rule; 7] {
    [
        Rule::told(msg!("rules-title-start"), msg!("rules-setup-trek")),
        Rule::shown(
            msg!("rules-title-moves"),
            msg!("rules-moves-trek"),
            RulePicture::Pieces,
        ),
        Rule::told(msg!("rules-title-attack-boards"), attack_boards),
        Rule::told(msg!("rules-title-win"), msg!("rules-win-trek")),
        Rule::told(msg!("rules-title-draws"), msg!("rules-draws-trek")),
        Rule::shown(
            msg!("rules-title-square-names"),
            msg!("rules-names-trek"),
            RulePicture::Names,
        ),
        Rule::told(msg!("rules-title-author"), msg!("made-by-trek")),
    ]
}

/// Attack boards go to any pin.
pub(super) static RULES: [Rule; 7] = rules(msg!("lesson-trek-boards"));

/// Attack boards go to adjacent pins only.
pub(super) static ADJACENT: [Rule; 7] = rules(msg!("lesson-trek-boards-adjacent"));
