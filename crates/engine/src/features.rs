//! Optional features of the search, beyond plain alpha-beta. To measure the gain of a feature,
//! switch it off in a match: `icochess-lab match strong:nodes=8000
//! strong:nodes=8000:without=null-move`. Use `with=late-pruning` for a feature that is off by
//! default on the board.
//!
//! `docs/notes/engine.md` lists the gain of each feature and the rejected experiments. A board leaves
//! out those that don't gain there: [`Evaluated::SEARCH_FEATURES`](super::Evaluated::SEARCH_FEATURES).

use std::fmt;
use std::str::FromStr;

use icochess_rules::quoted;

/// An optional feature of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SearchFeature {
    /// Aspiration windows: a search starts with a window around the last score.
    Aspiration,
    /// Prunes quiet moves of board parts near the leaves, unless they give check or rescue a
    /// carried piece.
    CarriagePruning,
    /// Reduces moves of board parts more than other moves.
    CarriageReductions,
    /// Orders moves of board parts after all others.
    CarriagesLast,
    /// Extends the search by one ply in check.
    CheckExtension,
    /// Orders quiet moves by their success after the last two moves, too.
    Continuation,
    /// Treats a nearly even capture of a guarded piece as an even trade, not a loss.
    EvenTrades,
    /// Prunes moves near the leaves that lose material by exchanges on their target, without check.
    ExchangePruning,
    /// Prunes quiet, non-checking moves near the leaves where the score is hopelessly low.
    Futility,
    /// Orders quiet moves that were best in other nodes first.
    History,
    /// Reduces moves less or more by their history.
    HistoryReductions,
    /// Prunes and reduces more where the evaluation hasn't risen since the side's last move.
    Improving,
    /// Reduces nodes without a table move by one ply.
    InternalIterativeReduction,
    /// Orders quiet moves that were best in sibling nodes first.
    Killers,
    /// Searches the losing captures after late quiet moves that were pruned.
    LateCaptures,
    /// Prunes late quiet moves near the leaves.
    LateMovePruning,
    /// Reduces late quiet moves that give no check.
    LateMoveReductions,
    /// Evaluates positions by the board's network, if it has one.
    Network,
    /// Cuts off a node if the score stays high enough even after passing (null move).
    NullMove,
    /// Values an advantage less the longer nothing was captured. For boards where pawns walk back,
    /// which the 50-move rule doesn't end.
    Progress,
    /// Uses the transposition table in quiescence.
    QuiescenceTable,
    /// Limits deep quiescence to recaptures.
    Recaptures,
    /// Cuts off a node near the leaves if its evaluation is far above the window.
    ReverseFutility,
}

impl SearchFeature {
    /// All features.
    pub const ALL: [Self; 23] = [
        Self::Aspiration,
        Self::CarriagePruning,
        Self::CarriageReductions,
        Self::CarriagesLast,
        Self::CheckExtension,
        Self::Continuation,
        Self::EvenTrades,
        Self::ExchangePruning,
        Self::Futility,
        Self::History,
        Self::HistoryReductions,
        Self::Improving,
        Self::InternalIterativeReduction,
        Self::Killers,
        Self::LateCaptures,
        Self::LateMovePruning,
        Self::LateMoveReductions,
        Self::Network,
        Self::NullMove,
        Self::Progress,
        Self::QuiescenceTable,
        Self::Recaptures,
        Self::ReverseFutility,
    ];

    /// Returns the name of the feature in settings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Aspiration => "aspiration",
            Self::CarriagePruning => "carriage-pruning",
            Self::CarriageReductions => "carriage-reductions",
            Self::CarriagesLast => "carriages-last",
            Self::CheckExtension => "check-extension",
            Self::Continuation => "continuation",
            Self::EvenTrades => "even-trades",
            Self::ExchangePruning => "exchange-pruning",
            Self::Futility => "futility",
            Self::History => "history",
            Self::HistoryReductions => "history-reductions",
            Self::Improving => "improving",
            Self::InternalIterativeReduction => "internal-reduction",
            Self::Killers => "killers",
            Self::LateCaptures => "late-captures",
            Self::LateMovePruning => "late-pruning",
            Self::LateMoveReductions => "late-reductions",
            Self::Network => "network",
            Self::NullMove => "null-move",
            Self::Progress => "progress",
            Self::QuiescenceTable => "quiescence-table",
            Self::Recaptures => "recaptures",
            Self::ReverseFutility => "reverse-futility",
        }
    }

    #[inline]
    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// A set of search features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SearchFeatures(u32);

impl SearchFeatures {
    /// Every feature.
    pub const ALL: Self = Self(u32::MAX);
    /// Every feature but those whose gain is only known on 8×8 and the ball.
    pub const COMMON: Self = Self::ALL
        .without(SearchFeature::Continuation)
        .without(SearchFeature::HistoryReductions)
        .without(SearchFeature::Improving)
        .without(SearchFeature::Progress)
        .without(SearchFeature::QuiescenceTable);
    /// No feature.
    pub const NONE: Self = Self(0);

    /// Returns the intersection of two sets.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the union of two sets.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the set with a feature added.
    pub const fn with(self, feature: SearchFeature) -> Self {
        Self(self.0 | feature.bit())
    }

    /// Returns the set with a feature removed.
    pub const fn without(self, feature: SearchFeature) -> Self {
        Self(self.0 & !feature.bit())
    }

    /// Returns whether the set contains a feature.
    #[inline]
    pub const fn has(self, feature: SearchFeature) -> bool {
        self.0 & feature.bit() != 0
    }
}

impl fmt::Display for SearchFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for an unknown feature name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no technique \"{0}\": {names} are known", names = SearchFeature::ALL.map(SearchFeature::name).join(", "))]
pub struct UnknownFeature(String);

impl FromStr for SearchFeature {
    type Err = UnknownFeature;

    fn from_str(text: &str) -> Result<Self, UnknownFeature> {
        Self::ALL
            .into_iter()
            .find(|feature| feature.name() == text)
            .ok_or_else(|| UnknownFeature(quoted(text)))
    }
}
