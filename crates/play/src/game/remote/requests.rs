//! Requests in a game over a network: served here, or by the server.

use crate::game::Match;
use crate::game::messages::{Edit, GameRequest};
use icochess_core::game::SeatRequest;
use icochess_rules::Side;

/// Place that serves a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::game) enum Diverted {
    /// The referee here, because the request only concerns this display.
    Here,
    /// The server.
    There(SeatRequest),
    /// Nobody: the request isn't possible in a game over a network.
    Nowhere,
}

/// Returns the place for a request of the player with this side; `None` for a spectator.
pub(in crate::game) fn divert(request: &GameRequest, game: &Match, side: Option<Side>) -> Diverted {
    let there = |request: SeatRequest| match side.map(|side| request.check(side, game)) {
        Some(Ok(())) => Diverted::There(request),
        Some(Err(_)) | None => Diverted::Nowhere,
    };
    match *request {
        GameRequest::Undo | GameRequest::Redo if game.is_looking_back() => Diverted::Here,
        GameRequest::Undo => there(SeatRequest::OfferTakeback),
        GameRequest::OfferTakeback(by) if Some(by) == side => there(SeatRequest::OfferTakeback),
        GameRequest::Resign(by) if Some(by) == side => there(SeatRequest::Resign),
        GameRequest::Draw(by) if Some(by) == side => there(SeatRequest::Draw),
        GameRequest::DeclineDraw => there(SeatRequest::DeclineDraw),
        GameRequest::AcceptTakeback => there(SeatRequest::AcceptTakeback),
        GameRequest::DeclineTakeback => there(SeatRequest::DeclineTakeback),
        GameRequest::Redo
        | GameRequest::OfferTakeback(_)
        | GameRequest::Resign(_)
        | GameRequest::Draw(_)
        | GameRequest::TimeOut(_)
        | GameRequest::Adjudicate(_)
        | GameRequest::PlayOn
        | GameRequest::Edit(Edit::Names(_) | Edit::Side { .. }) => Diverted::Nowhere,
        GameRequest::Load(_)
        | GameRequest::Open { .. }
        | GameRequest::KeepClock
        | GameRequest::GoTo(_)
        | GameRequest::Try(_)
        | GameRequest::Step(_)
        | GameRequest::ComeBack
        | GameRequest::Edit(_) => Diverted::Here,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::messages::Step;
    use icochess_boards::Variant;
    use icochess_core::game::seating::Seating;

    #[test]
    fn players_decide_for_their_own_side_at_the_server_only() {
        let side = Side::White;
        let mut record = Variant::Chess.board().new_game();
        Seating::Remote { side }.write_to(&mut record);
        let at = |request: GameRequest, record: &icochess_rules::Record| {
            divert(&request, &Match::new(record.clone()), Some(side))
        };
        assert_eq!(at(GameRequest::Undo, &record), Diverted::Nowhere);
        for uci in ["e2e4", "e7e5"] {
            let mv = record.position().parse_uci(uci).unwrap();
            record.make_mut().play(mv).unwrap();
        }
        for (request, expected) in [
            (
                GameRequest::Undo,
                Diverted::There(SeatRequest::OfferTakeback),
            ),
            (
                GameRequest::Resign(side),
                Diverted::There(SeatRequest::Resign),
            ),
            (GameRequest::Draw(side), Diverted::There(SeatRequest::Draw)),
            (GameRequest::Resign(!side), Diverted::Nowhere),
            (GameRequest::Draw(!side), Diverted::Nowhere),
            (GameRequest::AcceptTakeback, Diverted::Nowhere),
            (GameRequest::TimeOut(!side), Diverted::Nowhere),
            (GameRequest::Redo, Diverted::Nowhere),
            (GameRequest::PlayOn, Diverted::Nowhere),
            (GameRequest::Step(Step::Back), Diverted::Here),
            (GameRequest::KeepClock, Diverted::Here),
        ] {
            assert_eq!(at(request.clone(), &record), expected, "{request:?}");
            let watched = divert(&request, &Match::new(record.clone()), None);
            assert!(!matches!(watched, Diverted::There(_)), "{request:?}");
        }
    }
}
