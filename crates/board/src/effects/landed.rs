//! Conditions for showing check and mate: all pieces have landed, the board has turned, and effects
//! may be shown.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::pieces::piece::Gliding;
use crate::pieces::standing::PieceSystems;
use crate::stage::motion::ReducedMotion;
use crate::stage::parts::Carried;
use crate::stage::taught::Taught;
use crate::tiles::cover::{CoverSystems, Covered};
use crate::turning::spin::{TurnSystems, Turning};
use icochess_base::schedule::AppSystems;
use icochess_play::game::Match;
use icochess_rules::{Cell, Outcome, Side};

/// Systems that show check and mate.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct EffectSystems;

/// Current motion of pieces, parts and the whole board. Captured pieces on their way out don't
/// count.
#[derive(SystemParam)]
pub(super) struct OngoingMotion<'w, 's> {
    moving: Query<'w, 's, (), Or<(With<Gliding>, With<Carried>)>>,
    turning: Option<Res<'w, Turning>>,
}

impl OngoingMotion<'_, '_> {
    /// Returns whether nothing is moving.
    pub(super) fn is_empty(&self) -> bool {
        self.moving.is_empty() && self.turning.is_none()
    }
}

/// Kings of the game, and whether effects on them may be shown.
#[derive(SystemParam)]
pub(super) struct Kings<'w> {
    game: Res<'w, Match>,
    taught: Res<'w, Taught>,
    covered: Res<'w, Covered>,
    motion: Res<'w, ReducedMotion>,
}

impl Kings<'_> {
    /// Returns the tile of a side's king for an effect. `None` with reduced motion, while the game
    /// is covered, and during a lesson.
    pub(super) fn in_view(&self, side: Side) -> Option<Cell> {
        let king = self.game.position().royal(side);
        king.filter(|_| self.are_shown())
    }

    /// Returns the tile for the effect of this outcome, if it has one. It is the mated king's, or
    /// the scene of an extinct kind's last capture.
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

    /// Returns the tile of the loser's king while the board shows the end of a decided game.
    pub(super) fn lost(&self) -> Option<Cell> {
        let winner = self.game.outcome()?.winner()?;
        self.in_view(!winner)
    }

    /// Returns whether effects may be shown.
    pub(super) fn are_shown(&self) -> bool {
        !self.motion.0 && !self.covered.0 && !self.taught.is_on()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.configure_sets(
        Update,
        EffectSystems
            .after(PieceSystems)
            .after(TurnSystems)
            .after(CoverSystems)
            .in_set(AppSystems::Scene),
    );
}
