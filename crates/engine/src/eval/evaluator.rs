//! Evaluation weights in a layout optimised for speed.

use std::sync::{Arc, OnceLock};

use super::network::Network;
use super::values::{DISTANCES, Weight};
use crate::score::Score;
use icochess_rules::{Board, Cell, Role, rules_of};

/// [`Values`](super::Values) in a layout optimised for speed, with tables derived from the board's
/// shape.
#[derive(Clone, Debug)]
pub struct Evaluator<B: Board> {
    pub(super) cells: usize,
    /// Material plus piece-square table, by `[(side * roles + role) * cells + cell]`.
    pub(super) psqt: Vec<Weight>,
    /// Values by role, for pieces in reserve.
    pub(super) material: Vec<Weight>,
    /// Values by role, midway between middle game and endgame.
    pub(super) piece_values: Vec<Score>,
    /// Value of a pawn in these weights, compared with
    /// [`MARGIN_PAWN`](super::Evaluated::MARGIN_PAWN).
    pub(super) margin_pawn: Score,
    /// Weights of the distance to the own king, by `[role * DISTANCES + distance]`.
    pub(super) own_king_distance: Vec<Weight>,
    pub(super) enemy_king_distance: Vec<Weight>,
    pub(super) mobility: Vec<Weight>,
    pub(super) king_attack: Vec<Weight>,
    pub(super) xray_on_king: Weight,
    pub(super) protected_pawn: Weight,
    pub(super) threat_by_pawn: Weight,
    pub(super) passed_pawn: Vec<Weight>,
    pub(super) pair: Vec<Weight>,
    pub(super) tempo: Weight,
    pub(super) kind_counts: Vec<Weight>,
    pub(super) rarest_kind: Vec<Weight>,
    pub(super) margins: [Score; 2],
    /// Distance in king steps, by `[cell * cells + king]`. On boards without kings, distance in
    /// steps to neighbours.
    pub(super) distance: Vec<u8>,
    /// By cell: the cell itself and a king's steps from it.
    pub(super) king_zone: Vec<B::Set>,
    /// Sum of [`Evaluated::PHASE`](super::Evaluated::PHASE) over all pieces of the start position.
    pub(super) max_phase: i32,
    /// By side, then `[role * cells + cell]`: the cells that must be free of enemy pawns for a pawn
    /// to be passed.
    pub(super) stoppers: [Vec<B::Set>; 2],
    /// By side, then `[role * cells + cell]`: a pawn's steps to promotion.
    pub(super) steps_to_promotion: [Vec<u8>; 2],
    /// The network that evaluates positions instead of the weights above, at full strength. The
    /// built-in one is read when a search first needs it, since that takes longer than a frame may.
    pub(super) network: Option<Arc<OnceLock<Network<B>>>>,
}

/// Value of a king in comparisons of pieces, in hundredths of a pawn. It exceeds every other
/// piece's value.
const KING_VALUE: Score = 10_000;

impl<B: Board> Evaluator<B> {
    /// Returns the evaluator with another network, or none.
    pub fn with_network(self, network: Option<Network<B>>) -> Self {
        Self {
            network: network.map(|network| Arc::new(network.into())),
            ..self
        }
    }

    /// Returns the value of a piece midway between middle game and endgame, in hundredths of a
    /// pawn.
    pub fn piece_value(&self, role: Role) -> Score {
        if rules_of::<B>(role).royal {
            return KING_VALUE;
        }
        self.piece_values[role.index()]
    }

    /// Returns the number of king steps between two cells. On boards without kings, counts steps to
    /// neighbours along lines.
    pub fn distance(&self, from: Cell, to: Cell) -> i32 {
        self.distance[from.index() * self.cells + to.index()].into()
    }

    /// Returns the index of the weight of a role's distance to a king.
    #[inline]
    pub(super) fn by_distance(&self, role: usize, cell: Cell, king: Cell) -> usize {
        let distance = self.distance[cell.index() * self.cells + king.index()];
        role * DISTANCES + usize::from(distance).min(DISTANCES - 1)
    }
}
