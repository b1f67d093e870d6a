//! Creates positions from set-ups and text.

use std::str::FromStr;

use super::board::Board;
use super::setup::{Setup, SetupError};
use crate::cell::{Cell, CellSet, set_of};
use crate::hash::MAX_IN_RESERVE;
use crate::piece::{Piece, Role, Side};
use crate::position::state::Position;
use crate::position::text::{self, PositionTextError};
use crate::tables::equipment::{Equipment, rules_of};
use crate::tables::layout::Castling;
use crate::tables::storage::{AbsentCells, LineWords, Reserve, RoleSets};

impl<B: Board> Position<B> {
    /// Returns the start position of the board.
    ///
    /// # Panics
    ///
    /// If [`Board::START`] isn't a legal position. Each board's tests ensure that it is.
    pub fn start() -> Self {
        B::START.parse().expect("the start position is legal")
    }

    /// Creates a position from a set-up, after checking it.
    ///
    /// ```
    /// use icochess_boards::Chess;
    /// use icochess_rules::{Equipment, Position, SetupError};
    ///
    /// let mut setup = Position::<Chess>::start().setup();
    /// setup.pieces.retain(|(cell, _)| Chess::tables().name(*cell) != "h1");
    /// let refused = Position::<Chess>::try_from_setup(&setup);
    /// assert_eq!(refused, Err(SetupError::InvalidCastling("h1".into())));
    ///
    /// setup.unmoved.retain(|cell| Chess::tables().name(*cell) != "h1");
    /// let position = Position::<Chess>::try_from_setup(&setup)?;
    /// assert!(position.to_string().ends_with("/RNBQKBN1 w Qkq - 0 1"));
    /// # Ok::<(), SetupError>(())
    /// ```
    ///
    /// Drops an en passant cell without a legal capture, because such a cell makes no difference
    /// (FIDE 9.2.3.1).
    ///
    /// # Errors
    ///
    /// [`SetupError`] with the first violated rule.
    ///
    /// # Panics
    ///
    /// If the board has no such cell or role.
    pub fn try_from_setup(setup: &Setup) -> Result<Self, SetupError> {
        let tables = B::tables();
        let mut position = Self::with_pieces(setup)?;
        for side in Side::ALL {
            for (index, role) in B::ROLES.iter().enumerate() {
                let cells = position.pieces(side, Role::new(index as u8));
                if role.royal && cells.len() != 1 {
                    return Err(SetupError::RoyalCount {
                        side,
                        name: role.name,
                        count: cells.len(),
                    });
                }
                let promoting = cells.and(tables.promotion_zone(side, Role::new(index as u8)));
                if let Some(cell) = promoting.first().filter(|_| !role.promotes.is_empty()) {
                    return Err(SetupError::Unreachable {
                        name: role.name,
                        cell: tables.name(cell).into(),
                    });
                }
            }
        }
        if B::Reserve::IS_USED {
            position.drop_reserves();
        }
        if setup.fullmove_number == 0 {
            return Err(SetupError::MoveNumber);
        }
        if position.is_opposite_check() {
            return Err(SetupError::WaitingSideInCheck(!setup.turn));
        }
        B::validate(&position)?;
        position.add_en_passant(setup.en_passant)?;
        Ok(position)
    }

    /// Creates a position for display from a set-up. Kings may be missing or in check.
    ///
    /// # Errors
    ///
    /// [`SetupError`] if a piece has no place, or has a right that it can't have.
    ///
    /// # Panics
    ///
    /// If the board has no such cell or role.
    pub fn laid_out(setup: &Setup) -> Result<Self, SetupError> {
        let mut position = Self::with_pieces(setup)?;
        position.add_en_passant(setup.en_passant)?;
        Ok(position)
    }

    /// Sets the cell that the last move's double step passed.
    fn add_en_passant(&mut self, cell: Option<Cell>) -> Result<(), SetupError> {
        let Some(cell) = cell else {
            return Ok(());
        };
        if !self.may_be_en_passant(cell) {
            return Err(SetupError::InvalidEnPassant(B::tables().name(cell).into()));
        }
        self.set_en_passant(cell);
        Ok(())
    }

    /// Creates a position with the pieces and rights of a set-up, except for the en passant cell.
    fn with_pieces(setup: &Setup) -> Result<Self, SetupError> {
        let tables = B::tables();
        let mut position = Self {
            sides: [B::Set::EMPTY; 2],
            roles: B::Roles::EMPTY,
            unmoved: B::Set::EMPTY,
            lines: B::Lines::EMPTY,
            hash: 0,
            en_passant: None,
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number,
            turn: setup.turn,
            reserve: B::Reserve::EMPTY,
            absent: B::Absent::NONE,
        };
        position.take_away(&setup.absent)?;
        position.put_in_reserve(&setup.reserve)?;
        for &(cell, piece) in &setup.pieces {
            if position.occupied().contains(cell) {
                return Err(SetupError::TwoPieces(tables.name(cell).into()));
            }
            if position.absent().contains(cell) {
                return Err(SetupError::InvalidAbsent(tables.name(cell).into()));
            }
            position.toggle(cell, piece);
        }
        if setup.turn == Side::Black {
            position.hash ^= tables.keys.black;
        }
        for &cell in &setup.unmoved {
            if !position.may_be_unmoved(cell) || position.unmoved.contains(cell) {
                let name = tables.name(cell).into();
                return Err(if castlings::<B>().any(|c| c.partner.0 == cell) {
                    SetupError::InvalidCastling(name)
                } else {
                    SetupError::NotUnmoved(name)
                });
            }
            position.toggle_unmoved(cell);
        }
        Ok(position)
    }

    fn take_away(&mut self, absent: &[Cell]) -> Result<(), SetupError> {
        let tables = B::tables();
        let all: B::Set = set_of(absent.iter().copied());
        let docks = tables.dock_tables.sets().iter();
        let whole = docks
            .filter(|dock| dock.and(all) == **dock)
            .fold(B::Set::EMPTY, |all, dock| all.or(*dock));
        let wrong = all.without(if B::Absent::IS_USED {
            whole
        } else {
            B::Set::EMPTY
        });
        if let Some(cell) = wrong.first() {
            return Err(SetupError::InvalidAbsent(tables.name(cell).into()));
        }
        for cell in all.cells() {
            self.toggle_absent(cell);
        }
        Ok(())
    }

    fn put_in_reserve(&mut self, reserve: &[Piece]) -> Result<(), SetupError> {
        for &piece in reserve {
            let count = self.reserve(piece) + 1;
            let royal = rules_of::<B>(piece.role).royal;
            if !B::Reserve::IS_USED || royal || count > MAX_IN_RESERVE {
                return Err(SetupError::InvalidReserve(piece.side));
            }
            self.set_reserve(piece, count);
        }
        Ok(())
    }

    /// Returns whether the piece on the cell can have a right of unmoved pieces.
    fn may_be_unmoved(&self, cell: Cell) -> bool {
        let Some(piece) = self.piece_at(cell) else {
            return false;
        };
        let rules = rules_of::<B>(piece.role);
        rules.has_unmoved_right()
            || rules.gating.is_some()
            || B::tables().castlings[piece.side.index()]
                .iter()
                .any(|castling| {
                    castling.partner.0 == cell
                        && castling.partner_role == piece.role
                        && self.royal(piece.side) == Some(castling.royal.0)
                })
    }

    /// Returns whether the last move can have been a double step past this cell. In that case, the
    /// cell and the start are empty, and the side to move wasn't in check before.
    fn may_be_en_passant(&self, cell: Cell) -> bool {
        let (tables, waiting) = (B::tables(), !self.turn);
        let Some(end) = tables.en_passant_pawn[waiting.index()][cell] else {
            return false;
        };
        let Some(piece) = self
            .piece_at(end)
            .filter(|piece| piece.side == waiting && rules_of::<B>(piece.role).has_en_passant())
        else {
            return false;
        };
        let occupied = self.occupied();
        tables.double_steps_to[waiting.index()][end]
            .list
            .iter()
            .any(|&(start, via)| {
                let mut before = *self;
                before.toggle(end, piece);
                before.toggle(start, piece);
                // A piece captured on the last cell may have blocked a check.
                let blocker = Piece {
                    side: self.turn,
                    ..piece
                };
                let mut blocked = before;
                blocked.toggle(end, blocker);
                let captures = rules_of::<B>(piece.role).captures_by_double_step();
                via == cell
                    && !occupied.contains(via)
                    && !occupied.contains(start)
                    && !(before.is_check() && (!captures || blocked.is_check()))
            })
    }
}

impl<B: Board> FromStr for Position<B> {
    type Err = PositionTextError;

    fn from_str(text: &str) -> Result<Self, PositionTextError> {
        let (setup, fields) = text::read::<B>(text)?;
        Self::try_from_setup(&setup).map_err(|problem| fields.illegal(problem))
    }
}

fn castlings<B: Equipment>() -> impl Iterator<Item = &'static Castling<B::Set>> {
    B::tables().castlings.iter().flatten()
}
