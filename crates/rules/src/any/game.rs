//! Games on any board, and boards as values.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::position::AnyPosition;
use super::tree::AnyTree;
use crate::game::tree::GameTree;
use crate::pgn::{self, GameText, PgnError};
use crate::piece::RoleRules;
use crate::position::board::{Board, StartPosition};
use crate::position::legality::IllegalMove;
use crate::position::moves::Move;
use crate::position::outcome::{DrawReason, Outcome};
use crate::position::state::Position;
use crate::position::text::PositionTextError;

/// A recorded game on some board, for code that doesn't know the board.
pub trait AnyGame: AnyTree + fmt::Debug + Send + Sync {
    /// Returns the board.
    fn board(&self) -> AnyBoard;

    /// Returns the tags: see [`pgn::Game::tags`].
    fn tags(&self) -> &BTreeMap<String, String>;
    /// Returns the tags, mutably.
    fn tags_mut(&mut self) -> &mut BTreeMap<String, String>;
    /// Returns the declared end, which isn't visible in the position: see [`pgn::Game::declared`].
    fn declared(&self) -> Option<Outcome>;
    /// Declares an end, or revokes it with `None`. Like a move, this removes the tag `Termination`,
    /// which described a different end.
    fn declare(&mut self, outcome: Option<Outcome>);
    /// Returns the outcome of the game, if it has ended: see [`pgn::Game::outcome`].
    fn outcome(&self) -> Option<Outcome>;
    /// Returns the draws that the side to move may claim.
    fn claims(&self) -> Vec<DrawReason>;

    /// Returns the current position.
    fn position(&self) -> &dyn AnyPosition;
    /// Returns the position after `ply` plies of the line.
    fn position_at(&self, ply: usize) -> Option<&dyn AnyPosition>;
    /// Returns the number of plies played; the rest of the line is undone.
    fn ply(&self) -> usize;
    /// Returns the moves of the line, including undone ones.
    fn line(&self) -> &[Move];
    /// Returns the moves played.
    fn played(&self) -> &[Move] {
        &self.line()[..self.ply()]
    }
    /// Returns the last move played.
    fn last(&self) -> Option<Move> {
        self.played().last().copied()
    }
    /// Returns the number of moves in the game, including variations.
    fn size(&self) -> usize;

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if it is not legal; the game doesn't change.
    fn play(&mut self, mv: Move) -> Result<(), IllegalMove>;
    /// Takes back the last move.
    fn undo(&mut self) -> Option<Move>;
    /// Replays the move last taken back.
    fn redo(&mut self) -> Option<Move>;

    /// Returns the game as PGN.
    fn to_pgn(&self) -> String;
    /// Returns the maximum size of its PGN, in bytes: see [`pgn::Game::max_bytes`].
    fn max_bytes(&self) -> usize;

    /// Returns the game for downcasting to its board.
    fn as_any(&self) -> &dyn Any;
    /// Copies the game into a record.
    fn to_record(&self) -> Record;
    /// Returns whether both are the same game on the same board.
    fn is_same(&self, other: &dyn AnyGame) -> bool;
}

impl<B: Board> AnyGame for pgn::Game<B> {
    fn board(&self) -> AnyBoard {
        AnyBoard::of::<B>()
    }

    fn tags(&self) -> &BTreeMap<String, String> {
        &self.tags
    }

    fn tags_mut(&mut self) -> &mut BTreeMap<String, String> {
        &mut self.tags
    }

    fn declared(&self) -> Option<Outcome> {
        self.declared
    }

    fn declare(&mut self, outcome: Option<Outcome>) {
        self.forget_termination();
        self.declared = outcome;
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn claims(&self) -> Vec<DrawReason> {
        self.tree.claims()
    }

    fn position(&self) -> &dyn AnyPosition {
        self.tree.position()
    }

    fn position_at(&self, ply: usize) -> Option<&dyn AnyPosition> {
        let position = self.tree.position_at(ply)?;
        Some(position)
    }

    fn ply(&self) -> usize {
        self.tree.ply()
    }

    fn line(&self) -> &[Move] {
        self.tree.line()
    }

    fn size(&self) -> usize {
        self.tree.size()
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.tree.play(mv)?;
        self.forget_termination();
        Ok(())
    }

    fn undo(&mut self) -> Option<Move> {
        self.forget_termination();
        self.tree.undo()
    }

    fn redo(&mut self) -> Option<Move> {
        self.forget_termination();
        self.tree.redo()
    }

    fn to_pgn(&self) -> String {
        pgn::write(self)
    }

    fn max_bytes(&self) -> usize {
        self.max_bytes()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn to_record(&self) -> Record {
        self.clone().into()
    }

    fn is_same(&self, other: &dyn AnyGame) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }
}

/// A recorded game on any board, copied on write.
///
/// ```
/// use icochess_rules::{AnyBoard, Record};
/// use icochess_boards::Chess;
///
/// let mut game: Record = AnyBoard::of::<Chess>().new_game();
/// let before = game.clone();
/// let mv = game.position().parse_uci("e2e4")?;
/// game.make_mut().play(mv).map_err(|illegal| illegal.reason)?;
/// assert_eq!((game.board().id(), game.ply(), before.ply()), ("chess", 1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record(Arc<dyn AnyGame>);

impl Record {
    /// Returns the game for changes, after copying it if it is shared.
    ///
    /// # Panics
    ///
    /// Never: a fresh copy isn't shared.
    pub fn make_mut(&mut self) -> &mut dyn AnyGame {
        if Arc::get_mut(&mut self.0).is_none() {
            *self = self.0.to_record();
        }
        Arc::get_mut(&mut self.0).expect("nobody shares a fresh copy")
    }

    /// Returns the game on board `B`, if it is on that board.
    pub fn on<B: Board>(&self) -> Option<&pgn::Game<B>> {
        self.as_any().downcast_ref()
    }
}

impl Deref for Record {
    type Target = dyn AnyGame;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl<B: Board> From<pgn::Game<B>> for Record {
    fn from(game: pgn::Game<B>) -> Self {
        Self(Arc::new(game))
    }
}

impl<B: Board> From<GameTree<B>> for Record {
    fn from(tree: GameTree<B>) -> Self {
        pgn::Game::new(tree).into()
    }
}

impl<B: Board> From<Position<B>> for Record {
    /// Starts a game in a position.
    fn from(start: Position<B>) -> Self {
        GameTree::new(start).into()
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(&**other)
    }
}

impl Eq for Record {}

/// A board as a value, which starts and reads games.
///
/// ```
/// use icochess_rules::AnyBoard;
/// use icochess_boards::Icochess;
///
/// let ball = AnyBoard::of::<Icochess>();
/// assert_eq!((ball.id(), ball.new_game().position().cell_count()), ("icochess", 80));
/// assert!(ball.read_position("8/8/8/8/8/8/8/8 w - - 0 1").is_err());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AnyBoard {
    id: &'static str,
    name: &'static str,
    title: &'static str,
    starts: &'static [StartPosition],
    roles: &'static [RoleRules],
    new_game: fn() -> Record,
    read_position: fn(&str) -> Result<Record, PositionTextError>,
    read_pgn: fn(&str) -> Result<Record, PgnError>,
    read_text: fn(&GameText) -> Result<Record, PgnError>,
}

impl AnyBoard {
    /// Returns board `B` as a value.
    pub fn of<B: Board>() -> Self {
        Self {
            id: B::ID,
            name: B::NAME,
            title: B::TITLE,
            starts: B::STARTS,
            roles: B::ROLES,
            new_game: || Position::<B>::start().into(),
            read_position: |text| Ok(text.parse::<Position<B>>()?.into()),
            read_pgn: |text| Ok(pgn::parse::<B>(text)?.into()),
            read_text: |text| Ok(text.parse::<B>()?.into()),
        }
    }

    /// Returns the [`Board::ID`].
    pub const fn id(self) -> &'static str {
        self.id
    }

    /// Returns the [`Board::NAME`].
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Returns the [`Board::TITLE`].
    pub const fn title(self) -> &'static str {
        self.title
    }

    /// Returns the [`Board::STARTS`].
    pub const fn starts(self) -> &'static [StartPosition] {
        self.starts
    }

    /// Returns the rules of each role, by [`Role::index`](crate::Role::index).
    pub const fn roles(self) -> &'static [RoleRules] {
        self.roles
    }

    /// Starts a game in the board's first start position.
    pub fn new_game(self) -> Record {
        (self.new_game)()
    }

    /// Starts a game in one of the board's start positions.
    ///
    /// # Panics
    ///
    /// If the position isn't valid on this board.
    pub fn new_game_from(self, start: &StartPosition) -> Record {
        let game = self.read_position(start.text);
        game.unwrap_or_else(|problem| panic!("the start {}: {problem}", start.name))
    }

    /// Starts a game in the position of a position text.
    ///
    /// # Errors
    ///
    /// [`PositionTextError`] if the text isn't valid on this board.
    pub fn read_position(self, text: &str) -> Result<Record, PositionTextError> {
        (self.read_position)(text)
    }

    /// Reads the game of a PGN text.
    ///
    /// # Errors
    ///
    /// [`PgnError`] if the text isn't a game on this board.
    pub fn read_pgn(self, text: &str) -> Result<Record, PgnError> {
        (self.read_pgn)(text)
    }

    /// Reads one game of a file.
    ///
    /// # Errors
    ///
    /// [`PgnError`] if the text isn't a game on this board, with the place in the file.
    pub fn read_text(self, text: &GameText) -> Result<Record, PgnError> {
        (self.read_text)(text)
    }
}

/// Reads a PGN text that may be of any of these boards, as [`pgn::detect`] does.
///
/// # Errors
///
/// [`PgnError`] of the board that understood most of the text.
///
/// # Panics
///
/// If `boards` is empty.
///
/// ```
/// use icochess_rules::{AnyBoard, read_any_pgn};
/// use icochess_boards::{Chess, Icochess};
///
/// let boards = [AnyBoard::of::<Chess>(), AnyBoard::of::<Icochess>()];
/// assert_eq!(read_any_pgn(&boards, "1. a4g1 *")?.board().id(), "icochess");
/// assert_eq!(read_any_pgn(&boards, "1. e4 *")?.board().id(), "chess");
/// # Ok::<(), icochess_rules::pgn::PgnError>(())
/// ```
pub fn read_any_pgn(boards: &[AnyBoard], text: &str) -> Result<Record, PgnError> {
    pgn::detect(boards, |board| board.read_pgn(text))
}

/// Reads one game of a file, as [`read_any_pgn`] does.
///
/// # Errors
///
/// [`PgnError`] of the board that understood most of the text, with the place in the file.
///
/// # Panics
///
/// If `boards` is empty.
pub fn read_any_text(boards: &[AnyBoard], text: &GameText) -> Result<Record, PgnError> {
    pgn::detect(boards, |board| board.read_text(text))
}

impl PartialEq for AnyBoard {
    /// Compares identifiers.
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for AnyBoard {}
