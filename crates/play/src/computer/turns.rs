//! Whether it is the computer's turn or a human's.

use super::settings::Computer;
use crate::game::Match;
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
