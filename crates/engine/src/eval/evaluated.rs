//! The trait for boards that the engine can evaluate.

use super::evaluator::Evaluator;
use super::values::KIND_COUNTS;
use crate::features::SearchFeatures;
use crate::score::Score;
use icochess_endings::symmetries;
use icochess_rules::{Board, Cell, Side};

/// Number of levels below full strength.
pub const WEAKER_LEVELS: usize = 17;

/// Limit and errors of a level below full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Moves played at random, per 1,024.
    pub random: u64,
    /// Maximum number of nodes of the other moves.
    pub nodes: u64,
    /// Moves overlooked per 1,024, at medium distance.
    pub oversight: u64,
    /// Maximum misjudgement of a position, in hundredths of the board's pawn (see
    /// [`Evaluator::percent_of_pawn`]).
    pub noise: Score,
}

impl Level {
    /// Creates a level with these fields.
    pub const fn new(random: u64, nodes: u64, oversight: u64, noise: Score) -> Self {
        Self {
            random,
            nodes,
            oversight,
            noise,
        }
    }
}

/// A board that the engine can play on.
pub trait Evaluated: Board {
    /// The built-in weights, in RON.
    const VALUES: &'static str;
    /// The built-in [`Network`](super::Network), as bytes; empty if the board has none.
    const NETWORK: &'static [u8] = &[];
    /// Number of cell classes.
    const CLASSES: usize;
    /// Each role's contribution to the game phase, in the order of
    /// [`Equipment::ROLES`](icochess_rules::Equipment::ROLES). The more material is left, the
    /// closer the phase is to the middle game. The contributions are deliberately not derived from
    /// [`VALUES`](Self::VALUES): a fit that changed both could hide a wrong middle-game value
    /// behind an equally wrong endgame value.
    const PHASE: &'static [i32];

    /// Sum of a pawn's middle-game and endgame values in the weights for which the search margins
    /// were tuned.
    const MARGIN_PAWN: Score;

    /// Growth of a side's log odds of winning per hundredth of a pawn of its score (see
    /// [`win_chance`](crate::score::win_chance)). `icochess-lab chances` fits it to games, and
    /// `docs/notes/engine.md` has the fits. New [`VALUES`](Self::VALUES) and a new
    /// [`NETWORK`](Self::NETWORK) need a new fit.
    const WIN_CHANCE_SCALE: f64;

    /// The levels below full strength, weakest first. `scripts/levels` measures them.
    const LEVELS: [Level; WEAKER_LEVELS];

    /// Search features that gain strength on this board, as measured by matches (see
    /// [`SearchFeature`](crate::SearchFeature)). On boards where captures are nearly always
    /// available, quiescence ends only thanks to [`Recaptures`](crate::SearchFeature::Recaptures).
    const SEARCH_FEATURES: SearchFeatures;
    /// Benchmark positions as position text, one per line. Most boards have none.
    const BENCH_POSITIONS: &'static str = "";
    /// Search depth of the benchmark in plies, chosen so that it takes a few seconds.
    const BENCH_DEPTH: u8 = 8;

    /// Returns the class of a cell for a side's pieces.
    fn class(side: Side, cell: Cell) -> usize;

    /// Returns the mirror image of a class on boards with mirror symmetry.
    fn mirror(class: usize) -> usize {
        class
    }

    /// Returns the ways in which a [`Network`](super::Network) may see the board from a side: by
    /// cell, the indices of images under which the side's men move as White's do. White's first is
    /// the identity. By default the symmetries that keep all moves; empty if some moves have a
    /// direction.
    fn views(_: Side) -> Vec<Vec<u8>> {
        symmetries::<Self>().unwrap_or_default()
    }

    /// Returns the evaluator with the built-in weights.
    fn evaluator() -> &'static Evaluator<Self>;
}

/// Returns the length of the weight lists indexed by piece count; 0 on boards without extinction
/// rules.
pub(super) const fn kind_counts<B: Board>() -> usize {
    if B::EXTINCTIONS.is_empty() {
        0
    } else {
        KIND_COUNTS
    }
}
