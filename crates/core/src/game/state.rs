//! State of the match.

use super::seating::Seating;
use icochess_boards::Variant;
use icochess_rules::{
    AnyPosition, DrawReason, IllegalMove, IllegalReason, Move, NodeId, Outcome, Record, Side, pgn,
};

/// Game in progress, on any board.
///
/// While players look back, the board shows a position other than the live one and the game waits.
/// See [`Match::is_looking_back`].
#[derive(Debug, Clone)]
#[cfg_attr(feature = "bevy", derive(bevy_ecs::prelude::Resource))]
pub struct Match {
    /// Record of the game. The record's current position is on the board.
    pub(super) record: Record,
    /// Side whose draw offer is open.
    pub(super) draw_offer: Option<Side>,
    /// Open takeback request.
    pub(super) takeback_offer: Option<TakebackOffer>,
    /// Live position, while the board shows another one.
    pub(super) live: Option<LivePosition>,
    /// Library file that the game was opened from.
    pub(super) file: Option<String>,
}

/// Request for a takeback.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TakebackOffer {
    /// Side that asks for the takeback.
    pub by: Side,
    /// Part of the game to take back.
    pub of: Takeback,
}

/// Kind of takeback.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takeback {
    /// Last move of the side that asks, including the reply.
    Move,
    /// Declared end: a resignation, an agreed draw or a fallen flag.
    End,
    /// All moves after this node, so that the game continues there.
    PlayOn(NodeId),
}

/// Live position of a game while players look back.
#[derive(Debug, Clone, Copy)]
pub(super) struct LivePosition {
    pub node: NodeId,
    /// Outcome at the live position, if the game has ended.
    pub end: Option<Outcome>,
    /// Node from which moves are tries: see [`Match::trying_from`].
    pub trying_from: Option<NodeId>,
}

impl Default for Match {
    /// Creates a new game on the default board.
    fn default() -> Self {
        Self::new(Variant::default().board().new_game())
    }
}

impl Match {
    /// Creates a match that continues the given game.
    pub fn new(record: impl Into<Record>) -> Self {
        Self {
            record: record.into(),
            draw_offer: None,
            takeback_offer: None,
            live: None,
            file: None,
        }
    }

    /// Creates a match that continues the given game with offers of these sides: a draw, and a
    /// takeback of the last move. A record doesn't contain them.
    pub fn with_offers(
        record: impl Into<Record>,
        draw: Option<Side>,
        takeback: Option<Side>,
    ) -> Self {
        let mut game = Self::new(record);
        let of = Takeback::Move;
        game.draw_offer = draw;
        game.takeback_offer = takeback.map(|by| TakebackOffer { by, of });
        game
    }

    /// Returns the game with everything that its file contains. Clones are cheap and can be read in
    /// another thread. The current position is the one on the board: see [`Match::as_played`].
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// Returns the name of the library file that the game was opened from.
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// Returns the game at its live position, regardless of the position shown. Save this version.
    pub fn as_played(&self) -> Record {
        let mut record = self.record.clone();
        if let Some(live) = self.live {
            let game = record.make_mut();
            game.go_to(live.node);
            game.follow_main();
        }
        record
    }

    /// Returns the position on the board.
    pub fn position(&self) -> &dyn AnyPosition {
        self.record.position()
    }

    /// Returns the position before the last move, if any.
    pub fn before_last(&self) -> Option<&dyn AnyPosition> {
        self.record.position_at(self.record.ply().checked_sub(1)?)
    }

    /// Returns the outcome of the game, by position or declaration. While players look back,
    /// returns the outcome of the position on the board; if there is none, they may play on.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.live {
            Some(_) => self.record.outcome_here(),
            None => self.record.outcome(),
        }
    }

    /// Returns the outcome at the live position, regardless of the position shown.
    pub fn end(&self) -> Option<Outcome> {
        match self.live {
            Some(live) => live.end,
            None => self.record.outcome(),
        }
    }

    /// Returns the side whose draw offer is open.
    pub const fn draw_offer(&self) -> Option<Side> {
        self.draw_offer
    }

    /// Returns the open takeback request.
    pub const fn takeback_offer(&self) -> Option<TakebackOffer> {
        self.takeback_offer
    }

    /// Returns whether the game is in progress and its referee is a server: neither computer nor
    /// hints may help.
    pub fn is_remote(&self) -> bool {
        Seating::of(&self.record).is_remote() && self.end().is_none()
    }

    /// Returns whether the player of a side may act here.
    pub fn may_act(&self, side: Side) -> bool {
        !self.is_remote() || Seating::of(&self.record).is_here(side)
    }

    /// Returns the side of the person here, if the game is in progress and their friend is in
    /// another place.
    pub fn remote_side(&self) -> Option<Side> {
        let side = Seating::of(&self.record).remote();
        side.filter(|_| self.end().is_none())
    }

    /// Returns the number of plies to undo for a takeback of a side's last move. `None` if the side
    /// hasn't moved, or if the game's end was declared.
    pub fn plies_to_take_back(&self, side: Side) -> Option<usize> {
        let plies = if self.position().turn() == side { 2 } else { 1 };
        (self.record.declared().is_none() && self.record.ply() >= plies).then_some(plies)
    }

    /// Returns the side on whose behalf Undo acts. This is the side that moved last, or that lost
    /// by declaration. After a declared draw, it is the side to move.
    pub fn undoer(&self) -> Side {
        let turn = self.position().turn();
        match self.record.declared() {
            None => !turn,
            Some(end) => end.winner().map_or(turn, |winner| !winner),
        }
    }

    pub(super) const fn forget_offers(&mut self) {
        self.draw_offer = None;
        self.takeback_offer = None;
    }

    /// Returns whether Undo has a move or a declared end to take back. While looking back, returns
    /// whether a move precedes this position.
    pub fn can_undo(&self) -> bool {
        let is_declared = self.live.is_none() && self.record.declared().is_some();
        self.record.ply() > 0 || is_declared
    }

    /// Returns whether Redo has a move to play. While looking back, returns whether a move follows
    /// this position.
    pub fn can_redo(&self) -> bool {
        let is_declared = self.live.is_none() && self.record.declared().is_some();
        self.record.ply() < self.record.line().len() && !is_declared
    }

    /// Returns what Undo would take back.
    pub(super) fn undone(&self) -> Option<Takeback> {
        if self.record.declared().is_some() {
            return Some(Takeback::End);
        }
        (self.record.ply() > 0).then_some(Takeback::Move)
    }

    /// Returns the sides with an open draw offer and an open takeback request.
    pub(super) fn offers(&self) -> (Option<Side>, Option<Side>) {
        (self.draw_offer, self.takeback_offer.map(|offer| offer.by))
    }

    /// Plays a move at the live position.
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
        // A draw offer survives a move of the offering side; a move of the opponent declines it.
        self.draw_offer = self.draw_offer.filter(|side| *side == mover);
        self.takeback_offer = None;
        Ok(())
    }

    /// Ends the game. Returns `false` if it was already over.
    pub(super) fn declare(&mut self, outcome: Outcome) -> bool {
        let goes_on = self.outcome().is_none();
        if goes_on {
            self.record.make_mut().declare(Some(outcome));
            self.forget_offers();
        }
        goes_on
    }

    /// Returns whether this side may offer a draw: on its turn (FIDE 9.1.2.1), once.
    pub(super) fn may_offer_draw(&self, side: Side) -> bool {
        self.position().turn() == side && self.draw_offer != Some(side)
    }

    /// Returns whether the side to move has an open draw offer and no claim of its own.
    pub fn has_offered_draw(&self) -> bool {
        let turn = self.position().turn();
        self.draw_offer == Some(turn) && self.draw_on_request(turn).is_none()
    }

    /// Returns the draw that a request of this side would cause, by claim or by agreement.
    pub fn draw_on_request(&self, side: Side) -> Option<DrawReason> {
        let is_to_move = self.position().turn() == side;
        let claims = is_to_move.then(|| self.record.claims());
        let claim = claims.into_iter().flatten().next();
        let agrees = self.draw_offer == Some(!side);
        claim.or_else(|| agrees.then_some(DrawReason::Agreement))
    }
}
