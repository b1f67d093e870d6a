//! A game with its clock, without connections and disk.

#[cfg(test)]
mod tests;

use std::time::Duration;

use icochess_core::clock::{Pause, SavedClock};
use icochess_core::game::clock::{GameClock, Surroundings};
use icochess_core::game::facts::{MatchFact, Offer as CoreOffer};
use icochess_core::game::handover::{GameHandover, HandoverOptions};
use icochess_core::game::requests::{ClockRequest, GameRequest};
use icochess_core::game::{Match, Referee, SeatError, SeatRequest};
use icochess_rules::{Outcome, Side};
use icochess_wire::{
    Clocks, End, GameState, MAX_PLIES, Offer, PlayedMove, PlayerState, Refusal, RefusalReason,
    Seat, ServerMessage, StateError, Time,
};

use crate::store::{StoredGame, StoredOffers, StoredState, unix_ms};

const DAY_MS: u64 = 86_400_000;

/// Game with its clock. Moments are times since the start of the room, which never decrease.
#[derive(Debug)]
pub struct Table {
    stored: StoredGame,
    game: Match,
    clock: GameClock,
    handover: GameHandover,
    moves: Vec<PlayedMove>,
    due_ms: Option<u64>,
    rematch: Option<Seat>,
    is_aborted: bool,
}

/// Changes of a table: messages for everybody, and rows for the database.
#[derive(Debug, Default)]
pub struct Changes {
    /// Messages for everybody in the game.
    pub news: Vec<ServerMessage>,
    /// Refusal of the request.
    pub refusal: Option<Refusal>,
    /// Move that was made, with the number of plies before it.
    pub moved: Option<(usize, PlayedMove)>,
    /// Number of plies that remain after a takeback.
    pub kept_plies: Option<usize>,
}

impl Table {
    /// Sets up a stored game. A clock in progress is paused.
    ///
    /// # Errors
    ///
    /// [`StateError`] if this program has other rules or boards.
    pub fn new(stored: StoredGame, moves: Vec<PlayedMove>) -> Result<Self, StateError> {
        let StoredState {
            clocks,
            offers,
            due_ms,
            end,
        } = stored.state.clone();
        let mut state = blank_state(&stored);
        (state.moves, state.clocks, state.end) = (moves, clocks, end);
        let record = state.to_record()?;
        let side = |seat: Option<Seat>| seat.map(Side::from);
        Ok(Self {
            clock: GameClock::of(&record),
            game: Match::with_offers(record, side(offers.draw), side(offers.takeback)),
            handover: GameHandover::default(),
            moves: state.moves,
            due_ms,
            rematch: offers.rematch,
            is_aborted: false,
            stored,
        })
    }

    /// Returns the game with swapped players, as a rematch starts it.
    ///
    /// # Errors
    ///
    /// As [`Table::new`].
    pub fn rematch(&self) -> Result<Self, StateError> {
        let mut stored = self.stored.clone();
        stored.names.swap(0, 1);
        stored.invited = None;
        stored.state = StoredState::default();
        let mut table = Self::new(stored, Vec::new())?;
        table.set_due();
        Ok(table)
    }

    /// Returns the end of the game.
    pub fn end(&self) -> Option<End> {
        let aborted = self.is_aborted.then_some(End::ABORTED);
        aborted.or_else(|| self.game.end().map(End::from))
    }

    /// Returns the side to move.
    pub fn turn(&self) -> Side {
        self.game.position().turn()
    }

    /// Returns the moves played.
    pub fn moves(&self) -> &[PlayedMove] {
        &self.moves
    }

    /// Returns the time for the moves.
    pub const fn time(&self) -> &Time {
        &self.stored.time
    }

    /// Returns when the next move is due in a correspondence game, in Unix milliseconds.
    pub const fn due_ms(&self) -> Option<u64> {
        self.due_ms
    }

    /// Returns the free seat.
    pub fn free_seat(&self) -> Option<Seat> {
        let [white, black] = &self.stored.names;
        match (white, black) {
            (None, _) => Some(Seat::White),
            (_, None) => Some(Seat::Black),
            _ => None,
        }
    }

    /// Returns the seat that an invitation grants, also again before that player's first move: the
    /// answer with the secret may have been lost.
    pub fn seat_for_guest(&self) -> Option<Seat> {
        let seat = self.stored.invited?;
        let has_moved = self.moves.len() > Side::from(seat).index();
        (!has_moved && self.end().is_none()).then_some(seat)
    }

    /// Seats a player.
    pub fn take_seat(&mut self, seat: Seat, name: String) {
        self.stored.names[Side::from(seat).index()] = Some(name);
        if self.moves.is_empty() {
            self.set_due();
        }
    }

    /// Returns whether the clock runs.
    pub fn runs(&self) -> bool {
        self.clock.runs()
    }

    /// Returns whether the clock of a game in progress is stopped.
    pub fn is_paused(&self) -> bool {
        self.clock.is_paused()
    }

    /// Resumes a paused clock.
    pub fn resume(&mut self, at: Duration) {
        self.clock.obey(at, &[ClockRequest::Resume]);
    }

    /// Returns the side that offers a rematch.
    pub const fn rematch_offer(&self) -> Option<Seat> {
        self.rematch
    }

    /// Offers a rematch.
    pub const fn offer_rematch(&mut self, seat: Seat) {
        self.rematch = Some(seat);
    }

    /// Returns whether the game may be aborted: before both sides have moved.
    pub fn may_abort(&self) -> bool {
        self.end().is_none() && self.moves.len() < 2
    }

    /// Returns whether the game was aborted.
    pub const fn is_aborted(&self) -> bool {
        self.is_aborted
    }

    /// Aborts the game.
    pub fn abort(&mut self, at: Duration) {
        self.is_aborted = true;
        self.clock.obey(at, &[ClockRequest::Pause(Pause::Player)]);
    }

    /// Carries out a player's request. `lag` is the transmission time, which a mover isn't charged
    /// for.
    ///
    /// # Errors
    ///
    /// [`SeatError`] if the player may not make the request now.
    pub fn serve(
        &mut self,
        side: Side,
        request: SeatRequest,
        at: Duration,
        lag: Duration,
    ) -> Result<Changes, SeatError> {
        let is_move = matches!(request, SeatRequest::Move(_));
        let lag = if is_move && self.runs() {
            lag
        } else {
            Duration::ZERO
        };
        let moment = at.saturating_sub(lag);
        let used = self.clock.get().map(|clock| clock.used(moment));
        let served = self.referee(moment, |referee| referee.serve_seat(side, request))?;
        if is_move && self.runs() {
            // The opponent's time starts now, not when the mover sent the move.
            self.clock
                .obey(moment, &[ClockRequest::Pause(Pause::Stall)]);
            self.clock.obey(at, &[ClockRequest::Release(Pause::Stall)]);
        }
        let mut changes = self.report(&served.facts, at, used.unwrap_or_default(), lag);
        if self.moves.len() >= MAX_PLIES && self.end().is_none() {
            let ended = self.declare(&GameRequest::Adjudicate(None), at);
            changes.news.extend(ended.news);
        }
        Ok(changes)
    }

    /// Ends the game for a player whose opponent left.
    pub fn adjudicate(&mut self, winner: Option<Side>, at: Duration) -> Changes {
        self.declare(&GameRequest::Adjudicate(winner), at)
    }

    /// Ends the game if the mover's time is used up. `lag` is the mover's transmission time.
    pub fn tick(&mut self, at: Duration, lag: Duration) -> Option<Changes> {
        if self.end().is_some() {
            return None;
        }
        let moment = at.saturating_sub(lag);
        let fell = self.clock.tick(moment, moment);
        let is_overdue = self.due_ms.is_some_and(|due| due <= unix_ms());
        let side = fell.or_else(|| is_overdue.then(|| self.turn()))?;
        Some(self.declare(&GameRequest::TimeOut(side), at))
    }

    /// Returns the time until [`tick`](Self::tick) has something to do.
    pub fn until_tick(&self, at: Duration, lag: Duration) -> Option<Duration> {
        if self.end().is_some() {
            return None;
        }
        let clock = self.clock.get();
        let flag = clock.and_then(icochess_core::clock::Clock::flag_falls_at);
        let until_flag = flag.map(|flag| (flag + lag).saturating_sub(at));
        let until_due = self.due_ms.map(|due| due.saturating_sub(unix_ms()));
        let until_due = until_due.map(Duration::from_millis);
        until_flag.into_iter().chain(until_due).min()
    }

    /// Returns the clocks; `None` before the first move.
    pub fn clocks(&self, at: Duration) -> Option<Clocks> {
        let saved = SavedClock::of(self.clock.get()?, at)?;
        Some(Clocks::of(&saved, self.runs()))
    }

    /// Returns the state for the database, where the clock stands still.
    pub fn stored(&self, at: Duration) -> StoredState {
        let clocks = self.clocks(at).map(|clocks| Clocks {
            runs: false,
            ..clocks
        });
        StoredState {
            clocks,
            offers: StoredOffers {
                draw: self.game.draw_offer().map(Seat::from),
                takeback: self.game.takeback_offer().map(|offer| offer.by.into()),
                rematch: self.rematch,
            },
            due_ms: self.due_ms,
            end: self.end(),
        }
    }

    /// Returns the message with the whole game, without the players' connections.
    pub fn state(&self, at: Duration) -> GameState {
        let stored = self.stored(at);
        GameState {
            moves: self.moves.clone(),
            clocks: self.clocks(at),
            due_ms: self.due_ms,
            draw_offer: stored.offers.draw,
            takeback_offer: stored.offers.takeback,
            rematch_offer: self.rematch,
            end: self.end(),
            ..blank_state(&self.stored)
        }
    }

    /// Reads a move on the live position.
    ///
    /// # Errors
    ///
    /// [`ParseUciError`](icochess_rules::ParseUciError) if the text isn't a move.
    pub fn read_move(
        &self,
        uci: &str,
    ) -> Result<icochess_rules::Move, icochess_rules::ParseUciError> {
        self.game.position().parse_uci(uci)
    }

    fn declare(&mut self, request: &GameRequest, at: Duration) -> Changes {
        let served = self.referee(at, |referee| referee.serve([], &[request]));
        self.report(&served.facts, at, Duration::ZERO, Duration::ZERO)
    }

    fn referee<T>(&mut self, at: Duration, task: impl FnOnce(&mut Referee<'_>) -> T) -> T {
        task(&mut Referee {
            game: &mut self.game,
            clock: &mut self.clock,
            handover: &mut self.handover,
            options: &HandoverOptions::default(),
            asks: true,
            surroundings: Surroundings::default(),
            at,
        })
    }

    /// Translates facts to messages, after a turn that took `used`.
    fn report(
        &mut self,
        facts: &[MatchFact],
        at: Duration,
        used: Duration,
        lag: Duration,
    ) -> Changes {
        let mut changes = Changes::default();
        let mut taken_back = false;
        for fact in facts {
            match fact {
                MatchFact::Moved(made) => {
                    self.set_due();
                    let before = self.game.before_last();
                    let uci = before.unwrap_or(self.game.position()).uci(made.mv);
                    let clocks = self.clocks(at);
                    let left_ms = clocks.map(|clocks| match made.side {
                        Side::White => clocks.white.left_ms,
                        Side::Black => clocks.black.left_ms,
                    });
                    let played = PlayedMove {
                        uci,
                        left_ms,
                        used_ms: left_ms.map(|_| millis(used)),
                    };
                    let ply = self.moves.len();
                    self.moves.push(played.clone());
                    changes.moved = Some((ply, played.clone()));
                    changes.news.push(ServerMessage::Moved {
                        ply: number(ply),
                        played,
                        clocks,
                        lag_ms: number(lag.as_millis()),
                        due_ms: self.due_ms,
                    });
                }
                MatchFact::TakenBack(_) => {
                    self.moves.pop();
                    taken_back = true;
                }
                MatchFact::DrawOffered(by) => changes.news.push(offered(CoreOffer::Draw, *by)),
                MatchFact::TakebackOffered(by) => {
                    changes.news.push(offered(CoreOffer::Takeback, *by));
                }
                MatchFact::OfferDeclined { offer, by } => {
                    changes.news.push(ServerMessage::Declined {
                        offer: wire_offer(*offer),
                        by: (*by).into(),
                    });
                }
                MatchFact::Ended(outcome) => changes.news.push(self.ended(*outcome, at)),
                MatchFact::Rejected(illegal) => {
                    changes.refusal = Some(Refusal {
                        reason: RefusalReason::IllegalMove,
                        detail: illegal.reason.to_string(),
                    });
                }
                MatchFact::Begun
                | MatchFact::Shown(_)
                | MatchFact::PlayedOn { .. }
                | MatchFact::Edited
                | MatchFact::EndTakenBack
                | MatchFact::ClockKept => {}
            }
        }
        if taken_back {
            self.set_due();
            changes.kept_plies = Some(self.moves.len());
            changes.news.push(ServerMessage::TakenBack {
                ply: number(self.moves.len()),
                clocks: self.clocks(at),
                due_ms: self.due_ms,
            });
        }
        changes
    }

    fn ended(&mut self, outcome: Outcome, at: Duration) -> ServerMessage {
        self.due_ms = None;
        ServerMessage::Ended {
            end: outcome.into(),
            clocks: self.clocks(at),
        }
    }

    /// Gives the mover of a correspondence game the full time.
    fn set_due(&mut self) {
        if let Time::Days(days) = self.stored.time {
            let goes_on = self.end().is_none() && self.free_seat().is_none();
            self.due_ms = goes_on.then(|| unix_ms() + u64::from(days) * DAY_MS);
        }
    }
}

/// Returns the state before the first move.
fn blank_state(stored: &StoredGame) -> GameState {
    let player = |side: Side| {
        let name = &stored.names[side.index()];
        PlayerState {
            name: name.clone().unwrap_or_default(),
            taken: name.is_some(),
            ..PlayerState::default()
        }
    };
    GameState {
        board: stored.board.clone(),
        start: stored.start.clone(),
        time: stored.time.clone(),
        you: None,
        white: player(Side::White),
        black: player(Side::Black),
        moves: Vec::new(),
        clocks: None,
        due_ms: None,
        draw_offer: None,
        takeback_offer: None,
        rematch_offer: None,
        end: None,
    }
}

fn offered(offer: CoreOffer, by: Side) -> ServerMessage {
    ServerMessage::Offered {
        offer: wire_offer(offer),
        by: by.into(),
    }
}

const fn wire_offer(offer: CoreOffer) -> Offer {
    match offer {
        CoreOffer::Draw => Offer::Draw,
        CoreOffer::Takeback => Offer::Takeback,
    }
}

fn millis(time: Duration) -> u64 {
    time.as_millis().try_into().unwrap_or(u64::MAX)
}

/// Returns a number that is small in every game.
pub fn number(number: impl TryInto<u32>) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}
