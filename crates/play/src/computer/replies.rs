//! The engine's reply in a position outside the match, such as after a wrong move in a puzzle. It
//! is searched on its own thread, so that neither the computer's move nor the analysis waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bevy::prelude::*;

use super::job::{self, Job, OwnSearch, SearchReply, Thinker};
use super::thread::Thread;
use crate::game::Boards;
use icochess_base::frame::Waker;
use icochess_base::schedule::AppSystems;
use icochess_engine::{Algorithm, AnyEngine, ComputerPlayer, Limits};
use icochess_rules::{Move, Record};

/// Nodes searched for a reply, as in the analysis.
const NODES: u64 = 100_000;
/// Time limit for slow machines.
const MAX_TIME: Duration = Duration::from_secs(1);
/// Size of the transposition table in mebibytes.
const TABLE: usize = 8;

/// Request for a good move in a game's position. Cancels an earlier request.
#[derive(Message, Debug, Clone)]
pub struct ReplyRequested(pub Record);

/// The move for the last request; `None` if the search failed, or the computer can't play on the
/// board.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplyFound(pub Option<Move>);

/// Search thread, started on first use, and its search.
#[derive(Resource, Default)]
struct Replier {
    thread: Option<Thread>,
    /// Number of the last search.
    number: u64,
    stop: Arc<AtomicBool>,
    is_searching: bool,
}

impl Replier {
    /// Starts a search. Returns whether it runs.
    fn search(&mut self, engine: AnyEngine, game: &Record, waker: &Waker) -> bool {
        let Some(root) = job::root(engine, game) else {
            return false;
        };
        self.stop = Arc::default();
        self.number += 1;
        let job = Job {
            number: self.number,
            thinker: Thinker::Own(OwnSearch {
                board: engine.board_id(),
                root,
                search_moves: Vec::new(),
                player: ComputerPlayer {
                    algorithm: Algorithm::Strong,
                    level: ComputerPlayer::MAX_LEVEL,
                    seed: 0,
                },
                explained_by: None,
                threads: 1,
                multi_pv: 1,
                table: TABLE,
                endings: None,
            }),
            limits: Limits {
                nodes: Some(NODES),
                move_time: Some(MAX_TIME),
                ..Limits::default()
            },
            stop: Arc::clone(&self.stop),
        };
        let start = || Thread::start(waker);
        let thread = self.thread.take().map_or_else(start, Ok);
        let searches = thread.as_ref().is_ok_and(|thread| thread.search(job));
        self.thread = thread.ok();
        searches
    }
}

impl Drop for Replier {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Replier>()
        .add_message::<ReplyRequested>()
        .add_message::<ReplyFound>()
        .add_systems(
            Update,
            (
                start_search.run_if(on_message::<ReplyRequested>),
                take_reply.run_if(|replier: Res<Replier>| replier.is_searching),
            )
                .chain()
                .in_set(AppSystems::Scene),
        );
}

fn start_search(
    mut asked: MessageReader<ReplyRequested>,
    (boards, waker): (Res<Boards>, Res<Waker>),
    mut replier: ResMut<Replier>,
    mut found: MessageWriter<ReplyFound>,
) {
    let Some(ReplyRequested(game)) = asked.read().last() else {
        return;
    };
    replier.stop.store(true, Ordering::Relaxed);
    let engine = boards.engine(game.board());
    let searches = engine.is_some_and(|engine| replier.search(engine, game, &waker));
    replier.is_searching = searches;
    if !searches {
        found.write(ReplyFound(None));
    }
}

fn take_reply(mut replier: ResMut<Replier>, mut found: MessageWriter<ReplyFound>) {
    while let Some(reply) = replier.thread.as_mut().and_then(Thread::next_reply) {
        let (number, mv) = match reply {
            SearchReply::Done(number, result) => {
                let result = result.ok().flatten();
                (number, result.map(|result| result.best_move))
            }
            SearchReply::EngineFailed { number, .. } => (number, None),
            SearchReply::SmallTable { .. }
            | SearchReply::Line(..)
            | SearchReply::Reasons(..)
            | SearchReply::EngineNamed(_) => continue,
        };
        // Results of a cancelled search are ignored.
        if number == replier.number {
            replier.is_searching = false;
            found.write(ReplyFound(mv));
        }
    }
}
