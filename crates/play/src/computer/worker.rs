//! Web worker that replaces the search thread: a second instance of the built-in engine, which
//! speaks UCI.
//!
//! A worker receives no messages while it searches. A search is therefore cancelled by terminating
//! its worker, which loses the transposition table.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bevy::platform::time::Instant;
use send_wrapper::SendWrapper;

use super::external::EngineError;
use super::external::protocol::{self, UciMessage};
use super::job::{Job, OwnSearch, SearchReply, Thinker, best_line};
use icochess_base::frame::Waker;
use icochess_base::platform::WebWorker;
use icochess_engine::{AnyEngine, Info, Limits};
use icochess_rules::{Move, Record, Side};

const SCRIPT: &str = "engine-worker.js";
/// Largest seed that the engine accepts.
const MAX_SEED: u64 = i32::MAX as u64;
/// Error text for external engines, which need processes.
const NO_OTHERS: &str = "a page can start no other programs";

/// Handle of the worker for the game.
pub(super) struct Thread(SendWrapper<RefCell<WorkerState>>);

/// Worker with its current and queued searches.
struct WorkerState {
    waker: Waker,
    worker: WebWorker,
    /// Board and table size most recently sent to the worker.
    sent: Option<(&'static str, usize)>,
    /// Unread lines of the worker; `None` means that it failed.
    lines: Rc<RefCell<VecDeque<Option<String>>>>,
    search: Option<Search>,
    waiting: VecDeque<Job>,
    replies: VecDeque<SearchReply>,
}

struct Search {
    number: u64,
    stop: Arc<AtomicBool>,
    game: Record,
    begun: Instant,
    explained_by: Option<AnyEngine>,
    /// Last line found.
    best: Option<Info>,
}

impl Search {
    /// Returns the reasons for the move, if they are wanted.
    fn explain(&self, best_move: Option<Move>) -> Option<SearchReply> {
        let root = self.explained_by?.root(&*self.game)?;
        let result = protocol::result(best_move?, self.best.clone());
        let (line, score) = best_line(&result);
        let reasons = root.reasons(line, score);
        Some(SearchReply::Reasons(self.number, reasons))
    }

    /// Returns the final reply.
    fn done(self, best_move: Option<Move>) -> SearchReply {
        let result = best_move.map(|best_move| protocol::result(best_move, self.best));
        SearchReply::Done(self.number, Ok(result))
    }
}

/// Does nothing: a page has no threads.
pub(super) const fn lower_priority() {}

impl Thread {
    /// Starts the worker, which wakes the app with each line.
    ///
    /// # Errors
    ///
    /// An error if the browser can't create a worker.
    pub(super) fn start(waker: &Waker) -> io::Result<Self> {
        let lines = Rc::default();
        Ok(Self(SendWrapper::new(RefCell::new(WorkerState {
            waker: waker.clone(),
            worker: start_worker(waker, &lines)?,
            sent: None,
            lines,
            search: None,
            waiting: VecDeque::new(),
            replies: VecDeque::new(),
        }))))
    }

    /// Queues a search. Always returns true: a failed worker reports through its replies.
    pub(super) fn search(&self, job: Job) -> bool {
        let mut state = self.0.borrow_mut();
        state.waiting.push_back(job);
        state.go_on();
        true
    }

    /// Returns the next message, if any.
    pub(super) fn next_reply(&mut self) -> Option<SearchReply> {
        let state = self.0.get_mut();
        state.listen();
        state.go_on();
        state.replies.pop_front()
    }
}

/// Starts a worker that writes its lines to `lines`.
fn start_worker(
    waker: &Waker,
    lines: &Rc<RefCell<VecDeque<Option<String>>>>,
) -> io::Result<WebWorker> {
    let (waker, lines) = (waker.clone(), Rc::clone(lines));
    WebWorker::start(SCRIPT, move |line| {
        lines.borrow_mut().push_back(line);
        waker.wake();
    })
}

impl WorkerState {
    /// Ends a cancelled search and starts the next one.
    fn go_on(&mut self) {
        let is_over = |search: &mut Search| search.stop.load(Ordering::Relaxed);
        if let Some(search) = self.search.take_if(is_over) {
            let best = search
                .best
                .as_ref()
                .and_then(|info| info.pv.first().copied());
            self.replies.push_back(search.done(best));
            self.replace_worker();
        }
        while self.search.is_none()
            && let Some(job) = self.waiting.pop_front()
        {
            self.start_search(job);
        }
    }

    /// Replaces the worker with a new one.
    fn replace_worker(&mut self) {
        self.lines = Rc::default();
        self.sent = None;
        match start_worker(&self.waker, &self.lines) {
            Ok(worker) => self.worker = worker,
            // The next search then fails and reports the error.
            Err(_) => self.lines.borrow_mut().push_back(None),
        }
    }

    fn start_search(&mut self, job: Job) {
        let Job {
            number,
            thinker,
            limits,
            stop,
        } = job;
        match thinker {
            Thinker::Own(search) => {
                self.set_options(&search, &limits);
                self.search = Some(Search {
                    number,
                    stop,
                    game: search.root,
                    begun: Instant::now(),
                    explained_by: search.explained_by,
                    best: None,
                });
            }
            Thinker::External { command, .. } | Thinker::BoardCheck { command, .. } => {
                self.replies.push_back(SearchReply::EngineFailed {
                    number,
                    name: command.text,
                    problem: EngineError::Start(NO_OTHERS.to_owned()),
                });
            }
        }
    }

    fn set_options(&mut self, search: &OwnSearch, limits: &Limits) {
        let set = |name: &str, value: &dyn std::fmt::Display| {
            self.worker
                .send(&format!("setoption name {name} value {value}"));
        };
        let (board, table) = (search.board, search.table);
        if self.sent.is_none_or(|(_, before)| before != table) {
            set("Hash", &table);
        }
        if self.sent.is_none_or(|(before, _)| before != board) {
            // Setting the variant also clears the table.
            set("UCI_Variant", &board);
        }
        self.sent = Some((board, table));
        // `go` has already subtracted the overhead.
        set("Move Overhead", &0);
        let player = &search.player;
        set("Algorithm", &player.algorithm);
        set("Level", &player.level);
        set("MultiPV", &search.multi_pv);
        set("Seed", &(player.seed % MAX_SEED));
        let game = &search.root;
        self.worker.send(&protocol::position(game));
        let mut line = go(limits, game.position().turn());
        if !search.search_moves.is_empty() {
            line += " searchmoves";
            for mv in &search.search_moves {
                line += " ";
                line += &game.position().uci(*mv);
            }
        }
        self.worker.send(&line);
    }

    /// Processes lines from the worker.
    fn listen(&mut self) {
        while let Some(line) = { self.lines.borrow_mut().pop_front() } {
            let Some(search) = &mut self.search else {
                continue;
            };
            let Some(line) = line else {
                let number = search.number;
                self.search = None;
                self.replies.push_back(SearchReply::Done(number, Err(())));
                self.replace_worker();
                return;
            };
            match protocol::read(&line) {
                UciMessage::Info(found) => {
                    if let Some(info) = found.info(&search.game, search.begun.elapsed()) {
                        let number = search.number;
                        self.replies
                            .push_back(SearchReply::Line(number, info.clone()));
                        if info.multi_pv == 1 {
                            search.best = Some(info);
                        }
                    }
                }
                UciMessage::BestMove(text) => {
                    let mv = protocol::legal(&search.game, &text);
                    let Some(search) = self.search.take() else {
                        continue;
                    };
                    self.replies.extend(search.explain(mv));
                    self.replies.push_back(search.done(mv));
                }
                _ => {}
            }
        }
    }
}

/// Formats the `go` command for the worker. Unlike the command for other engines, it has a time
/// limit in addition to the clock.
fn go(limits: &Limits, side: Side) -> String {
    let mut line = protocol::go(limits, side);
    if let (Some(_), Some(limit)) = (limits.time[side.index()], limits.move_time) {
        let limit = limit.saturating_sub(limits.overhead);
        line += &format!(
            " movetime {}",
            limit.max(Duration::from_millis(1)).as_millis()
        );
    }
    line
}
