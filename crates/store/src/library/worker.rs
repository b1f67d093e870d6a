//! The thread that serves the list of saved games.

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

/// A message of the worker thread.
pub(super) enum LibraryReply {
    /// The progress of a request.
    Progress(Progress),
    /// All games, and the file of the one being played, if it is one of them.
    Listed {
        games: Vec<Entry>,
        played: Option<String>,
    },
    /// A game to go on with, and its file.
    Open(String, Record),
    /// The game being played was given these names.
    Named(Names),
    /// A fact for the whole program.
    Fact(LibraryFact),
    /// A request was served.
    Done,
}

/// The thread, as the game sees it. It ends when this is dropped.
pub(super) struct Worker {
    background: BackgroundTask,
    jobs: Sender<LibraryRequest>,
    /// Locked by nobody; a receiver alone could not be part of a resource.
    told: Mutex<Receiver<LibraryReply>>,
    stops: Arc<Stops>,
}

/// The requests at which the thread is to stop.
#[derive(Default)]
struct Stops {
    /// The request that is served now.
    this: AtomicBool,
    /// This request and all that wait.
    all: AtomicBool,
}

impl Stops {
    /// Whether to go on with a request.
    fn goes_on(&self) -> bool {
        !self.this.load(Ordering::Relaxed) && !self.all.load(Ordering::Relaxed)
    }
}

impl Worker {
    /// Begins the thread.
    ///
    /// # Errors
    ///
    /// An error of the system if it has no more threads.
    pub(super) fn begin(data_dir: Arc<DataDir>, boards: Boards) -> io::Result<Self> {
        let (jobs, asked) = channel::<LibraryRequest>();
        let (tell, told) = channel();
        let stops = Arc::new(Stops::default());
        let heard = Arc::clone(&stops);
        let mut folder = Folder::new(data_dir, boards);
        let background = BackgroundTask::begin("library", move || {
            while let Some(request) = platform::next(&asked) {
                // A mistake of ours costs this request only.
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

    /// Hands a request over. Returns whether the thread still runs.
    pub(super) fn give(&self, request: LibraryRequest) -> bool {
        self.jobs.send(request).is_ok()
    }

    /// Stops at the request that is served now.
    pub(super) fn stop(&self) {
        self.stops.this.store(true, Ordering::Relaxed);
    }

    /// The next message, if there is one.
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

/// Serves a request and tells what became of it. Who does not listen any more has no
/// use for what is told.
fn serve(folder: &mut Folder, request: LibraryRequest, tell: &Sender<LibraryReply>, stops: &Stops) {
    let mut progress = |progress| {
        let _ = tell.send(LibraryReply::Progress(progress));
        stops.goes_on()
    };
    // An earlier stop was meant for the request before.
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
        // Players who stop an import want to see what there is of it.
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
