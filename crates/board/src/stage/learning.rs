//! Help for learners, with which the board explains more than play needs: how places touch one
//! another, and what gives check.

use bevy::prelude::*;

/// The help for learners while they play. Off, the board shows no more than a game needs.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Learning {
    /// Whether it was switched on.
    pub is_switched: bool,
    /// Whether it is held on, as with a thumb on its rest.
    pub is_held: bool,
}

impl Learning {
    /// Whether it is on.
    pub const fn is_on(self) -> bool {
        self.is_switched || self.is_held
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Learning>();
}
