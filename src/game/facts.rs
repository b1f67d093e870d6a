//! What the match tells of a frame.

use bevy::ecs::system::SystemParam;
use bevy::prelude::MessageWriter;

use super::looking::Way;
use super::messages::{
    ClockKept, DrawOffered, EndTakenBack, GameOver, GameReset, MoveMade, MoveRejected, MoveUndone,
    Offer, OfferDeclined, PlaceShown, PlayedOn, RecordEdited, TakebackOffered,
};
use super::state::Match;
use crate::rules::{Move, Side, undone};

/// Those who are told what has happened.
#[derive(SystemParam)]
pub(super) struct Listeners<'w> {
    made: MessageWriter<'w, MoveMade>,
    undone: MessageWriter<'w, MoveUndone>,
    rejected: MessageWriter<'w, MoveRejected>,
    reset: MessageWriter<'w, GameReset>,
    offered: MessageWriter<'w, DrawOffered>,
    takeback: MessageWriter<'w, TakebackOffered>,
    declined: MessageWriter<'w, OfferDeclined>,
    kept: MessageWriter<'w, ClockKept>,
    taken_back: MessageWriter<'w, EndTakenBack>,
    shown: MessageWriter<'w, PlaceShown>,
    played_on: MessageWriter<'w, PlayedOn>,
    edited: MessageWriter<'w, RecordEdited>,
    over: MessageWriter<'w, GameOver>,
}

/// What has happened in a frame. Of a game that another one took the place of, nothing
/// is told: its cells may not be there any more.
#[derive(Default)]
pub(super) struct Facts {
    pub made: Vec<MoveMade>,
    pub undone: Vec<MoveUndone>,
    pub rejected: Vec<MoveRejected>,
    pub is_reset: bool,
    pub offered: Vec<DrawOffered>,
    pub takeback: Vec<TakebackOffered>,
    pub declined: Vec<OfferDeclined>,
    pub is_clock_kept: bool,
    pub taken_back: bool,
    pub shown: bool,
    pub played_on: Vec<PlayedOn>,
    pub edited: bool,
    pub over: Vec<GameOver>,
}

impl Facts {
    /// Tells of the move that has just been played.
    pub(super) fn tell_move(&mut self, game: &Match, redone: bool) {
        self.made.extend(made(game, redone, false));
    }

    /// Tells of a move that was taken back.
    pub(super) fn tell_undone(&mut self, game: &Match, mv: Move, looking: bool) {
        let position = game.position();
        self.undone.push(MoveUndone {
            mv,
            side: position.turn(),
            effects: undone(&position.effects(mv)),
            looking,
        });
    }

    /// Shows another place of the record, and tells how it came to be shown. Has
    /// anything changed?
    pub(super) fn tell_way(
        &mut self,
        game: &mut Match,
        go: impl FnOnce(&mut Match) -> Option<Way>,
    ) -> bool {
        let Some(way) = go(game) else {
            return false;
        };
        match way {
            Way::Forth => self.made.extend(made(game, true, true)),
            Way::Back(mv) => self.tell_undone(game, mv, true),
            Way::Anew => self.shown = true,
        }
        true
    }

    /// Tells which of these offers of a draw and of a takeback are there no more. Is
    /// one?
    pub(super) fn tell_declined(
        &mut self,
        before: (Option<Side>, Option<Side>),
        game: &Match,
    ) -> bool {
        let draw = before.0.filter(|_| game.draw_offer.is_none());
        let takeback = before.1.filter(|_| game.takeback_offer.is_none());
        let draw = draw.map(|by| (Offer::Draw, by));
        let takeback = takeback.map(|by| (Offer::Takeback, by));
        let declined = draw.into_iter().chain(takeback);
        let declined = declined.map(|(offer, by)| OfferDeclined { offer, by });
        self.declined.extend(declined);
        draw.is_some() || takeback.is_some()
    }

    pub(super) fn tell(self, mut to: Listeners) {
        if self.is_reset {
            to.reset.write(GameReset);
        }
        if self.taken_back {
            to.taken_back.write(EndTakenBack);
        }
        if self.shown {
            to.shown.write(PlaceShown);
        }
        if self.edited {
            to.edited.write(RecordEdited);
        }
        to.played_on.write_batch(self.played_on);
        to.made.write_batch(self.made);
        to.undone.write_batch(self.undone);
        to.rejected.write_batch(self.rejected);
        to.offered.write_batch(self.offered);
        to.takeback.write_batch(self.takeback);
        to.declined.write_batch(self.declined);
        if self.is_clock_kept {
            to.kept.write(ClockKept);
        }
        to.over.write_batch(self.over);
    }

    pub(super) fn tell_end(&mut self, game: &Match) {
        if let Some(outcome) = game.outcome() {
            self.over.push(GameOver(outcome));
        }
    }
}

/// The fact that the move was made which led to the position on the board.
fn made(game: &Match, redone: bool, looking: bool) -> Option<MoveMade> {
    let (mv, before) = (game.record.last()?, game.before_last()?);
    Some(MoveMade {
        mv,
        side: before.turn(),
        effects: before.effects(mv),
        check: game.position().is_check(),
        redone,
        looking,
    })
}
