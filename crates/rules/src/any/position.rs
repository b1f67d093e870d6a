//! Positions on any board.

use std::any::Any;
use std::fmt;

use crate::cell::{Cell, CellSet, WideSet, set_of};
use crate::notation::diagram::{Signs, diagram};
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

/// A cell that can be picked to move a piece, and a move that this means.
///
/// A cell stands in several of them where the player has something else to
/// decide, such as what a pawn becomes; and a move in several, if more than one
/// cell tells it: castling is told by where the king goes and by its own rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The cell that is picked for the move.
    pub cell: Cell,
    /// The move.
    pub mv: Move,
}

/// A position on any board, with what can be asked of it without knowing the board.
pub trait AnyPosition: fmt::Debug + Send + Sync {
    /// Number of cells of the board; they count from 0.
    fn cell_count(&self) -> usize;
    /// The name of a cell in move text, lower case. Panics if it is none of the
    /// board.
    fn cell_name(&self, cell: Cell) -> &'static str;
    /// The cell with this name.
    fn cell_named(&self, name: &str) -> Option<Cell>;
    /// The rules of a role. Panics if it is none of the board.
    fn rules_of(&self, role: Role) -> &'static RoleRules;

    /// The side to move.
    fn turn(&self) -> Side;
    /// The number of the move that comes next, as in PGN: 1 for the first of
    /// each side.
    fn fullmove_number(&self) -> u16;
    /// The piece on a cell.
    fn piece_at(&self, cell: Cell) -> Option<Piece>;
    /// The cells on which something stands.
    fn occupied(&self) -> WideSet;
    /// The cells on which pieces of a side stand.
    fn by_side(&self, side: Side) -> WideSet;
    /// The cells that are missing now, as parts of the board are elsewhere.
    fn absent(&self) -> WideSet;
    /// The pieces that a side has in reserve, each kind with its number.
    fn in_reserve(&self, side: Side) -> Vec<(Piece, u8)>;
    /// The kinds of which a side must keep some: see [`Board::EXTINCTIONS`].
    fn extinctions(&self) -> &'static [Extinction];
    /// Number of pieces of a kind that a side has left, in reserve too.
    fn count_of(&self, side: Side, kind: &Extinction) -> u32;
    /// Whether a side could still win if the other one helped: see [`Board::can_win`].
    fn can_win(&self, side: Side) -> bool;
    /// The cell of a side's royal piece, if it has one.
    fn royal(&self, side: Side) -> Option<Cell>;
    /// The cells of the pieces that give check.
    fn checkers(&self) -> WideSet;
    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Every cell that the piece on a cell bears on: see [`Position::attacks_from`]. None
    /// from an empty cell.
    fn attacks(&self, from: Cell) -> WideSet;
    /// The pieces of a side that attack a cell.
    fn attackers(&self, target: Cell, by: Side) -> WideSet;
    /// The ends of the lines on which the piece on a cell slides: the last cell of each that it
    /// could go to, whether or not the king is left in check.
    fn line_ends(&self, from: Cell) -> Vec<Cell>;

    /// All legal moves.
    fn legal_moves(&self) -> Vec<Move>;
    /// The move sequences of so many plies, by their first move: see [`divide`].
    fn divide(&self, depth: u32) -> Vec<(Move, u64)>;
    /// The legal moves of the piece on a cell, and of the part of the board that the
    /// cell is on, by what is picked for them: of a part, where the cell will be, which
    /// is missing now.
    fn targets(&self, from: Cell) -> Vec<Target>;
    /// The reason why a move may not be made; `None` if it may.
    fn why_illegal(&self, mv: Move) -> Option<IllegalReason>;
    /// The reason why the piece on a cell has no legal move; `None` if it has one.
    fn why_stuck(&self, from: Cell) -> Option<StuckReason>;
    /// The reason why the part of the board that a cell is on cannot be moved: see
    /// [`Position::why_fixed`].
    fn why_fixed(&self, cell: Cell) -> Option<FixedReason>;
    /// The attacks on the king for which a move is refused: see [`Position::threats_after`].
    fn threats_after(&self, mv: Move) -> Vec<Threat>;
    /// The attacks on the king that keep a piece where it is: see
    /// [`Position::threats_if_moved`].
    fn threats_if_moved(&self, from: Cell) -> Vec<Threat>;
    /// The effects of a legal move on the pieces: see [`Position::effects`].
    fn effects(&self, mv: Move) -> Vec<Effect>;

    /// The position text.
    fn text(&self) -> String;
    /// The position as a picture of plain text: see [`diagram`].
    fn diagram(&self, signs: Signs) -> String;
    /// A move in UCI text.
    fn uci(&self, mv: Move) -> String;
    /// Reads a move in UCI text, legal or not.
    ///
    /// # Errors
    ///
    /// [`ParseUciError`] when it is none of the board.
    fn parse_uci(&self, text: &str) -> Result<Move, ParseUciError>;
    /// A legal move in SAN: see [`san::write`].
    fn san(&self, mv: Move) -> String;
    /// A move in the long form of SAN: see [`san::write_long`].
    fn long_san(&self, mv: Move) -> String;
    /// The legal move that a text names, in any of these forms: see [`san::parse`].
    ///
    /// # Errors
    ///
    /// [`SanError`] when it names none, or several.
    fn parse_san(&self, text: &str) -> Result<Move, SanError>;

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

    fn absent(&self) -> WideSet {
        set_of(self.absent().cells())
    }

    fn in_reserve(&self, side: Side) -> Vec<(Piece, u8)> {
        self.in_reserve(side).collect()
    }

    fn extinctions(&self) -> &'static [Extinction] {
        B::EXTINCTIONS
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
                let ways = (1..line.cells.len() as isize)
                    .map_while(|far| line.cell_at(crossing.index.into(), far * step))
                    .take_while(|cell| *cell != from && !own.contains(*cell));
                let mut end = None;
                for cell in ways {
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
        self.effects(mv)
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn diagram(&self, signs: Signs) -> String {
        diagram(self, signs)
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
