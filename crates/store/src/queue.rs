//! The queue of what waits to be written, and whether the game was: shared by an app, the thread
//! that writes for it, and whoever has to wait for that thread.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bevy::prelude::Resource;

use super::player::PlayerChange;
use super::settings::Settings;
use icochess_base::platform::HAS_THREADS;
use icochess_rules::Record;

/// A job for the thread that writes.
pub(super) enum Job {
    Game {
        record: Record,
        relation: GameRelation,
    },
    Settings(Box<Settings>),
    /// Read the list of players.
    ReadPlayers,
    Player(PlayerChange),
}

/// The relation of a game to the one that was written last.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum GameRelation {
    /// The same game.
    #[default]
    Same,
    /// Another game; the one before is to be put away first. With the file among the saved games
    /// that this one was opened from, if any.
    Another(Option<String>),
    /// A game that goes on from a position of the one before, which had ended.
    PlayedOn,
}

impl GameRelation {
    /// Notes that the game in the file may be another one by now.
    pub(super) fn set_another(&mut self) {
        if !matches!(self, Self::Another(_)) {
            *self = Self::Another(None);
        }
    }

    /// Notes that the game goes on from a position in what it was, which had ended. Another game
    /// that was opened from a file goes on apart from that.
    pub(super) fn play_on(&mut self) {
        *self = match self {
            Self::Same | Self::PlayedOn => Self::PlayedOn,
            Self::Another(_) => Self::Another(None),
        };
    }
}

/// The result of the last attempt to write the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Saved {
    /// Nothing was to be written yet.
    #[default]
    Nothing,
    /// The game is on disk as it was then.
    Saved,
    /// Failed: the folder cannot be written in, is used by another program, or there is none.
    /// On disk is an earlier state or another game.
    Failed,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    /// Whether a job is being done.
    at_work: bool,
    /// Whether no more jobs will come.
    closed: bool,
    /// Whether a thread does the jobs.
    is_served: bool,
    /// Whether the game on disk is the one being played.
    is_current: bool,
    last_saved: Saved,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

/// The jobs of one app's thread that writes, for whoever must wait for them: the end of the
/// program, and what starts it again after a panic. Clones share one queue and outlive the app.
///
/// The queue of [`Store`](super::store::Store) has a thread that serves it. The
/// [default](Self::default) has none, nor anything to wait for: it stands for an app without a
/// folder.
#[derive(Resource, Clone, Default)]
pub struct SaveQueue(Arc<Shared>);

impl SaveQueue {
    /// Waits until everything asked for was written or could not be, `limit` at most. Returns
    /// whether it came to that; else the thread is still at it, as on a disk that hangs.
    pub fn flush(&self, limit: Duration) -> bool {
        self.wait_while(limit, |state| state.at_work || !state.jobs.is_empty())
    }

    /// Whether something is being written or waits to be.
    pub fn is_busy(&self) -> bool {
        let state = self.lock();
        state.at_work || !state.jobs.is_empty()
    }

    /// Whether the game on disk is the one being played. If not, it is an earlier one, or there is
    /// none. Certain after [`SaveQueue::flush`].
    pub fn is_current(&self) -> bool {
        self.lock().is_current
    }

    /// Notes whether the game on disk is the one being played.
    pub fn set_current(&self, yes: bool) {
        self.lock().is_current = yes;
    }

    /// The result of the last attempt to write the game. Unlike [`SaveQueue::is_current`], it tells
    /// when a later move of the game on disk could not be written. Certain after
    /// [`SaveQueue::flush`].
    pub fn last_saved(&self) -> Saved {
        self.lock().last_saved
    }

    /// Notes the result of an attempt to write the game.
    pub(super) fn set_last_saved(&self, saved: Saved) {
        self.lock().last_saved = saved;
    }

    /// Adds a job, which is done soon.
    pub(super) fn add(&self, job: Job) {
        self.change(|state| state.add(job));
    }

    /// Notes that no more jobs will come.
    pub(super) fn close(&self) {
        self.change(|state| state.closed = true);
    }

    /// Whether no more jobs will come.
    pub(super) fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// Notes that a thread does the jobs from now on.
    pub(super) fn begin(&self) {
        self.change(|state| state.is_served = true);
    }

    /// Notes that the thread has ended.
    pub(super) fn end(&self) {
        self.change(|state| state.is_served = false);
    }

    /// Waits until nobody serves the queue any more, `limit` at most.
    pub(super) fn wait_for_end(&self, limit: Duration) {
        self.wait_while(limit, |state| state.is_served);
    }

    /// Releases the folder to the process that goes on in the place of this one: what waits is
    /// written, `limit` at most, and then nothing any more.
    pub fn release(&self, limit: Duration) {
        self.close();
        self.wait_for_end(limit);
    }

    /// Waits for the next job; `None` when there will be none, or, without threads, when there is none
    /// by now.
    pub(super) fn next(&self) -> Option<Job> {
        let nothing = |state: &mut State| HAS_THREADS && state.jobs.is_empty() && !state.closed;
        let state = self.0.changed.wait_while(self.lock(), nothing);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        let job = state.jobs.pop_front();
        state.at_work = job.is_some();
        job
    }

    /// Notes that the job is done.
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

    /// Waits while it is so, `limit` at most, if there is a thread to wait for. Returns whether it is
    /// so no longer.
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
    /// Takes a job on, in the place of an earlier state of the same thing.
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
            Job::ReadPlayers | Job::Player(_) => {}
        }
        self.jobs.push_back(job);
    }
}
