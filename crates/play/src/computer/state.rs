//! The state of the computer player: its search, and the move that it found.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bevy::prelude::*;

use super::resign::ResignCount;
use super::settings::SidePlayer;
use super::thoughts::{Purpose, Thought};
use super::thread::Thread;
use icochess_base::platform;
use icochess_engine::Score;
use icochess_rules::{Move, Side};

/// A search under way.
pub(super) struct Task {
    pub(super) number: u64,
    pub(super) purpose: Purpose,
    pub(super) side: Side,
    pub(super) player: SidePlayer,
    pub(super) stop: Arc<AtomicBool>,
    /// The last report of the search.
    pub(super) latest: Thought,
    /// The best move that it reported.
    pub(super) best: Option<Move>,
    /// The time at which it began, by the app's real time.
    pub(super) begun: Duration,
    /// The time at which a report of it was last shown.
    pub(super) shown: Duration,
}

/// A move that was found and waits for its time.
#[derive(Clone, Copy)]
pub(super) struct Decision {
    pub(super) side: Side,
    pub(super) player: SidePlayer,
    pub(super) mv: Move,
}

/// Whether the engine of others is asked if it knows the board, before it is first to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BoardCheck {
    /// It is to be asked as soon as it plays.
    Due,
    /// It was asked, under this number.
    Asked(u64),
    /// It has answered, or moves.
    Done,
}

/// The state of the computer player.
#[derive(Resource)]
pub(super) struct ComputerState {
    pub(super) thread: Option<Thread>,
    /// Number of the last search.
    pub(super) number: u64,
    pub(super) board_check: BoardCheck,
    pub(super) task: Option<Task>,
    pub(super) choice: Option<Decision>,
    /// Whether the choice is to be played without delay.
    pub(super) hurry: bool,
    /// The time at which the last move was made or taken back.
    pub(super) moved: Duration,
    /// The score of each side's last search, from that side's view.
    pub(super) scores: [Option<Score>; 2],
    pub(super) resign_counts: [ResignCount; 2],
    /// Seed of the random numbers; another one for every game.
    pub(super) seed: u64,
}

impl Default for ComputerState {
    fn default() -> Self {
        Self {
            thread: None,
            number: 0,
            board_check: BoardCheck::Due,
            task: None,
            choice: None,
            hurry: false,
            moved: Duration::ZERO,
            scores: [None; 2],
            resign_counts: [ResignCount::default(); 2],
            seed: platform::any_number(),
        }
    }
}

impl Drop for ComputerState {
    fn drop(&mut self) {
        self.end();
    }
}

impl ComputerState {
    /// Ends the search under way; what it finds does not count.
    pub(super) fn end(&mut self) {
        if let Some(task) = self.task.take() {
            task.stop.store(true, Ordering::Relaxed);
        }
        self.choice = None;
        self.hurry = false;
    }

    /// Forgets the score of a side and its count for resignation: they were of another position, or
    /// another player.
    pub(super) fn forget(&mut self, side: Side) {
        self.resign_counts[side.index()] = ResignCount::default();
        self.scores[side.index()] = None;
    }

    pub(super) fn forget_all(&mut self) {
        for side in Side::ALL {
            self.forget(side);
        }
    }

    pub(super) fn is_for(&self, purpose: Purpose) -> bool {
        self.task
            .as_ref()
            .is_some_and(|task| task.purpose == purpose)
    }

    pub(super) fn is_choosing(&self) -> bool {
        self.choice.is_some() || self.is_for(Purpose::Move)
    }
}
