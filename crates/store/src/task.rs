//! Save thread.
//!
//! Frames only queue data and poll for results later. If several states of a game are pending, only
//! the last one is written. The thread also formats the text, which for a long game takes as long
//! as several frames.

use std::any::Any;
use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bevy::tasks::futures_lite::future::yield_now;

use super::data_dir::Slot;
use super::data_dir::{DataDir, LibraryCopy};
use super::entries::{self, Unknown};
use super::files;
use super::player::PlayerChange;
use super::player_files::{LoadedPlayers, PlayerFiles};
use super::problem::SaveError;
use super::queue::{GameRelation, Job, SaveQueue, Saved};
use super::settings::Settings;
use icochess_base::platform::{self, BackgroundTask};
use icochess_core::library::Names;
use icochess_rules::{Record, pgn};

/// Maximum wait for pending jobs on exit.
const AT_THE_END: Duration = Duration::from_secs(3);

/// Returns the first line of a panic message.
fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let line = text.and_then(|text| text.lines().next());
    line.unwrap_or("no word about it").to_owned()
}

/// Result of a job.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum SaveReply {
    /// The file was written.
    Saved(Slot),
    /// The file couldn't be written. The message contains the reason and advice.
    Failed(Slot, String),
    /// The list of players was read.
    Players(LoadedPlayers),
}

/// Handle of the thread for the game. Dropping it finishes pending jobs and releases the folder.
pub(super) struct Task {
    queue: SaveQueue,
    background: BackgroundTask,
    /// `Mutex` only because `Receiver` isn't `Sync`; never contended.
    replies: Mutex<Receiver<SaveReply>>,
}

impl Task {
    /// Starts the save thread for a folder.
    ///
    /// # Errors
    ///
    /// An error if the system can't create a thread.
    pub(super) fn start(data_dir: Arc<DataDir>, unknown: Unknown) -> io::Result<Self> {
        let queue = SaveQueue::default();
        queue.start();
        queue.add(Job::ReadPlayers);
        let (sender, replies) = channel();
        let players = PlayerFiles::new(data_dir.dir());
        let mut writer = Writer {
            data_dir,
            queue: queue.clone(),
            relation: GameRelation::default(),
            date: None,
            unwritten: None,
            left: VecDeque::new(),
            unknown,
            unsaved: None,
            players,
            changes: VecDeque::new(),
            seats: None,
        };
        let background = BackgroundTask::start("save", move || async move {
            writer.serve(&sender);
            // Without threads, the queue doesn't wait for jobs.
            while !writer.queue.is_closed() {
                yield_now().await;
                writer.serve(&sender);
            }
            // Release the folder before reporting the end.
            writer.data_dir.close();
            writer.queue.end();
        })?;
        Ok(Self {
            queue,
            background,
            replies: Mutex::new(replies),
        })
    }

    /// Returns the queue of pending writes.
    pub(super) const fn queue(&self) -> &SaveQueue {
        &self.queue
    }

    /// Returns the next result, if any. Nothing counts as saved before it is stored.
    pub(super) fn next_reply(&self) -> Option<SaveReply> {
        self.background.run_pending();
        if platform::is_storing() {
            return None;
        }
        self.replies.lock().ok()?.try_recv().ok()
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.queue.release(AT_THE_END);
    }
}

struct Writer {
    data_dir: Arc<DataDir>,
    queue: SaveQueue,
    /// Relation of the match to the game in the file.
    relation: GameRelation,
    /// Date of the game's first save.
    date: Option<String>,
    /// Match that the last attempt failed to write.
    unwritten: Option<Record>,
    /// Replaced games that are still unwritten, oldest first.
    left: VecDeque<(Record, GameRelation)>,
    /// Unknown entries of the settings file.
    unknown: Unknown,
    /// Settings that are still unwritten.
    unsaved: Option<Box<Settings>>,
    players: PlayerFiles,
    /// Unwritten changes of the players.
    changes: VecDeque<PlayerChange>,
    /// Unwritten seats.
    seats: Option<String>,
}

impl Writer {
    fn serve(&mut self, sender: &Sender<SaveReply>) {
        while let Some(job) = self.queue.next() {
            match job {
                Job::Game { record, relation } => {
                    self.attempt(sender, Slot::Game, |it| it.game(record, relation));
                }
                Job::Settings(settings) => self.unsaved = Some(settings),
                Job::ReadPlayers => {
                    let _ = sender.send(SaveReply::Players(self.players.read()));
                }
                Job::Player(change) => self.changes.push_back(change),
                Job::Seats(text) => self.seats = Some(text),
            }
            // Includes data that an earlier attempt failed to write.
            if let Some(settings) = self.unsaved.clone()
                && self.attempt(sender, Slot::Settings, |it| it.settings(&settings))
            {
                self.unsaved = None;
            }
            while let Some(change) = self.changes.front().cloned() {
                if !self.attempt(sender, Slot::Players, |it| it.player(&change)) {
                    break;
                }
                self.changes.pop_front();
            }
            if let Some(seats) = self.seats.clone()
                && self.attempt(sender, Slot::Seats, |it| it.seats(&seats))
            {
                self.seats = None;
            }
            self.queue.done();
        }
    }

    /// Writes something and reports the result. A panic only makes this attempt fail: the thread
    /// continues, and the next attempt retries.
    fn attempt(
        &mut self,
        sender: &Sender<SaveReply>,
        slot: Slot,
        write: impl FnOnce(&mut Self) -> Result<(), SaveError>,
    ) -> bool {
        let result = catch_unwind(AssertUnwindSafe(|| write(self)))
            .unwrap_or_else(|panic| Err(SaveError::Panicked(panic_text(&*panic))));
        let is_saved = result.is_ok();
        if slot == Slot::Game {
            let saved = if is_saved {
                Saved::Saved
            } else {
                Saved::Failed
            };
            self.queue.set_last_saved(saved);
        }
        // Fails if the receiver is gone, which doesn't matter.
        let _ = sender.send(match result {
            Ok(()) => SaveReply::Saved(slot),
            Err(problem) => SaveReply::Failed(slot, problem.to_string()),
        });
        is_saved
    }

    /// Writes the match, but first any older unwritten games. Stops at the first failure; the next
    /// attempt continues there.
    fn game(&mut self, record: Record, relation: GameRelation) -> Result<(), SaveError> {
        match relation {
            GameRelation::Same => {}
            another @ GameRelation::Another(_) => {
                let before = std::mem::replace(&mut self.relation, another);
                if let Some(unwritten) = self.unwritten.take() {
                    self.left.push_back((unwritten, before));
                }
                self.date = None;
                self.queue.set_current(false);
            }
            GameRelation::PlayedOn => self.relation.play_on(),
        }
        let mut saved = record.to_record();
        // If this reference remained, the match would have to copy its record on the next move.
        drop(record);
        let date = self.date.get_or_insert_with(today);
        let tags = saved.make_mut().tags_mut();
        for (tag, value) in [("Event", Names::OWN_EVENT), ("Date", date)] {
            tags.entry(tag.into()).or_insert_with(|| value.into());
        }
        let text = saved.to_pgn();
        let (bytes, limit) = (text.len(), pgn::MAX_BYTES);
        if bytes > limit {
            return Err(SaveError::TooLong { bytes, limit });
        }
        let result = self.write_pending().and_then(|()| {
            // Clones the value, because a panic would lose a taken one.
            let mut relation = self.relation.clone();
            let result = self.put(&saved, &text, &mut relation);
            self.relation = relation;
            result
        });
        self.unwritten = result.is_err().then_some(saved);
        result
    }

    fn write_pending(&mut self) -> Result<(), SaveError> {
        while let Some((game, relation)) = self.left.front() {
            let mut relation = relation.clone();
            let result = self.put(game, &game.to_pgn(), &mut relation);
            self.queue.set_current(false);
            if let (Err(problem), Some(first)) = (result, self.left.front_mut()) {
                first.1 = relation;
                return Err(problem);
            }
            self.left.pop_front();
        }
        Ok(())
    }

    /// Writes the game. If the existing file contains a different game, moves it to the library
    /// first.
    fn put(&self, game: &Record, text: &str, relation: &mut GameRelation) -> Result<(), SaveError> {
        let mut guard = self.data_dir.lock()?;
        if guard.is_new() {
            // Another process may have saved a game in the meantime.
            relation.set_another();
        }
        match relation {
            GameRelation::Same => guard.recognise(),
            GameRelation::Another(opened) => {
                guard.archive()?;
                guard.set_library_copy(opened.take().map_or(LibraryCopy::Nowhere, LibraryCopy::In));
            }
            GameRelation::PlayedOn => guard.set_library_copy(LibraryCopy::Nowhere),
        }
        *relation = GameRelation::Same;
        self.write(Slot::Game, text)?;
        self.queue.set_current(true);
        guard.keep(text, game.outcome().is_some())
    }

    fn settings(&mut self, settings: &Settings) -> Result<(), SaveError> {
        let data_dir = Arc::clone(&self.data_dir);
        let mut guard = data_dir.lock_settings()?;
        // A new lock means that the saved game may not be the match.
        if guard.is_new() {
            self.relation.set_another();
        }
        self.write(Slot::Settings, &entries::to_text(settings, &self.unknown))
    }

    fn seats(&mut self, text: &str) -> Result<(), SaveError> {
        let data_dir = Arc::clone(&self.data_dir);
        let mut guard = data_dir.lock_settings()?;
        if guard.is_new() {
            self.relation.set_another();
        }
        self.write(Slot::Seats, text)
    }

    fn player(&mut self, change: &PlayerChange) -> Result<(), SaveError> {
        let data_dir = Arc::clone(&self.data_dir);
        let mut guard = data_dir.lock_settings()?;
        if guard.is_new() {
            self.relation.set_another();
        }
        self.players.change(change)
    }

    fn write(&self, slot: Slot, text: &str) -> Result<(), SaveError> {
        let dir = self.data_dir.dir();
        files::write(&dir.join(slot.file()), text).map_err(|error| SaveError::Write {
            dir: dir.to_owned(),
            error,
        })
    }
}

/// Returns today's date in PGN format.
pub(super) fn today() -> String {
    jiff::Zoned::now().strftime("%Y.%m.%d").to_string()
}

#[cfg(test)]
mod tests;
