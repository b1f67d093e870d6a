//! Session: the connection to one game.

mod seat;
#[cfg(test)]
mod tests;
mod types;

use std::time::Duration;

use icochess_core::game::SeatRequest;
use icochess_core::game::seating::Seating;
use icochess_rules::Side;
use icochess_wire::{
    ClientMessage, Code, End, EndReason, GameState, LinkError, MAX_SERVER_MESSAGE, Offer, PROTOCOL,
    Presence, RULES, Refusal, RefusalReason, Seat, Secret, ServerMessage, decode, socket_url,
};

pub use seat::KeptSeat;
pub use types::{Ended, Entry, Event, Friend, News, Output, Phase, Request};

/// Maximum size of a message from the server, in bytes.
pub const MAX_BYTES: usize = MAX_SERVER_MESSAGE;

/// Pauses between attempts to connect, in seconds. The last one repeats.
const PAUSES: [u64; 6] = [1, 2, 4, 8, 16, 30];
/// Silence after which the session asks whether the server is there.
const PING_AFTER: Duration = Duration::from_secs(15);
/// Silence after which the connection counts as lost. The server's pings are ten seconds apart.
const LOST_AFTER: Duration = Duration::from_secs(25);

/// State of the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    /// No connection until this time.
    Down(Duration),
    Opening,
    /// The versions or the way into the game are being answered.
    Entering,
    /// In the game.
    In,
}

/// Connection to one game. Times are measured from any fixed moment.
#[derive(Debug)]
pub struct Session {
    page: String,
    socket: String,
    entry: Entry,
    line: Line,
    /// Failed attempts to connect since the last success.
    failures: usize,
    /// Reason of the last failure.
    problem: String,
    ended: Option<Ended>,
    /// Whether the server has sent the game.
    has_entered: bool,
    seat: Option<KeptSeat>,
    invitation: Option<Secret>,
    code: Option<(Code, Duration)>,
    friend: Friend,
    end: Option<End>,
    /// When the next move is due in a correspondence game, in Unix milliseconds.
    due_ms: Option<u64>,
    is_rematch_offered: bool,
    hides_names: bool,
    /// Own move that the server hasn't confirmed: its ply and UCI text.
    unconfirmed: Option<(u32, String)>,
    heard: Duration,
    pinged: Duration,
    outputs: Vec<Output>,
}

impl Session {
    /// Starts a session with the server whose page has this address.
    ///
    /// # Errors
    ///
    /// [`LinkError`] if the address is none.
    pub fn new(page: &str, entry: Entry, at: Duration) -> Result<Self, LinkError> {
        let seat = match &entry {
            Entry::Resume(seat) | Entry::GiveUp(seat) => Some(seat.clone()),
            Entry::Create(_) | Entry::Join { .. } | Entry::Code { .. } | Entry::Watch(_) => None,
        };
        let mut session = Self {
            page: page.to_owned(),
            socket: socket_url(page)?,
            entry,
            line: Line::Down(at),
            failures: 0,
            problem: String::new(),
            ended: None,
            has_entered: false,
            seat,
            invitation: None,
            code: None,
            friend: Friend::default(),
            end: None,
            due_ms: None,
            is_rematch_offered: false,
            hides_names: false,
            unconfirmed: None,
            heard: at,
            pinged: at,
            outputs: Vec::new(),
        };
        session.tick(at);
        Ok(session)
    }

    // --- Queries --------------------------------------------------------------------

    /// Returns the state for the player.
    pub fn phase(&self) -> Phase {
        if let Some(ended) = self.ended {
            return Phase::Ended(ended);
        }
        match self.line {
            _ if self.end.is_some() => Phase::Over,
            Line::In if self.is_watching() => Phase::Watching,
            Line::In if self.friend.has_come => Phase::Playing,
            Line::In => Phase::Waiting,
            _ if self.has_entered => Phase::Lost,
            _ => Phase::Connecting,
        }
    }

    /// Returns the player's side, once known.
    pub fn side(&self) -> Option<Side> {
        self.seat.as_ref().map(KeptSeat::side)
    }

    /// Returns whether the game is only watched.
    pub const fn is_watching(&self) -> bool {
        matches!(self.entry, Entry::Watch(_))
    }

    /// Returns the seating of the game, once known.
    pub fn seating(&self) -> Option<Seating> {
        if self.is_watching() {
            return Some(Seating::Watched);
        }
        self.side().map(|side| Seating::Remote { side })
    }

    /// Returns the player's seat, once known.
    pub const fn seat(&self) -> Option<&KeptSeat> {
        self.seat.as_ref()
    }

    /// Returns the address of the server's page.
    pub fn page(&self) -> &str {
        &self.page
    }

    /// Returns the secret of the invitation, until the friend comes.
    pub const fn invitation(&self) -> Option<Secret> {
        self.invitation
    }

    /// Returns the secret of the spectators, if known.
    pub fn watch_secret(&self) -> Option<Secret> {
        match self.entry {
            Entry::Watch(secret) => Some(secret),
            _ => self.seat.as_ref()?.watch,
        }
    }

    /// Returns when the next move is due in a correspondence game, in Unix milliseconds.
    pub const fn due_ms(&self) -> Option<u64> {
        self.due_ms
    }

    /// Returns the code for the friend, until it expires.
    pub fn code(&self, at: Duration) -> Option<Code> {
        let (code, expires) = self.code?;
        (at < expires).then_some(code)
    }

    /// Returns the friend.
    pub const fn friend(&self) -> &Friend {
        &self.friend
    }

    /// Returns whether the friend is connected to the game.
    pub const fn is_friend_here(&self) -> bool {
        self.friend.has_come && self.friend.away_since.is_none()
    }

    /// Returns whether the friend offers a rematch.
    pub const fn is_rematch_offered(&self) -> bool {
        self.is_rematch_offered
    }

    /// Returns why the last attempt to connect failed; empty after a success.
    pub fn problem(&self) -> &str {
        &self.problem
    }

    /// Returns the own move that the server hasn't confirmed, with its ply.
    pub fn unconfirmed(&self) -> Option<(u32, &str)> {
        let (ply, uci) = self.unconfirmed.as_ref()?;
        Some((*ply, uci))
    }

    /// Returns when [`tick`](Self::tick) has something to do.
    pub fn next_tick(&self) -> Option<Duration> {
        let code = self.code.map(|(_, expires)| expires);
        let line = match self.line {
            _ if self.ended.is_some() => return None,
            Line::Down(until) => until,
            Line::Opening => self.heard + LOST_AFTER,
            Line::Entering | Line::In if self.pinged > self.heard => self.heard + LOST_AFTER,
            Line::Entering | Line::In => self.heard + PING_AFTER,
        };
        Some(code.map_or(line, |code| code.min(line)))
    }

    /// Removes and returns the outputs since the last call.
    pub fn take_outputs(&mut self) -> Vec<Output> {
        std::mem::take(&mut self.outputs)
    }

    // --- Input ----------------------------------------------------------------------

    /// Advances the time: connects, or notices that the server fell silent.
    pub fn tick(&mut self, at: Duration) {
        if self.ended.is_some() {
            return;
        }
        if self.code.is_some_and(|(_, expires)| expires <= at) {
            self.code = None;
        }
        match self.line {
            Line::Down(until) if until <= at => {
                self.line = Line::Opening;
                self.heard = at;
                self.outputs.push(Output::Open(self.socket.clone()));
            }
            Line::Down(_) => {}
            _ if at >= self.heard + LOST_AFTER => {
                self.outputs.push(Output::Close);
                self.lose("", at);
            }
            Line::In | Line::Entering if self.pinged <= self.heard => {
                if at >= self.heard + PING_AFTER {
                    self.pinged = at;
                    let t = at.as_millis() as u64;
                    self.send(ClientMessage::Ping { t });
                }
            }
            Line::In | Line::Entering | Line::Opening => {}
        }
    }

    /// Handles an event of the socket.
    pub fn handle(&mut self, event: Event, at: Duration) {
        if self.ended.is_some() {
            return;
        }
        self.heard = at;
        match event {
            Event::Opened => {
                self.line = Line::Entering;
                self.send(ClientMessage::Hello {
                    protocol: PROTOCOL,
                    rules: RULES,
                });
            }
            // A message that can't be read is of a later version.
            Event::Text(text) => {
                if let Ok(message) = decode(text) {
                    self.receive(message, at);
                }
            }
            Event::Closed(why) => self.lose(why, at),
        }
    }

    /// Sends a request of the player, unless the connection is lost.
    pub fn request(&mut self, request: Request) {
        if self.line != Line::In || self.ended.is_some() {
            return self.outputs.push(Output::Tell(News::NotConnected));
        }
        let message = match request {
            Request::Seat(request) => match request {
                // Moves are sent once the referee here has made them.
                SeatRequest::Move(_) => return,
                SeatRequest::Resign => ClientMessage::Resign,
                SeatRequest::Draw => ClientMessage::Draw,
                SeatRequest::DeclineDraw => ClientMessage::DeclineDraw,
                SeatRequest::OfferTakeback => ClientMessage::OfferTakeback,
                SeatRequest::AcceptTakeback => ClientMessage::AcceptTakeback,
                SeatRequest::DeclineTakeback => ClientMessage::DeclineTakeback,
            },
            Request::NewCode => ClientMessage::NewCode,
            Request::Abort => ClientMessage::Abort,
            Request::Rematch => ClientMessage::Rematch,
            Request::Claim(claim) => ClientMessage::ClaimAway { claim },
            Request::Say(phrase) => ClientMessage::Phrase { phrase },
        };
        self.send(message);
    }

    /// Sends the player's own move, made after `ply` plies. Without a connection, the move is sent
    /// after the return.
    pub fn send_move(&mut self, ply: u32, uci: String) {
        if self.line == Line::In {
            let uci = uci.clone();
            self.send(ClientMessage::Move { ply, uci });
        }
        self.unconfirmed = Some((ply, uci));
    }

    /// Shows the own head and hands to the friend. Returns whether the friend can see them now.
    pub fn show(&mut self, presence: &Presence) -> bool {
        let is_seen = self.line == Line::In && self.ended.is_none() && self.is_friend_here();
        if is_seen {
            self.send(ClientMessage::Presence(presence.clone()));
        }
        is_seen
    }

    /// Hides the names of the friend, or of all players of a watched game, from now on. Takes effect
    /// with the next whole game, which is asked for.
    pub fn hide_names(&mut self, hides: bool) {
        let is_changed = std::mem::replace(&mut self.hides_names, hides) != hides;
        if is_changed && self.line == Line::In && self.ended.is_none() {
            self.enter();
        }
    }

    /// Asks for the whole game, because the match differs from the server's.
    pub fn ask_for_game(&mut self) {
        self.unconfirmed = None;
        if self.line == Line::In && self.ended.is_none() {
            self.enter();
        }
    }

    /// Ends the session. The game stays at the server.
    pub fn leave(&mut self) {
        self.stop(Ended::Left);
    }

    /// Ends the session because this program can't show the server's game.
    pub fn give_up_as_outdated(&mut self) {
        self.stop(Ended::Outdated);
    }

    // --- The server's messages --------------------------------------------------------

    fn receive(&mut self, message: ServerMessage, at: Duration) {
        match message {
            ServerMessage::Welcome { .. } => self.enter(),
            ServerMessage::Created {
                secret,
                invitation,
                watch,
                code,
                code_expires_s,
                seat,
            } => {
                self.sit(secret, seat);
                if let Some(seat) = &mut self.seat {
                    seat.watch = Some(watch);
                }
                self.invitation = Some(invitation);
                self.set_code(code, code_expires_s, at);
            }
            ServerMessage::Joined { secret, seat, .. } => self.sit(secret, seat),
            ServerMessage::Code { code, expires_s } => self.set_code(Some(code), expires_s, at),
            ServerMessage::Game(state) => self.take_state(state, at),
            ServerMessage::Arrived { seat, mut name } => {
                if self.hides_names {
                    name.clear();
                }
                if !self.is_watching() {
                    self.friend = Friend {
                        name: name.clone(),
                        has_come: true,
                        ..Friend::default()
                    };
                    (self.invitation, self.code) = (None, None);
                    self.keep();
                    self.outputs.push(Output::Tell(News::Arrived));
                }
                self.apply(ServerMessage::Arrived { seat, name });
            }
            // Players talk to each other, not to spectators.
            ServerMessage::Away { .. }
            | ServerMessage::Back { .. }
            | ServerMessage::Phrase { .. }
            | ServerMessage::Offered {
                offer: Offer::Rematch,
                ..
            } if self.is_watching() => {}
            ServerMessage::Away {
                seat,
                away_ms,
                claim_in_ms,
            } if Some(seat.into()) != self.side() => {
                self.friend.away_since = Some(at.saturating_sub(Duration::from_millis(away_ms)));
                self.friend.claim_at = claim_in_ms.map(|ms| at + Duration::from_millis(ms));
            }
            ServerMessage::Back { seat } if Some(seat.into()) != self.side() => {
                (self.friend.away_since, self.friend.claim_at) = (None, None);
            }
            ServerMessage::Phrase { phrase, by } if Some(by.into()) != self.side() => {
                self.outputs.push(Output::Tell(News::Said(phrase)));
            }
            ServerMessage::Offered {
                offer: Offer::Rematch,
                by,
            } => self.set_rematch_offer(Some(by.into())),
            ServerMessage::Declined {
                offer: Offer::Rematch,
                ..
            } => self.set_rematch_offer(None),
            ServerMessage::Moved {
                ply,
                ref played,
                due_ms,
                ..
            } => {
                self.due_ms = due_ms;
                let own = self.unconfirmed.as_ref();
                if own.is_some_and(|(sent, uci)| *sent == ply && *uci == played.uci) {
                    self.unconfirmed = None;
                }
                self.apply(message);
            }
            ServerMessage::TakenBack { due_ms, .. } => {
                self.due_ms = due_ms;
                self.unconfirmed = None;
                self.apply(message);
            }
            ServerMessage::Ended { end, .. } => {
                if end.reason != EndReason::Aborted {
                    self.apply(message);
                }
                self.finish(end);
            }
            ServerMessage::Offered { .. }
            | ServerMessage::Declined { .. }
            | ServerMessage::Clocks { .. } => self.apply(message),
            ServerMessage::Refused(refusal) => self.take_refusal(&refusal),
            ServerMessage::Superseded => self.stop(Ended::Elsewhere),
            ServerMessage::Presence(presence) if presence.is_valid() => {
                self.outputs.push(Output::Show(presence));
            }
            ServerMessage::Away { .. }
            | ServerMessage::Back { .. }
            | ServerMessage::Phrase { .. }
            | ServerMessage::Presence(_)
            | ServerMessage::Rematched
            | ServerMessage::Turn { .. }
            | ServerMessage::Pong { .. }
            | ServerMessage::Unknown => {}
        }
    }

    /// Takes the whole game, and sends an own move that it lacks once more.
    fn take_state(&mut self, mut state: Box<GameState>, at: Duration) {
        // A rematch swaps the sides.
        if let (Some(seat), Some(you)) = (&mut self.seat, state.you) {
            seat.seat = you;
        }
        let side = self.side();
        if side.is_none() && !self.is_watching() {
            return;
        }
        (self.line, self.failures, self.has_entered) = (Line::In, 0, true);
        self.problem.clear();
        self.due_ms = state.due_ms;
        if self.hides_names {
            for seat in [Seat::White, Seat::Black] {
                if side != Some(seat.into()) {
                    state.player_mut(seat.into()).name.clear();
                }
            }
        }
        let Some(side) = side else {
            let end = state.end;
            self.apply(ServerMessage::Game(state));
            self.end = end;
            return;
        };
        let player = state.player(!side);
        self.friend = Friend {
            name: player.name.clone(),
            has_come: player.taken,
            away_since: (player.taken && !player.here)
                .then(|| at.saturating_sub(Duration::from_millis(player.away_ms))),
            claim_at: (player.claim_in_ms).map(|ms| at + Duration::from_millis(ms)),
        };
        if player.taken {
            (self.invitation, self.code) = (None, None);
        }
        if let Some(seat) = &mut self.seat {
            seat.board.clone_from(&state.board);
        }
        self.is_rematch_offered = state.rematch_offer.is_some_and(|by| Side::from(by) != side);
        let (plies, end) = (state.moves.len(), state.end);
        if self
            .unconfirmed
            .as_ref()
            .is_some_and(|(ply, _)| *ply as usize != plies)
        {
            self.unconfirmed = None;
        }
        self.apply(ServerMessage::Game(state));
        self.end = None;
        match end {
            Some(end) => self.finish(end),
            None if matches!(self.entry, Entry::GiveUp(_)) => {
                let is_begun = plies >= 2;
                self.send(if is_begun {
                    ClientMessage::Resign
                } else {
                    ClientMessage::Abort
                });
            }
            None => self.keep(),
        }
        if let Some((ply, uci)) = self.unconfirmed.clone() {
            self.send(ClientMessage::Move { ply, uci });
        }
    }

    fn finish(&mut self, end: End) {
        self.end = Some(end);
        self.due_ms = None;
        self.unconfirmed = None;
        if let Some(seat) = &self.seat {
            self.outputs.push(Output::Forget(seat.secret));
        }
        if end.reason == EndReason::Aborted {
            self.outputs.push(Output::Tell(News::Aborted));
            self.stop(Ended::Left);
        } else if matches!(self.entry, Entry::GiveUp(_)) {
            self.stop(Ended::Left);
        }
    }

    fn take_refusal(&mut self, refusal: &Refusal) {
        use RefusalReason as Reason;
        let reason = refusal.reason;
        match reason {
            // The connection closes, and the session tries again.
            Reason::TooFast | Reason::ServerError => {}
            Reason::ServerFull | Reason::TooManyConnections if self.has_entered => {}
            _ if self.line != Line::In => {
                if let (Reason::UnknownSecret, Some(seat)) = (reason, &self.seat) {
                    self.outputs.push(Output::Forget(seat.secret));
                }
                self.stop(Ended::Refused(reason));
            }
            Reason::IllegalMove | Reason::NotYourTurn | Reason::NoOpponent | Reason::GameOver
                if self.unconfirmed.is_some() =>
            {
                self.ask_for_game();
                self.outputs.push(Output::Tell(News::Refused(reason)));
            }
            // The whole game follows.
            Reason::WrongPly => self.unconfirmed = None,
            _ => self.outputs.push(Output::Tell(News::Refused(reason))),
        }
    }

    // --- Parts ------------------------------------------------------------------------

    /// Asks for the game: with the seat, or for one.
    fn enter(&mut self) {
        let entry = match (&self.seat, &self.entry) {
            (Some(seat), _) => {
                let secret = seat.secret;
                ClientMessage::Resume { secret }
            }
            (None, Entry::Create(create)) => ClientMessage::Create(create.clone()),
            (None, Entry::Join { secret, name }) => ClientMessage::Join {
                secret: *secret,
                name: name.clone(),
            },
            (None, Entry::Code { code, name }) => ClientMessage::JoinByCode {
                code: *code,
                name: name.clone(),
            },
            (None, Entry::Watch(secret)) => ClientMessage::Watch { secret: *secret },
            // They have a seat.
            (None, Entry::Resume(seat) | Entry::GiveUp(seat)) => {
                let secret = seat.secret;
                ClientMessage::Resume { secret }
            }
        };
        self.send(entry);
    }

    /// Takes a seat.
    fn sit(&mut self, secret: Secret, seat: Seat) {
        let is_same = self.seat.as_ref().is_some_and(|seat| seat.secret == secret);
        if !is_same {
            self.seat = Some(KeptSeat::new(self.page.clone(), secret, seat));
            self.end = None;
            self.unconfirmed = None;
            self.set_rematch_offer(None);
        }
    }

    fn set_code(&mut self, code: Option<Code>, expires_s: u32, at: Duration) {
        let expires = at + Duration::from_secs(expires_s.into());
        self.code = code.map(|code| (code, expires));
    }

    fn set_rematch_offer(&mut self, by: Option<Side>) {
        let is_offered = by.is_some_and(|by| Some(by) != self.side());
        if is_offered && !self.is_rematch_offered {
            self.outputs.push(Output::Tell(News::RematchOffered));
        }
        self.is_rematch_offered = is_offered;
    }

    /// Asks for the seat to be remembered, with the friend's name.
    fn keep(&mut self) {
        if let Some(seat) = &mut self.seat {
            seat.friend.clone_from(&self.friend.name);
            self.outputs.push(Output::Keep(seat.clone()));
        }
    }

    /// Has a message applied to the match, unless the player only gives up.
    fn apply(&mut self, message: ServerMessage) {
        if matches!(self.entry, Entry::GiveUp(_)) {
            return;
        }
        self.outputs.push(Output::Apply(Box::new(message)));
    }

    fn send(&mut self, message: ClientMessage) {
        self.outputs.push(Output::Send(message));
    }

    /// Waits before the next attempt, longer after each failure. Nothing is left to return to after
    /// the game.
    fn lose(&mut self, why: &str, at: Duration) {
        if self.end.is_some() {
            return self.stop(Ended::Left);
        }
        let pause = PAUSES[self.failures.min(PAUSES.len() - 1)];
        self.failures += 1;
        self.line = Line::Down(at + Duration::from_secs(pause));
        why.clone_into(&mut self.problem);
    }

    fn stop(&mut self, ended: Ended) {
        self.ended = Some(ended);
        self.outputs.push(Output::Close);
    }
}
