//! Requests of a player at a seat: the only ones that a network carries.

use super::referee::{Referee, Served};
use super::requests::GameRequest;
use super::state::Match;
use icochess_rules::{Move, Side};

/// Request of a player. The side comes from the seat, so players can't act for each other, nor
/// load, edit or browse the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatRequest {
    /// Make a move.
    Move(Move),
    /// Resign.
    Resign,
    /// Claim, accept or offer a draw: see [`GameRequest::Draw`].
    Draw,
    /// Decline the opponent's draw offer.
    DeclineDraw,
    /// Ask for a takeback of the last move.
    OfferTakeback,
    /// Accept the opponent's takeback request.
    AcceptTakeback,
    /// Decline the opponent's takeback request.
    DeclineTakeback,
}

/// Error of a request that isn't this player's to make now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SeatError {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The opponent is to move.
    #[error("it is the opponent's turn")]
    NotYourTurn,
    /// The opponent has made no such offer.
    #[error("there is no offer to answer")]
    NoOffer,
    /// The player can't make this offer now.
    #[error("this offer isn't possible now")]
    NotPossible,
}

impl SeatRequest {
    /// Returns the request to the referee; `None` for a move.
    fn for_side(self, side: Side) -> Option<GameRequest> {
        match self {
            Self::Move(_) => None,
            Self::Resign => Some(GameRequest::Resign(side)),
            Self::Draw => Some(GameRequest::Draw(side)),
            Self::DeclineDraw => Some(GameRequest::DeclineDraw),
            Self::OfferTakeback => Some(GameRequest::OfferTakeback(side)),
            Self::AcceptTakeback => Some(GameRequest::AcceptTakeback),
            Self::DeclineTakeback => Some(GameRequest::DeclineTakeback),
        }
    }

    /// Checks whether this side may make the request now.
    ///
    /// # Errors
    ///
    /// [`SeatError`] with the reason for a refusal.
    pub fn check(self, side: Side, game: &Match) -> Result<(), SeatError> {
        let takeback_by = game.takeback_offer().map(|offer| offer.by);
        let (is_allowed, error) = match self {
            _ if game.end().is_some() => (false, SeatError::GameOver),
            Self::Move(_) => (game.position().turn() == side, SeatError::NotYourTurn),
            Self::Resign => (true, SeatError::NotPossible),
            Self::Draw => {
                let is_possible = game.draw_on_request(side).is_some() || game.may_offer_draw(side);
                (is_possible, SeatError::NotPossible)
            }
            Self::DeclineDraw => (game.draw_offer() == Some(!side), SeatError::NoOffer),
            Self::OfferTakeback => {
                let is_possible = takeback_by.is_none() && game.plies_to_take_back(side).is_some();
                (is_possible, SeatError::NotPossible)
            }
            Self::AcceptTakeback | Self::DeclineTakeback => {
                (takeback_by == Some(!side), SeatError::NoOffer)
            }
        };
        if is_allowed { Ok(()) } else { Err(error) }
    }
}

impl Referee<'_> {
    /// Executes a player's request.
    ///
    /// # Errors
    ///
    /// [`SeatError`] if the player may not make the request now; the game doesn't change.
    pub fn serve_seat(&mut self, side: Side, request: SeatRequest) -> Result<Served, SeatError> {
        request.check(side, self.game)?;
        Ok(match (request, request.for_side(side)) {
            (SeatRequest::Move(mv), _) => self.serve([mv], &[]),
            (_, request) => self.serve([], &request.iter().collect::<Vec<_>>()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::clock::{GameClock, Surroundings};
    use super::super::handover::{GameHandover, HandoverOptions};
    use super::*;
    use icochess_boards::Variant;
    use icochess_rules::{DrawReason, Outcome};
    use std::time::Duration;

    struct Table(Match);

    impl Table {
        fn new() -> Self {
            Self(Match::new(Variant::Chess.board().new_game()))
        }

        fn ask(&mut self, side: Side, request: SeatRequest) -> Result<bool, SeatError> {
            let mut referee = Referee {
                game: &mut self.0,
                clock: &mut GameClock::default(),
                handover: &mut GameHandover::default(),
                options: &HandoverOptions::default(),
                asks: true,
                surroundings: Surroundings::default(),
                at: Duration::ZERO,
            };
            let served = referee.serve_seat(side, request)?;
            Ok(served.is_changed)
        }

        fn play(&mut self, side: Side, uci: &str) -> Result<bool, SeatError> {
            let mv = self.0.position().parse_uci(uci).unwrap();
            self.ask(side, SeatRequest::Move(mv))
        }
    }

    #[test]
    fn players_move_in_turn_only() {
        let mut table = Table::new();
        let refused = table.play(Side::Black, "e7e5");
        assert_eq!(refused, Err(SeatError::NotYourTurn));
        assert_eq!(table.play(Side::White, "e2e4"), Ok(true));
        assert_eq!(table.play(Side::Black, "e7e4"), Ok(false));
        assert_eq!(table.0.record().ply(), 1);
    }

    #[test]
    fn players_answer_only_the_opponents_offers() {
        use SeatRequest::{AcceptTakeback, DeclineDraw, DeclineTakeback, Draw, OfferTakeback};
        let (white, black) = (Side::White, Side::Black);
        let mut table = Table::new();
        let not_possible = Err(SeatError::NotPossible);
        assert_eq!(table.ask(white, OfferTakeback), not_possible);
        assert_eq!(table.ask(black, Draw), not_possible);
        assert_eq!(table.ask(white, Draw), Ok(true));
        assert_eq!(table.ask(white, Draw), not_possible);
        assert_eq!(table.ask(white, DeclineDraw), Err(SeatError::NoOffer));
        assert_eq!(table.ask(black, DeclineDraw), Ok(true));
        table.play(white, "e2e4").unwrap();
        assert_eq!(table.ask(white, OfferTakeback), Ok(true));
        for answer in [AcceptTakeback, DeclineTakeback] {
            assert_eq!(table.ask(white, answer), Err(SeatError::NoOffer));
        }
        assert_eq!(table.ask(black, AcceptTakeback), Ok(true));
        assert_eq!(table.0.record().ply(), 0);
    }

    #[test]
    fn agreed_draw_ends_all_requests() {
        let mut table = Table::new();
        table.ask(Side::White, SeatRequest::Draw).unwrap();
        table.ask(Side::Black, SeatRequest::Draw).unwrap();
        let draw = Outcome::Draw(DrawReason::Agreement);
        assert_eq!(table.0.outcome(), Some(draw));
        for side in Side::ALL {
            let refused = table.ask(side, SeatRequest::Resign);
            assert_eq!(refused, Err(SeatError::GameOver));
        }
    }
}
