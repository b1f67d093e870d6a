//! Boards, positions and games whose board is known only at run time.
//!
//! Rules and search are made anew for each board, which keeps them quick. Who
//! shows a game, saves it or lets people play it has time enough to ask through
//! a trait object, and then needs no type parameter: [`AnyPosition`] and
//! [`AnyGame`] are what [`Position`] and [`pgn::Game`] of every board can do.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::board::Board;
use super::cell::{Cell, CellSet, WideSet, set_of};
use super::effects::Effect;
use super::equipment::rules_of;
use super::game_tree::GameTree;
use super::legality::{IllegalMove, IllegalReason};
use super::moves::Move;
use super::outcome::{DrawReason, Outcome};
use super::pgn::{self, PgnError};
use super::piece::{Piece, Role, RoleRules, Side};
use super::position::Position;
use super::position_text::PositionTextError;
use super::stuck::Stuck;
use super::uci_text::ParseUciError;

/// A cell that can be picked to move a piece, and a move that this means.
///
/// A cell stands in several of them where the player has something else to
/// decide, such as what a pawn becomes; and a move in several, if more than one
/// cell tells it: castling is told by where the king goes and by its own rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// What is picked.
    pub cell: Cell,
    /// The move.
    pub mv: Move,
}

/// A position on some board: what can be asked of it without knowing which.
pub trait AnyPosition: fmt::Debug + Send + Sync {
    /// How many cells the board has; they count from 0.
    fn cell_count(&self) -> usize;
    /// The name of a cell in move text, lower case. Panics if it is none of the
    /// board.
    fn cell_name(&self, cell: Cell) -> &'static str;
    /// The cell of that name.
    fn cell_named(&self, name: &str) -> Option<Cell>;
    /// What is known of a role of the board. Panics if it is none of the board.
    fn rules_of(&self, role: Role) -> &'static RoleRules;

    /// Whose turn it is.
    fn turn(&self) -> Side;
    /// The number of the move that comes next, as in PGN: 1 for the first of
    /// each side.
    fn fullmove_number(&self) -> u16;
    /// What stands on a cell.
    fn piece_at(&self, cell: Cell) -> Option<Piece>;
    /// The cells on which something stands.
    fn occupied(&self) -> WideSet;
    /// The cells on which pieces of a side stand.
    fn by_side(&self, side: Side) -> WideSet;
    /// Where a side's royal piece stands, if there is one.
    fn royal(&self, side: Side) -> Option<Cell>;
    /// Where the pieces stand that give check.
    fn checkers(&self) -> WideSet;
    /// Is the side to move in check?
    fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// All legal moves.
    fn legal_moves(&self) -> Vec<Move>;
    /// The legal moves of the piece on a cell, by what is picked for them.
    fn targets(&self, from: Cell) -> Vec<Target>;
    /// Why a move may not be made; `None` if it may.
    fn why_illegal(&self, mv: Move) -> Option<IllegalReason>;
    /// Why the piece on a cell has no legal move; `None` if it has one.
    fn why_stuck(&self, from: Cell) -> Option<Stuck>;
    /// What a legal move does to the pieces: see [`Position::effects`].
    fn effects(&self, mv: Move) -> Vec<Effect>;

    /// The position text.
    fn text(&self) -> String;
    /// A move in UCI text.
    fn uci(&self, mv: Move) -> String;
    /// Reads a move in UCI text, legal or not.
    ///
    /// # Errors
    ///
    /// [`ParseUciError`] when it is none of the board.
    fn parse_uci(&self, text: &str) -> Result<Move, ParseUciError>;

    /// The position itself, for who knows the board.
    fn as_any(&self) -> &dyn Any;
}

impl<B: Board> AnyPosition for Position<B> {
    fn cell_count(&self) -> usize {
        B::tables().cells().len()
    }

    fn cell_name(&self, cell: Cell) -> &'static str {
        B::tables().name(cell)
    }

    fn cell_named(&self, name: &str) -> Option<Cell> {
        B::tables().cell(name)
    }

    fn rules_of(&self, role: Role) -> &'static RoleRules {
        rules_of::<B>(role)
    }

    fn turn(&self) -> Side {
        self.turn()
    }

    fn fullmove_number(&self) -> u16 {
        self.fullmove_number()
    }

    fn piece_at(&self, cell: Cell) -> Option<Piece> {
        self.piece_at(cell)
    }

    fn occupied(&self) -> WideSet {
        set_of(self.occupied().cells())
    }

    fn by_side(&self, side: Side) -> WideSet {
        set_of(self.by_side(side).cells())
    }

    fn royal(&self, side: Side) -> Option<Cell> {
        self.royal(side)
    }

    fn checkers(&self) -> WideSet {
        set_of(self.checkers().cells())
    }

    fn is_check(&self) -> bool {
        self.is_check()
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.legal_moves()
    }

    fn targets(&self, from: Cell) -> Vec<Target> {
        let mut targets = Vec::new();
        self.each_move(|mv| {
            if mv.from == from {
                targets.push(Target { cell: mv.to, mv });
                if let Some(castling) = self.castling(mv) {
                    let cell = castling.partner.0;
                    targets.push(Target { cell, mv });
                }
            }
        });
        targets
    }

    fn why_illegal(&self, mv: Move) -> Option<IllegalReason> {
        self.why_illegal(mv)
    }

    fn why_stuck(&self, from: Cell) -> Option<Stuck> {
        self.why_stuck(from)
    }

    fn effects(&self, mv: Move) -> Vec<Effect> {
        self.effects(mv)
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn uci(&self, mv: Move) -> String {
        B::tables().uci(mv)
    }

    fn parse_uci(&self, text: &str) -> Result<Move, ParseUciError> {
        B::tables().parse_uci(text)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A recorded game on some board: what can be done with it without knowing
/// which.
pub trait AnyGame: fmt::Debug + Send + Sync {
    /// The board.
    fn board(&self) -> AnyBoard;

    /// The tags: see [`pgn::Game::tags`].
    fn tags(&self) -> &BTreeMap<String, String>;
    /// The tags, to change.
    fn tags_mut(&mut self) -> &mut BTreeMap<String, String>;
    /// The end that the position does not tell: see [`pgn::Game::declared`].
    fn declared(&self) -> Option<Outcome>;
    /// Declares an end, or takes it back.
    fn declare(&mut self, outcome: Option<Outcome>);
    /// How the game has ended, if it has: see [`pgn::Game::outcome`].
    fn outcome(&self) -> Option<Outcome>;
    /// The draws that the side to move may claim.
    fn claims(&self) -> Vec<DrawReason>;

    /// The present position.
    fn position(&self) -> &dyn AnyPosition;
    /// The position after so many plies of the line.
    fn position_at(&self, ply: usize) -> Option<&dyn AnyPosition>;
    /// Plies played; those of the line after it are undone.
    fn ply(&self) -> usize;
    /// The moves of the line, undone ones included.
    fn line(&self) -> &[Move];
    /// The moves played.
    fn played(&self) -> &[Move] {
        &self.line()[..self.ply()]
    }
    /// The last move played.
    fn last(&self) -> Option<Move> {
        self.played().last().copied()
    }
    /// How many moves the record holds, variations included.
    fn size(&self) -> usize;

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] when it is not legal; nothing changes then.
    fn play(&mut self, mv: Move) -> Result<(), IllegalMove>;
    /// Takes the last move back.
    fn undo(&mut self) -> Option<Move>;
    /// Plays the move last taken back.
    fn redo(&mut self) -> Option<Move>;

    /// The game as a PGN text.
    fn to_pgn(&self) -> String;
    /// The most bytes that its text can have: see [`pgn::Game::most_bytes`].
    fn most_bytes(&self) -> usize;

    /// The game itself, for who knows the board.
    fn as_any(&self) -> &dyn Any;
    /// A copy.
    fn to_record(&self) -> Record;
    /// Is it the same game on the same board?
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
        self.tree.play(mv)
    }

    fn undo(&mut self) -> Option<Move> {
        self.tree.undo()
    }

    fn redo(&mut self) -> Option<Move> {
        self.tree.redo()
    }

    fn to_pgn(&self) -> String {
        pgn::write(self)
    }

    fn most_bytes(&self) -> usize {
        self.most_bytes()
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

/// A recorded game on any board, shared until somebody changes it.
///
/// ```
/// use icochess::rules::{AnyBoard, Chess, Record};
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
    /// The game, to change: a copy of its own if others share it.
    ///
    /// # Panics
    ///
    /// Never: a fresh copy is shared by nobody.
    pub fn make_mut(&mut self) -> &mut dyn AnyGame {
        if Arc::get_mut(&mut self.0).is_none() {
            *self = self.0.to_record();
        }
        Arc::get_mut(&mut self.0).expect("nobody shares a fresh copy")
    }

    /// The game on board `B`, if that is its board.
    #[must_use]
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
    fn from(history: GameTree<B>) -> Self {
        pgn::Game::new(history).into()
    }
}

impl<B: Board> From<Position<B>> for Record {
    /// A game that begins in that position.
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

/// A board as a value: how games on it begin.
///
/// ```
/// use icochess::rules::{AnyBoard, Icochess};
///
/// let ball = AnyBoard::of::<Icochess>();
/// assert_eq!((ball.id(), ball.new_game().position().cell_count()), ("icochess", 80));
/// assert!(ball.read_position("8/8/8/8/8/8/8/8 w - - 0 1").is_err());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AnyBoard {
    id: &'static str,
    name: &'static str,
    new_game: fn() -> Record,
    read_position: fn(&str) -> Result<Record, PositionTextError>,
    read_pgn: fn(&str) -> Result<Record, PgnError>,
}

impl AnyBoard {
    /// Board `B`.
    #[must_use]
    pub fn of<B: Board>() -> Self {
        Self {
            id: B::ID,
            name: B::NAME,
            new_game: || Position::<B>::start().into(),
            read_position: |text| Ok(text.parse::<Position<B>>()?.into()),
            read_pgn: |text| Ok(pgn::parse::<B>(text)?.into()),
        }
    }

    /// Its [`Board::ID`].
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.id
    }

    /// Its [`Board::NAME`].
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// A game from its start position.
    #[must_use]
    pub fn new_game(self) -> Record {
        (self.new_game)()
    }

    /// A game from the position of a position text.
    ///
    /// # Errors
    ///
    /// [`PositionTextError`] when it is none of the board.
    pub fn read_position(self, text: &str) -> Result<Record, PositionTextError> {
        (self.read_position)(text)
    }

    /// The game of a PGN text.
    ///
    /// # Errors
    ///
    /// [`PgnError`] when it is none of the board.
    pub fn read_pgn(self, text: &str) -> Result<Record, PgnError> {
        (self.read_pgn)(text)
    }
}

/// Reads the game of a PGN text that may be of any of these boards, as
/// [`pgn::detect`] does.
///
/// # Errors
///
/// [`PgnError`] of the board that understood most of it.
///
/// # Panics
///
/// If there are no boards.
///
/// ```
/// use icochess::rules::{AnyBoard, Chess, Icochess, read_any_pgn};
///
/// let boards = [AnyBoard::of::<Chess>(), AnyBoard::of::<Icochess>()];
/// assert_eq!(read_any_pgn(&boards, "1. a4g1 *")?.board().id(), "icochess");
/// assert_eq!(read_any_pgn(&boards, "1. e4 *")?.board().id(), "chess");
/// # Ok::<(), icochess::rules::pgn::PgnError>(())
/// ```
pub fn read_any_pgn(boards: &[AnyBoard], text: &str) -> Result<Record, PgnError> {
    pgn::detect(boards, |board| board.read_pgn(text))
}

impl PartialEq for AnyBoard {
    /// Boards with one identifier are one board.
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for AnyBoard {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Chess, Icochess, MoveKind};

    #[test]
    fn a_shared_game_is_copied_before_it_changes() {
        let mut one = AnyBoard::of::<Chess>().new_game();
        let other = one.clone();
        assert_eq!(one, other);
        let mv = one.position().legal_moves()[0];
        one.make_mut().play(mv).unwrap();
        assert_ne!(one, other);
        assert_eq!((one.ply(), other.ply()), (1, 0));
        assert_ne!(other, AnyBoard::of::<Icochess>().new_game());
        assert!(one.on::<Chess>().is_some() && one.on::<Icochess>().is_none());
    }

    #[test]
    fn a_cell_may_mean_several_moves_and_a_move_may_have_several_cells() {
        let text = "4k3/P7/8/8/8/8/8/4K2R w K - 0 1";
        let game = AnyBoard::of::<Chess>().read_position(text).unwrap();
        let position = game.position();
        let cell = |name| position.cell_named(name).unwrap();
        let pawn = position.targets(cell("a7"));
        assert_eq!(pawn.len(), 4);
        assert!(pawn.iter().all(|target| target.cell == cell("a8")));
        let short = Move {
            from: cell("e1"),
            to: cell("g1"),
            kind: MoveKind::Plain,
        };
        let king = position.targets(cell("e1"));
        let cells = king.iter().filter(|target| target.mv == short);
        let cells: Vec<Cell> = cells.map(|target| target.cell).collect();
        assert_eq!(cells, [cell("g1"), cell("h1")]);
    }
}
