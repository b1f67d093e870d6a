//! Names of controller buttons, for the help. The module that handles the controllers sets these
//! names.

use bevy::prelude::*;

use icochess_message::{Msg, msg};

/// Names of the controls on the controllers in use, by action; generic names without controllers.
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct HandControls {
    /// The control that selects a piece or a tile.
    pub select: Msg,
    /// The control that grabs the board.
    pub grab: Option<Msg>,
    /// The control that turns the board without grabbing it.
    pub turn: Option<Msg>,
    /// The control that brings the player's own side to the front.
    pub home: Option<Msg>,
    /// The control that toggles explanations on the board.
    pub learn: Option<Msg>,
    /// The control that brings the panel and the board to the player.
    pub menu: Option<Msg>,
}

impl Default for HandControls {
    fn default() -> Self {
        let either = |one: &'static str, other: &'static str| {
            msg!(
                "part-or",
                one = Msg::verbatim(one),
                other = Msg::verbatim(other)
            )
        };
        Self {
            select: msg!("part-trigger"),
            grab: Some(msg!("part-grip")),
            turn: Some(msg!("part-thumbstick")),
            home: Some(either("A", "X")),
            learn: Some(msg!("part-thumbstick-pressed")),
            menu: Some(msg!("part-menu")),
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<HandControls>();
}
