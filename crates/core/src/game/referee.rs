//! Applies requests to a match.

use std::time::Duration;

use super::clock::{GameClock, Surroundings};
use super::fact_queue::FactQueue;
use super::facts::{MatchFact, Shown};
use super::handover::{GameHandover, HandoverOptions, due};
use super::requests::{GameRequest, Step};
use super::seating::Seating;
use super::state::{Match, Takeback, TakebackOffer};
use crate::clock::{annotate_move, keep};
use crate::handover::Event;
use icochess_rules::{DrawReason, IllegalMove, IllegalReason, Move, Outcome, Record, Side};

/// A match with its clock and handover at one moment. Only the referee changes a match.
#[derive(Debug)]
pub struct Referee<'a> {
    /// Match.
    pub game: &'a mut Match,
    /// Clock of the match.
    pub clock: &'a mut GameClock,
    /// Handover of the match's display.
    pub handover: &'a mut GameHandover,
    /// Handover settings of a new game.
    pub options: &'a HandoverOptions,
    /// Whether a takeback needs the opponent's consent in a game with a clock. Until the display is
    /// passed on, a player may always take back the move.
    pub asks: bool,
    /// Pauses that apply to a new clock.
    pub surroundings: Surroundings,
    /// Current time, measured from the same moment as the clock's times.
    pub at: Duration,
}

/// Result of a batch of requests.
#[derive(Debug)]
pub struct Served {
    /// Facts in chronological order.
    pub facts: Vec<MatchFact>,
    /// Whether the match or its clock changed.
    pub is_changed: bool,
}

impl Referee<'_> {
    /// Executes requests in order, checking each against the state after the previous one. Fallen
    /// flags have priority over moves, and moves over other requests.
    pub fn serve(
        &mut self,
        moves: impl IntoIterator<Item = Move>,
        requests: &[&GameRequest],
    ) -> Served {
        let mut facts = FactQueue::default();
        let mut is_changed = false;
        let is_flag = |request: &&GameRequest| matches!(request, GameRequest::TimeOut(_));
        // The flag fell before any other request of this frame.
        for request in requests.iter().copied().filter(is_flag) {
            is_changed |= self.answer(request, &mut facts);
        }
        for mv in moves {
            if self.make_move(mv, &mut facts) {
                is_changed = true;
                // Later requests meet the handover in the next player's turn.
                self.notify_handover(Event::Due);
            }
        }
        for request in requests.iter().copied().filter(|it| !is_flag(it)) {
            is_changed |= self.answer(request, &mut facts);
        }
        if is_changed {
            self.notify_handover(Event::Due);
            self.keep_clock();
        }
        Served {
            facts: facts.into_facts(),
            is_changed,
        }
    }

    /// Sets the open offers of a draw and of a takeback, for a game whose referee is a server.
    /// Reports offers that are new.
    pub fn set_offers(&mut self, draw: Option<Side>, takeback: Option<Side>) -> Served {
        let mut facts = FactQueue::default();
        let before = self.game.offers();
        if self.game.draw_offer != draw {
            self.game.draw_offer = draw;
            if let Some(by) = draw {
                facts.add(MatchFact::DrawOffered(by));
            }
        }
        match takeback {
            None => self.game.takeback_offer = None,
            Some(by) => {
                let of = Takeback::Move;
                self.ask(TakebackOffer { by, of }, &mut facts);
            }
        }
        Served {
            facts: facts.into_facts(),
            is_changed: self.game.offers() != before,
        }
    }

    /// Plays a requested move, or reports the reason for a refusal. Returns whether anything
    /// changed.
    fn make_move(&mut self, mv: Move, facts: &mut FactQueue) -> bool {
        if self.is_withheld(mv, facts) {
            return false;
        }
        // Repeating the recorded move while looking back only steps forward.
        if let Some(node) = self.game.known_move(mv) {
            return facts.browse(self.game, |game| game.show_node(node));
        }
        if self.game.is_looking_back() && self.game.may_play_on_with(mv) {
            if self.game.trying_from().is_some() {
                facts.add(MatchFact::Edited);
                return facts.browse(self.game, |game| game.try_move(mv));
            }
            if self.asks_first() || self.game.is_remote() {
                let reason = IllegalReason::NotAgreed;
                facts.add(MatchFact::Rejected(IllegalMove { mv, reason }));
                return !self.game.is_remote() && self.ask_to_play_on(facts);
            }
            self.play_on(facts);
        }
        let offers = self.game.offers();
        match self.game.play(mv) {
            Ok(()) => {
                let ends = self.game.outcome().is_some();
                if let Some(pressed) = self.clock.press(self.at, ends) {
                    annotate_move(self.game.record.make_mut(), pressed);
                }
                facts.add_declined(offers, self.game);
                facts.add_move(self.game, false);
                facts.add_end(self.game);
                self.notify_handover(Event::Moved);
                true
            }
            Err(illegal) => {
                // The record is full, so no move can ever continue the game, and a computer would
                // retry forever.
                let full = matches!(illegal.reason, IllegalReason::RecordFull { .. });
                let ended = full && self.declare(Outcome::Draw(DrawReason::Adjudication), facts);
                facts.add(MatchFact::Rejected(illegal));
                ended
            }
        }
    }

    /// Returns whether a handover or a pause forbids moves. Reports the reason for refusing `mv`.
    fn is_withheld(&self, mv: Move, facts: &mut FactQueue) -> bool {
        let reason = if self.handover.refuses_moves() {
            IllegalReason::HandedOver
        } else if self.clock.refuses_moves() {
            IllegalReason::ClockStopped
        } else {
            return false;
        };
        let goes_on = self.game.outcome().is_none();
        if goes_on {
            facts.add(MatchFact::Rejected(IllegalMove { mv, reason }));
        }
        goes_on
    }

    /// Executes a request. Returns whether anything changed.
    fn answer(&mut self, request: &GameRequest, facts: &mut FactQueue) -> bool {
        if self.is_refused(request) {
            return false;
        }
        let asks_first = self.asks_first();
        let game = &mut *self.game;
        match *request {
            GameRequest::Undo if game.is_looking_back() => {
                return facts.browse(game, |game| game.step(Step::Back));
            }
            GameRequest::Redo if game.is_looking_back() => {
                return facts.browse(game, |game| game.step(Step::Forward));
            }
            GameRequest::Undo if asks_first => {
                let (by, of) = (self.game.undoer(), self.game.undone());
                return of.is_some_and(|of| self.ask(TakebackOffer { by, of }, facts));
            }
            GameRequest::Undo => return self.undo(facts),
            GameRequest::Redo => {
                let next = game.record.line().get(game.record.ply()).copied();
                let Some(mv) = next.filter(|_| game.can_redo()) else {
                    return false;
                };
                if self.is_withheld(mv, facts) {
                    return false;
                }
                let game = &mut *self.game;
                game.record.make_mut().redo();
                game.forget_offers();
                let ends = game.outcome().is_some();
                if let Some(pressed) = self.clock.press(self.at, ends) {
                    annotate_move(game.record.make_mut(), pressed);
                }
                facts.add_move(game, true);
                facts.add_end(game);
                self.notify_handover(Event::Moved);
            }
            GameRequest::Resign(side) => {
                let came_back = facts.browse(game, Match::show_live_position);
                let winner = !side;
                return self.declare(Outcome::Resignation { winner }, facts) || came_back;
            }
            GameRequest::TimeOut(side) => {
                let came_back = facts.browse(game, Match::show_live_position);
                let outcome = if game.position().can_win(!side) {
                    Outcome::TimeForfeit { winner: !side }
                } else {
                    Outcome::Draw(DrawReason::TimeForfeit)
                };
                return self.declare(outcome, facts) || came_back;
            }
            GameRequest::Adjudicate(winner) => {
                let came_back = facts.browse(game, Match::show_live_position);
                let draw = Outcome::Draw(DrawReason::Adjudication);
                let outcome = winner.map_or(draw, |winner| Outcome::Adjudication { winner });
                return self.declare(outcome, facts) || came_back;
            }
            GameRequest::Draw(side) => {
                let came_back = facts.browse(game, Match::show_live_position);
                match game.draw_on_request(side) {
                    _ if game.outcome().is_some() => return came_back,
                    Some(reason) => {
                        self.declare(Outcome::Draw(reason), facts);
                    }
                    None if game.may_offer_draw(side) => {
                        game.draw_offer = Some(side);
                        facts.add(MatchFact::DrawOffered(side));
                    }
                    None => return came_back,
                }
            }
            GameRequest::DeclineDraw | GameRequest::DeclineTakeback => {
                let offers = game.offers();
                match request {
                    GameRequest::DeclineDraw => game.draw_offer = None,
                    _ => game.takeback_offer = None,
                }
                return facts.add_declined(offers, game);
            }
            GameRequest::OfferTakeback(side) => {
                let came_back = facts.browse(game, Match::show_live_position);
                let is_one = game.plies_to_take_back(side).is_some();
                let of = Takeback::Move;
                let asked = is_one && self.ask(TakebackOffer { by: side, of }, facts);
                return came_back || asked;
            }
            GameRequest::AcceptTakeback => {
                let came_back = facts.browse(game, Match::show_live_position);
                let Some(offer) = game.takeback_offer.take() else {
                    return came_back;
                };
                match offer.of {
                    Takeback::Move => {
                        for _ in 0..game.plies_to_take_back(offer.by).unwrap_or_default() {
                            self.undo(facts);
                        }
                    }
                    Takeback::End => {
                        if game.record.declared().is_some() {
                            self.undo(facts);
                        }
                    }
                    Takeback::PlayOn(node) => {
                        facts.browse(game, |game| game.show_node(node));
                        self.play_on(facts);
                    }
                }
            }
            GameRequest::KeepClock => {
                if self.clock.clock.is_some() {
                    self.keep_clock();
                    facts.add(MatchFact::ClockKept);
                }
                return false;
            }
            GameRequest::Load(ref record) => self.load(record, None, facts),
            GameRequest::Open {
                ref record,
                ref file,
            } => self.load(record, Some(file.clone()), facts),
            GameRequest::GoTo(node) => return facts.browse(game, |game| game.show_node(node)),
            GameRequest::Try(node) => return facts.browse(game, |game| game.begin_try(node)),
            GameRequest::Step(step) => return facts.browse(game, |game| game.step(step)),
            GameRequest::ComeBack => return facts.browse(game, Match::show_live_position),
            GameRequest::PlayOn if asks_first => return self.ask_to_play_on(facts),
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

    /// Returns whether the handover forbids a request. While the display is being passed on,
    /// players may not browse the game or handle offers. A player who just moved may undo it, and
    /// both may resign (FIDE 5.1.2).
    fn is_refused(&self, request: &GameRequest) -> bool {
        if !self.handover.refuses_moves() {
            return false;
        }
        match request {
            GameRequest::Undo => !self.handover.is_landed(),
            GameRequest::Load(_)
            | GameRequest::Open { .. }
            | GameRequest::Resign(_)
            | GameRequest::TimeOut(_)
            | GameRequest::Adjudicate(_)
            | GameRequest::KeepClock
            | GameRequest::Edit(_) => false,
            GameRequest::Redo
            | GameRequest::Draw(_)
            | GameRequest::DeclineDraw
            | GameRequest::OfferTakeback(_)
            | GameRequest::AcceptTakeback
            | GameRequest::DeclineTakeback
            | GameRequest::GoTo(_)
            | GameRequest::Try(_)
            | GameRequest::Step(_)
            | GameRequest::ComeBack
            | GameRequest::PlayOn => true,
        }
    }

    /// Continues the game from the position shown, with the clock as it was there. Returns whether
    /// it does.
    fn play_on(&mut self, facts: &mut FactQueue) -> bool {
        let Some(from) = self.game.play_on() else {
            return false;
        };
        let clock = GameClock::at_place(&self.game.record);
        *self.clock = clock.within(self.surroundings, self.at);
        if from.declared {
            facts.add(MatchFact::EndTakenBack);
        }
        if Seating::of(&self.game.record).is_remote() {
            // The server's game is over, and this one continues here.
            Seating::Alone.write_to(&mut self.game.record);
        }
        let was_over = from.was_over;
        facts.add(MatchFact::PlayedOn { was_over });
        true
    }

    fn load(&mut self, record: &Record, file: Option<String>, facts: &mut FactQueue) {
        *self.clock = GameClock::of(record).within(self.surroundings, self.at);
        *self.game = Match::new(record.clone());
        self.game.file = file;
        self.handover.start(self.game, self.options, self.clock);
        facts.start();
    }

    /// Returns whether the opponent must agree to a takeback, also after the end of the game,
    /// because playing on affects both players.
    fn asks_first(&self) -> bool {
        self.asks && self.clock.get().is_some() && !self.handover.is_landed()
    }

    /// Makes an offer to the opponent. Returns whether it is new.
    fn ask(&mut self, offer: TakebackOffer, facts: &mut FactQueue) -> bool {
        let is_new = self.game.takeback_offer != Some(offer);
        if is_new {
            self.game.takeback_offer = Some(offer);
            facts.add(MatchFact::TakebackOffered(offer.by));
        }
        is_new
    }

    /// Offers to play on from the position shown, on behalf of the player with the display. If each
    /// has a display, the side to move there makes the offer. Shows the live position again, so
    /// that the opponent can answer.
    fn ask_to_play_on(&mut self, facts: &mut FactQueue) -> bool {
        let game = &mut *self.game;
        if !game.is_looking_back() || game.outcome().is_some() {
            return false;
        }
        let by = self.handover.player().unwrap_or(game.position().turn());
        let of = Takeback::PlayOn(game.record.current());
        facts.browse(game, Match::show_live_position);
        self.ask(TakebackOffer { by, of }, facts);
        true
    }

    /// Takes back the declared end or else the last move. Returns whether there was anything to
    /// take back.
    fn undo(&mut self, facts: &mut FactQueue) -> bool {
        let game = &mut *self.game;
        if game.record.declared().is_some() {
            game.record.make_mut().declare(None);
            game.forget_offers();
            if let Some(clock) = &mut self.clock.clock {
                clock.reopen(self.at);
            }
            facts.add(MatchFact::EndTakenBack);
            return true;
        }
        if game.record.ply() == 0 {
            return false;
        }
        let Some(mv) = game.record.make_mut().undo() else {
            return false;
        };
        game.forget_offers();
        self.clock.take_back(self.at, self.handover.is_landed());
        facts.add_takeback(game, mv);
        true
    }

    /// Ends the game and stops its clock. Returns `false` if it was already over.
    fn declare(&mut self, outcome: Outcome, facts: &mut FactQueue) -> bool {
        let goes_on = self.game.declare(outcome);
        if goes_on {
            if let Some(clock) = &mut self.clock.clock {
                clock.finish(self.at);
            }
            facts.add_end(self.game);
        }
        goes_on
    }

    /// Sends the handover an event with the side that must act. Sends nothing while a player looks
    /// back, because the display stays with that player.
    fn notify_handover(&mut self, how: fn(Option<Side>) -> Event) {
        if !self.game.is_looking_back() {
            let event = how(due(self.game));
            self.handover.update(self.at, event, self.clock);
        }
    }

    fn keep_clock(&mut self) {
        if let Some(clock) = &self.clock.clock {
            keep(clock, self.game.record.make_mut(), self.at);
        }
    }
}
