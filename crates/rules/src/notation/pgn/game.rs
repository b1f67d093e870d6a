//! A game as a file holds it.

use std::collections::BTreeMap;
use std::mem::discriminant;

use super::tags::{DECLARABLE, NO_RESULT, ROSTER, TERMINATION, termination};
use crate::game::tree::GameTree;
use crate::position::board::Board;
use crate::position::outcome::{DrawReason, Outcome};

/// A game as a file holds it.
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
    /// Tags by name (`White`, `Date`, `TimeControl`, …), without those that
    /// follow from the rest: `Result`, `PlyCount`, `SetUp`, `FEN`, `Variant`,
    /// `CurrentPly` and `EndReason`, which [`write()`](crate::pgn::write()) passes
    /// over here.
    ///
    /// `Termination` follows from the outcome by itself, unless that is
    /// [`Outcome::Unstated`]. One that is given here (`rules infraction`) takes
    /// its place and should go when play goes on.
    pub tags: BTreeMap<String, String>,
    /// The moves with variations and annotations, undone ones included.
    pub tree: GameTree<B>,
    /// An end by resignation, agreement, claim, time or an arbiter, which the
    /// position does not tell, or one for which a record gives no reason. See
    /// [`Game::outcome`].
    pub declared: Option<Outcome>,
}

impl<B: Board> Default for Game<B> {
    fn default() -> Self {
        Self::new(GameTree::default())
    }
}

impl<B: Board> Game<B> {
    /// A game without tags that nobody has ended.
    pub const fn new(tree: GameTree<B>) -> Self {
        Self {
            tags: BTreeMap::new(),
            tree,
            declared: None,
        }
    }

    /// The outcome of the game, if it has ended: by mate or stalemate, or else as declared, or else
    /// by a draw that the rules declare by themselves. An outcome that nobody can declare
    /// (checkmate) counts only if the position shows it.
    pub fn outcome(&self) -> Option<Outcome> {
        let told = self.tree.outcome();
        let declared = self.declared.filter(|end| DECLARABLE.contains(end));
        match told {
            Some(end) if !end.is_automatic_draw() => told,
            _ => declared.or(told),
        }
    }

    /// The result as PGN writes it: `1-0`, `0-1`, `1/2-1/2`, or `*` for a game
    /// that goes on.
    pub fn result(&self) -> &'static str {
        self.outcome().map_or(NO_RESULT, Outcome::pgn_result)
    }

    /// Whether this outcome may be the value of `EndReason`. One without a reason may not, and a
    /// claim only where it can be made: as the position stands, or with a move that the side to
    /// move announces (FIDE 9.2.1 and 9.3.1).
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

    /// Removes what a tag says of an end that is no longer the game's.
    pub(crate) fn forget_termination(&mut self) {
        self.tags.remove(TERMINATION);
    }

    /// The value that goes without saying for a tag of this name.
    pub(crate) fn default_tag(&self, name: &str) -> Option<&'static str> {
        if name == TERMINATION {
            return termination(self.outcome());
        }
        let (_, value) = ROSTER.iter().find(|(known, _)| *known == name)?;
        Some(value)
    }
}
