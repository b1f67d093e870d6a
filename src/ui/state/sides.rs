//! Who plays the sides of the game that is played, and how that is changed while it is played.

use crate::computer::messages::ComputerRequest;
use crate::computer::{Computer, SidePlayer};
use crate::game::Match;
use crate::game::handover::GameHandover;
use crate::game::messages::{Edit, GameRequest};
use crate::game::seating::Seating;
use crate::interaction::at_window::AtWindow;
use icochess_rules::Side;

/// The names of those who may play a side; empty if unknown.
#[derive(Debug, Clone, Copy)]
pub struct Names<'a> {
    /// The person.
    pub person: &'a str,
    /// The engine of others.
    pub engine: &'a str,
}

/// The name of a player for the record: our engine's says how it plays. Empty if unknown.
pub fn name(player: &SidePlayer, names: Names) -> String {
    if player.computer && player.external {
        names.engine.to_owned()
    } else if player.computer {
        format!("Icochess, {} {}", player.algorithm, player.level)
    } else {
        names.person.trim().to_owned()
    }
}

/// Whether the players of a game may change now: while it goes on, nobody is on the way to a
/// display, and no two people have a display each.
pub fn may_change(game: &Match, handover: &GameHandover, at_window: AtWindow) -> bool {
    game.end().is_none() && !handover.refuses_moves() && at_window.0.is_none()
}

/// What is asked so that `player` plays a side of the game from now on, with one of these names.
/// A game that the computer plays in is not one of two people any more: else it would
/// be left to them when it is taken up again.
pub fn change(
    game: &Match,
    computer: &Computer,
    side: Side,
    player: SidePlayer,
    names: Names,
) -> (ComputerRequest, GameRequest) {
    let seating = if player.computer || computer.plays(!side) {
        Seating::Alone
    } else {
        Seating::of(game.record())
    };
    let name = name(&player, names);
    let edit = Edit::Side {
        side,
        name,
        seating,
    };
    (
        ComputerRequest::SetSide(side, player),
        GameRequest::Edit(edit),
    )
}
