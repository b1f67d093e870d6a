//! State of the computer player: its current search and its chosen move.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bevy::prelude::*;

use super::resign::ResignCount;
use super::settings::SidePlayer;
use super::thoughts::{Purpose, Thought, Why};
use super::thread::Thread;
use icochess_base::platform;
use icochess_engine::{Info, Reason};
use icochess_rules::{Move, Side};

pub(super) struct Task {
    pub(super) number: u64,
    pub(super) purpose: Purpose,
    pub(super) side: Side,
    pub(super) player: SidePlayer,
    pub(super) stop: Arc<AtomicBool>,
    /// Last report of the search.
    pub(super) latest: Thought,
    /// Best move reported.
    pub(super) best: Option<Move>,
    /// Number of best lines that the players wanted at the start.
    pub(super) wanted_lines: usize,
    /// Last lines reported, by rank.
    pub(super) lines: Vec<Info>,
    /// Reasons for the move.
    pub(super) reasons: Vec<Reason>,
    /// Start, in the app's real time.
    pub(super) begun: Duration,
    /// Time at which a report was last shown.
    pub(super) shown: Duration,
}

impl Task {
    /// Replaces the line of this rank, and drops an outdated line with the same move.
    pub(super) fn record_line(&mut self, info: Info) {
        let is_same = |line: &Info| line.pv.first() == info.pv.first();
        self.lines.retain(|line| {
            line.multi_pv < info.multi_pv || line.multi_pv > info.multi_pv && !is_same(line)
        });
        self.lines.push(info);
        self.lines.sort_by_key(|line| line.multi_pv);
    }
}

/// Hint, which players see in part.
pub(super) struct FoundHint {
    pub(super) mv: Move,
    pub(super) why: Why,
}

/// Chosen move that waits for its delay.
#[derive(Clone, Copy)]
pub(super) struct Decision {
    pub(super) side: Side,
    pub(super) player: SidePlayer,
    pub(super) mv: Move,
}

/// Progress of the check for an external engine's board support, before its first move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BoardCheck {
    /// Not yet asked. The check is due once the engine plays.
    Due,
    /// Asked in the job with this number.
    Asked(u64),
    /// The engine has answered, or a search has superseded the query.
    Done,
}

#[derive(Resource)]
pub(super) struct ComputerState {
    pub(super) thread: Option<Thread>,
    /// Number of the last search.
    pub(super) number: u64,
    pub(super) board_check: BoardCheck,
    pub(super) task: Option<Task>,
    pub(super) choice: Option<Decision>,
    pub(super) hint: Option<FoundHint>,
    /// Whether to skip the delay of the chosen move.
    pub(super) hurry: bool,
    /// Time at which the last move was made or taken back.
    pub(super) moved: Duration,
    /// Each side's winning chance by its last search, from 0 to 1.
    pub(super) chances: [Option<f64>; 2],
    pub(super) resign_counts: [ResignCount; 2],
    /// Random seed, different for each game.
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
            hint: None,
            hurry: false,
            moved: Duration::ZERO,
            chances: [None; 2],
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
    /// Stops the current search and discards its result.
    pub(super) fn end(&mut self) {
        if let Some(task) = self.task.take() {
            task.stop.store(true, Ordering::Relaxed);
        }
        self.choice = None;
        self.hurry = false;
    }

    /// Resets a side's chance and resignation count, because they belong to another position or
    /// player.
    pub(super) fn forget(&mut self, side: Side) {
        self.resign_counts[side.index()] = ResignCount::default();
        self.chances[side.index()] = None;
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
