//! The thread that thinks.
//!
//! It is begun when it is first needed, sleeps between searches and keeps the
//! table of known positions, which it makes itself: neither takes time of a
//! frame. It ends when the game does. Its priority is the lowest, as frames
//! come first.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use bevy::log::debug;
use thread_priority::{ThreadPriority, set_current_thread_priority};

use super::external::{Engine, EngineCommand, EngineError, SearchRequest};
use super::job::{Job, OwnSearch, SearchReply, Thinker};
use icochess_base::frame::Waker;
use icochess_engine::{Info, Limits, SearchOptions, SearchResult, TranspositionTable};

/// The game's handle of the thread.
pub(super) struct Thread {
    jobs: Sender<Job>,
    /// Locked by nobody; a receiver alone could not be part of a resource.
    told: Mutex<Receiver<SearchReply>>,
}

impl Thread {
    /// Begins the thread, which wakes the app at the end of each search.
    ///
    /// # Errors
    ///
    /// An error if the system has no more threads.
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
    pub(super) fn hear(&mut self) -> Option<SearchReply> {
        self.told.get_mut().ok()?.try_recv().ok()
    }
}

/// Leaves the processor to whoever else wants it, above all to the next frame. So does each thread
/// that a search begins: on Windows it would not have it from this one.
fn step_back() {
    if let Err(problem) = set_current_thread_priority(ThreadPriority::Min) {
        debug!("The computer thinks with the usual priority: {problem}");
    }
}

/// The time that an engine of others waits for something to do. After that it is ended.
const IDLE: Duration = Duration::from_secs(600);

fn think(jobs: &Receiver<Job>, tell: &Sender<SearchReply>, waker: &Waker) {
    step_back();
    let mut table = KeptTable::default();
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
        // A game that does not listen any more has no use for the replies.
        let mut line = |info: Info| {
            let _ = tell.send(SearchReply::Line(job.number, info));
        };
        let told = match job.thinker {
            Thinker::Own(search) => {
                let found = catch_unwind(AssertUnwindSafe(|| {
                    let (root, player) = (&search.root, &search.player);
                    let options = table.options(&search, job.limits, tell)?;
                    root.choose(player, &options, &job.stop, &mut |info| line(info.clone()))
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
                    let _ = tell.send(SearchReply::EngineNamed(name.to_owned()));
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
        let _ = tell.send(told);
        waker.wake();
    }
}

/// The engine of others, which is started if it does not run.
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

/// The reply about an engine of others that was asked. One of no use is ended.
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

/// The table of known positions, the size it was asked for and the board that it knows.
#[derive(Default)]
struct KeptTable(Option<(TranspositionTable, usize, &'static str)>);

impl KeptTable {
    /// The options of a search, with a table of the size that it wants.
    fn options(
        &mut self,
        search: &OwnSearch,
        limits: Limits,
        tell: &Sender<SearchReply>,
    ) -> Option<SearchOptions<'_>> {
        let asked = search.table;
        if self
            .0
            .as_ref()
            .is_none_or(|(_, before, _)| *before != asked)
        {
            // First out with the old one: there may be no room for both.
            self.0 = None;
            let table = TranspositionTable::new(asked);
            let got = table.mebibytes();
            if got < asked {
                let _ = tell.send(SearchReply::SmallTable { asked, got });
            }
            self.0 = Some((table, asked, search.board));
        }
        let (table, _, board) = self.0.as_mut()?;
        if *board != search.board {
            // The table's scores for one board are wrong on another.
            table.clear();
            *board = search.board;
        }
        let threads = search.threads;
        Some(SearchOptions {
            limits,
            threads,
            on_thread_start: step_back,
            table,
        })
    }
}
