//! The thread that writes.
//!
//! A frame only hands over what is to be written, and hears later what became
//! of it. Of states of one game that wait, only the last is written. The text
//! is made here too: that of a long game takes as long as some frames.

use std::any::Any;
use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use super::entries::{self, Unknown};
use super::files;
use super::player::PlayerChange;
use super::player_files::{Found, PlayerFiles};
use super::problem::SaveError;
use super::settings::Settings;
use super::shelf::{Kept, Shelf};
use super::slot::Slot;
use crate::rules::{Record, pgn};

/// How long the end of the program waits for what is still to be written.
const AT_THE_END: Duration = Duration::from_secs(3);

/// The first line that a panic says.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let line = text.and_then(|text| text.lines().next());
    line.unwrap_or("no word about it").to_owned()
}

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

/// What became of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Told {
    /// It is on disk.
    Saved(Slot),
    /// It is not; a sentence says why and what to do.
    Failed(Slot, String),
    /// The people there are.
    Players(Found),
}

/// Is the game on disk the one being played?
static CURRENT: AtomicBool = AtomicBool::new(false);

/// Tells whether the game on disk is the one being played.
pub fn set_current(yes: bool) {
    CURRENT.store(yes, Ordering::Relaxed);
}

/// Is the game on disk the one being played? If not, it is an earlier one, or
/// there is none. Certain after [`flush`].
#[must_use]
pub fn is_current() -> bool {
    CURRENT.load(Ordering::Relaxed)
}

/// What became of the game the last time that it was to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Saved {
    /// Nothing was to be written yet.
    Nothing,
    /// It is on disk as it was then.
    Saved,
    /// It is not: the folder cannot be written in, is used by another program,
    /// or there is none. What is on disk is an earlier state or another game.
    Failed,
}

/// See [`last_saved`].
static LAST_SAVED: Mutex<Saved> = Mutex::new(Saved::Nothing);

/// What became of the game the last time that this program was to write it.
/// Beside [`is_current`], which stays true when a later move of the game on disk
/// could not be written. Certain after [`flush`].
#[must_use]
pub fn last_saved() -> Saved {
    *LAST_SAVED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells that there is something to save, and nowhere to save it.
pub(super) fn has_no_folder() {
    set(&LAST_SAVED, Saved::Failed);
}

fn set(last: &Mutex<Saved>, saved: Saved) {
    *last.lock().unwrap_or_else(PoisonError::into_inner) = saved;
}

/// All queues, for the end of the program.
static QUEUES: Mutex<Vec<Weak<Queue>>> = Mutex::new(Vec::new());

/// Waits until everything asked for is on disk, `limit` at most; for the end
/// of the program, however it comes.
pub fn flush(limit: Duration) {
    let queues = QUEUES.lock().unwrap_or_else(PoisonError::into_inner);
    let open: Vec<_> = queues.iter().filter_map(Weak::upgrade).collect();
    drop(queues);
    for queue in open {
        queue.wait_while(limit, |waiting| waiting.at_work || !waiting.jobs.is_empty());
    }
}

/// What waits to be written.
#[derive(Default)]
struct Waiting {
    jobs: VecDeque<Job>,
    /// Is one being written?
    at_work: bool,
    /// There will be no more.
    closed: bool,
    /// The thread is gone.
    ended: bool,
}

#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Waiting)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }

    fn wait_while(&self, limit: Duration, is_so: impl FnMut(&mut Waiting) -> bool) {
        let _ = self.changed.wait_timeout_while(self.lock(), limit, is_so);
    }

    /// The next job; `None` when there will be none.
    fn next(&self) -> Option<Job> {
        let nothing = |waiting: &mut Waiting| waiting.jobs.is_empty() && !waiting.closed;
        let waiting = self.changed.wait_while(self.lock(), nothing);
        let mut waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        let job = waiting.jobs.pop_front();
        waiting.at_work = job.is_some();
        job
    }
}

impl Waiting {
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

/// The thread, as the game sees it. When dropped it writes what is left, and
/// gives the folder back.
pub(super) struct Task {
    queue: Arc<Queue>,
    /// Locked by nobody; a receiver alone could not be part of a resource.
    told: Mutex<Receiver<Told>>,
}

impl Task {
    /// Begins the thread that writes on that shelf.
    ///
    /// # Errors
    ///
    /// When the system has no more threads.
    pub(super) fn begin(shelf: Arc<Shelf>, unknown: Unknown) -> io::Result<Self> {
        let queue = Arc::new(Queue::default());
        queue.change(|waiting| waiting.add(Job::ReadPlayers));
        let (tell, told) = channel();
        let players = PlayerFiles::new(shelf.dir());
        let mut writer = Writer {
            shelf,
            place: Place::default(),
            date: None,
            unwritten: None,
            left: VecDeque::new(),
            unknown,
            unsaved: None,
            players,
            changes: VecDeque::new(),
            last: &LAST_SAVED,
        };
        let jobs = Arc::clone(&queue);
        std::thread::Builder::new()
            .name("save".into())
            .spawn(move || {
                writer.serve(&jobs, &tell);
                // The folder is free before anybody hears of the end.
                writer.shelf.close();
                jobs.change(|waiting| waiting.ended = true);
            })?;
        let mut queues = QUEUES.lock().unwrap_or_else(PoisonError::into_inner);
        queues.retain(|queue| queue.strong_count() > 0);
        queues.push(Arc::downgrade(&queue));
        Ok(Self {
            queue,
            told: Mutex::new(told),
        })
    }

    /// Writes something soon.
    pub(super) fn give(&self, job: Job) {
        self.queue.change(|waiting| waiting.add(job));
    }

    /// The next thing told, if there is one.
    pub(super) fn hear(&self) -> Option<Told> {
        self.told.lock().ok()?.try_recv().ok()
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.queue.change(|waiting| waiting.closed = true);
        self.queue.wait_while(AT_THE_END, |waiting| !waiting.ended);
    }
}

/// How a game is related to the one in the file, and to the saved ones.
#[derive(Debug, Default, Clone)]
struct Place {
    /// Is the game in the file another one?
    another: bool,
    /// The saved game that it was opened from, if that is another.
    opened: Option<String>,
    /// Has it become another than the saved game that it was?
    apart: bool,
}

struct Writer {
    shelf: Arc<Shelf>,
    /// The match.
    place: Place,
    /// When the game was first written.
    date: Option<String>,
    /// The match as it could not be written the last time.
    unwritten: Option<Record>,
    /// Games that were left for others before they could be written, the oldest first.
    left: VecDeque<(Record, Place)>,
    /// What of the settings file is not ours.
    unknown: Unknown,
    /// Settings that could not be written.
    unsaved: Option<Box<Settings>>,
    /// The files of the people.
    players: PlayerFiles,
    /// What has changed there and is not written.
    changes: VecDeque<PlayerChange>,
    /// Where it is kept what became of the game.
    last: &'static Mutex<Saved>,
}

impl Writer {
    fn serve(&mut self, queue: &Queue, tell: &Sender<Told>) {
        while let Some(job) = queue.next() {
            match job {
                Job::Game { record, which } => {
                    self.attempt(tell, Slot::Game, |it| it.game(record, which));
                }
                Job::Settings(settings) => self.unsaved = Some(settings),
                Job::ReadPlayers => {
                    let _ = tell.send(Told::Players(self.players.read()));
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
            queue.change(|waiting| waiting.at_work = false);
        }
    }

    /// Writes something and tells what became of it. A mistake of ours costs this
    /// time only: the thread goes on, and the next time tries again.
    fn attempt(
        &mut self,
        tell: &Sender<Told>,
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
            set(self.last, saved);
        }
        // Who does not listen any more has no use for what is told.
        let _ = tell.send(match result {
            Ok(()) => Told::Saved(slot),
            Err(problem) => Told::Failed(slot, problem.to_string()),
        });
        is_saved
    }

    /// Writes the match, after games that were left before they could be written. Stops
    /// at the first failure; the next time begins where it failed.
    fn game(&mut self, record: Record, which: Which) -> Result<(), SaveError> {
        match which {
            Which::Same => {}
            Which::Another(opened) => {
                let place = Place {
                    another: true,
                    opened,
                    apart: false,
                };
                let before = std::mem::replace(&mut self.place, place);
                if let Some(unwritten) = self.unwritten.take() {
                    self.left.push_back((unwritten, before));
                }
                self.date = None;
                set_current(false);
            }
            Which::PlayedOn => self.place.apart = true,
        }
        let mut saved = record.to_record();
        // While we hold it, the match would make a copy to play on.
        drop(record);
        let date = self.date.get_or_insert_with(today);
        let tags = saved.make_mut().tags_mut();
        for (tag, value) in [("Event", "Icochess"), ("Date", date)] {
            tags.entry(tag.into()).or_insert_with(|| value.into());
        }
        let text = saved.to_pgn();
        let (bytes, most) = (text.len(), pgn::MAX_BYTES);
        if bytes > most {
            return Err(SaveError::TooLong { bytes, most });
        }
        let result = self.write_left().and_then(|()| {
            // Not taken: a panic would lose it.
            let mut place = self.place.clone();
            let result = self.put(&saved, &text, &mut place);
            self.place = place;
            result
        });
        self.unwritten = result.is_err().then_some(saved);
        result
    }

    fn write_left(&mut self) -> Result<(), SaveError> {
        while let Some((game, place)) = self.left.front() {
            let mut place = place.clone();
            let result = self.put(game, &game.to_pgn(), &mut place);
            set_current(false);
            if let (Err(problem), Some(first)) = (result, self.left.front_mut()) {
                first.1 = place;
                return Err(problem);
            }
            self.left.pop_front();
        }
        Ok(())
    }

    /// Puts the game that is there away if it is another one, and writes this one.
    fn put(&self, game: &Record, text: &str, place: &mut Place) -> Result<(), SaveError> {
        let mut held = self.shelf.hold()?;
        // Somebody may have saved a game meanwhile.
        place.another |= held.is_new();
        if place.another {
            held.put_away()?;
            held.set_kept(place.opened.take().map_or(Kept::Nowhere, Kept::In));
            place.another = false;
        } else {
            held.recognise();
        }
        if place.apart {
            held.set_kept(Kept::Nowhere);
            place.apart = false;
        }
        self.write(Slot::Game, text)?;
        set_current(true);
        held.keep(text, game.outcome().is_some())
    }

    fn settings(&mut self, settings: &Settings) -> Result<(), SaveError> {
        let shelf = Arc::clone(&self.shelf);
        let mut held = shelf.hold()?;
        // The lock may be new, and this not the match.
        self.place.another |= held.is_new();
        self.write(Slot::Settings, &entries::to_text(settings, &self.unknown))
    }

    fn player(&mut self, change: &PlayerChange) -> Result<(), SaveError> {
        let shelf = Arc::clone(&self.shelf);
        let mut held = shelf.hold()?;
        self.place.another |= held.is_new();
        self.players.change(change)
    }

    fn write(&self, slot: Slot, text: &str) -> Result<(), SaveError> {
        let dir = self.shelf.dir();
        files::write(&dir.join(slot.file()), text).map_err(|error| SaveError::Write {
            dir: dir.to_owned(),
            error,
        })
    }
}

/// Today as PGN writes it.
fn today() -> String {
    jiff::Zoned::now().strftime("%Y.%m.%d").to_string()
}

#[cfg(test)]
mod tests;
