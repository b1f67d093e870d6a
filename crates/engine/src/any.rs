//! The engine on a board chosen at run time.

use std::fmt;
use std::sync::atomic::AtomicBool;

use super::eval::Evaluated;
use super::limits::Limits;
use super::player::ComputerPlayer;
use super::reasons::{Reason, reasons};
use super::root::Root;
use super::score::{Score, win_chance};
use super::search::{Info, Search, SearchResult};
use super::transposition::TranspositionTable;
use icochess_endings::{EndingClass, Endings, Probe};
use icochess_rules::{AnyGame, Move, Role, pgn};

/// Limits and resources of a player's search.
pub struct SearchOptions<'a> {
    /// The limits at which the search ends.
    pub limits: Limits,
    /// Moves to choose from; empty for all legal moves.
    pub search_moves: &'a [Move],
    /// Number of threads.
    pub threads: usize,
    /// Number of best lines to find.
    pub multi_pv: usize,
    /// Called first by each thread that the search spawns.
    pub on_thread_start: fn(),
    /// Results of earlier searches on the same board.
    pub table: &'a TranspositionTable,
    /// Solved endings of the same board, to look up.
    pub endings: Option<&'a Endings>,
}

/// A [`Root`] whose board type is hidden from the caller.
pub trait AnyRoot: fmt::Debug + Send {
    /// Chooses a move for a player, as [`ComputerPlayer::choose`] does.
    fn choose(
        &self,
        player: &ComputerPlayer,
        options: &SearchOptions,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Info),
    ) -> Option<SearchResult>;

    /// Returns the proved reasons for the first move of a line, as [`reasons`] does.
    fn reasons(&self, line: &[Move], score: Score) -> Vec<Reason>;

    /// Returns the class of the position, as [`Endings::class_of`] does.
    fn ending_class(&self, endings: &Endings) -> Option<EndingClass>;

    /// Returns the result of a solved ending and the moves that keep it, as [`Endings::probe`] and
    /// [`Endings::best_moves`] do.
    fn probe(&self, endings: &Endings) -> Option<(Probe, Vec<Move>)>;
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
            search_moves: options.search_moves,
            threads: options.threads,
            multi_pv: options.multi_pv,
            on_thread_start: options.on_thread_start,
            endings: options.endings,
            ..Search::new(B::evaluator(), options.table)
        };
        player.choose(self.clone(), &by, stop, report)
    }

    fn reasons(&self, line: &[Move], score: Score) -> Vec<Reason> {
        reasons(self.position(), line, score)
    }

    fn ending_class(&self, endings: &Endings) -> Option<EndingClass> {
        endings.class_of(self.position())
    }

    fn probe(&self, endings: &Endings) -> Option<(Probe, Vec<Move>)> {
        let probe = endings.probe(self.position())?;
        Some((probe, endings.best_moves(self.position())))
    }
}

/// The engine on one board.
#[derive(Clone, Copy, Debug)]
pub struct AnyEngine {
    board: &'static str,
    root: fn(&dyn AnyGame) -> Option<Box<dyn AnyRoot>>,
    piece_value: fn(Role) -> Score,
    win_chance_scale: f64,
    bench_positions: &'static str,
    bench_depth: u8,
    endings: fn() -> Option<Endings>,
    random_win: fn(&Endings, EndingClass, u64) -> Option<String>,
}

impl AnyEngine {
    /// Returns the engine for board `B`.
    pub fn of<B: Evaluated>() -> Self {
        Self {
            board: B::ID,
            root: |game| {
                let game: &pgn::Game<B> = game.as_any().downcast_ref()?;
                Some(Box::new(Root::from(&game.tree)))
            },
            piece_value: |role| B::evaluator().piece_value(role),
            win_chance_scale: B::WIN_CHANCE_SCALE,
            bench_positions: B::BENCH_POSITIONS,
            bench_depth: B::BENCH_DEPTH,
            endings: Endings::of::<B>,
            random_win: |endings, class, seed| {
                let position = endings.random_win::<B>(class, seed)?;
                Some(position.to_string())
            },
        }
    }

    /// Returns the identifier of the board.
    pub const fn board_id(self) -> &'static str {
        self.board
    }

    /// Returns the current position of a game as a search root, or `None` if the game is played on
    /// another board.
    pub fn root(self, game: &dyn AnyGame) -> Option<Box<dyn AnyRoot>> {
        (self.root)(game)
    }

    /// Returns the value of a piece in hundredths of a pawn, for
    /// [`Material::worth`](icochess_rules::Material::worth).
    pub fn piece_value(self, role: Role) -> Score {
        (self.piece_value)(role)
    }

    /// Returns a side's winning chance for its score on the board, as [`win_chance`] does.
    pub fn win_chance(self, score: Score) -> f64 {
        win_chance(score, self.win_chance_scale)
    }

    /// Returns the board's endings, none of them solved, as [`Endings::of`] does.
    pub fn endings(self) -> Option<Endings> {
        (self.endings)()
    }

    /// Returns the text of a random won position, as [`Endings::random_win`] does.
    pub fn random_win(self, endings: &Endings, class: EndingClass, seed: u64) -> Option<String> {
        (self.random_win)(endings, class, seed)
    }

    /// Returns the board's [`Evaluated::BENCH_POSITIONS`].
    pub const fn bench_positions(self) -> &'static str {
        self.bench_positions
    }

    /// Returns the board's [`Evaluated::BENCH_DEPTH`], in plies.
    pub const fn bench_depth(self) -> u8 {
        self.bench_depth
    }
}
