//! The facts that the match tells.

use icochess_rules::{Cell, Effect, IllegalMove, Move, Outcome, Piece, Side};

/// Fact: something has happened in the match.
///
/// All facts are one stream in the order of events. The game serves its requests once a frame, so
/// [`Match`](super::Match) already has the state after the last fact; a fact carries all that its readers
/// need of the states before.
///
/// Only what really happened in the game is [`Moved`](Self::Moved) or
/// [`TakenBack`](Self::TakenBack). What players merely look at is
/// [`Shown`](Self::Shown).
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_ecs::prelude::Message))]
pub enum MatchFact {
    /// Another game has begun or was resumed, perhaps on another board. Always the first of
    /// those that are told together: what happened before it, in the game before, is not told, as its
    /// cells may not exist any more. What follows happened in the new game.
    Begun,
    /// A side has moved, or a move that was taken back is made again. Before it comes
    /// [`OfferDeclined`](Self::OfferDeclined) if it declines an offer, and
    /// [`PlayedOn`](Self::PlayedOn) if it is made at another place of the record; after it
    /// [`Ended`](Self::Ended), if it ends the game.
    Moved(MoveMade),
    /// A move was taken back, and the end with it if it had brought one: one fact for each
    /// move, the last one first.
    TakenBack(MoveUndone),
    /// The board shows another place of the same game; the game itself stays where it
    /// stands. A request that concerns the game as it stands brings the board back first:
    /// then this comes before what it leads to.
    Shown(Shown),
    /// The game goes on from the place that is shown. After
    /// [`EndTakenBack`](Self::EndTakenBack), if a player had declared its end.
    PlayedOn {
        /// Whether the game had ended before.
        was_over: bool,
    },
    /// The notes in the record or its variations have changed. If the position that was shown was
    /// deleted with a variation, [`Shown`](Self::Shown) follows.
    Edited,
    /// A move that was asked for was not made. After [`Ended`](Self::Ended), if the game
    /// is over because the record can take no more.
    Rejected(IllegalMove),
    /// This side offers a draw.
    DrawOffered(Side),
    /// This side asks to take its last move back.
    TakebackOffered(Side),
    /// An offer is declined, by word or by the move that follows.
    OfferDeclined {
        /// The offer.
        offer: Offer,
        /// The side that had offered it.
        by: Side,
    },
    /// The game has ended: by the move before this, or by what a player or the clock
    /// declared.
    Ended(Outcome),
    /// The end that a player had declared is taken back; the game goes on.
    EndTakenBack,
    /// The record has how the clock stands now, without anything else that happened.
    ClockKept,
}

/// A move that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveMade {
    /// The move.
    pub mv: Move,
    /// The side that moved.
    pub side: Side,
    /// The effects of the move on the pieces.
    pub effects: Vec<Effect>,
    /// Whether it gives check.
    pub check: bool,
    /// Whether it was in the record already.
    pub redone: bool,
}

impl MoveMade {
    /// The captured piece, if any.
    pub fn captured(&self) -> Option<Piece> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Taken { piece, .. } => Some(*piece),
            _ => None,
        })
    }
}

/// A move that was taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveUndone {
    /// The move.
    pub mv: Move,
    /// The side that had made it.
    pub side: Side,
    /// The effects of taking it back: the inverse of those of the move.
    pub effects: Vec<Effect>,
}

/// The way by which the board came to show another position of the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    /// By a move of the record, made once more.
    Forward(MoveMade),
    /// By taking back the move that led to the position shown before.
    Back(MoveUndone),
    /// With all pieces set up anew, as the position is further away.
    Anew,
}

/// An offer of one side to the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offer {
    /// A draw.
    Draw,
    /// A takeback of its own last move.
    Takeback,
}

/// A move as it is seen on the board, forward or back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Motion<'a> {
    /// The cell from which the moving piece sets out.
    pub from: Cell,
    /// The cell to which it goes.
    pub to: Cell,
    /// The effects on the pieces.
    pub effects: &'a [Effect],
}

impl MatchFact {
    /// Whether another game has begun.
    pub const fn is_begun(&self) -> bool {
        matches!(self, Self::Begun)
    }

    /// The move that a side has made, if that is the fact.
    pub const fn moved(&self) -> Option<&MoveMade> {
        match self {
            Self::Moved(made) => Some(made),
            _ => None,
        }
    }

    /// The move that was refused, and why, if that is the fact.
    pub const fn rejected(&self) -> Option<&IllegalMove> {
        match self {
            Self::Rejected(illegal) => Some(illegal),
            _ => None,
        }
    }

    /// The outcome, if the fact is the end of the game.
    pub const fn ended(&self) -> Option<Outcome> {
        match self {
            Self::Ended(outcome) => Some(*outcome),
            _ => None,
        }
    }

    /// The move that is seen on the board, whether it happens in the game or is only
    /// looked at.
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

    /// Whether all pieces are set up anew.
    pub const fn sets_up(&self) -> bool {
        matches!(self, Self::Begun | Self::Shown(Shown::Anew))
    }

    /// Whether the board shows another position.
    pub const fn changes_board(&self) -> bool {
        matches!(
            self,
            Self::Begun | Self::Moved(_) | Self::TakenBack(_) | Self::Shown(_)
        )
    }

    /// Whether the board shows another position, or the game has ended: what was selected, told
    /// or taught before counts no more.
    pub const fn changes_board_or_ends(&self) -> bool {
        self.changes_board() || matches!(self, Self::Ended(_))
    }
}
