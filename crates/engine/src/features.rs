//! The features of the search beyond a plain alpha-beta search. Each can be left out, to measure
//! by a match what it brings:
//! `icochess-lab match strong:nodes=8000 strong:nodes=8000:without=null-move`; one that
//! the board leaves out is put in by `with=late-pruning`.
//!
//! The gain of each, and what was tried and not kept, are in `docs/engine.md`. Late move pruning is
//! left out on the ball ([`Evaluated::SEARCH_FEATURES`](super::Evaluated::SEARCH_FEATURES)): of so
//! many quiet moves it leaves out good ones.

use std::fmt;
use std::str::FromStr;

use icochess_rules::quoted;

/// A feature of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SearchFeature {
    /// Aspiration: a search begins with a window round the last score.
    Aspiration,
    /// Quiet moves of parts of the board that neither give check nor save what they
    /// carry are left out near the leaves.
    CarriagePruning,
    /// Moves of parts of the board are searched less deep first than others are.
    CarriageReductions,
    /// Moves of parts of the board come after all others.
    CarriagesLast,
    /// Check is searched one ply deeper.
    CheckExtension,
    /// A capture of a guarded piece that is worth less than the one that takes it by
    /// next to nothing is no loss.
    EvenTrades,
    /// Near the leaves, quiet moves that give no check are left out where the
    /// score is hopelessly low.
    Futility,
    /// Quiet moves that were best elsewhere come first.
    History,
    /// A node without a table move is searched one ply less.
    InternalIterativeReduction,
    /// Quiet moves that were best beside this node come first.
    Killers,
    /// Late quiet moves near the leaves are left out.
    LateMovePruning,
    /// Late quiet moves that give no check are searched less deep first.
    LateMoveReductions,
    /// A node is cut off if even passing the move keeps the score high enough (null move).
    NullMove,
    /// Deep in quiescence only what has just taken is taken.
    Recaptures,
    /// A node near the leaves is cut off if its evaluation is far above the window.
    ReverseFutility,
}

impl SearchFeature {
    /// All features.
    pub const ALL: [Self; 15] = [
        Self::Aspiration,
        Self::CarriagePruning,
        Self::CarriageReductions,
        Self::CarriagesLast,
        Self::CheckExtension,
        Self::EvenTrades,
        Self::Futility,
        Self::History,
        Self::InternalIterativeReduction,
        Self::Killers,
        Self::LateMovePruning,
        Self::LateMoveReductions,
        Self::NullMove,
        Self::Recaptures,
        Self::ReverseFutility,
    ];

    /// The name of the feature, as settings write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Aspiration => "aspiration",
            Self::CarriagePruning => "carriage-pruning",
            Self::CarriageReductions => "carriage-reductions",
            Self::CarriagesLast => "carriages-last",
            Self::CheckExtension => "check-extension",
            Self::EvenTrades => "even-trades",
            Self::Futility => "futility",
            Self::History => "history",
            Self::InternalIterativeReduction => "internal-reduction",
            Self::Killers => "killers",
            Self::LateMovePruning => "late-pruning",
            Self::LateMoveReductions => "late-reductions",
            Self::NullMove => "null-move",
            Self::Recaptures => "recaptures",
            Self::ReverseFutility => "reverse-futility",
        }
    }

    #[inline]
    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// The features that a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SearchFeatures(u16);

impl SearchFeatures {
    /// Every feature.
    pub const ALL: Self = Self(u16::MAX);
    /// No feature.
    pub const NONE: Self = Self(0);

    /// The features that both sets have.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The features that either set has.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The set with one more feature.
    pub const fn with(self, feature: SearchFeature) -> Self {
        Self(self.0 | feature.bit())
    }

    /// The set without one feature.
    pub const fn without(self, feature: SearchFeature) -> Self {
        Self(self.0 & !feature.bit())
    }

    /// Whether the set has a feature.
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

/// A name that no feature has.
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
