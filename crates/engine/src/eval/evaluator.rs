//! The weights, laid out for speed.

use super::values::{DISTANCES, Weight};
use crate::score::Score;
use icochess_rules::{Board, Cell, Role, rules_of};

/// [`Values`](super::Values) laid out for speed, with what the board's shape adds.
#[derive(Clone, Debug)]
pub struct Evaluator<B: Board> {
    pub(super) cells: usize,
    /// `[(side * roles + role) * cells + cell]`: material and piece-square tables.
    pub(super) psqt: Vec<Weight>,
    /// Values by role, for pieces that stand on no cell.
    pub(super) material: Vec<Weight>,
    /// Values by role, half way between the middle and the end of the game.
    pub(super) piece_values: Vec<Score>,
    /// The value of a pawn in these weights, to compare with
    /// [`MARGIN_PAWN`](super::Evaluated::MARGIN_PAWN).
    pub(super) margin_pawn: Score,
    /// Values of a distance to the own king, by `[role * DISTANCES + distance]`.
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
    /// `[cell * cells + king]`, as the king walks; without a king, from neighbour to
    /// neighbour.
    pub(super) distance: Vec<u8>,
    /// By cell: the cell itself, and those to which a king on it steps.
    pub(super) king_zone: Vec<B::Set>,
    /// The sum of [`Evaluated::PHASE`](super::Evaluated::PHASE) over all pieces at the start.
    pub(super) max_phase: i32,
    /// By side, then `[role * cells + cell]` for pawns: the cells on which no hostile pawn may be
    /// for the pawn to be a passed one.
    pub(super) stoppers: [Vec<B::Set>; 2],
    /// By side, then `[role * cells + cell]` for pawns: the steps to promotion.
    pub(super) steps_to_promotion: [Vec<u8>; 2],
}

/// The value of a king where pieces are compared, in hundredths of a pawn: more than that of any
/// other piece.
const KING_VALUE: Score = 10_000;

impl<B: Board> Evaluator<B> {
    /// The value of the strongest piece but the king, in hundredths of a pawn.
    pub fn max_piece_value(&self) -> Score {
        let roles = (0..B::ROLES.len()).map(|role| Role::new(role as u8));
        roles
            .filter(|role| !rules_of::<B>(*role).royal)
            .map(|role| self.piece_value(role))
            .max()
            .unwrap_or(0)
    }

    /// The value of a piece, half way between the middle and the end of the game, in hundredths of
    /// a pawn.
    pub fn piece_value(&self, role: Role) -> Score {
        if rules_of::<B>(role).royal {
            return KING_VALUE;
        }
        self.piece_values[role.index()]
    }

    /// Steps of a king from one cell to another; on a board without kings, of a piece
    /// that goes to any neighbour on a line.
    pub fn distance(&self, from: Cell, to: Cell) -> i32 {
        self.distance[from.index() * self.cells + to.index()].into()
    }

    /// Index of the weight of a role's distance to a king.
    #[inline]
    pub(super) fn by_distance(&self, role: usize, cell: Cell, king: Cell) -> usize {
        let distance = self.distance[cell.index() * self.cells + king.index()];
        role * DISTANCES + usize::from(distance).min(DISTANCES - 1)
    }
}
