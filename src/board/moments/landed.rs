//! When moments are shown: not before all that moves has landed, and the board has turned to it; and
//! to whom they are not.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::board::pieces::piece::Gliding;
use crate::board::pieces::standing::PieceSystems;
use crate::board::stage::motion::ReducedMotion;
use crate::board::stage::parts::Carried;
use crate::board::stage::taught::Taught;
use crate::board::tiles::veil::{VeilSystems, Veiled};
use crate::board::turning::spin::{TurnSystems, Turning};
use crate::game::Match;
use crate::schedule::AppSystems;
use icochess_rules::{Cell, Side};

/// The systems that show moments.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct MomentSystems;

/// What is on its way. Pieces that are taken may still be going.
#[derive(SystemParam)]
pub(super) struct OnTheWay<'w, 's> {
    moving: Query<'w, 's, (), Or<(With<Gliding>, With<Carried>)>>,
    turning: Option<Res<'w, Turning>>,
}

impl OnTheWay<'_, '_> {
    /// Whether nothing is.
    pub(super) fn is_empty(&self) -> bool {
        self.moving.is_empty() && self.turning.is_none()
    }
}

/// The kings of the game, where they are to be seen.
#[derive(SystemParam)]
pub(super) struct Kings<'w> {
    game: Res<'w, Match>,
    taught: Res<'w, Taught>,
    veiled: Res<'w, Veiled>,
    motion: Res<'w, ReducedMotion>,
}

impl Kings<'_> {
    /// The tile of the king of a side that has a moment. With reduced motion none has, nor has one
    /// behind the veil or a lesson.
    pub(super) fn in_view(&self, side: Side) -> Option<Cell> {
        let is_seen = !self.motion.0 && !self.veiled.0 && !self.taught.is_on();
        self.game.position().royal(side).filter(|_| is_seen)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.configure_sets(
        Update,
        MomentSystems
            .after(PieceSystems)
            .after(TurnSystems)
            .after(VeilSystems)
            .in_set(AppSystems::Scene),
    );
}
