//! What waits to be written, and what became of the game: what an app shares with the
//! thread that writes for it, and with whoever has to wait for that thread.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bevy::prelude::Resource;

use super::player::PlayerChange;
use super::settings::Settings;
use icochess_rules::Record;

/// Something to write.
pub(super) enum Job {
    Game {
        record: Record,
        which: Which,
    },
    Settings(Box<Settings>),
    /// Tell which people there are.
    ReadPlayers,
    Player(PlayerChange),
}

/// Which game it is, beside the one that was written last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Which {
    /// The same.
    Same,
    /// Another one; that before is to be put away first. The file among the saved games
    /// that this one was opened from, if there is one.
    Another(Option<String>),
    /// One that goes on from a place in that before, which had ended.
    PlayedOn,
}

/// What became of the game the last time that it was to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Saved {
    /// Nothing was to be written yet.
    #[default]
    Nothing,
    /// It is on disk as it was then.
    Saved,
    /// It is not: the folder cannot be written in, is used by another program,
    /// or there is none. What is on disk is an earlier state or another game.
    Failed,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    /// Is one being written?
    at_work: bool,
    /// There will be no more.
    closed: bool,
    /// The thread is gone.
    ended: bool,
    /// Is the game on disk the one being played?
    is_current: bool,
    last_saved: Saved,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

/// What one app has to write, for whoever must wait for it: the end of the program, and
/// what starts it again after a panic. Clones are of the same queue, and outlive the app.
///
/// That of [`Store`](super::store::Store) has a thread that serves it. The
/// [default](Self::default) has none, nor anything to wait for: it stands for an app
/// without a folder.
#[derive(Resource, Clone, Default)]
pub struct SaveQueue(Arc<Shared>);

impl SaveQueue {
    /// Waits until everything asked for was written or could not be, `limit` at most.
    pub fn flush(&self, limit: Duration) {
        self.wait_while(limit, |state| state.at_work || !state.jobs.is_empty());
    }

    /// Is the game on disk the one being played? If not, it is an earlier one, or
    /// there is none. Certain after [`SaveQueue::flush`].
    #[must_use]
    pub fn is_current(&self) -> bool {
        self.lock().is_current
    }

    /// Tells whether the game on disk is the one being played.
    pub fn set_current(&self, yes: bool) {
        self.lock().is_current = yes;
    }

    /// What became of the game the last time that it was to be written. Beside
    /// [`SaveQueue::is_current`], which stays true when a later move of the game on disk
    /// could not be written. Certain after [`SaveQueue::flush`].
    #[must_use]
    pub fn last_saved(&self) -> Saved {
        self.lock().last_saved
    }

    /// Tells what became of the game.
    pub(super) fn set_last_saved(&self, saved: Saved) {
        self.lock().last_saved = saved;
    }

    /// Writes something soon.
    pub(super) fn add(&self, job: Job) {
        self.change(|state| state.add(job));
    }

    /// Says that there will be no more jobs.
    pub(super) fn close(&self) {
        self.change(|state| state.closed = true);
    }

    /// Says that nobody serves the queue any more.
    pub(super) fn end(&self) {
        self.change(|state| state.ended = true);
    }

    /// Waits until nobody serves the queue any more, `limit` at most.
    pub(super) fn wait_for_end(&self, limit: Duration) {
        self.wait_while(limit, |state| !state.ended);
    }

    /// Waits for the next job; `None` when there will be none.
    pub(super) fn next(&self) -> Option<Job> {
        let nothing = |state: &mut State| state.jobs.is_empty() && !state.closed;
        let state = self.0.changed.wait_while(self.lock(), nothing);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        let job = state.jobs.pop_front();
        state.at_work = job.is_some();
        job
    }

    /// Says that the job is done.
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

    fn wait_while(&self, limit: Duration, is_so: impl FnMut(&mut State) -> bool) {
        let changed = &self.0.changed;
        let _ = changed.wait_timeout_while(self.lock(), limit, is_so);
    }
}

impl State {
    /// Takes a job on, in the place of an earlier state of the same thing.
    fn add(&mut self, job: Job) {
        let mut earlier = self.jobs.iter_mut().rev();
        match &job {
            Job::Game {
                record: now,
                which: Which::Same,
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
            Job::ReadPlayers | Job::Player(_) => {}
        }
        self.jobs.push_back(job);
    }
}
