//! Library of saved games: list, open, rename, delete, export and import.
//!
//! * [`messages`]: its requests and facts.
//! * `folder`: its files; `read_progress`: progress and pauses; `worker`: the thread that reads and
//!   writes them, or a part of each frame without threads.
//!
//! Each game that ends or is replaced becomes a file in the folder `games`. An index file next to
//! them contains the details for the list. An outdated index is rebuilt.

mod folder;
#[cfg(test)]
mod folders;
pub mod messages;
mod read_progress;
mod worker;

use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;

use super::notices::Notice;
use super::store::Store;
use icochess_base::frame::NextFrame;
use icochess_base::platform::HAS_THREADS;
use icochess_base::schedule::AppSystems;
use icochess_core::library::Entry;
use icochess_message::reason;
use icochess_play::game::Boards;
use icochess_play::game::messages::{Edit, GameRequest};
use messages::{LibraryFact, LibraryRequest, Progress};
use worker::{LibraryReply, Worker};

/// Saved games, as of the last listing.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct Library {
    /// All saved games, the most recent first. Clones are cheap.
    pub games: Arc<Vec<Entry>>,
    /// Library file of the current game, if any.
    pub played: Option<String>,
    /// Whether the games have been listed since the start.
    pub is_listed: bool,
    /// Progress of a long request.
    pub progress: Option<Progress>,
}

/// Worker thread, started on first use, and the number of unanswered requests.
#[derive(Resource, Default)]
struct Librarian {
    worker: Option<Worker>,
    waiting: usize,
}

/// Poll interval for progress and replies of the worker. Without threads, each frame does a part of
/// its work.
const POLL_INTERVAL: Duration = Duration::from_millis(if HAS_THREADS { 50 } else { 0 });

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Library>()
        .init_resource::<Librarian>()
        .add_message::<LibraryRequest>()
        .add_message::<LibraryFact>()
        .add_systems(
            Update,
            (
                send_requests.run_if(on_message::<LibraryRequest>),
                take_replies.run_if(|librarian: Res<Librarian>| librarian.waiting > 0),
                report_facts.run_if(on_message::<LibraryFact>),
            )
                .chain()
                .in_set(AppSystems::Feedback),
        );
}

/// Passes requests to the worker thread, starting it if necessary.
fn send_requests(
    mut asked: MessageReader<LibraryRequest>,
    (store, boards): (Option<Res<Store>>, Res<Boards>),
    mut librarian: ResMut<Librarian>,
    mut facts: MessageWriter<LibraryFact>,
) {
    for request in asked.read() {
        if *request == LibraryRequest::Stop {
            if let Some(worker) = &librarian.worker {
                worker.stop();
            }
            continue;
        }
        let Some(store) = &store else {
            let why = "There is no folder for saved games".to_owned();
            facts.write(LibraryFact::Failed(why));
            continue;
        };
        let start = || Worker::start(Arc::clone(store.data_dir()), boards.clone());
        let worker = match librarian.worker.take().map_or_else(start, Ok) {
            Ok(worker) => worker,
            Err(problem) => {
                facts.write(LibraryFact::Failed(reason(&problem)));
                continue;
            }
        };
        if worker.give(request.clone()) {
            librarian.waiting += 1;
        }
        librarian.worker = Some(worker);
    }
}

/// Processes replies of the worker thread.
fn take_replies(
    mut next: ResMut<NextFrame>,
    mut librarian: ResMut<Librarian>,
    mut library: ResMut<Library>,
    mut facts: MessageWriter<LibraryFact>,
    mut requests: MessageWriter<GameRequest>,
) {
    next.within(POLL_INTERVAL);
    let librarian = librarian.bypass_change_detection();
    while let Some(reply) = librarian.worker.as_mut().and_then(Worker::next_reply) {
        match reply {
            LibraryReply::Progress(progress) => library.progress = Some(progress),
            LibraryReply::Listed { games, played } => {
                library.games = Arc::new(games);
                library.played = played;
                library.is_listed = true;
            }
            LibraryReply::Open(file, record) => {
                requests.write(GameRequest::Open { record, file });
            }
            LibraryReply::Named(names) => {
                requests.write(GameRequest::Edit(Edit::Names(names)));
            }
            LibraryReply::Fact(fact) => {
                facts.write(fact);
            }
            LibraryReply::Done => {
                librarian.waiting = librarian.waiting.saturating_sub(1);
                if library.progress.is_some() {
                    library.progress = None;
                }
            }
        }
    }
}

fn report_facts(mut facts: MessageReader<LibraryFact>, mut notices: MessageWriter<Notice>) {
    notices.write_batch(facts.read().filter_map(LibraryFact::notice).map(Notice));
}
