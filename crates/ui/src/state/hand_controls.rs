//! The things to press on the controllers in the hands, for the help. The module that knows the
//! controllers sets them.

use bevy::prelude::*;

use icochess_message::{Msg, msg};

/// The names of the parts of the controllers in use, by what is done with them. Without any, of
/// usual ones.
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct HandControls {
    /// The control that selects a piece or a place.
    pub select: Msg,
    /// The control that holds the board.
    pub grab: Option<Msg>,
    /// The control that turns the board without that.
    pub turn: Option<Msg>,
    /// The control that brings the own side to the front.
    pub home: Option<Msg>,
    /// The control that makes the board explain itself.
    pub learn: Option<Msg>,
    /// The control that brings the panel and the board.
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
