//! Whose turn it is: the computer's or a human's.

use super::settings::Computer;
use crate::game::Match;
use crate::rules::Side;

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
