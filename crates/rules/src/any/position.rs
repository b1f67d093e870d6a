//! Positions on any board.

use std::any::Any;
use std::fmt;

use crate::cell::{Cell, CellSet, WideSet, set_of};
use crate::notation::diagram::{PieceSymbols, diagram};
use crate::notation::uci_text::ParseUciError;
use crate::piece::{Piece, Role, RoleRules, Side};
use crate::position::board::Board;
use crate::position::effects::Effect;
use crate::position::extinct::Extinction;
use crate::position::legality::IllegalReason;
use crate::position::moves::{Move, MoveKind};
use crate::position::perft::divide;
use crate::position::state::Position;
use crate::position::stuck::{FixedReason, StuckReason};
use crate::position::threat::Threat;
use crate::san::{self, SanError};
use crate::tables::equipment::rules_of;

/// A cell that the player can pick to make a move.
///
/// Several targets share a cell if the player has a further choice, such as the promotion piece.
/// Several targets share a move if more than one cell stands for the move. Castling, for example,
/// has the king's destination and the rook's cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// Cell to pick.
    pub cell: Cell,
    /// Move that the target makes.
    pub mv: Move,
}

/// A position on any board, for code that doesn't know the board.
pub trait AnyPosition: fmt::Debug + Send + Sync {
    /// Returns the number of cells. Cells count from 0.
    fn cell_count(&self) -> usize;
    /// Returns the name of a cell in move text, lower case.
    ///
    /// # Panics
    ///
    /// If the board has no such cell.
    fn cell_name(&self, cell: Cell) -> &'static str;
    /// Returns the cell with this name.
    fn cell_named(&self, name: &str) -> Option<Cell>;
    /// Returns the rules of a role.
    ///
    /// # Panics
    ///
    /// If the board has no such role.
    fn rules_of(&self, role: Role) -> &'static RoleRules;

    /// Returns the side to move.
    fn turn(&self) -> Side;
    /// Returns the number of the next move, as in PGN: 1 for the first move of each side.
    fn fullmove_number(&self) -> u16;
    /// Returns the piece on a cell.
    fn piece_at(&self, cell: Cell) -> Option<Piece>;
    /// Returns the occupied cells.
    fn occupied(&self) -> WideSet;
    /// Returns the cells occupied by a side.
    fn by_side(&self, side: Side) -> WideSet;
    /// Returns the cells that are currently missing, because their parts of the board are
    /// elsewhere.
    fn absent(&self) -> WideSet;
    /// Returns a side's pieces in reserve, with the number of each kind.
    fn in_reserve(&self, side: Side) -> Vec<(Piece, u8)>;
    /// Returns the kinds of piece that a side must not lose entirely: see [`Board::EXTINCTIONS`].
    fn extinctions(&self) -> &'static [Extinction];
    /// Returns whether a bare king loses: see [`Board::BARE_KING_LOSES`].
    fn bare_king_loses(&self) -> bool;
    /// Returns the number of pieces of a kind that a side has left, including its reserve.
    fn count_of(&self, side: Side, kind: &Extinction) -> u32;
    /// Returns whether a side could still win with the other's help: see [`Board::can_win`].
    fn can_win(&self, side: Side) -> bool;
    /// Returns the cell of a side's royal piece, if it has one.
    fn royal(&self, side: Side) -> Option<Cell>;
    /// Returns the cells of the pieces that give check.
    fn checkers(&self) -> WideSet;
    /// Returns whether the side to move is in check.
    fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Returns all cells that the piece on a cell attacks or protects: see
    /// [`Position::attacks_from`]. Empty for an empty cell.
    fn attacks(&self, from: Cell) -> WideSet;
    /// Returns the pieces of a side that attack a cell.
    fn attackers(&self, target: Cell, by: Side) -> WideSet;
    /// Returns the last cell that the slider on a cell can reach on each path, ignoring checks.
    fn line_ends(&self, from: Cell) -> Vec<Cell>;

    /// Returns all legal moves.
    fn legal_moves(&self) -> Vec<Move>;
    /// Counts the move sequences of `depth` plies by their first move: see [`divide`].
    fn divide(&self, depth: u32) -> Vec<(Move, u64)>;
    /// Returns the legal moves of the piece on a cell, and of the part with that cell. The target
    /// of a part is the cell's future place, which is missing now.
    fn targets(&self, from: Cell) -> Vec<Target>;
    /// Returns the moves that a piece of the waiting side may prepare: its legal moves with the
    /// turn passed, and recaptures on cells of its own side. Parts of the board can't prepare
    /// moves. Empty in check, because the turn can't be passed.
    fn premoves(&self, from: Cell) -> Vec<Target>;
    /// Returns the position text with the turn passed. `None` in check, because the turn can't be
    /// passed.
    fn passed_text(&self) -> Option<String>;
    /// Returns why a move is illegal; `None` if it is legal.
    fn why_illegal(&self, mv: Move) -> Option<IllegalReason>;
    /// Returns why the piece on a cell has no legal move; `None` if it has one.
    fn why_stuck(&self, from: Cell) -> Option<StuckReason>;
    /// Returns why the part of the board with this cell can't move: see [`Position::why_fixed`].
    fn why_fixed(&self, cell: Cell) -> Option<FixedReason>;
    /// Returns the attacks on the king that make a move illegal: see [`Position::threats_after`].
    fn threats_after(&self, mv: Move) -> Vec<Threat>;
    /// Returns the attacks on the king that pin a piece: see [`Position::threats_if_moved`].
    fn threats_if_moved(&self, from: Cell) -> Vec<Threat>;
    /// Returns the effects of a legal move on the pieces: see [`Position::effects`]. Of a prepared
    /// move, returns the effects with the turn passed.
    fn effects(&self, mv: Move) -> Vec<Effect>;

    /// Returns the position text.
    fn text(&self) -> String;
    /// Returns the position as a plain text diagram: see [`diagram`].
    fn diagram(&self, symbols: PieceSymbols) -> String;
    /// Returns a move in UCI text.
    fn uci(&self, mv: Move) -> String;
    /// Reads a move in UCI text, legal or not.
    ///
    /// # Errors
    ///
    /// [`ParseUciError`] if the text isn't a move on this board.
    fn parse_uci(&self, text: &str) -> Result<Move, ParseUciError>;
    /// Returns a legal move in SAN: see [`san::write`].
    fn san(&self, mv: Move) -> String;
    /// Returns a move in long algebraic notation: see [`san::write_long`].
    fn long_san(&self, mv: Move) -> String;
    /// Reads a legal move in any of these notations: see [`san::parse`].
    ///
    /// # Errors
    ///
    /// [`SanError`] if the text names no legal move, or several.
    fn parse_san(&self, text: &str) -> Result<Move, SanError>;

    /// Returns the position for downcasting to its board.
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

    fn absent(&self) -> WideSet {
        set_of(self.absent().cells())
    }

    fn in_reserve(&self, side: Side) -> Vec<(Piece, u8)> {
        self.in_reserve(side).collect()
    }

    fn extinctions(&self) -> &'static [Extinction] {
        B::EXTINCTIONS
    }

    fn bare_king_loses(&self) -> bool {
        B::BARE_KING_LOSES
    }

    fn count_of(&self, side: Side, kind: &Extinction) -> u32 {
        self.count_of(side, kind)
    }

    fn can_win(&self, side: Side) -> bool {
        self.can_win(side)
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

    fn attacks(&self, from: Cell) -> WideSet {
        let piece = self.piece_at(from);
        let attacks = piece.map(|piece| self.attacks_from(from, piece));
        set_of(attacks.into_iter().flat_map(CellSet::cells))
    }

    fn attackers(&self, target: Cell, by: Side) -> WideSet {
        set_of(self.attackers(target, by).cells())
    }

    fn line_ends(&self, from: Cell) -> Vec<Cell> {
        let Some(piece) = self.piece_at(from) else {
            return Vec::new();
        };
        let tables = B::tables();
        let own = self.by_side(piece.side).or(self.absent());
        let slides = rules_of::<B>(piece.role).slides;
        let mut ends = Vec::new();
        for crossing in tables.crossings(from, slides) {
            let line = &tables.lines[usize::from(crossing.line)];
            for step in [1, -1] {
                let crossed = (1..line.cells.len() as isize)
                    .map_while(|far| line.cell_at(crossing.index.into(), far * step))
                    .take_while(|cell| *cell != from && !own.contains(*cell));
                let mut end = None;
                for cell in crossed {
                    end = Some(cell);
                    if self.occupied().contains(cell) {
                        break;
                    }
                }
                ends.extend(end);
            }
        }
        ends
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.legal_moves()
    }

    fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        divide(self, depth)
    }

    fn targets(&self, from: Cell) -> Vec<Target> {
        let mut targets = Vec::new();
        self.each_move(|mv| {
            if mv.kind == MoveKind::Carriage {
                let cell = self.carried_to(mv, from);
                targets.extend(cell.map(|cell| Target { cell, mv }));
            } else if mv.from == from {
                targets.push(Target { cell: mv.to, mv });
                if let Some(castling) = self.castling(mv) {
                    let cell = castling.partner.0;
                    targets.push(Target { cell, mv });
                }
            }
        });
        targets
    }

    fn premoves(&self, from: Cell) -> Vec<Target> {
        let waiting = self.piece_at(from).filter(|it| it.side != self.turn());
        let (Some(piece), Some(passed)) = (waiting, self.null_move()) else {
            return Vec::new();
        };
        let mut targets = passed.targets(from);
        targets.retain(|target| target.mv.kind != MoveKind::Carriage);
        // Nothing can capture the king, and castling may use the cell of its partner.
        let excluded = targets.iter().map(|target| target.cell);
        let excluded = set_of(excluded.chain(self.royal(piece.side)));
        let recaptures = self
            .attacks_from(from, piece)
            .and(self.by_side(piece.side))
            .without(excluded);
        passed.each_kind(from, recaptures, |mv| {
            targets.push(Target { cell: mv.to, mv });
        });
        targets
    }

    fn passed_text(&self) -> Option<String> {
        self.null_move().map(|passed| passed.to_string())
    }

    fn why_illegal(&self, mv: Move) -> Option<IllegalReason> {
        self.why_illegal(mv)
    }

    fn why_stuck(&self, from: Cell) -> Option<StuckReason> {
        self.why_stuck(from)
    }

    fn why_fixed(&self, cell: Cell) -> Option<FixedReason> {
        self.why_fixed(cell)
    }

    fn threats_after(&self, mv: Move) -> Vec<Threat> {
        self.threats_after(mv)
    }

    fn threats_if_moved(&self, from: Cell) -> Vec<Threat> {
        self.threats_if_moved(from)
    }

    fn effects(&self, mv: Move) -> Vec<Effect> {
        let piece = self.piece_at(mv.from);
        let is_prepared = piece.is_some_and(|it| it.side != self.turn());
        let passed = is_prepared.then(|| self.null_move()).flatten();
        passed.as_ref().unwrap_or(self).effects(mv)
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn diagram(&self, symbols: PieceSymbols) -> String {
        diagram(self, symbols)
    }

    fn uci(&self, mv: Move) -> String {
        self.uci(mv)
    }

    fn parse_uci(&self, text: &str) -> Result<Move, ParseUciError> {
        self.parse_uci(text)
    }

    fn san(&self, mv: Move) -> String {
        san::write(self, mv)
    }

    fn long_san(&self, mv: Move) -> String {
        san::write_long(self, mv)
    }

    fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        san::parse(self, text)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
