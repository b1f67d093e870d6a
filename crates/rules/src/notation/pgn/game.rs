//! A game as stored in a PGN file.

use std::collections::BTreeMap;
use std::mem::discriminant;

use super::tags::{DECLARABLE, NO_RESULT, ROSTER, TERMINATION, termination};
use crate::game::tree::GameTree;
use crate::position::board::Board;
use crate::position::outcome::{DrawReason, Outcome};

/// A game as stored in a PGN file.
///
/// ```
/// use icochess_boards::Chess;
/// use icochess_rules::{Outcome, Side, pgn};
///
/// let text = "[White \"Anna\"]\n[EndReason \"resignation\"]\n\n1. e4 e5 1-0";
/// let mut game: pgn::Game<Chess> = pgn::parse(text)?;
/// assert_eq!(game.tags["White"], "Anna");
/// let winner = Side::White;
/// assert_eq!(game.declared, Some(Outcome::Resignation { winner }));
///
/// game.tags.insert("Black".into(), "Bert".into());
/// game.declared = Some(Outcome::TimeForfeit { winner });
/// let text = pgn::write(&game);
/// assert!(text.contains("[Black \"Bert\"]\n"));
/// assert!(text.contains("[EndReason \"time-forfeit\"]\n"));
/// assert_eq!(pgn::parse(&text)?, game);
/// # Ok::<(), pgn::PgnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game<B: Board> {
    /// Tags by name (`White`, `Date`, `TimeControl`, …), except derived ones: `Result`, `PlyCount`,
    /// `SetUp`, `FEN`, `Variant`, `CurrentPly` and `EndReason`. [`write()`](crate::pgn::write())
    /// ignores derived tags in this list.
    ///
    /// `Termination` is derived from the outcome unless that is [`Outcome::Unstated`]. A value in
    /// this list (such as `rules infraction`) overrides the derived one, and should be removed when
    /// play continues.
    pub tags: BTreeMap<String, String>,
    /// Moves with variations and annotations, including undone moves.
    pub tree: GameTree<B>,
    /// End that isn't visible in the position: resignation, agreement, claim, time or an arbiter,
    /// or no recorded reason. See [`Game::outcome`].
    pub declared: Option<Outcome>,
}

impl<B: Board> Default for Game<B> {
    fn default() -> Self {
        Self::new(GameTree::default())
    }
}

impl<B: Board> Game<B> {
    /// Creates a game without tags or a declared end.
    pub const fn new(tree: GameTree<B>) -> Self {
        Self {
            tags: BTreeMap::new(),
            tree,
            declared: None,
        }
    }

    /// Returns the outcome of the game, if it has ended. Mate and stalemate take precedence over a
    /// declared end, which takes precedence over automatic draws. A declared outcome counts only if
    /// it can be declared: checkmate, for example, must be on the board.
    pub fn outcome(&self) -> Option<Outcome> {
        let reached = self.tree.outcome();
        let declared = self.declared.filter(|end| DECLARABLE.contains(end));
        match reached {
            Some(end) if !end.is_automatic_draw() => reached,
            _ => declared.or(reached),
        }
    }

    /// Returns the PGN result: `1-0`, `0-1`, `1/2-1/2`, or `*` for an unfinished game.
    pub fn result(&self) -> &'static str {
        self.outcome().map_or(NO_RESULT, Outcome::pgn_result)
    }

    /// Returns whether `EndReason` may have this outcome as its value. This is not possible for an
    /// outcome without a reason. A claim must be possible now, or by announcing a legal move (FIDE
    /// 9.2.1 and 9.3.1).
    pub(crate) fn has_reason(tree: &GameTree<B>, outcome: Outcome) -> bool {
        let reason = match outcome {
            Outcome::Unstated { .. } => return false,
            Outcome::Draw(reason) if outcome.claimed_by().is_some() => reason,
            _ => return true,
        };
        let fits = |claims: Vec<DrawReason>| {
            let same = |claim: &DrawReason| discriminant(claim) == discriminant(&reason);
            claims.iter().any(same)
        };
        let moves = tree.position().legal_moves();
        fits(tree.claims()) || moves.into_iter().any(|mv| fits(tree.claims_after(mv)))
    }

    /// Removes the tag `Termination`, because the end it describes no longer applies.
    pub(crate) fn forget_termination(&mut self) {
        self.tags.remove(TERMINATION);
    }

    /// Returns the default value of a tag.
    pub(crate) fn default_tag(&self, name: &str) -> Option<&'static str> {
        if name == TERMINATION {
            return termination(self.outcome());
        }
        let (_, value) = ROSTER.iter().find(|(known, _)| *known == name)?;
        Some(value)
    }
}
