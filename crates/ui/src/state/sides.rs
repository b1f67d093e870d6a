//! The players of the two sides of the game, and their change while it is played.

use icochess_play::computer::messages::ComputerRequest;
use icochess_play::computer::{Computer, SidePlayer};
use icochess_play::game::Match;
use icochess_play::game::clock::GameClock;
use icochess_play::game::handover::GameHandover;
use icochess_play::game::messages::{Edit, GameRequest};
use icochess_play::game::seating::Seating;
use icochess_play::interaction::at_window::AtWindow;
use icochess_rules::Side;

/// The names of those who may play a side; empty if unknown.
#[derive(Debug, Clone, Copy)]
pub struct Names<'a> {
    /// The person.
    pub person: &'a str,
    /// The engine of others.
    pub engine: &'a str,
}

/// The beginning of our engine's names in a record; its algorithm and its level follow.
const OURS: &str = "Icochess, ";

/// The name of a player for the record: our engine's says how it plays. Empty if unknown.
pub fn name(player: &SidePlayer, names: Names) -> String {
    if player.computer && player.external {
        names.engine.to_owned()
    } else if player.computer {
        format!("{OURS}{} {}", player.algorithm, player.level)
    } else {
        names.person.trim().to_owned()
    }
}

/// The player that has this name in a record, if it is our engine.
pub fn ours(name: &str) -> Option<SidePlayer> {
    let (algorithm, level) = name.strip_prefix(OURS)?.split_once(' ')?;
    Some(SidePlayer {
        computer: true,
        external: false,
        algorithm: algorithm.parse().ok()?,
        level: level.parse().ok()?,
    })
}

/// Whether the players of a game may change now: while it goes on, nobody is on the way to a
/// display, and no two people have a display each.
pub fn may_change(game: &Match, handover: &GameHandover, at_window: AtWindow) -> bool {
    game.end().is_none() && !handover.refuses_moves() && at_window.0.is_none()
}

/// Whether the computer may take a side over. By the clock, neither of two people could allow a
/// takeback in the other's place by leaving a side to it.
pub fn may_take_over(game: &Match, clock: &GameClock) -> bool {
    clock.get().is_none() || !Seating::of(game.record()).is_for_two()
}

/// The requests by which `player` plays a side of the game from now on, with one of these names. A
/// game that the computer plays in is not one of two people any more: else it would be left to them
/// when it is taken up again.
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

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_engine::Algorithm;

    #[test]
    fn our_engine_is_known_again_by_its_name() {
        let names = Names {
            person: "Icochess, the cat",
            engine: "Stockfish 17",
        };
        for algorithm in Algorithm::ALL {
            let player = SidePlayer {
                computer: true,
                algorithm,
                level: 7,
                ..SidePlayer::default()
            };
            assert_eq!(ours(&name(&player, names)), Some(player));
        }
        for other in [
            names.person,
            names.engine,
            "Icochess, Strong",
            "Icochess, Strong x",
        ] {
            assert_eq!(ours(other), None, "{other}");
        }
    }
}
