//! Queue of pending writes and the result of the last one. The app, its save thread, and code that
//! must wait for that thread share it.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bevy::prelude::Resource;

use super::player::PlayerChange;
use super::settings::Settings;
use icochess_base::platform::{self, HAS_THREADS};
use icochess_rules::Record;

/// Job for the save thread.
pub(super) enum Job {
    Game {
        record: Record,
        relation: GameRelation,
    },
    Settings(Box<Settings>),
    /// Read the list of players.
    ReadPlayers,
    Player(PlayerChange),
    /// Text of the seats in games over a network.
    Seats(String),
}

/// Relation of a game to the most recently written one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum GameRelation {
    /// The game written last.
    #[default]
    Same,
    /// Another game, possibly opened from this library file, to which it is also saved from now on.
    /// The previous game moves to the library first.
    Another(Option<String>),
    /// Game that continues from a position of the previous one, which had ended and stays in the
    /// library unchanged.
    PlayedOn,
}

impl GameRelation {
    /// Records that the file may now contain another game.
    pub(super) fn set_another(&mut self) {
        if !matches!(self, Self::Another(_)) {
            *self = Self::Another(None);
        }
    }

    /// Records that the game continues from an earlier position after it had ended. A game opened
    /// from a library file is then detached from that file.
    pub(super) fn play_on(&mut self) {
        *self = match self {
            Self::Same | Self::PlayedOn => Self::PlayedOn,
            Self::Another(_) => Self::Another(None),
        };
    }
}

/// Result of the last attempt to save the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Saved {
    /// Nothing to save yet.
    #[default]
    Nothing,
    /// The game was saved.
    Saved,
    /// Saving failed: the folder isn't writable, is used by another process or doesn't exist. The
    /// disk has an earlier state or another game.
    Failed,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    /// Whether a job is in progress.
    at_work: bool,
    /// Whether the queue accepts no more jobs.
    closed: bool,
    /// Whether a thread serves the queue.
    is_served: bool,
    /// Whether the saved game is the current one.
    is_current: bool,
    last_saved: Saved,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

/// Handle of the save queue. The handle outlives the app, so that shutdown and the restart after a
/// panic can wait for pending writes. Clones share the queue.
///
/// The queue of [`Store`](super::store::Store) has a thread. The [default](Self::default) queue has
/// none and is never busy; it is for an app without a data folder.
#[derive(Resource, Clone, Default)]
pub struct SaveQueue(Arc<Shared>);

impl SaveQueue {
    /// Waits up to `limit` for all jobs to finish or fail. Returns `false` on a timeout, such as on
    /// a hanging disk.
    pub fn flush(&self, limit: Duration) -> bool {
        self.wait_while(limit, |state| state.at_work || !state.jobs.is_empty())
    }

    /// Returns whether any job is pending or in progress, or its files aren't stored yet.
    pub fn is_busy(&self) -> bool {
        let state = self.lock();
        state.at_work || !state.jobs.is_empty() || platform::is_storing()
    }

    /// Returns whether the saved game is the current one, rather than a previous game or none. The
    /// result is reliable after [`SaveQueue::flush`].
    pub fn is_current(&self) -> bool {
        self.lock().is_current
    }

    /// Sets whether the saved game is the current one.
    pub fn set_current(&self, yes: bool) {
        self.lock().is_current = yes;
    }

    /// Returns the result of the last attempt to save the game. Unlike [`SaveQueue::is_current`],
    /// this also reveals later moves that aren't saved. The result is reliable after
    /// [`SaveQueue::flush`].
    pub fn last_saved(&self) -> Saved {
        if platform::storage_problem().is_some() {
            return Saved::Failed;
        }
        self.lock().last_saved
    }

    /// Sets the result of an attempt to save the game.
    pub(super) fn set_last_saved(&self, saved: Saved) {
        self.lock().last_saved = saved;
    }

    pub(super) fn add(&self, job: Job) {
        self.change(|state| state.add(job));
    }

    /// Closes the queue to further jobs.
    pub(super) fn close(&self) {
        self.change(|state| state.closed = true);
    }

    /// Returns whether the queue is closed to further jobs.
    pub(super) fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// Records that a thread serves the queue.
    pub(super) fn start(&self) {
        self.change(|state| state.is_served = true);
    }

    /// Records that the thread has ended.
    pub(super) fn end(&self) {
        self.change(|state| state.is_served = false);
    }

    /// Waits up to `limit` for the thread to end.
    pub(super) fn wait_for_end(&self, limit: Duration) {
        self.wait_while(limit, |state| state.is_served);
    }

    /// Releases the data folder to the process that replaces this one. Finishes pending jobs within
    /// `limit` and then writes nothing more.
    pub fn release(&self, limit: Duration) {
        self.close();
        self.wait_for_end(limit);
    }

    /// Waits for the next job. Returns `None` if the queue is closed. Without threads, returns
    /// `None` immediately if no job is pending.
    pub(super) fn next(&self) -> Option<Job> {
        let nothing = |state: &mut State| HAS_THREADS && state.jobs.is_empty() && !state.closed;
        let state = self.0.changed.wait_while(self.lock(), nothing);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        let job = state.jobs.pop_front();
        state.at_work = job.is_some();
        job
    }

    pub(super) fn done(&self) {
        self.change(|state| state.at_work = false);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.lock());
        self.0.changed.notify_all();
    }

    /// Waits up to `limit` while a condition holds, if there are threads. Returns whether the
    /// condition no longer holds.
    fn wait_while(&self, limit: Duration, mut is_so: impl FnMut(&mut State) -> bool) -> bool {
        if !HAS_THREADS {
            return !is_so(&mut self.lock());
        }
        let changed = &self.0.changed;
        let waited = changed.wait_timeout_while(self.lock(), limit, is_so);
        let end = waited.unwrap_or_else(PoisonError::into_inner).1;
        !end.timed_out()
    }
}

impl State {
    /// Adds a job, replacing an earlier state of the same data.
    fn add(&mut self, job: Job) {
        let mut earlier = self.jobs.iter_mut().rev();
        match &job {
            Job::Game {
                record: now,
                relation: GameRelation::Same,
            } => {
                let last = earlier.find_map(|job| match job {
                    Job::Game { record, .. } => Some(record),
                    _ => None,
                });
                if let Some(record) = last {
                    record.clone_from(now);
                    return;
                }
            }
            Job::Game { .. } => {}
            Job::Settings(now) => {
                let last = earlier.find_map(|job| match job {
                    Job::Settings(settings) => Some(settings),
                    _ => None,
                });
                if let Some(settings) = last {
                    settings.clone_from(now);
                    return;
                }
            }
            Job::Player(PlayerChange::Keep(now)) => {
                let last = earlier.find_map(|job| match job {
                    Job::Player(change) => Some(change),
                    _ => None,
                });
                if let Some(PlayerChange::Keep(player)) = last
                    && player.is_called(&now.name)
                {
                    player.clone_from(now);
                    return;
                }
            }
            Job::Seats(now) => {
                let last = earlier.find_map(|job| match job {
                    Job::Seats(text) => Some(text),
                    _ => None,
                });
                if let Some(text) = last {
                    text.clone_from(now);
                    return;
                }
            }
            Job::ReadPlayers | Job::Player(_) => {}
        }
        self.jobs.push_back(job);
    }
}
