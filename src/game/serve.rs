//! Carrying out requests to the match.

use std::time::Duration;

use bevy::prelude::*;

use super::clock::GameClock;
use super::facts::{MatchFact, Shown};
use super::handover::{GameHandover, HandoverOptions, due};
use super::messages::{GameRequest, MoveRequested, Step};
use super::state::Match;
use super::tell::FactQueue;
use crate::clock::{keep, note_move};
use crate::handover::Event;
use icochess_rules::{DrawReason, IllegalMove, IllegalReason, Move, Outcome};

/// Carries out requests; the only system that changes the match.
pub(super) fn serve(
    time: Res<Time<Real>>,
    mut game: ResMut<Match>,
    mut clock: ResMut<GameClock>,
    (mut handover, options): (ResMut<GameHandover>, Res<HandoverOptions>),
    mut moves: MessageReader<MoveRequested>,
    mut requests: MessageReader<GameRequest>,
    to: MessageWriter<MatchFact>,
) {
    let mut facts = FactQueue::default();
    // Requests that change nothing must not mark the match as changed.
    let mut changed = false;
    let before = *handover;
    let mut table = Table {
        game: game.bypass_change_detection(),
        clock: clock.bypass_change_detection(),
        handover: handover.bypass_change_detection(),
        options: &options,
        at: time.elapsed(),
    };
    let requests: Vec<&GameRequest> = requests.read().collect();
    // What is asked after the time was up comes too late.
    let (late, requests): (Vec<_>, Vec<_>) = requests
        .into_iter()
        .partition(|request| matches!(request, GameRequest::TimeOut(_)));
    for request in late {
        changed |= table.answer(request, &mut facts);
    }
    for &MoveRequested(mv) in moves.read() {
        if table.make_move(mv, &mut facts) {
            changed = true;
            // What is asked next is asked of the next one.
            table.handover();
        }
    }
    for request in requests {
        changed |= table.answer(request, &mut facts);
    }
    if changed {
        table.handover();
    }
    if changed {
        table.keep_clock();
    }
    if *handover != before {
        handover.set_changed();
    }
    if changed {
        game.set_changed();
        clock.set_changed();
    }
    facts.tell(to);
}

/// The match with its clock and handover, at a moment.
struct Table<'a> {
    game: &'a mut Match,
    clock: &'a mut GameClock,
    handover: &'a mut GameHandover,
    options: &'a HandoverOptions,
    at: Duration,
}

impl Table<'_> {
    /// Plays a move that was requested, or tells why not. Returns whether anything has changed.
    fn make_move(&mut self, mv: Move, facts: &mut FactQueue) -> bool {
        let refused = if self.handover.refuses_moves() {
            Some(IllegalReason::HandedOver)
        } else {
            let stands = self.clock.refuses_moves();
            stands.then_some(IllegalReason::ClockStopped)
        };
        if let Some(reason) = refused.filter(|_| self.game.outcome().is_none()) {
            facts.add(MatchFact::Rejected(IllegalMove { mv, reason }));
            return false;
        }
        // Whoever looks back and makes the move that was made looks on.
        if let Some(node) = self.game.known_move(mv) {
            return facts.show(self.game, |game| game.look_at(node));
        }
        if self.game.is_looking_back() && self.game.may_play_on_with(mv) {
            self.play_on(facts);
        }
        let offers = (self.game.draw_offer, self.game.takeback_offer);
        match self.game.play(mv) {
            Ok(()) => {
                let ends = self.game.outcome().is_some();
                if let Some(clock) = &mut self.clock.0
                    && let Ok(pressed) = clock.press(self.at, ends)
                {
                    note_move(self.game.record.make_mut(), pressed);
                }
                facts.add_declined(offers, self.game);
                facts.add_move(self.game, false);
                facts.add_end(self.game);
                true
            }
            Err(illegal) => {
                // Nobody could go on; a computer would try for ever.
                let full = matches!(illegal.reason, IllegalReason::RecordFull { .. });
                let ended = full && self.declare(Outcome::Draw(DrawReason::Adjudication), facts);
                facts.add(MatchFact::Rejected(illegal));
                ended
            }
        }
    }

    /// Carries out a request. Returns whether anything has changed.
    fn answer(&mut self, request: &GameRequest, facts: &mut FactQueue) -> bool {
        if self.is_refused(request) {
            return false;
        }
        let game = &mut *self.game;
        match *request {
            GameRequest::Undo if game.is_looking_back() => {
                return facts.show(game, |game| game.step(Step::Back));
            }
            GameRequest::Redo if game.is_looking_back() => {
                return facts.show(game, |game| game.step(Step::Forward));
            }
            GameRequest::Undo if game.record.declared().is_some() => {
                game.record.make_mut().declare(None);
                if let Some(clock) = &mut self.clock.0 {
                    clock.reopen(self.at);
                }
                facts.add(MatchFact::EndTakenBack);
            }
            GameRequest::Undo => return self.undo(facts),
            GameRequest::Redo => {
                if !game.can_redo() {
                    return false;
                }
                game.record.make_mut().redo();
                game.forget_offers();
                if let Some(clock) = &mut self.clock.0 {
                    clock.replay(self.at, game.outcome().is_some());
                }
                facts.add_move(game, true);
                facts.add_end(game);
            }
            GameRequest::Resign(side) => {
                let came_back = facts.show(game, Match::come_back);
                let winner = !side;
                return self.declare(Outcome::Resignation { winner }, facts) || came_back;
            }
            GameRequest::TimeOut(side) => {
                let came_back = facts.show(game, Match::come_back);
                let outcome = if game.position().can_win(!side) {
                    Outcome::TimeForfeit { winner: !side }
                } else {
                    Outcome::Draw(DrawReason::TimeForfeit)
                };
                return self.declare(outcome, facts) || came_back;
            }
            GameRequest::Draw => {
                let came_back = facts.show(game, Match::come_back);
                match game.draw_on_request() {
                    _ if game.outcome().is_some() => return came_back,
                    Some(reason) => {
                        self.declare(Outcome::Draw(reason), facts);
                    }
                    None => {
                        let by = game.position().turn();
                        game.draw_offer = Some(by);
                        facts.add(MatchFact::DrawOffered(by));
                    }
                }
            }
            GameRequest::DeclineDraw | GameRequest::DeclineTakeback => {
                let offers = (game.draw_offer, game.takeback_offer);
                match request {
                    GameRequest::DeclineDraw => game.draw_offer = None,
                    _ => game.takeback_offer = None,
                }
                return facts.add_declined(offers, game);
            }
            GameRequest::OfferTakeback(side) => {
                let came_back = facts.show(game, Match::come_back);
                if game.plies_to_take_back(side).is_none() || game.takeback_offer == Some(side) {
                    return came_back;
                }
                game.takeback_offer = Some(side);
                facts.add(MatchFact::TakebackOffered(side));
            }
            GameRequest::AcceptTakeback => {
                let came_back = facts.show(game, Match::come_back);
                let offer = game.takeback_offer.take();
                let Some(plies) = offer.and_then(|side| game.plies_to_take_back(side)) else {
                    return came_back || offer.is_some();
                };
                for _ in 0..plies {
                    self.undo(facts);
                }
            }
            GameRequest::KeepClock => {
                if self.clock.0.is_some() {
                    self.keep_clock();
                    facts.add(MatchFact::ClockKept);
                }
                return false;
            }
            GameRequest::Load(ref loaded) => {
                *self.clock = GameClock::of(loaded);
                *self.game = Match::new(loaded.clone());
                self.handover.begin(self.game, self.options, self.clock);
                facts.begin();
            }
            GameRequest::GoTo(node) => return facts.show(game, |game| game.look_at(node)),
            GameRequest::Step(step) => return facts.show(game, |game| game.step(step)),
            GameRequest::ComeBack => return facts.show(game, Match::come_back),
            GameRequest::PlayOn => return self.play_on(facts),
            GameRequest::Edit(ref edit) => {
                let before = game.record.current();
                if !game.edit(edit) {
                    return false;
                }
                facts.add(MatchFact::Edited);
                if game.record.current() != before {
                    facts.add(MatchFact::Shown(Shown::Anew));
                }
            }
        }
        true
    }

    /// While the display is on its way nobody is to look through the game, offer or answer
    /// anything. Who has just moved may take that back.
    fn is_refused(&self, request: &GameRequest) -> bool {
        if !self.handover.refuses_moves() {
            return false;
        }
        match request {
            GameRequest::Undo => !self.handover.is_landed(),
            GameRequest::Load(_)
            | GameRequest::TimeOut(_)
            | GameRequest::KeepClock
            | GameRequest::Edit(_) => false,
            GameRequest::Redo
            | GameRequest::Resign(_)
            | GameRequest::Draw
            | GameRequest::DeclineDraw
            | GameRequest::OfferTakeback(_)
            | GameRequest::AcceptTakeback
            | GameRequest::DeclineTakeback
            | GameRequest::GoTo(_)
            | GameRequest::Step(_)
            | GameRequest::ComeBack
            | GameRequest::PlayOn => true,
        }
    }

    /// Lets the game go on from the position that is shown, with the clock as it stood there.
    /// Returns whether it does.
    fn play_on(&mut self, facts: &mut FactQueue) -> bool {
        let Some(from) = self.game.play_on() else {
            return false;
        };
        *self.clock = GameClock::at_place(&self.game.record);
        if from.declared {
            facts.add(MatchFact::EndTakenBack);
        }
        let was_over = from.was_over;
        facts.add(MatchFact::PlayedOn { was_over });
        true
    }

    /// Takes the last move back. Returns whether there was one.
    fn undo(&mut self, facts: &mut FactQueue) -> bool {
        let game = &mut *self.game;
        if game.record.ply() == 0 {
            return false;
        }
        let Some(mv) = game.record.make_mut().undo() else {
            return false;
        };
        game.forget_offers();
        if let Some(clock) = &mut self.clock.0 {
            clock.take_back(self.at);
        }
        facts.add_takeback(game, mv);
        true
    }

    /// Ends the game, if it goes on, and its clock with it. Returns whether it did.
    fn declare(&mut self, outcome: Outcome, facts: &mut FactQueue) -> bool {
        let goes_on = self.game.declare(outcome);
        if goes_on {
            if let Some(clock) = &mut self.clock.0 {
                clock.finish(self.at);
            }
            facts.add_end(self.game);
        }
        goes_on
    }

    /// Tells the handover whose turn it is now. Who looks back keeps the display.
    fn handover(&mut self) {
        if !self.game.is_looking_back() {
            let event = Event::Due(due(self.game));
            self.handover.update(self.at, event, self.clock);
        }
    }

    /// Notes the times of the clock in the record.
    fn keep_clock(&mut self) {
        if let Some(clock) = &self.clock.0 {
            keep(clock, self.game.record.make_mut(), self.at);
        }
    }
}
