//! When moments are shown: not before all that moves has landed, and the board has turned to it; and
//! to whom they are not.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::pieces::piece::Gliding;
use crate::pieces::standing::PieceSystems;
use crate::stage::motion::ReducedMotion;
use crate::stage::parts::Carried;
use crate::stage::taught::Taught;
use crate::tiles::veil::{VeilSystems, Veiled};
use crate::turning::spin::{TurnSystems, Turning};
use icochess_base::schedule::AppSystems;
use icochess_play::game::Match;
use icochess_rules::{Cell, Outcome, Side};

/// The systems that show moments.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct MomentSystems;

/// Motion of pieces, of parts and of the whole board that is not over. Pieces that are taken may
/// still be going.
#[derive(SystemParam)]
pub(super) struct OngoingMotion<'w, 's> {
    moving: Query<'w, 's, (), Or<(With<Gliding>, With<Carried>)>>,
    turning: Option<Res<'w, Turning>>,
}

impl OngoingMotion<'_, '_> {
    /// Whether nothing is on its way.
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
        let king = self.game.position().royal(side);
        king.filter(|_| self.are_shown())
    }

    /// The tile on which the game is decided that ends so, if that has a moment: the king's in mate,
    /// and where a kind has no pieces any more, the one on which the last was taken.
    pub(super) fn decided(&self, outcome: Outcome) -> Option<Cell> {
        match outcome {
            Outcome::Checkmate { winner } => self.in_view(!winner),
            Outcome::Extinction { .. } => {
                let last = self.game.record().last().filter(|_| self.are_shown());
                last.map(|mv| mv.to)
            }
            _ => None,
        }
    }

    fn are_shown(&self) -> bool {
        !self.motion.0 && !self.veiled.0 && !self.taught.is_on()
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
