//! Players of both sides, and settings of the computer.

use std::num::NonZeroUsize;

use bevy::prelude::Resource;

use crate::game::Match;
use crate::game::seating::Seating;
use icochess_base::display::Display;
use icochess_engine::{Algorithm, ComputerPlayer};
use icochess_rules::Side;

/// Player of a side. With a human player, the computer's settings remain stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SidePlayer {
    /// Whether the computer plays the side.
    pub computer: bool,
    /// Algorithm that chooses the computer's moves.
    pub algorithm: Algorithm,
    /// Strength, from 1 to [`MAX_LEVEL`](icochess_engine::levels::MAX_LEVEL). For Value and Attack,
    /// the level is the number of moves to look ahead.
    pub level: u8,
    /// Whether an external engine replaces the built-in one.
    pub external: bool,
}

impl SidePlayer {
    /// Returns whether the player sometimes plays worse moves than its best.
    pub fn errs(&self) -> bool {
        !self.external && ComputerPlayer::errs(self.algorithm, self.level)
    }

    /// Returns whether the player's level is a strength.
    pub const fn has_strength(&self) -> bool {
        !self.external && matches!(self.algorithm, Algorithm::Strong)
    }

    /// Returns whether the player's level is a number of moves to look ahead.
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

/// Default level. It is low because beginners don't know yet how the pieces move.
const FIRST_LEVEL: u8 = 2;

/// Maximum number of best lines.
pub const MAX_LINES: usize = 3;

/// Players of both sides, and limits of the computer's searches. They persist across games.
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct Computer {
    /// White's player.
    pub white: SidePlayer,
    /// Black's player.
    pub black: SidePlayer,
    /// Maximum time for a move, in seconds. Lower levels usually need less.
    pub seconds: f32,
    /// Minimum time between moves if the computer plays both sides, in seconds.
    pub delay: f32,
    /// Threads of a search, limited by the machine's cores.
    pub cores: usize,
    /// Size of the transposition table in mebibytes.
    pub table: usize,
    /// Whether the computer resigns lost games and accepts draws.
    pub gives_up: bool,
    /// Whether hints are available.
    pub hints: bool,
    /// Whether to show the evaluation bar.
    pub evaluation_bar: bool,
    /// Number of best lines to show, at most [`MAX_LINES`].
    pub best_lines: usize,
    /// External engine for playing, with arguments; empty for none.
    pub engine: String,
    /// External engine for analysis; empty for the built-in one.
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
            best_lines: 0,
            engine: String::new(),
            analysis_engine: String::new(),
        }
    }
}

/// Returns the number of cores available to the game.
pub fn available_cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Returns the number of cores that a search may use, of those available. With a headset this is
/// half of the physical cores, because the compositor and, for a wireless headset, the video
/// encoder need the others.
fn search_cores(display: Display, available: usize, physical: usize) -> usize {
    match display {
        Display::Flat => available,
        Display::Headset => (physical / 2).clamp(1, available),
    }
}

impl Computer {
    /// Returns the player of a side.
    pub const fn of(&self, side: Side) -> &SidePlayer {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// Returns a mutable reference to the player of a side.
    pub const fn of_mut(&mut self, side: Side) -> &mut SidePlayer {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }

    /// Returns whether the computer plays this side.
    pub const fn plays(&self, side: Side) -> bool {
        self.of(side).computer
    }

    /// Makes both sides human.
    pub const fn leave(&mut self) {
        self.white.computer = false;
        self.black.computer = false;
    }

    /// Returns whether positions are evaluated while a human is to move.
    pub const fn evaluates(&self) -> bool {
        self.evaluation_bar || self.best_lines > 0
    }

    /// Copies from `other` which sides the computer plays.
    pub const fn play_as(&mut self, other: &Self) {
        self.white.computer = other.white.computer;
        self.black.computer = other.black.computer;
    }

    /// Returns whether the computer plays both sides.
    pub const fn plays_both(&self) -> bool {
        self.white.computer && self.black.computer
    }

    /// Returns the number of search threads on this display.
    pub(super) fn threads(&self, display: Display) -> usize {
        let most = search_cores(display, available_cores(), num_cpus::get_physical());
        self.cores.clamp(1, most)
    }
}

/// Returns whether it is the computer's turn. Never true while players look back, because the game
/// waits.
pub fn is_to_move(computer: &Computer, game: &Match) -> bool {
    !game.is_looking_back() && computer.plays(game.position().turn()) && game.outcome().is_none()
}

/// Returns the human to move, or else the one waiting for the computer; `None` if the computer
/// plays both sides. With a friend in another place, it is the human here.
pub fn next_human(computer: &Computer, game: &Match) -> Option<Side> {
    if let Some(side) = Seating::of(game.record()).remote() {
        return Some(side);
    }
    let turn = game.position().turn();
    [turn, !turn]
        .into_iter()
        .find(|side| !computer.plays(*side))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headset_keeps_half_of_the_physical_cores() {
        let headset = |available, physical| search_cores(Display::Headset, available, physical);
        assert_eq!(headset(16, 8), 4);
        assert_eq!(headset(8, 8), 4);
        // Fewer available than there are.
        assert_eq!(headset(2, 16), 2);
        assert_eq!(headset(1, 1), 1);
        assert_eq!(search_cores(Display::Flat, 16, 8), 16);
    }
}
