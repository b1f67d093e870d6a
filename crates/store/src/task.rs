//! The thread that writes.
//!
//! A frame only queues what is to be written, and hears later what became
//! of it. Of states of one game that wait, only the last is written. The text
//! is made here too: that of a long game takes as long as some frames.

use std::any::Any;
use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::data_dir::Slot;
use super::data_dir::{DataDir, Kept};
use super::entries::{self, Unknown};
use super::files;
use super::player::PlayerChange;
use super::player_files::{LoadedPlayers, PlayerFiles};
use super::problem::SaveError;
use super::queue::{GameRelation, Job, SaveQueue, Saved};
use super::settings::Settings;
use icochess_base::platform::BackgroundTask;
use icochess_core::library::Names;
use icochess_rules::{Record, pgn};

/// The longest time that the end of the program waits for jobs that are left.
const AT_THE_END: Duration = Duration::from_secs(3);

/// The first line of a panic's message.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let line = text.and_then(|text| text.lines().next());
    line.unwrap_or("no word about it").to_owned()
}

/// The result of a job.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum SaveReply {
    /// The file is on disk.
    Saved(Slot),
    /// The file could not be written; a sentence says why and what to do.
    Failed(Slot, String),
    /// The list of players was read.
    Players(LoadedPlayers),
}

/// The thread, as the game sees it. When dropped it writes what is left, and
/// gives the folder back.
pub(super) struct Task {
    queue: SaveQueue,
    background: BackgroundTask,
    /// Locked by nobody; a receiver alone could not be part of a resource.
    told: Mutex<Receiver<SaveReply>>,
}

impl Task {
    /// Begins the thread that writes in that folder.
    ///
    /// # Errors
    ///
    /// An error of the system if it has no more threads.
    pub(super) fn begin(data_dir: Arc<DataDir>, unknown: Unknown) -> io::Result<Self> {
        let queue = SaveQueue::default();
        queue.begin();
        queue.add(Job::ReadPlayers);
        let (tell, told) = channel();
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
        };
        let background = BackgroundTask::begin("save", move || {
            writer.serve(&tell);
            if writer.queue.is_closed() {
                // The folder is free before anybody hears of the end.
                writer.data_dir.close();
                writer.queue.end();
            }
        })?;
        Ok(Self {
            queue,
            background,
            told: Mutex::new(told),
        })
    }

    /// The queue of what is to be written.
    pub(super) const fn queue(&self) -> &SaveQueue {
        &self.queue
    }

    /// The next result, if there is one.
    pub(super) fn hear(&self) -> Option<SaveReply> {
        self.background.run_pending();
        self.told.lock().ok()?.try_recv().ok()
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
    /// The relation of the match to the game in the file.
    relation: GameRelation,
    /// The day on which the game was first written.
    date: Option<String>,
    /// The match as it could not be written the last time.
    unwritten: Option<Record>,
    /// Games that were left for others before they could be written, the oldest first.
    left: VecDeque<(Record, GameRelation)>,
    /// Entries of the settings file that this version does not know.
    unknown: Unknown,
    /// Settings that could not be written.
    unsaved: Option<Box<Settings>>,
    /// The files of the players.
    players: PlayerFiles,
    /// Changes of the players that are not yet written.
    changes: VecDeque<PlayerChange>,
}

impl Writer {
    fn serve(&mut self, tell: &Sender<SaveReply>) {
        while let Some(job) = self.queue.next() {
            match job {
                Job::Game { record, relation } => {
                    self.attempt(tell, Slot::Game, |it| it.game(record, relation));
                }
                Job::Settings(settings) => self.unsaved = Some(settings),
                Job::ReadPlayers => {
                    let _ = tell.send(SaveReply::Players(self.players.read()));
                }
                Job::Player(change) => self.changes.push_back(change),
            }
            // Also those that could not be written the last time.
            if let Some(settings) = self.unsaved.clone()
                && self.attempt(tell, Slot::Settings, |it| it.settings(&settings))
            {
                self.unsaved = None;
            }
            while let Some(change) = self.changes.front().cloned() {
                if !self.attempt(tell, Slot::Players, |it| it.player(&change)) {
                    break;
                }
                self.changes.pop_front();
            }
            self.queue.done();
        }
    }

    /// Writes something and tells what became of it. A mistake of ours costs this
    /// time only: the thread goes on, and the next time tries again.
    fn attempt(
        &mut self,
        tell: &Sender<SaveReply>,
        slot: Slot,
        write: impl FnOnce(&mut Self) -> Result<(), SaveError>,
    ) -> bool {
        let result = catch_unwind(AssertUnwindSafe(|| write(self)))
            .unwrap_or_else(|panic| Err(SaveError::Panicked(said(&*panic))));
        let is_saved = result.is_ok();
        if slot == Slot::Game {
            let saved = if is_saved {
                Saved::Saved
            } else {
                Saved::Failed
            };
            self.queue.set_last_saved(saved);
        }
        // A receiver that is gone has no use for what is told.
        let _ = tell.send(match result {
            Ok(()) => SaveReply::Saved(slot),
            Err(problem) => SaveReply::Failed(slot, problem.to_string()),
        });
        is_saved
    }

    /// Writes the match, after games that were left before they could be written. Stops
    /// at the first failure; the next time begins where it failed.
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
        // While we hold it, the match would make a copy to play on.
        drop(record);
        let date = self.date.get_or_insert_with(today);
        let tags = saved.make_mut().tags_mut();
        for (tag, value) in [("Event", Names::OWN_EVENT), ("Date", date)] {
            tags.entry(tag.into()).or_insert_with(|| value.into());
        }
        let text = saved.to_pgn();
        let (bytes, most) = (text.len(), pgn::MAX_BYTES);
        if bytes > most {
            return Err(SaveError::TooLong { bytes, most });
        }
        let result = self.write_left().and_then(|()| {
            // Not taken: a panic would lose it.
            let mut relation = self.relation.clone();
            let result = self.put(&saved, &text, &mut relation);
            self.relation = relation;
            result
        });
        self.unwritten = result.is_err().then_some(saved);
        result
    }

    fn write_left(&mut self) -> Result<(), SaveError> {
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

    /// Puts the game that is there away if it is another one, and writes this one.
    fn put(&self, game: &Record, text: &str, relation: &mut GameRelation) -> Result<(), SaveError> {
        let mut guard = self.data_dir.lock()?;
        if guard.is_new() {
            // Somebody may have saved a game meanwhile.
            relation.set_another();
        }
        match relation {
            GameRelation::Same => guard.recognise(),
            GameRelation::Another(opened) => {
                guard.put_away()?;
                guard.set_kept(opened.take().map_or(Kept::Nowhere, Kept::In));
            }
            GameRelation::PlayedOn => guard.set_kept(Kept::Nowhere),
        }
        *relation = GameRelation::Same;
        self.write(Slot::Game, text)?;
        self.queue.set_current(true);
        guard.keep(text, game.outcome().is_some())
    }

    fn settings(&mut self, settings: &Settings) -> Result<(), SaveError> {
        let data_dir = Arc::clone(&self.data_dir);
        let mut guard = data_dir.lock_settings()?;
        // The lock may be new, and this not the match.
        if guard.is_new() {
            self.relation.set_another();
        }
        self.write(Slot::Settings, &entries::to_text(settings, &self.unknown))
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

/// Today's date as PGN writes it.
fn today() -> String {
    jiff::Zoned::now().strftime("%Y.%m.%d").to_string()
}

#[cfg(test)]
mod tests;
