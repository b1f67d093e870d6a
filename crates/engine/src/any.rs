//! The engine on a board that is known only at run time.

use std::fmt;
use std::sync::atomic::AtomicBool;

use super::eval::Evaluated;
use super::limits::Limits;
use super::player::Player;
use super::root::Root;
use super::score::Score;
use super::search::{Info, Search, SearchResult};
use super::transposition::TranspositionTable;
use icochess_rules::{AnyGame, Role, pgn};

/// How far a player may think, and with what.
pub struct SearchOptions<'a> {
    /// When the search ends.
    pub limits: Limits,
    /// Threads.
    pub threads: usize,
    /// What earlier searches on the same board have found out.
    pub table: &'a TranspositionTable,
}

/// A position to choose a move in, on some board: a [`Root`] whose board only
/// the engine knows.
pub trait AnyRoot: fmt::Debug + Send {
    /// Lets a player choose, as [`Player::choose`] does.
    fn choose(
        &self,
        player: &Player,
        means: &SearchOptions,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Info),
    ) -> Option<SearchResult>;
}

impl<B: Evaluated> AnyRoot for Root<B> {
    fn choose(
        &self,
        player: &Player,
        means: &SearchOptions,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Info),
    ) -> Option<SearchResult> {
        let by = Search {
            limits: means.limits.clone(),
            threads: means.threads,
            ..Search::new(B::evaluator(), means.table)
        };
        player.choose(self.clone(), &by, stop, report)
    }
}

/// What the engine can do on one board.
#[derive(Clone, Copy, Debug)]
pub struct AnyEngine {
    board: &'static str,
    root: fn(&dyn AnyGame) -> Option<Box<dyn AnyRoot>>,
    max_piece_value: fn() -> Score,
    piece_value: fn(Role) -> Score,
}

impl AnyEngine {
    /// The engine on board `B`.
    #[must_use]
    pub fn of<B: Evaluated>() -> Self {
        Self {
            board: B::ID,
            root: |game| {
                let game: &pgn::Game<B> = game.as_any().downcast_ref()?;
                Some(Box::new(Root::from(&game.tree)))
            },
            max_piece_value: || B::evaluator().max_piece_value(),
            piece_value: |role| B::evaluator().piece_value(role),
        }
    }

    /// The identifier of its board.
    #[must_use]
    pub const fn board_id(self) -> &'static str {
        self.board
    }

    /// The present position of a game, to choose a move in; `None` if the game is
    /// played on another board.
    #[must_use]
    pub fn root(self, game: &dyn AnyGame) -> Option<Box<dyn AnyRoot>> {
        (self.root)(game)
    }

    /// The value of the most valuable piece of the board that is no king.
    #[must_use]
    pub fn max_piece_value(self) -> Score {
        (self.max_piece_value)()
    }

    /// What a piece of the board is worth, in hundredths of a pawn: for
    /// [`Material::worth`](icochess_rules::Material::worth).
    #[must_use]
    pub fn piece_value(self, role: Role) -> Score {
        (self.piece_value)(role)
    }
}
