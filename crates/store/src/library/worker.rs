//! Worker thread of the library.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use super::folder::{Folder, LibraryError};
use super::messages::{LibraryFact, LibraryRequest, Progress};
use super::read_progress::OnProgress;
use crate::data_dir::DataDir;
use icochess_base::platform::{self, BackgroundTask};
use icochess_core::library::{Entry, Names};
use icochess_play::game::Boards;
use icochess_rules::Record;

/// Message from the worker thread.
pub(super) enum LibraryReply {
    Progress(Progress),
    /// All games, and the library file of the current one, if any.
    Listed {
        games: Vec<Entry>,
        played: Option<String>,
    },
    /// Game to continue, with its file.
    Open(String, Record),
    /// New names of the current game.
    Named(Names),
    /// Fact for the app.
    Fact(LibraryFact),
    Done,
}

/// Handle of the thread for the game. The thread ends on drop.
pub(super) struct Worker {
    background: BackgroundTask,
    jobs: Sender<LibraryRequest>,
    /// `Mutex` only because `Receiver` isn't `Sync`; never contended.
    told: Mutex<Receiver<LibraryReply>>,
    stops: Arc<Stops>,
}

/// Cancellation flags.
#[derive(Default)]
struct Stops {
    /// Cancels the current request.
    this: AtomicBool,
    /// Cancels the current request and all pending ones.
    all: AtomicBool,
}

impl Stops {
    /// Returns whether to continue the request.
    fn goes_on(&self) -> bool {
        !self.this.load(Ordering::Relaxed) && !self.all.load(Ordering::Relaxed)
    }
}

impl Worker {
    /// Starts the thread.
    ///
    /// # Errors
    ///
    /// An error if the system can't create a thread.
    pub(super) fn begin(data_dir: Arc<DataDir>, boards: Boards) -> io::Result<Self> {
        let (jobs, asked) = channel::<LibraryRequest>();
        let (tell, told) = channel();
        let stops = Arc::new(Stops::default());
        let heard = Arc::clone(&stops);
        let mut folder = Folder::new(data_dir, boards);
        let background = BackgroundTask::begin("library", move || {
            while let Some(request) = platform::next(&asked) {
                // A panic only fails this request.
                let served = catch_unwind(AssertUnwindSafe(|| {
                    serve(&mut folder, request, &tell, &heard);
                }));
                if served.is_err() {
                    let why = "there is a mistake in Icochess".to_owned();
                    let _ = tell.send(LibraryReply::Fact(LibraryFact::Failed(why)));
                }
                if tell.send(LibraryReply::Done).is_err() || heard.all.load(Ordering::Relaxed) {
                    break;
                }
            }
        })?;
        Ok(Self {
            background,
            jobs,
            told: Mutex::new(told),
            stops,
        })
    }

    /// Queues a request. Returns whether the thread is still running.
    pub(super) fn give(&self, request: LibraryRequest) -> bool {
        self.jobs.send(request).is_ok()
    }

    /// Cancels the current request.
    pub(super) fn stop(&self) {
        self.stops.this.store(true, Ordering::Relaxed);
    }

    /// Returns the next message, if any.
    pub(super) fn hear(&mut self) -> Option<LibraryReply> {
        self.background.run_pending();
        self.told.get_mut().ok()?.try_recv().ok()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stops.all.store(true, Ordering::Relaxed);
    }
}

/// Serves a request and reports the result. Send errors mean that the receiver is gone, which
/// doesn't matter.
fn serve(folder: &mut Folder, request: LibraryRequest, tell: &Sender<LibraryReply>, stops: &Stops) {
    let mut progress = |progress| {
        let _ = tell.send(LibraryReply::Progress(progress));
        stops.goes_on()
    };
    // An earlier cancellation was for the previous request.
    stops.this.store(false, Ordering::Relaxed);
    let changes = matches!(
        request,
        LibraryRequest::Rename(..) | LibraryRequest::Delete(_) | LibraryRequest::Import(_)
    );
    let told = match request {
        LibraryRequest::List => list(folder, tell, &mut progress),
        LibraryRequest::Open(file) => folder.open(&file).map(|record| {
            let _ = tell.send(LibraryReply::Open(file.clone(), record));
            LibraryFact::Opened(file)
        }),
        LibraryRequest::Rename(file, names) => folder.rename(&file, &names).map(|is_played| {
            if is_played {
                let _ = tell.send(LibraryReply::Named(names));
            }
            LibraryFact::Renamed(file)
        }),
        LibraryRequest::Delete(file) => folder.delete(&file).map(|()| LibraryFact::Deleted(file)),
        LibraryRequest::Export(source, form) => {
            folder.export(&source, &form).map(LibraryFact::Exported)
        }
        LibraryRequest::Text(source, form) => folder.text(&source, &form).map(LibraryFact::Text),
        LibraryRequest::Import(from) => {
            folder
                .import(&from, &mut progress)
                .map(|games| LibraryFact::Imported {
                    files: games.files,
                    problems: games.problems,
                    left_out: games.left_out,
                    rest: games.rest,
                })
        }
        LibraryRequest::Stop => return,
    };
    let is_done = told.is_ok();
    let fact = told.unwrap_or_else(|problem| LibraryFact::Failed(problem.to_string()));
    let _ = tell.send(LibraryReply::Fact(fact));
    if changes && is_done {
        // After cancelling an import, players still want to see the imported games.
        stops.this.store(false, Ordering::Relaxed);
        let listed = list(folder, tell, &mut progress);
        let fact = listed.unwrap_or_else(|problem| LibraryFact::Failed(problem.to_string()));
        let _ = tell.send(LibraryReply::Fact(fact));
    }
}

fn list(
    folder: &mut Folder,
    tell: &Sender<LibraryReply>,
    progress: OnProgress,
) -> Result<LibraryFact, LibraryError> {
    let games = folder.list(progress)?;
    let played = folder.played();
    let _ = tell.send(LibraryReply::Listed { games, played });
    Ok(LibraryFact::Listed)
}
