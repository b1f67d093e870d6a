//! Requests of players.

use std::time::{Duration, Instant};

use icochess_core::game::{SeatError, SeatRequest};
use icochess_rules::Side;
use icochess_wire::{
    Claim, ClientMessage, MAX_UCI, Offer, Refusal, RefusalReason, Seat, ServerMessage,
};

use super::{Room, Stop};
use crate::codes;
use crate::store::{StoreError, Write};
use crate::table::{Changes, number};

impl Room {
    /// Carries out a message of a connection.
    pub(super) async fn ask(
        &mut self,
        id: u64,
        message: ClientMessage,
        at: Instant,
    ) -> Result<(), Stop> {
        let Some(seat) = self.seat_of(id) else {
            self.refuse(id, RefusalReason::OnlyWatching);
            return Ok(());
        };
        let request = match message {
            ClientMessage::Move { ply, uci } => {
                return self.make_move(id, seat, ply, &uci, at).await;
            }
            ClientMessage::Resign => SeatRequest::Resign,
            ClientMessage::Draw => SeatRequest::Draw,
            ClientMessage::DeclineDraw => SeatRequest::DeclineDraw,
            ClientMessage::OfferTakeback => SeatRequest::OfferTakeback,
            ClientMessage::AcceptTakeback => SeatRequest::AcceptTakeback,
            ClientMessage::DeclineTakeback => SeatRequest::DeclineTakeback,
            ClientMessage::Abort => return self.abort(id, at).await,
            ClientMessage::Rematch => return self.rematch(id, seat, at).await,
            ClientMessage::ClaimAway { claim } => {
                return self.claim_away(id, seat, claim, at).await;
            }
            ClientMessage::NewCode => {
                return self.send_code(id, at).await;
            }
            ClientMessage::Phrase { phrase } => {
                self.announce(&ServerMessage::Phrase { phrase, by: seat });
                return Ok(());
            }
            ClientMessage::Presence(presence) => {
                if !presence.is_valid() {
                    self.refuse(id, RefusalReason::Malformed);
                } else if let Some(other) = &self.players[Side::from(!seat).index()] {
                    other.outbox.send(&ServerMessage::Presence(presence));
                }
                return Ok(());
            }
            ClientMessage::Hello { .. }
            | ClientMessage::Create(_)
            | ClientMessage::Join { .. }
            | ClientMessage::JoinByCode { .. }
            | ClientMessage::Resume { .. }
            | ClientMessage::Watch { .. }
            | ClientMessage::Peek { .. }
            | ClientMessage::Ping { .. }
            | ClientMessage::Unknown => {
                self.refuse(id, RefusalReason::Malformed);
                return Ok(());
            }
        };
        self.serve(id, seat, request, at).await
    }

    async fn serve(
        &mut self,
        id: u64,
        seat: Seat,
        request: SeatRequest,
        at: Instant,
    ) -> Result<(), Stop> {
        let side = Side::from(seat);
        if self.table.free_seat().is_some() {
            self.refuse(id, RefusalReason::NoOpponent);
            return Ok(());
        }
        if self.table.end().is_some() {
            self.refuse(id, RefusalReason::GameOver);
            return Ok(());
        }
        let lag = self.lag(side);
        match self.table.serve(side, request, self.moment(at), lag) {
            Ok(changes) => self.publish(changes, Some(id), at).await,
            Err(error) => {
                let reason = match error {
                    SeatError::GameOver => RefusalReason::GameOver,
                    SeatError::NotYourTurn => RefusalReason::NotYourTurn,
                    SeatError::NoOffer | SeatError::NotPossible => RefusalReason::NotPossible,
                };
                self.refuse(id, reason);
                Ok(())
            }
        }
    }

    async fn make_move(
        &mut self,
        id: u64,
        seat: Seat,
        ply: u32,
        uci: &str,
        at: Instant,
    ) -> Result<(), Stop> {
        let played = self.table.moves().get(ply as usize);
        if let Some(played) = played.filter(|played| played.uci == uci) {
            // The acknowledgement was lost with the connection.
            let message = ServerMessage::Moved {
                ply,
                played: played.clone(),
                clocks: self.table.clocks(self.moment(at)),
                lag_ms: 0,
                due_ms: self.table.due_ms(),
            };
            if let Some(visitor) = self.visitor(id) {
                visitor.outbox.send(&message);
            }
            return Ok(());
        }
        if ply != number(self.table.moves().len()) {
            self.refuse(id, RefusalReason::WrongPly);
            if let Some(visitor) = self.visitor(id) {
                self.send_game(visitor);
            }
            return Ok(());
        }
        let short = Some(uci).filter(|uci| uci.len() <= MAX_UCI);
        match short.map(|uci| self.table.read_move(uci)) {
            Some(Ok(mv)) => self.serve(id, seat, SeatRequest::Move(mv), at).await,
            problem => {
                let detail = problem.and_then(Result::err).map(|error| error.to_string());
                self.refuse(
                    id,
                    Refusal {
                        reason: RefusalReason::IllegalMove,
                        detail: detail.unwrap_or_default(),
                    },
                );
                Ok(())
            }
        }
    }

    async fn claim_away(
        &mut self,
        id: u64,
        seat: Seat,
        claim: Claim,
        at: Instant,
    ) -> Result<(), Stop> {
        if self.claim_in(!seat, at) != Some(Duration::ZERO) {
            self.refuse(id, RefusalReason::NotPossible);
            return Ok(());
        }
        let winner = match claim {
            Claim::Win => Some(Side::from(seat)),
            Claim::Draw => None,
        };
        let changes = self.table.adjudicate(winner, self.moment(at));
        self.publish(changes, None, at).await
    }

    async fn abort(&mut self, id: u64, at: Instant) -> Result<(), Stop> {
        if !self.table.may_abort() {
            self.refuse(id, RefusalReason::NotPossible);
            return Ok(());
        }
        let delete = Write::Delete { id: self.id };
        self.write(delete).await?;
        self.server.withdraw_code(self.id).await?;
        self.table.abort(self.moment(at));
        if let Some(end) = self.table.end() {
            let clocks = self.table.clocks(self.moment(at));
            self.announce(&ServerMessage::Ended { end, clocks });
        }
        Ok(())
    }

    async fn rematch(&mut self, id: u64, seat: Seat, at: Instant) -> Result<(), Stop> {
        if self.table.end().is_none() || self.table.is_aborted() {
            self.refuse(id, RefusalReason::NotPossible);
            return Ok(());
        }
        match self.table.rematch_offer() {
            Some(by) if by == seat => Ok(()),
            None => {
                self.table.offer_rematch(seat);
                let offer = Offer::Rematch;
                let news = vec![ServerMessage::Offered { offer, by: seat }];
                let changes = Changes {
                    news,
                    ..Changes::default()
                };
                self.publish(changes, None, at).await
            }
            Some(_) => {
                let table = self.table.rematch();
                self.table = table.map_err(|error| StoreError::Invalid(error.to_string()))?;
                let due_ms = self.table.due_ms();
                let id = self.id;
                self.write(Write::Rematch { id, due_ms }).await?;
                self.players.swap(0, 1);
                self.away_since.swap(0, 1);
                self.announce(&ServerMessage::Rematched);
                for visitor in self.players.iter().flatten().chain(&self.spectators) {
                    self.send_game(visitor);
                }
                Ok(())
            }
        }
    }

    async fn send_code(&self, id: u64, at: Instant) -> Result<(), Stop> {
        let guest = self.table.seat_for_guest();
        let is_here = |seat: &Seat| self.players[Side::from(*seat).index()].is_some();
        if guest.filter(|seat| !is_here(seat)).is_none() {
            self.refuse(id, RefusalReason::SeatTaken);
            return Ok(());
        }
        let code = self.server.issue_code(self.id, at).await?;
        match (code, self.visitor(id)) {
            (Some(code), Some(visitor)) => visitor.outbox.send(&ServerMessage::Code {
                code,
                expires_s: number(codes::VALIDITY.as_secs()),
            }),
            _ => self.refuse(id, RefusalReason::ServerFull),
        }
        Ok(())
    }
}
