//! A worker of the browser in the place of the thread that thinks: our engine once more, as a program
//! of its own that speaks UCI.
//!
//! It hears nothing while it searches. So one whose search is not wanted any more is ended, and the
//! next one begins, which has forgotten what was known of positions.

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
use super::external::protocol::{self, InfoLine, UciMessage};
use super::job::{Job, OwnSearch, SearchReply, Thinker};
use icochess_base::frame::Waker;
use icochess_base::platform::WebWorker;
use icochess_engine::{Info, Limits, SearchResult};
use icochess_rules::{Move, Record, Side};

/// The script of the worker.
const SCRIPT: &str = "engine-worker.js";
/// The largest seed that the engine takes.
const MAX_SEED: u64 = i32::MAX as u64;
/// The reason that no other engine plays here.
const NO_OTHERS: &str = "a page can start no other programs";

/// The game's handle of the worker.
pub(super) struct Thread(SendWrapper<RefCell<WorkerState>>);

/// The worker and its searches, under way and waiting.
struct WorkerState {
    waker: Waker,
    worker: WebWorker,
    /// The board and the size of the table that the worker was told last.
    told: Option<(&'static str, usize)>,
    /// The lines of the worker that are not read yet; `None` is its failure.
    said: Rc<RefCell<VecDeque<Option<String>>>>,
    /// The search under way.
    search: Option<Search>,
    waiting: VecDeque<Job>,
    replies: VecDeque<SearchReply>,
}

/// A search under way.
struct Search {
    number: u64,
    stop: Arc<AtomicBool>,
    game: Record,
    begun: Instant,
    /// The last line that was found.
    best: Option<Info>,
}

impl Search {
    /// A move in its text, if it is legal.
    fn legal(&self, text: &str) -> Option<Move> {
        let position = self.game.position();
        let mv = position.parse_uci(text).ok();
        mv.filter(|mv| position.why_illegal(*mv).is_none())
    }

    fn info(&self, found: &InfoLine) -> Option<Info> {
        Some(Info {
            depth: found.depth,
            seldepth: found.depth,
            multi_pv: 1,
            score: found.score,
            nodes: found.nodes,
            time: self.begun.elapsed(),
            hashfull: 0,
            pv: vec![self.legal(&found.first)?],
        })
    }

    /// The reply at its end.
    fn done(self, best_move: Option<Move>) -> SearchReply {
        let result = best_move.map(|best_move| SearchResult {
            best_move,
            ponder: None,
            nodes: self.best.as_ref().map_or(0, |info| info.nodes),
            info: self.best,
            failed: false,
        });
        SearchReply::Done(self.number, Ok(result))
    }
}

impl Thread {
    /// Begins the worker, which wakes the app with all that it says.
    ///
    /// # Errors
    ///
    /// An error if the browser makes none.
    pub(super) fn begin(waker: &Waker) -> io::Result<Self> {
        let said = Rc::default();
        Ok(Self(SendWrapper::new(RefCell::new(WorkerState {
            waker: waker.clone(),
            worker: begin(waker, &said)?,
            told: None,
            said,
            search: None,
            waiting: VecDeque::new(),
            replies: VecDeque::new(),
        }))))
    }

    /// Hands a search over, which begins when the one before it has ended. Returns whether there is
    /// somebody to search.
    pub(super) fn search(&self, job: Job) -> bool {
        let mut state = self.0.borrow_mut();
        state.waiting.push_back(job);
        state.go_on();
        true
    }

    /// The next message, if there is one.
    pub(super) fn hear(&mut self) -> Option<SearchReply> {
        let state = self.0.get_mut();
        state.listen();
        state.go_on();
        state.replies.pop_front()
    }
}

/// Begins a worker whose lines come to `said`.
fn begin(waker: &Waker, said: &Rc<RefCell<VecDeque<Option<String>>>>) -> io::Result<WebWorker> {
    let (waker, said) = (waker.clone(), Rc::clone(said));
    WebWorker::begin(SCRIPT, move |line| {
        said.borrow_mut().push_back(line);
        waker.wake();
    })
}

impl WorkerState {
    /// Ends a search that is not wanted any more, and begins the next one.
    fn go_on(&mut self) {
        let is_over = |search: &mut Search| search.stop.load(Ordering::Relaxed);
        if let Some(search) = self.search.take_if(is_over) {
            let best = search
                .best
                .as_ref()
                .and_then(|info| info.pv.first().copied());
            self.replies.push_back(search.done(best));
            self.begin_anew();
        }
        while self.search.is_none()
            && let Some(job) = self.waiting.pop_front()
        {
            self.begin(job);
        }
    }

    /// Ends the worker and begins another.
    fn begin_anew(&mut self) {
        self.said = Rc::default();
        self.told = None;
        match begin(&self.waker, &self.said) {
            Ok(worker) => self.worker = worker,
            // The next search fails, which is told.
            Err(_) => self.said.borrow_mut().push_back(None),
        }
    }

    fn begin(&mut self, job: Job) {
        let Job {
            number,
            thinker,
            limits,
            stop,
        } = job;
        match thinker {
            Thinker::Own(search) => {
                self.tell(&search, &limits);
                self.search = Some(Search {
                    number,
                    stop,
                    game: search.root,
                    begun: Instant::now(),
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

    fn tell(&mut self, search: &OwnSearch, limits: &Limits) {
        let set = |name: &str, value: &dyn std::fmt::Display| {
            self.worker
                .send(&format!("setoption name {name} value {value}"));
        };
        let (board, table) = (search.board, search.table);
        if self.told.is_none_or(|(_, before)| before != table) {
            set("Hash", &table);
        }
        if self.told.is_none_or(|(before, _)| before != board) {
            // With that the table is cleared.
            set("UCI_Variant", &board);
        }
        self.told = Some((board, table));
        let player = &search.player;
        set("Algorithm", &player.algorithm);
        set("Level", &player.level);
        set("Seed", &(player.seed % MAX_SEED));
        let game = &search.root;
        self.worker.send(&protocol::position(game));
        self.worker.send(&go(limits, game.position().turn()));
    }

    /// Reads what the worker has said.
    fn listen(&mut self) {
        while let Some(line) = { self.said.borrow_mut().pop_front() } {
            let Some(search) = &mut self.search else {
                continue;
            };
            let Some(line) = line else {
                let number = search.number;
                self.search = None;
                self.replies.push_back(SearchReply::Done(number, Err(())));
                self.begin_anew();
                return;
            };
            match protocol::read(&line) {
                UciMessage::Info(found) => {
                    if let Some(info) = search.info(&found) {
                        let number = search.number;
                        self.replies
                            .push_back(SearchReply::Line(number, info.clone()));
                        search.best = Some(info);
                    }
                }
                UciMessage::BestMove(text) => {
                    let mv = search.legal(&text);
                    let done = self.search.take().map(|search| search.done(mv));
                    self.replies.extend(done);
                }
                _ => {}
            }
        }
    }
}

/// The line `go`, as other engines are told, with the most time beside a clock.
fn go(limits: &Limits, side: Side) -> String {
    let mut line = protocol::go(limits, side);
    if let (Some(_), Some(most)) = (limits.time[side.index()], limits.move_time) {
        let most = most.saturating_sub(limits.overhead);
        line += &format!(
            " movetime {}",
            most.max(Duration::from_millis(1)).as_millis()
        );
    }
    line
}
