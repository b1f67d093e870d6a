//! What there is to press on the controllers in the hands, for the help. Whoever knows the
//! controllers sets it.

use bevy::prelude::*;

use icochess_message::{Msg, msg};

/// What each thing is done with: the names of the parts of the controllers in use. Without any, of
/// usual ones.
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct HandControls {
    /// What selects.
    pub select: Msg,
    /// What holds the board.
    pub grab: Option<Msg>,
    /// What turns it without that.
    pub turn: Option<Msg>,
    /// What brings the own side to the front.
    pub home: Option<Msg>,
    /// What makes the board explain itself.
    pub learn: Option<Msg>,
    /// What brings the panel and the board.
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
            learn: Some(msg!("part-thumb-on-rest")),
            menu: Some(msg!("part-menu")),
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<HandControls>();
}
