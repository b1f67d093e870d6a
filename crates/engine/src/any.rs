//! The engine on a board that is known only at run time.

use std::fmt;
use std::sync::atomic::AtomicBool;

use super::eval::Evaluated;
use super::limits::Limits;
use super::player::ComputerPlayer;
use super::root::Root;
use super::score::Score;
use super::search::{Info, Search, SearchResult};
use super::transposition::TranspositionTable;
use icochess_rules::{AnyGame, Role, pgn};

/// The limits and the means of a player's search.
pub struct SearchOptions<'a> {
    /// The limits at which the search ends.
    pub limits: Limits,
    /// Number of threads.
    pub threads: usize,
    /// The function that each thread that the search begins calls first.
    pub on_thread_start: fn(),
    /// The results of earlier searches on the same board.
    pub table: &'a TranspositionTable,
}

/// A position to choose a move in, on some board: a [`Root`] whose board only
/// the engine knows.
pub trait AnyRoot: fmt::Debug + Send {
    /// Lets a player choose a move, as [`ComputerPlayer::choose`] does.
    fn choose(
        &self,
        player: &ComputerPlayer,
        options: &SearchOptions,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Info),
    ) -> Option<SearchResult>;
}

impl<B: Evaluated> AnyRoot for Root<B> {
    fn choose(
        &self,
        player: &ComputerPlayer,
        options: &SearchOptions,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Info),
    ) -> Option<SearchResult> {
        let by = Search {
            limits: options.limits.clone(),
            threads: options.threads,
            on_thread_start: options.on_thread_start,
            ..Search::new(B::evaluator(), options.table)
        };
        player.choose(self.clone(), &by, stop, report)
    }
}

/// The engine on one board.
#[derive(Clone, Copy, Debug)]
pub struct AnyEngine {
    board: &'static str,
    root: fn(&dyn AnyGame) -> Option<Box<dyn AnyRoot>>,
    max_piece_value: fn() -> Score,
    piece_value: fn(Role) -> Score,
    bench_positions: &'static str,
    bench_depth: u8,
}

impl AnyEngine {
    /// The engine on board `B`.
    pub fn of<B: Evaluated>() -> Self {
        Self {
            board: B::ID,
            root: |game| {
                let game: &pgn::Game<B> = game.as_any().downcast_ref()?;
                Some(Box::new(Root::from(&game.tree)))
            },
            max_piece_value: || B::evaluator().max_piece_value(),
            piece_value: |role| B::evaluator().piece_value(role),
            bench_positions: B::BENCH_POSITIONS,
            bench_depth: B::BENCH_DEPTH,
        }
    }

    /// The identifier of its board.
    pub const fn board_id(self) -> &'static str {
        self.board
    }

    /// The present position of a game, to choose a move in; `None` if the game is
    /// played on another board.
    pub fn root(self, game: &dyn AnyGame) -> Option<Box<dyn AnyRoot>> {
        (self.root)(game)
    }

    /// The value of the most valuable piece of the board that is no king.
    pub fn max_piece_value(self) -> Score {
        (self.max_piece_value)()
    }

    /// The value of a piece of the board, in hundredths of a pawn, for
    /// [`Material::worth`](icochess_rules::Material::worth).
    pub fn piece_value(self, role: Role) -> Score {
        (self.piece_value)(role)
    }

    /// The board's [`Evaluated::BENCH_POSITIONS`].
    pub const fn bench_positions(self) -> &'static str {
        self.bench_positions
    }

    /// The board's [`Evaluated::BENCH_DEPTH`], plies.
    pub const fn bench_depth(self) -> u8 {
        self.bench_depth
    }
}
