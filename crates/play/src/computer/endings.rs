//! Endings with few men, solved when a game first comes to one.
//!
//! A thread of the lowest priority solves them, and searches look them up. A web page has no
//! threads: there none is solved.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use bevy::prelude::*;

use super::thread::lower_priority;
use crate::game::{Boards, Match};
use icochess_base::frame::{NextFrame, Waker};
use icochess_base::schedule::AppSystems;
pub use icochess_engine::Probe;
use icochess_engine::{AnyEngine, EndingClass, Endings};
use icochess_rules::{AnyBoard, CellSet, Move, Record};

/// Maximum number of men with which endings are prepared: one more than in those that are solved.
const MAX_MEN: usize = 5;

/// Solved endings of the match's board. Changes when the thread has finished its work.
#[derive(Resource, Default)]
pub struct SolvedEndings {
    board: Option<Arc<BoardEndings>>,
    work: Option<Work>,
    /// Class of the match's position, for which the thread worked last.
    class: Option<EndingClass>,
}

/// Endings of a board. The thread makes them, because finding the board's symmetries takes longer
/// than a frame may.
pub(super) struct BoardEndings {
    engine: AnyEngine,
    made: OnceLock<Option<Endings>>,
}

impl BoardEndings {
    /// Returns the endings, if they are made and the solver supports the board.
    pub(super) fn get(&self) -> Option<&Endings> {
        self.made.get()?.as_ref()
    }
}

/// Work of the thread, which ends soon after this is dropped.
struct Work {
    is_for_match: bool,
    stop: Arc<AtomicBool>,
    is_done: Arc<AtomicBool>,
}

impl Drop for Work {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl SolvedEndings {
    /// Whether endings can be solved at all.
    pub const CAN_SOLVE: bool = cfg!(not(target_arch = "wasm32"));

    /// Returns the endings of an engine's board, solved or not.
    pub(super) fn of(&self, engine: AnyEngine) -> Option<&Arc<BoardEndings>> {
        let board = self.board.as_ref();
        board.filter(|board| board.engine.board_id() == engine.board_id())
    }

    /// Returns whether the thread is at work.
    pub const fn is_solving(&self) -> bool {
        self.work.is_some()
    }

    /// Returns the result of a game's position, and the moves that keep it, if its ending is solved.
    pub fn probe(&self, engine: AnyEngine, game: &Record) -> Option<(Probe, Vec<Move>)> {
        let endings = self.of(engine)?.get()?;
        engine.root(&**game)?.probe(endings)
    }

    /// Returns a game that begins with a random win in the class of this name, with the winning
    /// side to move; `None` if the class isn't solved.
    pub fn random_win(
        &self,
        engine: AnyEngine,
        board: AnyBoard,
        class: &str,
        seed: u64,
    ) -> Option<Record> {
        let endings = self.of(engine)?.get()?;
        let position = engine.random_win(endings, endings.class(class)?, seed)?;
        board.read_position(&position).ok()
    }

    /// Starts to solve the class of this name on the match's board, in place of earlier work.
    pub fn solve(&mut self, class: &'static str, waker: &Waker) {
        // The match's turn comes again afterwards.
        self.class = None;
        self.start(false, waker, move |endings| {
            endings.class(class).into_iter().collect()
        });
    }

    /// Starts to solve classes, in place of earlier work.
    fn start(
        &mut self,
        is_for_match: bool,
        waker: &Waker,
        classes: impl FnOnce(&Endings) -> Vec<EndingClass> + Send + 'static,
    ) {
        let Some(board) = self.board.clone() else {
            return;
        };
        let work = Work {
            is_for_match,
            stop: Arc::default(),
            is_done: Arc::default(),
        };
        let (stop, is_done) = (Arc::clone(&work.stop), Arc::clone(&work.is_done));
        let waker = waker.clone();
        let solve = move || {
            lower_priority();
            let made = board.made.get_or_init(|| board.engine.endings());
            if let Some(endings) = made {
                for class in classes(endings) {
                    endings.solve(class, &stop);
                }
            }
            is_done.store(true, Ordering::Relaxed);
            waker.wake();
        };
        let thread = thread::Builder::new().name("endings".into());
        self.work = thread.spawn(solve).is_ok().then_some(work);
    }
}

/// Returns the classes to solve for a position of this class: the class itself or, if it is too large,
/// those to which a capture leads.
fn needed(endings: &Endings, class: EndingClass) -> Vec<EndingClass> {
    if endings.is_small(class) {
        return vec![class];
    }
    let name = endings.name(class);
    let captures = name.char_indices().filter(|(_, letter)| *letter != 'K');
    let after = captures.map(|(at, _)| {
        let mut name = name.clone();
        name.remove(at);
        name
    });
    let after = after.filter_map(|name| endings.class(&name));
    after.filter(|class| endings.is_small(*class)).collect()
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SolvedEndings>().add_systems(
        Update,
        (
            end_work.run_if(|solved: Res<SolvedEndings>| solved.is_solving()),
            solve_match
                .run_if(resource_changed::<Match>.or_else(resource_changed::<SolvedEndings>)),
        )
            .chain()
            .in_set(AppSystems::Scene),
    );
}

fn end_work(mut solved: ResMut<SolvedEndings>, mut next: ResMut<NextFrame>) {
    let is_done = |work: &Work| work.is_done.load(Ordering::Relaxed);
    if solved.work.as_ref().is_some_and(is_done) {
        solved.work = None;
        // Practice may wait for the thread.
        next.within(Duration::ZERO);
    }
}

/// Starts to solve the ending on the board, once few men are left.
fn solve_match(
    (game, boards): (Res<Match>, Res<Boards>),
    waker: Res<Waker>,
    mut solved: ResMut<SolvedEndings>,
) {
    let solved = solved.bypass_change_detection();
    let record = game.record();
    let Some(engine) = boards.engine(record.board()) else {
        *solved = SolvedEndings::default();
        return;
    };
    if solved.of(engine).is_none() {
        *solved = SolvedEndings {
            board: Some(Arc::new(BoardEndings {
                engine,
                made: OnceLock::new(),
            })),
            ..default()
        };
    }
    let is_others = |work: &Work| !work.is_for_match;
    if solved.work.as_ref().is_some_and(is_others) {
        return;
    }
    let is_few = record.position().occupied().len() as usize <= MAX_MEN;
    let root = is_few.then(|| engine.root(&**record)).flatten();
    let (Some(root), Some(board)) = (root, solved.of(engine).cloned()) else {
        (solved.work, solved.class) = (None, None);
        return;
    };
    if let Some(made) = board.made.get() {
        let class = made.as_ref().and_then(|made| root.ending_class(made));
        let is_first = solved.class.is_none() && solved.is_solving();
        if class == solved.class || is_first {
            return;
        }
        (solved.work, solved.class) = (None, class);
        let is_solved = |class| board.get().is_some_and(|it| it.table(class).is_some());
        if class.is_none_or(is_solved) {
            return;
        }
    } else if solved.is_solving() {
        return;
    }
    solved.start(true, &waker, move |endings| {
        let class = root.ending_class(endings);
        class.map_or_else(Vec::new, |class| needed(endings, class))
    });
}
