//! The players of the two sides, and changing them during a game.

use icochess_play::computer::messages::ComputerRequest;
use icochess_play::computer::{Computer, SidePlayer};
use icochess_play::game::Match;
use icochess_play::game::clock::GameClock;
use icochess_play::game::handover::GameHandover;
use icochess_play::game::messages::{Edit, GameRequest};
use icochess_play::game::seating::Seating;
use icochess_play::interaction::at_window::AtWindow;
use icochess_rules::Side;

/// Names of the possible players of a side; empty if unknown.
#[derive(Debug, Clone, Copy)]
pub struct Names<'a> {
    /// Person's name.
    pub person: &'a str,
    /// The external engine.
    pub engine: &'a str,
}

/// Prefix of the built-in engine's name in a record. Its algorithm and level follow.
const OURS: &str = "Icochess, ";

/// Returns the name of a player for the record. The name of the built-in engine includes algorithm
/// and level. Empty if unknown.
pub fn name(player: &SidePlayer, names: Names) -> String {
    if player.computer && player.external {
        names.engine.to_owned()
    } else if player.computer {
        format!("{OURS}{} {}", player.algorithm, player.level)
    } else {
        names.person.trim().to_owned()
    }
}

/// Parses the built-in engine's name in a record; `None` for any other name.
pub fn parse_engine_name(name: &str) -> Option<SidePlayer> {
    let (algorithm, level) = name.strip_prefix(OURS)?.split_once(' ')?;
    Some(SidePlayer {
        computer: true,
        external: false,
        algorithm: algorithm.parse().ok()?,
        level: level.parse().ok()?,
    })
}

/// Returns whether the players may change now. They can't after the end, during a handover, or
/// while two people have a display each, here or in two places.
pub fn may_change(game: &Match, handover: &GameHandover, at_window: AtWindow) -> bool {
    game.end().is_none() && !game.is_remote() && !handover.refuses_moves() && at_window.0.is_none()
}

/// Returns whether the computer may take over a side. Impossible with a clock and two people,
/// because a player could use it to take back a move without the opponent's consent.
pub fn may_take_over(game: &Match, clock: &GameClock) -> bool {
    clock.get().is_none() || !Seating::of(game.record()).is_for_two()
}

/// Returns the requests to let `player` play a side from now on. A game with a computer loses its
/// seating for two. Otherwise, resuming the game would leave it to two people.
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
    fn our_engine_is_recognised_by_its_name() {
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
            assert_eq!(parse_engine_name(&name(&player, names)), Some(player));
        }
        for other in [
            names.person,
            names.engine,
            "Icochess, Strong",
            "Icochess, Strong x",
        ] {
            assert_eq!(parse_engine_name(other), None, "{other}");
        }
    }
}
