//! The saved games: list, open, rename, delete, export and import.
//!
//! * [`messages`]: what they are asked and what they tell.
//! * `folder`: their files; `read_progress`: how far reading is; `worker`: the thread that reads
//!   and writes them.
//!
//! Every game that ends or is left is a file in the folder `games`. What a list tells
//! of them is in an index beside them, which is made anew where it does not fit.

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
use icochess_base::schedule::AppSystems;
use icochess_core::library::Entry;
use icochess_message::reason;
use icochess_play::game::Boards;
use icochess_play::game::messages::{Edit, GameRequest};
use messages::{LibraryFact, LibraryRequest, Progress};
use worker::{LibraryReply, Worker};

/// The saved games, as they were when they were listed last.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct Library {
    /// All saved games, the last played first. A clone takes no time.
    pub games: Arc<Vec<Entry>>,
    /// The file of the game being played, if it is one of them.
    pub played: Option<String>,
    /// Whether the games have been listed since the program began.
    pub is_listed: bool,
    /// The progress of a long task.
    pub progress: Option<Progress>,
}

/// The thread, if it was needed, and how many requests it has not served yet.
#[derive(Resource, Default)]
struct Librarian {
    worker: Option<Worker>,
    waiting: usize,
}

/// The longest time after which progress and answers of the worker are shown.
const HEAR_EVERY: Duration = Duration::from_millis(50);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Library>()
        .init_resource::<Librarian>()
        .add_message::<LibraryRequest>()
        .add_message::<LibraryFact>()
        .add_systems(
            Update,
            (
                ask.run_if(on_message::<LibraryRequest>),
                hear.run_if(|librarian: Res<Librarian>| librarian.waiting > 0),
                tell.run_if(on_message::<LibraryFact>),
            )
                .chain()
                .in_set(AppSystems::Feedback),
        );
}

/// Hands requests to the worker thread, which is started with the first of them.
fn ask(
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
        let begin = || Worker::begin(Arc::clone(store.data_dir()), boards.clone());
        let worker = match librarian.worker.take().map_or_else(begin, Ok) {
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

/// Takes over the answers of the worker thread.
fn hear(
    mut next: ResMut<NextFrame>,
    mut librarian: ResMut<Librarian>,
    mut library: ResMut<Library>,
    mut facts: MessageWriter<LibraryFact>,
    mut requests: MessageWriter<GameRequest>,
) {
    next.within(HEAR_EVERY);
    let librarian = librarian.bypass_change_detection();
    while let Some(told) = librarian.worker.as_mut().and_then(Worker::hear) {
        match told {
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

fn tell(mut facts: MessageReader<LibraryFact>, mut notices: MessageWriter<Notice>) {
    notices.write_batch(facts.read().filter_map(LibraryFact::notice).map(Notice));
}
