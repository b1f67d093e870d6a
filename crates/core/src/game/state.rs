//! The game being played.

use icochess_boards::Variant;
use icochess_rules::{
    AnyPosition, DrawReason, IllegalMove, IllegalReason, Move, NodeId, Outcome, Record, Side, pgn,
};

/// The game being played, on whatever board.
///
/// Players may look back: then the board shows another place of the record than the one
/// where the game stands, and the game waits. See [`Match::is_looking_back`].
#[derive(Debug, Clone)]
#[cfg_attr(feature = "bevy", derive(bevy_ecs::prelude::Resource))]
pub struct Match {
    /// The record; its current position is what the board shows.
    pub(super) record: Record,
    /// The side whose offer of a draw is not answered yet.
    pub(super) draw_offer: Option<Side>,
    /// The request for a takeback that is not answered yet.
    pub(super) takeback_offer: Option<TakebackOffer>,
    /// The place where the game stands, while the board shows something else.
    pub(super) standing: Option<LivePosition>,
    /// The file among the saved games that it was opened from.
    pub(super) file: Option<String>,
}

/// A request of one player to the other to take something back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TakebackOffer {
    /// The side that asks.
    pub by: Side,
    /// The thing that is to be taken back.
    pub of: Takeback,
}

/// A way to take something back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takeback {
    /// The last move of the side that asks, with the other's after it.
    Move,
    /// The end that was declared: a resignation, an agreement, a fallen flag.
    End,
    /// All that was played after that place, where the game goes on.
    PlayOn(NodeId),
}

/// The place where a game stands while players look back.
#[derive(Debug, Clone, Copy)]
pub(super) struct LivePosition {
    pub node: NodeId,
    /// The outcome of the game there, if it has ended.
    pub end: Option<Outcome>,
}

impl Default for Match {
    /// A new game on the board that comes first.
    fn default() -> Self {
        Self::new(Variant::default().board().new_game())
    }
}

impl Match {
    /// A match that goes on with the given game.
    pub fn new(record: impl Into<Record>) -> Self {
        Self {
            record: record.into(),
            draw_offer: None,
            takeback_offer: None,
            standing: None,
            file: None,
        }
    }

    /// The game with all that a file holds of it. A clone takes no time and can
    /// be read in another thread. Its present position is the one on the board:
    /// see [`Match::as_played`].
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The name of the file among the saved games that the game was opened from.
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// The game at the place where it stands, whatever the board shows: what is to
    /// be kept of it.
    pub fn as_played(&self) -> Record {
        let mut record = self.record.clone();
        if let Some(standing) = self.standing {
            let game = record.make_mut();
            game.go_to(standing.node);
            game.follow_main();
        }
        record
    }

    /// The position on the board.
    pub fn position(&self) -> &dyn AnyPosition {
        self.record.position()
    }

    /// The position before the last move, if there is one.
    pub fn before_last(&self) -> Option<&dyn AnyPosition> {
        self.record.position_at(self.record.ply().checked_sub(1)?)
    }

    /// The outcome of the game, on the board or by what a player declared. While players look back,
    /// that of the position on the board: where there is none, they may play on.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.standing {
            Some(_) => self.record.outcome_here(),
            None => self.record.outcome(),
        }
    }

    /// The outcome of the game where it stands, whatever the board shows.
    pub fn end(&self) -> Option<Outcome> {
        match self.standing {
            Some(standing) => standing.end,
            None => self.record.outcome(),
        }
    }

    /// The side whose offer of a draw is not answered yet.
    pub const fn draw_offer(&self) -> Option<Side> {
        self.draw_offer
    }

    /// The request for a takeback that is not answered yet.
    pub const fn takeback_offer(&self) -> Option<TakebackOffer> {
        self.takeback_offer
    }

    /// The number of plies undone when a side takes its last move back; `None` if it has made none,
    /// or the end of the game was declared.
    pub fn plies_to_take_back(&self, side: Side) -> Option<usize> {
        let plies = if self.position().turn() == side { 2 } else { 1 };
        (self.record.declared().is_none() && self.record.ply() >= plies).then_some(plies)
    }

    /// The side for which Undo takes something back: the one that made the last move, or whom
    /// the declared end has cost most. Of an end that costs both the same it is the side to move.
    pub fn undoer(&self) -> Side {
        let turn = self.position().turn();
        match self.record.declared() {
            None => !turn,
            Some(end) => end.winner().map_or(turn, |winner| !winner),
        }
    }

    /// Drops all offers.
    pub(super) const fn forget_offers(&mut self) {
        self.draw_offer = None;
        self.takeback_offer = None;
    }

    /// Whether there is a move to take back, or a declared end; while looking back, a move before
    /// this position.
    pub fn can_undo(&self) -> bool {
        let is_declared = self.standing.is_none() && self.record.declared().is_some();
        self.record.ply() > 0 || is_declared
    }

    /// Whether there is a move to play again; while looking back, a move after this position.
    pub fn can_redo(&self) -> bool {
        let is_declared = self.standing.is_none() && self.record.declared().is_some();
        self.record.ply() < self.record.line().len() && !is_declared
    }

    /// The thing that Undo takes back, if there is any.
    pub(super) fn undone(&self) -> Option<Takeback> {
        if self.record.declared().is_some() {
            return Some(Takeback::End);
        }
        (self.record.ply() > 0).then_some(Takeback::Move)
    }

    /// The sides whose offers of a draw and of a takeback are not answered yet.
    pub(super) fn offers(&self) -> (Option<Side>, Option<Side>) {
        (self.draw_offer, self.takeback_offer.map(|offer| offer.by))
    }

    /// Plays a move where the game stands.
    pub(super) fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if self.outcome().is_some() {
            let reason = IllegalReason::GameOver;
            return Err(IllegalMove { mv, reason });
        }
        let record = &self.record;
        let is_redone = record.line().get(record.ply()) == Some(&mv);
        if record.size() >= pgn::MAX_PLIES && !is_redone {
            let reason = IllegalReason::RecordFull {
                most: pgn::MAX_PLIES,
            };
            return Err(IllegalMove { mv, reason });
        }
        let mover = self.position().turn();
        self.record.make_mut().play(mv)?;
        // A side that offers a draw may move; one that is offered a draw declines by moving.
        self.draw_offer = self.draw_offer.filter(|side| *side == mover);
        self.takeback_offer = None;
        Ok(())
    }

    /// Ends the game, if it goes on. Returns whether it did.
    pub(super) fn declare(&mut self, outcome: Outcome) -> bool {
        let goes_on = self.outcome().is_none();
        if goes_on {
            self.record.make_mut().declare(Some(outcome));
            self.forget_offers();
        }
        goes_on
    }

    /// Whether this side may offer a draw now: in its turn (FIDE 9.1.2.1), once.
    pub(super) fn may_offer_draw(&self, side: Side) -> bool {
        self.position().turn() == side && self.draw_offer != Some(side)
    }

    /// Whether the side to move has offered a draw, which the opponent answers, and has no claim.
    pub fn has_offered_draw(&self) -> bool {
        let turn = self.position().turn();
        self.draw_offer == Some(turn) && self.draw_on_request(turn).is_none()
    }

    /// The draw that a request of this side makes, by claim or by agreement; `None` if it makes
    /// none.
    pub fn draw_on_request(&self, side: Side) -> Option<DrawReason> {
        let is_to_move = self.position().turn() == side;
        let claims = is_to_move.then(|| self.record.claims());
        let claim = claims.into_iter().flatten().next();
        let agrees = self.draw_offer == Some(!side);
        claim.or_else(|| agrees.then_some(DrawReason::Agreement))
    }
}
