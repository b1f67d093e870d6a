//! The players of both sides, and the settings of the computer.

use std::num::NonZeroUsize;

use bevy::prelude::Resource;

use crate::game::Match;
use icochess_engine::{Algorithm, ComputerPlayer};
use icochess_rules::Side;

/// The player of a side. The settings of the computer are kept while a human plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SidePlayer {
    /// Whether the computer plays the side, not a human.
    pub computer: bool,
    /// The algorithm that chooses the computer's moves.
    pub algorithm: Algorithm,
    /// The strength, from 1 to [`MAX_LEVEL`](icochess_engine::levels::MAX_LEVEL); of Value and Attack
    /// the moves that they look ahead.
    pub level: u8,
    /// Whether the engine plays that the settings name, in the place of our own.
    pub external: bool,
}

impl SidePlayer {
    /// Whether its moves are not always the best that it finds.
    pub fn errs(&self) -> bool {
        !self.external && ComputerPlayer::errs(self.algorithm, self.level)
    }

    /// Whether its level is a number of moves to look ahead.
    pub const fn looks_ahead(&self) -> bool {
        !self.external && matches!(self.algorithm, Algorithm::Value | Algorithm::Attack)
    }
}

impl Default for SidePlayer {
    fn default() -> Self {
        Self {
            computer: false,
            algorithm: Algorithm::Strong,
            level: FIRST_LEVEL,
            external: false,
        }
    }
}

/// The default level, of the first game: newcomers do not know yet how the pieces move.
const FIRST_LEVEL: u8 = 2;

/// The players of both sides, and the limits of the computer's searches. Kept between games.
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct Computer {
    /// The player of White.
    pub white: SidePlayer,
    /// The player of Black.
    pub black: SidePlayer,
    /// Most time for a move, seconds. Lower levels mostly need less.
    pub seconds: f32,
    /// Least time between two moves where the computer plays both sides, seconds.
    pub delay: f32,
    /// Threads of a search; at most as many as the machine has cores.
    pub cores: usize,
    /// Size of the table of known positions, mebibytes.
    pub table: usize,
    /// Whether the computer resigns lost games and accepts draws.
    pub gives_up: bool,
    /// Whether the players may ask for hints.
    pub hints: bool,
    /// Whether a bar shows who stands better.
    pub evaluation_bar: bool,
    /// The engine of others that can play, with its arguments; empty if there is none.
    pub engine: String,
    /// The engine of others that evaluates games; empty if ours does.
    pub analysis_engine: String,
}

impl Default for Computer {
    fn default() -> Self {
        Self {
            white: SidePlayer::default(),
            black: SidePlayer::default(),
            seconds: 3.0,
            delay: 1.0,
            cores: (available_cores() - 1).max(1),
            table: 64,
            gives_up: true,
            hints: true,
            evaluation_bar: false,
            engine: String::new(),
            analysis_engine: String::new(),
        }
    }
}

/// Cores of this machine that the game may use.
pub fn available_cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

impl Computer {
    /// The player of a side.
    pub const fn of(&self, side: Side) -> &SidePlayer {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// The player of a side, for changing.
    pub const fn of_mut(&mut self, side: Side) -> &mut SidePlayer {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }

    /// Whether the computer plays this side.
    pub const fn plays(&self, side: Side) -> bool {
        self.of(side).computer
    }

    /// Leaves both sides to people.
    pub const fn leave(&mut self) {
        self.white.computer = false;
        self.black.computer = false;
    }

    /// Plays the sides that it plays in `other`, and no others.
    pub const fn play_as(&mut self, other: &Self) {
        self.white.computer = other.white.computer;
        self.black.computer = other.black.computer;
    }

    /// Whether the computer plays both sides.
    pub const fn plays_both(&self) -> bool {
        self.white.computer && self.black.computer
    }

    /// Threads to search with on a machine with that many cores. Beside a
    /// headset, one core is left to it.
    pub fn threads(&self, available: usize, beside_headset: bool) -> usize {
        let most = available - usize::from(beside_headset && available > 1);
        self.cores.clamp(1, most.max(1))
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_headset_keeps_a_core() {
        let computer = Computer {
            cores: 8,
            ..Computer::default()
        };
        assert_eq!(computer.threads(16, true), 8);
        assert_eq!(computer.threads(8, true), 7);
        assert_eq!(computer.threads(8, false), 8);
        assert_eq!(computer.threads(1, true), 1);
        assert_eq!(computer.threads(2, false), 2);
    }
}
