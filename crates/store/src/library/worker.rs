//! Worker thread of the library.

use std::io;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use bevy::tasks::futures_lite::FutureExt;

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

/// Handle of the thread for the game. The thread ends on drop, because its replies have no
/// receiver then.
pub(super) struct Worker {
    background: BackgroundTask,
    jobs: Sender<LibraryRequest>,
    /// `Mutex` only because `Receiver` isn't `Sync`; never contended.
    replies: Mutex<Receiver<LibraryReply>>,
    /// Cancels the current request.
    stop: Arc<AtomicBool>,
}

impl Worker {
    /// Starts the thread.
    ///
    /// # Errors
    ///
    /// An error if the system can't create a thread.
    pub(super) fn start(data_dir: Arc<DataDir>, boards: Boards) -> io::Result<Self> {
        let (jobs, asked) = channel::<LibraryRequest>();
        let (sender, replies) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let heard = Arc::clone(&stop);
        let mut folder = Folder::new(data_dir, boards);
        let background = BackgroundTask::start("library", move || async move {
            while let Some(request) = platform::next(&asked).await {
                // A panic only makes this request fail.
                let served = AssertUnwindSafe(serve(&mut folder, request, &sender, &heard));
                if served.catch_unwind().await.is_err() {
                    let why = "there is a mistake in Icochess".to_owned();
                    let _ = sender.send(LibraryReply::Fact(LibraryFact::Failed(why)));
                }
                if sender.send(LibraryReply::Done).is_err() {
                    break;
                }
            }
        })?;
        Ok(Self {
            background,
            jobs,
            replies: Mutex::new(replies),
            stop,
        })
    }

    /// Queues a request. Returns whether the thread is still running.
    pub(super) fn give(&self, request: LibraryRequest) -> bool {
        self.jobs.send(request).is_ok()
    }

    /// Cancels the current request.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns the next message, if any. Nothing counts as done before it is stored. Without
    /// threads, continues the work once all messages are read and all files are stored.
    pub(super) fn next_reply(&mut self) -> Option<LibraryReply> {
        if platform::is_storing() {
            return None;
        }
        let reply = self.replies.get_mut().ok()?.try_recv().ok();
        if reply.is_none() {
            self.background.run_pending();
        }
        reply
    }
}

/// Serves a request and reports the result. Send errors mean that the receiver is gone, which only
/// ends long work.
async fn serve(
    folder: &mut Folder,
    request: LibraryRequest,
    sender: &Sender<LibraryReply>,
    stop: &AtomicBool,
) {
    let mut progress = |progress| {
        sender.send(LibraryReply::Progress(progress)).is_ok() && !stop.load(Ordering::Relaxed)
    };
    // An earlier cancellation was for the previous request.
    stop.store(false, Ordering::Relaxed);
    let changes = matches!(
        request,
        LibraryRequest::Rename(..) | LibraryRequest::Delete(_) | LibraryRequest::Import(_)
    );
    let result = match request {
        LibraryRequest::List => list(folder, sender, &mut progress).await,
        LibraryRequest::Open(file) => folder.open(&file).map(|record| {
            let _ = sender.send(LibraryReply::Open(file.clone(), record));
            LibraryFact::Opened(file)
        }),
        LibraryRequest::Rename(file, names) => folder.rename(&file, &names).map(|is_played| {
            if is_played {
                let _ = sender.send(LibraryReply::Named(names));
            }
            LibraryFact::Renamed(file)
        }),
        LibraryRequest::Delete(file) => folder.delete(&file).map(|()| LibraryFact::Deleted(file)),
        LibraryRequest::Export(source, form) => {
            folder.export(&source, &form).map(LibraryFact::Exported)
        }
        LibraryRequest::ExportAll => folder.export_all().map(LibraryFact::Exported),
        LibraryRequest::Text(source, form) => folder.text(&source, &form).map(LibraryFact::Text),
        LibraryRequest::Import(from) => folder.import(&from, &mut progress).await,
        LibraryRequest::Stop => return,
    };
    let is_done = result.is_ok();
    let fact = result.unwrap_or_else(|problem| LibraryFact::Failed(problem.to_string()));
    let _ = sender.send(LibraryReply::Fact(fact));
    if changes && is_done {
        // After cancelling an import, players still want to see the games imported so far.
        stop.store(false, Ordering::Relaxed);
        let listed = list(folder, sender, &mut progress).await;
        let fact = listed.unwrap_or_else(|problem| LibraryFact::Failed(problem.to_string()));
        let _ = sender.send(LibraryReply::Fact(fact));
    }
}

async fn list(
    folder: &mut Folder,
    sender: &Sender<LibraryReply>,
    progress: OnProgress<'_>,
) -> Result<LibraryFact, LibraryError> {
    let games = folder.list(progress).await?;
    let played = folder.played();
    let _ = sender.send(LibraryReply::Listed { games, played });
    Ok(LibraryFact::Listed)
}
