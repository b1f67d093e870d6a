//! What the search does beyond a plain alpha-beta search. Each part can be left
//! out, to measure by a match what it brings:
//! `icochess match strong:nodes=8000 strong:nodes=8000:without=null-move`; one that
//! the board leaves out is put in by `with=late-pruning`.
//!
//! What each brings on the ball, in Elo, with the error of 95 %:
//!
//! | technique | Elo | games |
//! |---|---|---|
//! | check extension | +35 (+1 to +69) | 20 ms a move |
//! | late move reductions | +35 (-3 to +74) | 200 of 8000 nodes |
//! | history | +30 (-4 to +64) | 200 of 8000 nodes |
//! | futility | +28 (-3 to +59) | 200 of 8000 nodes |
//! | reverse futility | +21 (-17 to +59) | 200 of 8000 nodes |
//! | killers | +18 (-1 to +37) | 500 of 8000 nodes |
//! | null move | +8 (-7 to +23) | 500 of 8000 nodes |
//! | internal reduction | +7 (-5 to +19) | 500 of 8000 nodes |
//! | aspiration windows | +4 (-8 to +17) | 800 of 8000 nodes |
//! | late move pruning | -66 (-99 to -33) | 300 of 8000 nodes |
//! | the same | -123 (-166 to -83) | 200 of 20 ms a move |
//! | quiet moves that give check, at the first ply of quiescence | +14 (-2 to +30) | 400 of 20 ms a move |
//!
//! Late move pruning is therefore left out on the ball
//! ([`Evaluated::TECHNIQUES`](super::Evaluated::TECHNIQUES)): of so many quiet
//! moves it leaves out good ones. On 8x8 it brings +21 (-20 to +62; 200 games of
//! 8000 nodes). Quiet checks were not kept: they bring -12 (-43 to +19) there, and
//! on the ball brought -47 (-67 to -26; 300 games of 20 ms a move) without late
//! move pruning. Nor was delta pruning: -11 (-30 to +8; 500 games of 8000 nodes)
//! and -17 (-39 to +6; 500 of 20 ms a move) on the ball, -5 (-36 to +26; 300 of
//! 8000 nodes) on 8x8.
//!
//! Tried on the ball in 300 games of 20 ms each, and not kept, as none brought a
//! sure gain: the table in quiescence (+2), fewer or more late move reductions
//! (-8, -22), reductions by history (-5), softer late move pruning (-37),
//! razoring (-7), a null move that reduces less or by the evaluation (+1, +2),
//! history by the kind of piece (-6), quiet moves in the order of what their
//! places are worth (+9, but -16 in 600 games with a narrower reverse futility,
//! which alone had +12).

use std::fmt;
use std::str::FromStr;

use crate::rules::quoted;

/// A part of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Technique {
    /// A search begins with a window round the last score.
    Aspiration,
    /// Check is searched one ply deeper.
    CheckExtension,
    /// Near the leaves, quiet moves that give no check are left out where the
    /// score is hopelessly low.
    Futility,
    /// Quiet moves that were best elsewhere come first.
    History,
    /// A node without a table move is searched one ply less.
    InternalReduction,
    /// Quiet moves that were best beside this node come first.
    Killers,
    /// Late quiet moves near the leaves are left out.
    LatePruning,
    /// Late quiet moves that give no check are searched less deep first.
    LateReductions,
    /// A node is good enough if it is so without moving.
    NullMove,
    /// A node near the leaves is good enough if it is so by far.
    ReverseFutility,
}

impl Technique {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Aspiration,
        Self::CheckExtension,
        Self::Futility,
        Self::History,
        Self::InternalReduction,
        Self::Killers,
        Self::LatePruning,
        Self::LateReductions,
        Self::NullMove,
        Self::ReverseFutility,
    ];

    /// Its name, as settings write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Aspiration => "aspiration",
            Self::CheckExtension => "check-extension",
            Self::Futility => "futility",
            Self::History => "history",
            Self::InternalReduction => "internal-reduction",
            Self::Killers => "killers",
            Self::LatePruning => "late-pruning",
            Self::LateReductions => "late-reductions",
            Self::NullMove => "null-move",
            Self::ReverseFutility => "reverse-futility",
        }
    }

    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// The techniques that a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Techniques(u16);

impl Techniques {
    /// Every technique.
    pub const ALL: Self = Self(u16::MAX);
    /// No technique.
    pub const NONE: Self = Self(0);

    /// Those that both have.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Those that one or the other has.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// These and one more.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | technique.bit())
    }

    /// These but one.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !technique.bit())
    }

    /// Is it used?
    #[inline]
    #[must_use]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 & technique.bit() != 0
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no technique has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no technique \"{0}\": {names} are known", names = Technique::ALL.map(Technique::name).join(", "))]
pub struct UnknownTechnique(String);

impl FromStr for Technique {
    type Err = UnknownTechnique;

    fn from_str(text: &str) -> Result<Self, UnknownTechnique> {
        Self::ALL
            .into_iter()
            .find(|technique| technique.name() == text)
            .ok_or_else(|| UnknownTechnique(quoted(text)))
    }
}
