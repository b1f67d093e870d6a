//! Facts: the output of the match.

use icochess_rules::{Cell, Effect, IllegalMove, Move, Outcome, Piece, Side};

/// Fact: an event in the match.
///
/// Facts form a single stream in chronological order. The game serves requests once a frame, so
/// [`Match`](super::Match) already has the state after the last fact. A fact therefore carries
/// whatever its readers need from earlier states.
///
/// [`Moved`](Self::Moved) and [`TakenBack`](Self::TakenBack) are changes of the game itself.
/// Browsing only causes [`Shown`](Self::Shown).
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_ecs::prelude::Message))]
pub enum MatchFact {
    /// A game was started or resumed, perhaps on another board. This is always the first fact of
    /// its batch: earlier facts are dropped, because the new board may lack their cells. Later
    /// facts belong to the new game.
    Begun,
    /// A side moved, or redid a move. [`OfferDeclined`](Self::OfferDeclined) comes first if the
    /// move declines an offer, [`PlayedOn`](Self::PlayedOn) if it is made at another position of
    /// the record. [`Ended`](Self::Ended) follows if it ends the game.
    Moved(MoveMade),
    /// A move was taken back, together with the end of the game if the move caused it. Each move
    /// has its own fact, the last move first.
    TakenBack(MoveUndone),
    /// The board shows another position of the game; the game itself doesn't change. A request
    /// about the game first returns the board to the live position. In that case, this fact
    /// precedes the request's own facts.
    Shown(Shown),
    /// The game continues from the position shown. [`EndTakenBack`](Self::EndTakenBack) comes first
    /// if a player had declared its end.
    PlayedOn {
        /// Whether the game had ended before.
        was_over: bool,
    },
    /// Annotations, tags or variations have changed. [`Shown`](Self::Shown) follows if the position
    /// shown was deleted with a variation, or if a tried move became one.
    Edited,
    /// A requested move was refused. [`Ended`](Self::Ended) comes first if the game ends because
    /// the record is full.
    Rejected(IllegalMove),
    /// This side offers a draw.
    DrawOffered(Side),
    /// This side asks for a takeback of its last move.
    TakebackOffered(Side),
    /// An offer was declined, explicitly or by a move.
    OfferDeclined {
        /// Declined offer.
        offer: Offer,
        /// Side that made the offer.
        by: Side,
    },
    /// The game has ended, by the move before this fact or by a declaration of a player or the
    /// clock.
    Ended(Outcome),
    /// A declared end was taken back; the game continues.
    EndTakenBack,
    /// The clock's state was saved in the record, without any other event.
    ClockKept,
}

/// Move that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveMade {
    /// Move.
    pub mv: Move,
    /// Side that moved.
    pub side: Side,
    /// Effects on the pieces.
    pub effects: Vec<Effect>,
    /// Whether the move gives check.
    pub check: bool,
    /// Whether the record already contained the move.
    pub redone: bool,
}

impl MoveMade {
    /// Returns the captured piece, if any.
    pub fn captured(&self) -> Option<Piece> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Taken { piece, .. } => Some(*piece),
            _ => None,
        })
    }
}

/// Move that was taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveUndone {
    /// Move.
    pub mv: Move,
    /// Side that had made the move.
    pub side: Side,
    /// Inverse effects on the pieces.
    pub effects: Vec<Effect>,
}

/// Transition to another position of the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    /// One move forward.
    Forward(MoveMade),
    /// One move back.
    Back(MoveUndone),
    /// All pieces are set up again, for a position more than a move away.
    Anew,
}

/// Offer to the opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offer {
    /// Draw.
    Draw,
    /// Takeback of the offering side's last move.
    Takeback,
}

/// Visible move on the board, forwards or backwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Motion<'a> {
    /// Cell where the moving piece starts.
    pub from: Cell,
    /// Cell where the moving piece ends.
    pub to: Cell,
    /// Effects on the pieces.
    pub effects: &'a [Effect],
}

impl MatchFact {
    /// Returns whether a game was started or resumed.
    pub const fn is_begun(&self) -> bool {
        matches!(self, Self::Begun)
    }

    /// Returns the move, for [`Moved`](Self::Moved).
    pub const fn moved(&self) -> Option<&MoveMade> {
        match self {
            Self::Moved(made) => Some(made),
            _ => None,
        }
    }

    /// Returns the refused move with the reason, if the fact is a refusal.
    pub const fn rejected(&self) -> Option<&IllegalMove> {
        match self {
            Self::Rejected(illegal) => Some(illegal),
            _ => None,
        }
    }

    /// Returns the outcome, for [`Ended`](Self::Ended).
    pub const fn ended(&self) -> Option<Outcome> {
        match self {
            Self::Ended(outcome) => Some(*outcome),
            _ => None,
        }
    }

    /// Returns the visible move, whether it was made in the game or only browsed.
    pub fn motion(&self) -> Option<Motion<'_>> {
        match self {
            Self::Moved(made) | Self::Shown(Shown::Forward(made)) => Some(Motion {
                from: made.mv.from,
                to: made.mv.to,
                effects: &made.effects,
            }),
            Self::TakenBack(undone) | Self::Shown(Shown::Back(undone)) => Some(Motion {
                from: undone.mv.to,
                to: undone.mv.from,
                effects: &undone.effects,
            }),
            _ => None,
        }
    }

    /// Returns whether all pieces are set up again.
    pub const fn sets_up(&self) -> bool {
        matches!(self, Self::Begun | Self::Shown(Shown::Anew))
    }

    /// Returns whether the position on the board changes.
    pub const fn changes_board(&self) -> bool {
        matches!(
            self,
            Self::Begun | Self::Moved(_) | Self::TakenBack(_) | Self::Shown(_)
        )
    }

    /// Returns whether the position on the board changes or the game ends. Both invalidate the
    /// selection and hints.
    pub const fn changes_board_or_ends(&self) -> bool {
        self.changes_board() || matches!(self, Self::Ended(_))
    }
}
