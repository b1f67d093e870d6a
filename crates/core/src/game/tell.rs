//! The queue of facts while requests are carried out.

use super::facts::{MatchFact, MoveMade, MoveUndone, Offer, Shown};
use super::looking::Way;
use super::state::Match;
use icochess_rules::{Move, Side, undone};

/// Facts in order.
#[derive(Default)]
pub(super) struct FactQueue(Vec<MatchFact>);

impl FactQueue {
    /// Notes what has just happened.
    pub(super) fn add(&mut self, fact: MatchFact) {
        self.0.push(fact);
    }

    /// Drops the facts so far, as another game begins.
    pub(super) fn begin(&mut self) {
        self.0.clear();
        self.add(MatchFact::Begun);
    }

    /// Adds the move that has just been played.
    pub(super) fn add_move(&mut self, game: &Match, redone: bool) {
        self.0.extend(made(game, redone).map(MatchFact::Moved));
    }

    /// Adds a move that was taken back.
    pub(super) fn add_takeback(&mut self, game: &Match, mv: Move) {
        self.add(MatchFact::TakenBack(taken_back(game, mv)));
    }

    /// Shows another position of the record, and adds how it came to be shown. Returns whether
    /// anything has changed.
    pub(super) fn show(
        &mut self,
        game: &mut Match,
        go: impl FnOnce(&mut Match) -> Option<Way>,
    ) -> bool {
        let Some(way) = go(game) else {
            return false;
        };
        let shown = match way {
            Way::Forth => made(game, true).map(Shown::Forward),
            Way::Back(mv) => Some(Shown::Back(taken_back(game, mv))),
            Way::Anew => Some(Shown::Anew),
        };
        self.0.extend(shown.map(MatchFact::Shown));
        true
    }

    /// Adds the offers of a draw and of a takeback in `before` that are gone now. Returns whether
    /// there is one.
    pub(super) fn add_declined(
        &mut self,
        before: (Option<Side>, Option<Side>),
        game: &Match,
    ) -> bool {
        let draw = before.0.filter(|_| game.draw_offer.is_none());
        let takeback = before.1.filter(|_| game.takeback_offer.is_none());
        let declined = |offer| move |by| MatchFact::OfferDeclined { offer, by };
        self.0.extend(draw.map(declined(Offer::Draw)));
        self.0.extend(takeback.map(declined(Offer::Takeback)));
        draw.is_some() || takeback.is_some()
    }

    /// Adds the end of the game, if it has ended.
    pub(super) fn add_end(&mut self, game: &Match) {
        self.0.extend(game.outcome().map(MatchFact::Ended));
    }

    /// Returns all facts.
    pub(super) fn into_facts(self) -> Vec<MatchFact> {
        self.0
    }
}

/// The move that led to the position on the board.
fn made(game: &Match, redone: bool) -> Option<MoveMade> {
    let (mv, before) = (game.record.last()?, game.before_last()?);
    Some(MoveMade {
        mv,
        side: before.turn(),
        effects: before.effects(mv),
        check: game.position().is_check(),
        redone,
    })
}

/// The move that led from the position on the board to the one before.
fn taken_back(game: &Match, mv: Move) -> MoveUndone {
    let position = game.position();
    MoveUndone {
        mv,
        side: position.turn(),
        effects: undone(&position.effects(mv)),
    }
}
