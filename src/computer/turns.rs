//! Whose turn it is: the computer's or a human's.

use super::settings::Computer;
use crate::game::Match;
use crate::game::messages::GameRequest;
use icochess_rules::Side;

/// Is it the computer that has to move? Not while players look back: the game waits
/// for them.
#[must_use]
pub fn is_to_move(computer: &Computer, game: &Match) -> bool {
    !game.is_looking_back() && computer.plays(game.position().turn()) && game.outcome().is_none()
}

/// The human who is to move, or who waits for the computer's move; `None` where
/// the computer plays both sides.
#[must_use]
pub fn next_human(computer: &Computer, game: &Match) -> Option<Side> {
    let turn = game.position().turn();
    [turn, !turn]
        .into_iter()
        .find(|side| !computer.plays(*side))
}

/// What a player asks for who wants the last move back. Between two people it is for
/// the other one to say, unless takebacks are free; a game that is over, or without a
/// move, has nobody to ask.
#[must_use]
pub fn takeback(computer: &Computer, game: &Match, is_free: bool) -> GameRequest {
    let asker = !game.position().turn();
    let has_computer = Side::ALL.into_iter().any(|side| computer.plays(side));
    let is_asked = game.plies_to_take_back(asker).is_some() && !game.is_looking_back();
    if is_free || has_computer || !is_asked {
        GameRequest::Undo
    } else {
        GameRequest::OfferTakeback(asker)
    }
}
