//! What the match tells.

use bevy::prelude::{Message, MessageReader};

use icochess_rules::{Cell, Effect, IllegalMove, Move, Outcome, Piece, Side};

/// Fact: something has happened in the match.
///
/// One stream, in the order in which things happen. The match serves what it is asked once
/// a frame, flags that fall first, then moves, then other requests, and tells all of it
/// when it is done: [`Match`](super::Match) is then as it is after the last fact, and what
/// was in between has to be taken from the facts themselves. Followers read the stream
/// each with a reader of its own and need no order among themselves; [`on_fact`] runs those
/// that only have to know that something of a kind has happened.
///
/// Only what really happened in the game is [`Moved`](Self::Moved) or
/// [`TakenBack`](Self::TakenBack). What players merely look at is
/// [`Shown`](Self::Shown).
///
/// Two facts are told elsewhere, as they do not come of what the match is asked:
/// [`LowTime`](super::clock::LowTime) before it, when time has passed, and
/// [`HandOverChanged`](super::handover::HandOverChanged) after it, when all that may hand
/// the display over in a frame has happened.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum MatchFact {
    /// Another game has begun or is gone on with, perhaps on another board. Always the
    /// first of its frame: what happened before it in that frame, in the game whose place
    /// it takes, is not told, as the cells may not be there any more. What follows
    /// happened in the new game.
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
        /// Had it ended before?
        was_over: bool,
    },
    /// What is noted in the record, or its variations, have changed. If the place that was
    /// shown went with a variation, [`Shown`](Self::Shown) follows.
    Edited,
    /// A move that was asked for was not made. After [`Ended`](Self::Ended), if the game
    /// is over because the record can take no more.
    Rejected(IllegalMove),
    /// That side offers a draw.
    DrawOffered(Side),
    /// That side asks to take its last move back.
    TakebackOffered(Side),
    /// An offer is declined, by word or by the move that follows.
    OfferDeclined {
        /// What was offered.
        offer: Offer,
        /// Who had offered it.
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
    /// Who moved.
    pub side: Side,
    /// What it did to the pieces.
    pub effects: Vec<Effect>,
    /// Does it give check?
    pub check: bool,
    /// Was it in the record already?
    pub redone: bool,
}

impl MoveMade {
    /// What it took.
    #[must_use]
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
    /// Who had made it.
    pub side: Side,
    /// What this did to the pieces: the inverse of what the move had done.
    pub effects: Vec<Effect>,
}

/// How the board comes to show another place of the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    /// By a move of the record, made once more.
    Forward(MoveMade),
    /// By the move that led to the place shown before, taken back.
    Back(MoveUndone),
    /// With all pieces set up anew, as the place is further away.
    Anew,
}

/// What one side may offer the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offer {
    /// A draw.
    Draw,
    /// That its last move is taken back.
    Takeback,
}

/// A move as it is seen on the board, forward or back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Motion<'a> {
    /// Where the piece sets out that moves.
    pub from: Cell,
    /// Where it goes.
    pub to: Cell,
    /// What happens to the pieces.
    pub effects: &'a [Effect],
}

impl MatchFact {
    /// Has another game begun?
    #[must_use]
    pub const fn is_begun(&self) -> bool {
        matches!(self, Self::Begun)
    }

    /// The move that a side has made.
    #[must_use]
    pub const fn moved(&self) -> Option<&MoveMade> {
        match self {
            Self::Moved(made) => Some(made),
            _ => None,
        }
    }

    /// The move that was not made, and why.
    #[must_use]
    pub const fn rejected(&self) -> Option<&IllegalMove> {
        match self {
            Self::Rejected(illegal) => Some(illegal),
            _ => None,
        }
    }

    /// How the game has ended.
    #[must_use]
    pub const fn ended(&self) -> Option<Outcome> {
        match self {
            Self::Ended(outcome) => Some(*outcome),
            _ => None,
        }
    }

    /// The move that is seen on the board, whether it happens in the game or is only
    /// looked at.
    #[must_use]
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

    /// Are all pieces set up anew?
    #[must_use]
    pub const fn sets_up(&self) -> bool {
        matches!(self, Self::Begun | Self::Shown(Shown::Anew))
    }

    /// Does the board show another position?
    #[must_use]
    pub const fn changes_board(&self) -> bool {
        matches!(
            self,
            Self::Begun | Self::Moved(_) | Self::TakenBack(_) | Self::Shown(_)
        )
    }
}

/// Run condition: has the match told a fact of this kind since the last time?
///
/// For systems that need to know no more. Those that read the facts run `on_message`, or
/// their readers fall behind.
pub fn on_fact(
    is_kind: impl Fn(&MatchFact) -> bool + Clone,
) -> impl FnMut(MessageReader<MatchFact>) -> bool + Clone {
    // To the last one, or the rest would be met in the next frame.
    move |mut facts: MessageReader<MatchFact>| facts.read().filter(|fact| is_kind(fact)).count() > 0
}
