//! A game as a file holds it.

use std::collections::BTreeMap;

use super::tags::{DECLARABLE, NO_RESULT, ROSTER, TERMINATION, termination};
use crate::rules::board::Board;
use crate::rules::history::History;
use crate::rules::outcome::Outcome;

/// A game as a file holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game<B: Board> {
    /// Tags by name (`White`, `Date`, `TimeControl`, …), without those that
    /// follow from the rest: `Result`, `PlyCount`, `SetUp`, `FEN`, `Variant`,
    /// `CurrentPly` and `EndReason`, which [`write()`](super::write()) passes
    /// over here.
    ///
    /// `Termination` follows from the outcome by itself. One that is given here
    /// (`rules infraction`) takes its place and should go when play goes on.
    pub tags: BTreeMap<String, String>,
    /// The moves with variations and annotations, undone ones included.
    pub history: History<B>,
    /// An end by resignation, agreement, claim, time or an arbiter, which the
    /// position does not tell. See [`Game::outcome`].
    pub declared: Option<Outcome>,
}

impl<B: Board> Default for Game<B> {
    fn default() -> Self {
        Self::new(History::default())
    }
}

impl<B: Board> Game<B> {
    /// A game without tags that nobody has ended.
    #[must_use]
    pub const fn new(history: History<B>) -> Self {
        Self {
            tags: BTreeMap::new(),
            history,
            declared: None,
        }
    }

    /// How the game has ended, if it has: by mate or stalemate, or else as
    /// declared, or else by a draw that the rules declare by themselves. An
    /// outcome that nobody can declare (checkmate) counts only if the position
    /// tells it.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let told = self.history.outcome();
        let declared = self.declared.filter(|end| DECLARABLE.contains(end));
        match told {
            Some(end) if !end.is_automatic_draw() => told,
            _ => declared.or(told),
        }
    }

    /// The result as PGN writes it: `1-0`, `0-1`, `1/2-1/2`, or `*` for a game
    /// that goes on.
    #[must_use]
    pub fn result(&self) -> &'static str {
        self.outcome().map_or(NO_RESULT, Outcome::pgn_result)
    }

    /// The value that goes without saying for a tag of this name.
    pub(super) fn default_tag(&self, name: &str) -> Option<&'static str> {
        if name == TERMINATION {
            return Some(termination(self.outcome()));
        }
        let (_, value) = ROSTER.iter().find(|(known, _)| *known == name)?;
        Some(value)
    }
}
