//! Search thread.
//!
//! The thread starts on first use, sleeps between searches, and ends with the game. It also creates
//! and owns the transposition table. None of this takes time from a frame. The thread has the
//! lowest priority, because frames are more important.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use bevy::log::debug;
use thread_priority::{ThreadPriority, set_current_thread_priority};

use super::endings::BoardEndings;
use super::external::{Engine, EngineCommand, EngineError, SearchRequest};
use super::job::{Job, OwnSearch, SearchReply, Thinker, best_line};
use icochess_base::frame::Waker;
use icochess_engine::{Info, Limits, SearchOptions, SearchResult, TranspositionTable};

/// Handle of the thread for the game.
pub(super) struct Thread {
    jobs: Sender<Job>,
    /// `Mutex` only because `Receiver` isn't `Sync`; never contended.
    replies: Mutex<Receiver<SearchReply>>,
}

impl Thread {
    /// Starts the thread, which wakes the app at the end of each search.
    ///
    /// # Errors
    ///
    /// An error if the system can't create a thread.
    pub(super) fn start(waker: &Waker) -> io::Result<Self> {
        let (jobs, asked) = channel::<Job>();
        let (sender, replies) = channel();
        let waker = waker.clone();
        std::thread::Builder::new()
            .name("thinking".into())
            .spawn(move || run_jobs(&asked, &sender, &waker))?;
        Ok(Self {
            jobs,
            replies: Mutex::new(replies),
        })
    }

    /// Queues a search. Returns whether the thread is still running.
    pub(super) fn search(&self, job: Job) -> bool {
        self.jobs.send(job).is_ok()
    }

    /// Returns the next message, if any.
    pub(super) fn next_reply(&mut self) -> Option<SearchReply> {
        self.replies.get_mut().ok()?.try_recv().ok()
    }
}

/// Lowers the thread's priority, mainly so that frames aren't delayed. Every search thread calls
/// it, because Windows threads don't inherit the priority.
pub(super) fn lower_priority() {
    if let Err(problem) = set_current_thread_priority(ThreadPriority::Min) {
        debug!("The computer thinks with the usual priority: {problem}");
    }
}

/// Idle time before an external engine is stopped.
const IDLE: Duration = Duration::from_secs(600);

fn run_jobs(jobs: &Receiver<Job>, sender: &Sender<SearchReply>, waker: &Waker) {
    lower_priority();
    let mut table = CachedTable::default();
    let mut engine: Option<Engine> = None;
    loop {
        let job = match jobs.recv_timeout(IDLE) {
            Ok(job) => job,
            Err(RecvTimeoutError::Timeout) => {
                engine = None;
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        // Send errors mean that the game no longer listens.
        let mut line = |info: Info| {
            let _ = sender.send(SearchReply::Line(job.number, info));
        };
        let reply = match job.thinker {
            Thinker::Own(search) => {
                let found = catch_unwind(AssertUnwindSafe(|| {
                    let (root, player) = (&search.root, &search.player);
                    let options = table.options(&search, job.limits, sender)?;
                    let report = &mut |info: &Info| line(info.clone());
                    let found = root.choose(player, &options, &job.stop, report)?;
                    // A cancelled search needs no reasons.
                    let is_cancelled = job.stop.load(Ordering::Relaxed);
                    if search.explained_by.is_some() && !is_cancelled {
                        let (moves, score) = best_line(&found);
                        let reasons = root.reasons(moves, score);
                        let _ = sender.send(SearchReply::Reasons(job.number, reasons));
                    }
                    Some(found)
                }));
                SearchReply::Done(job.number, found.map_err(|_| ()))
            }
            Thinker::External {
                command,
                game,
                number,
            } => {
                let request = SearchRequest {
                    game: &game,
                    number,
                    limits: &job.limits,
                    stop: &job.stop,
                };
                let name = |name: &str| {
                    let _ = sender.send(SearchReply::EngineNamed(name.to_owned()));
                };
                let found = running(&mut engine, &command).and_then(|engine| {
                    name(engine.name());
                    engine.choose(&request, &mut line)
                });
                answer(&mut engine, &command, job.number, found.map(Some))
            }
            Thinker::BoardCheck { command, board } => {
                let checked = running(&mut engine, &command).and_then(|it| it.must_know(board));
                answer(&mut engine, &command, job.number, checked.map(|()| None))
            }
        };
        let _ = sender.send(reply);
        waker.wake();
    }
}

/// Returns the running external engine, starting it if necessary.
fn running<'a>(
    engine: &'a mut Option<Engine>,
    command: &EngineCommand,
) -> Result<&'a mut Engine, EngineError> {
    let running = match engine.take().filter(|it| it.command() == command) {
        Some(running) => running,
        None => Engine::start(command)?,
    };
    Ok(engine.insert(running))
}

/// Returns the reply for an external engine. Stops the engine if it failed.
fn answer(
    engine: &mut Option<Engine>,
    command: &EngineCommand,
    number: u64,
    found: Result<Option<SearchResult>, EngineError>,
) -> SearchReply {
    match found {
        Ok(found) => SearchReply::Done(number, Ok(found)),
        Err(problem) => {
            let failed = engine.take();
            let name = failed.as_ref().map_or(&*command.text, Engine::name);
            SearchReply::EngineFailed {
                number,
                name: name.to_owned(),
                problem,
            }
        }
    }
}

/// Transposition table with its requested size and current board.
#[derive(Default)]
struct CachedTable(Option<(TranspositionTable, usize, &'static str)>);

impl CachedTable {
    /// Returns the options of a search, with a table of the requested size.
    fn options<'a>(
        &'a mut self,
        search: &'a OwnSearch,
        limits: Limits,
        sender: &Sender<SearchReply>,
    ) -> Option<SearchOptions<'a>> {
        let asked = search.table;
        if self
            .0
            .as_ref()
            .is_none_or(|(_, before, _)| *before != asked)
        {
            // Frees the old table first, because memory may not suffice for both.
            self.0 = None;
            let table = TranspositionTable::new(asked);
            let got = table.mebibytes();
            if got < asked {
                let _ = sender.send(SearchReply::SmallTable { asked, got });
            }
            self.0 = Some((table, asked, search.board));
        }
        let (table, _, board) = self.0.as_mut()?;
        if *board != search.board {
            // Scores for one board are wrong on another.
            table.clear();
            *board = search.board;
        }
        let threads = search.threads;
        Some(SearchOptions {
            limits,
            search_moves: &search.search_moves,
            threads,
            multi_pv: search.multi_pv,
            on_thread_start: lower_priority,
            table,
            endings: search.endings.as_deref().and_then(BoardEndings::get),
        })
    }
}
