//! Queue of facts during a batch of requests.

use super::facts::{MatchFact, MoveMade, MoveUndone, Offer, Shown};
use super::looking::Transition;
use super::state::Match;
use icochess_rules::{Move, Side, undone};

#[derive(Default)]
pub(super) struct FactQueue(Vec<MatchFact>);

impl FactQueue {
    pub(super) fn add(&mut self, fact: MatchFact) {
        self.0.push(fact);
    }

    /// Drops all earlier facts when another game begins.
    pub(super) fn start(&mut self) {
        self.0.clear();
        self.add(MatchFact::Begun);
    }

    pub(super) fn add_move(&mut self, game: &Match, redone: bool) {
        self.0.extend(made(game, redone).map(MatchFact::Moved));
    }

    pub(super) fn add_takeback(&mut self, game: &Match, mv: Move) {
        self.add(MatchFact::TakenBack(taken_back(game, mv)));
    }

    /// Browses the record with `go` and adds the transition. Returns whether the board changed.
    pub(super) fn browse(
        &mut self,
        game: &mut Match,
        go: impl FnOnce(&mut Match) -> Option<Transition>,
    ) -> bool {
        let Some(transition) = go(game) else {
            return false;
        };
        let shown = match transition {
            Transition::Forth => made(game, true).map(Shown::Forward),
            Transition::Back(mv) => Some(Shown::Back(taken_back(game, mv))),
            Transition::Anew => Some(Shown::Anew),
        };
        self.0.extend(shown.map(MatchFact::Shown));
        true
    }

    /// Adds a decline for each offer (draw, takeback) in `before` that is no longer open. Returns
    /// whether there was one.
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

    /// Adds the end of the game, if it is over.
    pub(super) fn add_end(&mut self, game: &Match) {
        self.0.extend(game.outcome().map(MatchFact::Ended));
    }

    pub(super) fn into_facts(self) -> Vec<MatchFact> {
        self.0
    }
}

/// Returns the move that led to the position on the board.
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

/// Returns the takeback of `mv` that led to the position on the board.
fn taken_back(game: &Match, mv: Move) -> MoveUndone {
    let position = game.position();
    MoveUndone {
        mv,
        side: position.turn(),
        effects: undone(&position.effects(mv)),
    }
}
