//! Whether it is the computer's turn or a human's.

use super::settings::Computer;
use crate::game::Match;
use crate::game::messages::GameRequest;
use icochess_rules::Side;

/// Whether the computer has to move. It has not while players look back: the game then waits.
pub fn is_to_move(computer: &Computer, game: &Match) -> bool {
    !game.is_looking_back() && computer.plays(game.position().turn()) && game.outcome().is_none()
}

/// The human who is to move, or who waits for the computer's move; `None` where
/// the computer plays both sides.
pub fn next_human(computer: &Computer, game: &Match) -> Option<Side> {
    let turn = game.position().turn();
    [turn, !turn]
        .into_iter()
        .find(|side| !computer.plays(*side))
}

/// The request by which a player takes the last move back. Between two people the opponent must
/// agree, unless takebacks are free; in a game that is over, or without a move, nobody is asked.
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
