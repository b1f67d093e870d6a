//! The thread that thinks.
//!
//! It is begun when it is first needed, sleeps between searches and keeps the
//! table of known positions, which it makes itself: neither takes time of a
//! frame. It ends when the game does. Its priority is the lowest, as frames
//! come first.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use bevy::log::debug;
use thread_priority::{ThreadPriority, set_current_thread_priority};

use crate::schedule::Waker;
use icochess_engine::{
    AnyRoot, ComputerPlayer, Info, Limits, SearchOptions, SearchResult, TranspositionTable,
};

/// A search to be made.
pub(super) struct Job {
    /// The number of the search, unlike that of any other.
    pub number: u64,
    /// Identifier of the board.
    pub board: &'static str,
    /// The position to search from.
    pub root: Box<dyn AnyRoot>,
    /// The player that chooses the move.
    pub player: ComputerPlayer,
    /// The limits of the search.
    pub limits: Limits,
    /// Number of threads.
    pub threads: usize,
    /// Size of the table, mebibytes.
    pub table: usize,
    /// Ends the search soon after it is set.
    pub stop: Arc<AtomicBool>,
}

/// A message of the thread about a search.
pub(super) enum Told {
    /// A table was made, but a smaller one than asked for; mebibytes.
    SmallTable { asked: usize, got: usize },
    /// The search with this number has found this line.
    Line(u64, Info),
    /// The search of that number has ended: the move, if there is a legal one.
    /// `Err` if it has failed.
    Done(u64, Result<Option<SearchResult>, ()>),
}

/// The game's handle of the thread.
pub(super) struct Thread {
    jobs: Sender<Job>,
    /// Locked by nobody; a receiver alone could not be part of a resource.
    told: Mutex<Receiver<Told>>,
}

impl Thread {
    /// Begins the thread, which wakes the app at the end of each search.
    ///
    /// # Errors
    ///
    /// When the system has no more threads.
    pub(super) fn begin(waker: &Waker) -> io::Result<Self> {
        let (jobs, asked) = channel::<Job>();
        let (tell, told) = channel();
        let waker = waker.clone();
        std::thread::Builder::new()
            .name("thinking".into())
            .spawn(move || think(&asked, &tell, &waker))?;
        Ok(Self {
            jobs,
            told: Mutex::new(told),
        })
    }

    /// Hands a search over, which begins when the one before it has ended. Returns whether the
    /// thread still runs.
    pub(super) fn search(&self, job: Job) -> bool {
        self.jobs.send(job).is_ok()
    }

    /// The next message, if there is one.
    pub(super) fn hear(&mut self) -> Option<Told> {
        self.told.get_mut().ok()?.try_recv().ok()
    }
}

/// Leaves the processor to whoever else wants it, above all to the next frame.
/// On Linux the threads that a search begins inherit this.
fn step_back() {
    if let Err(problem) = set_current_thread_priority(ThreadPriority::Min) {
        debug!("The computer thinks with the usual priority: {problem}");
    }
}

fn think(jobs: &Receiver<Job>, tell: &Sender<Told>, waker: &Waker) {
    step_back();
    // The table, the size it was asked for and the board that it knows.
    let mut kept: Option<(TranspositionTable, usize, &str)> = None;
    // Who does not listen any more has no use for what is told.
    while let Ok(job) = jobs.recv() {
        if kept
            .as_ref()
            .is_none_or(|(_, asked, _)| *asked != job.table)
        {
            // First out with the old one: there may be no room for both.
            drop(kept.take());
            let table = TranspositionTable::new(job.table);
            let (asked, got) = (job.table, table.mebibytes());
            if got < asked {
                let _ = tell.send(Told::SmallTable { asked, got });
            }
            kept = Some((table, asked, job.board));
        }
        let Some((table, _, board)) = &mut kept else {
            continue;
        };
        if *board != job.board {
            // What is known of one board is wrong on another.
            table.clear();
            *board = job.board;
        }
        let means = SearchOptions {
            limits: job.limits,
            threads: job.threads,
            table,
        };
        let found = catch_unwind(AssertUnwindSafe(|| {
            job.root
                .choose(&job.player, &means, &job.stop, &mut |info| {
                    let _ = tell.send(Told::Line(job.number, info.clone()));
                })
        }));
        let found = found.map_err(|_| ());
        let _ = tell.send(Told::Done(job.number, found));
        waker.wake();
    }
}
