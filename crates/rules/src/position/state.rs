//! Positions: legal states of a game.

use super::moves::Move;
use super::setup::Setup;
use crate::cell::{Cell, CellSet};
use crate::piece::{Gating, Piece, Role, RoleRules, Side};
use crate::tables::equipment::{Equipment, rules_of};
use crate::tables::layout::Castling;
use crate::tables::storage::{AbsentCells, Reserve, RoleSets};

/// A legal position.
///
/// A position can only be created by [`Position::start`], [`Position::try_from_setup`], position
/// text and legal moves. Every position therefore has its royal pieces, and the side that has just
/// moved isn't in check. The incremental state (line occupancies, hash) matches the pieces.
///
/// Equality compares pieces, reserves, missing cells, side to move, unmoved pieces, en passant cell
/// and both counters. To detect repetition, compare [`Position::hash`] or [`Position::repeats`],
/// which ignore the counters.
///
/// ```
/// use icochess_boards::Chess;
/// use icochess_rules::{IllegalReason, Outcome, Position, Side};
///
/// let mut position: Position<Chess> = "7k/8/6K1/8/8/8/8/R7 w - - 0 1".parse()?;
/// let into_check = position.parse_uci("g6g7")?;
/// assert_eq!(position.why_illegal(into_check), Some(IllegalReason::IntoCheck));
///
/// position = position.play(position.parse_uci("a1a8")?).expect("legal");
/// assert_eq!(position.to_string(), "R6k/8/6K1/8/8/8/8/8 b - - 1 1");
/// assert!(position.is_check() && !position.has_legal_move());
/// let winner = Side::White;
/// assert_eq!(position.outcome(), Some(Outcome::Checkmate { winner }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<B: Equipment> {
    pub(crate) sides: [B::Set; 2],
    pub(crate) roles: B::Roles,
    /// Unmoved pieces with a right.
    pub(crate) unmoved: B::Set,
    /// Occupied and missing cells along each line.
    pub(crate) lines: B::Lines,
    pub(crate) hash: u64,
    /// Cell of a legal en passant capture.
    pub(crate) en_passant: Option<Cell>,
    /// Plies since the last capture or pawn move.
    pub(crate) halfmove_clock: u16,
    pub(crate) fullmove_number: u16,
    pub(crate) turn: Side,
    pub(crate) reserve: B::Reserve,
    pub(crate) absent: B::Absent,
}

impl<B: Equipment> Position<B> {
    /// Returns the position as a set-up, with pieces in cell order.
    pub fn setup(&self) -> Setup {
        Setup {
            pieces: self
                .occupied()
                .cells()
                .filter_map(|cell| Some((cell, self.piece_at(cell)?)))
                .collect(),
            reserve: Side::ALL
                .into_iter()
                .flat_map(|side| self.in_reserve(side))
                .flat_map(|(piece, count)| (0..count).map(move |_| piece))
                .collect(),
            absent: self.absent().cells().collect(),
            turn: self.turn,
            unmoved: self.unmoved.cells().collect(),
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }

    /// Returns the side to move.
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// Returns the plies since the last capture or pawn move.
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// Returns the number of the next move, which increases after Black's.
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Returns the Zobrist hash. It covers everything relevant to repetition, and therefore not the
    /// counters.
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns whether this position repeats the other (FIDE 9.2.3): same side to move, pieces and
    /// possible moves.
    pub fn repeats(&self, other: &Self) -> bool {
        self.hash == other.hash
            && self.turn == other.turn
            && self.sides == other.sides
            && self.roles == other.roles
            && self.unmoved == other.unmoved
            && self.en_passant == other.en_passant
            && self.reserve == other.reserve
            && self.absent == other.absent
    }

    /// Returns whether the game can return to this position from `next`, the position after a legal
    /// move. Returning is impossible after a capture or the loss of an unmoved piece's right. Other
    /// moves may be reversible; on some boards even pawns walk back.
    #[inline]
    pub fn can_return_from(&self, next: &Self) -> bool {
        self.by_side(next.turn) == next.by_side(next.turn) && self.unmoved == next.unmoved
    }

    /// Returns the occupied cells.
    pub fn occupied(&self) -> B::Set {
        self.sides[0].or(self.sides[1])
    }

    /// Returns the missing cells; empty on boards without movable parts.
    #[inline(always)]
    pub fn absent(&self) -> B::Set {
        self.absent.cells()
    }

    /// Returns the number of pieces of a kind in reserve.
    pub fn reserve(&self, piece: Piece) -> u8 {
        self.reserve.count(piece)
    }

    /// Returns a side's pieces in reserve, with the number of each kind.
    pub fn in_reserve(&self, side: Side) -> impl Iterator<Item = (Piece, u8)> + use<B> {
        let reserve = self.reserve;
        let roles = 0..if B::Reserve::IS_USED {
            B::ROLES.len()
        } else {
            0
        };
        roles.filter_map(move |role| {
            let role = Role::new(role as u8);
            let piece = Piece { side, role };
            Some((piece, reserve.count(piece))).filter(|(_, count)| *count > 0)
        })
    }

    /// Returns a bit mask of the roles that may enter when the piece on `from` moves, and whether
    /// one of them must.
    #[inline(always)]
    pub(crate) fn entering(&self, from: Cell, rules: &RoleRules) -> (u16, bool) {
        if !B::Reserve::IS_USED {
            return (0, false);
        }
        let Some(gating) = rules.gating.filter(|_| self.unmoved.contains(from)) else {
            return (0, false);
        };
        let in_reserve = self.in_reserve(self.turn);
        let roles = in_reserve.fold(0, |roles, (piece, _)| roles | 1 << piece.role.index());
        (roles, gating == Gating::Compulsory)
    }

    /// Returns the cells of a side's pieces.
    pub fn by_side(&self, side: Side) -> B::Set {
        self.sides[side.index()]
    }

    /// Returns the cells of a side's pieces of a role.
    pub fn pieces(&self, side: Side, role: Role) -> B::Set {
        self.sides[side.index()].and(self.roles.sets()[role.index()])
    }

    /// Returns the cells of both sides' pieces of a role.
    #[inline]
    pub fn by_role(&self, role: Role) -> B::Set {
        self.roles.sets()[role.index()]
    }

    /// Returns the unmoved pieces with a right: to a double step, to let a piece enter, or to
    /// castle.
    pub fn unmoved(&self) -> B::Set {
        self.unmoved
    }

    /// Returns the cell passed by the last move where en passant is possible; `None` unless a legal
    /// move captures there.
    pub const fn en_passant(&self) -> Option<Cell> {
        self.en_passant
    }

    /// Returns the piece on a cell.
    pub fn piece_at(&self, cell: Cell) -> Option<Piece> {
        let side = *Side::ALL
            .iter()
            .find(|side| self.by_side(**side).contains(cell))?;
        let role = self.role_at(cell)?;
        Some(Piece { side, role })
    }

    /// Returns the role of the piece on a cell, of either side.
    #[inline]
    pub fn role_at(&self, cell: Cell) -> Option<Role> {
        let single = B::Set::single(cell);
        self.roles
            .sets()
            .iter()
            .position(|set| !set.and(single).is_empty())
            .map(|role| Role::new(role as u8))
    }

    /// Returns the cell of a side's royal piece; `None` on boards without one.
    #[inline]
    pub fn royal(&self, side: Side) -> Option<Cell> {
        self.pieces(side, B::ROYAL?).first()
    }

    /// Returns the roles to which a piece promotes on `to`; empty if it doesn't promote.
    #[inline]
    pub fn promotions(&self, piece: Piece, to: Cell) -> &'static [Role] {
        let roles = rules_of::<B>(piece.role).promotes;
        if !roles.is_empty()
            && B::tables()
                .promotion_zone(piece.side, piece.role)
                .contains(to)
        {
            roles
        } else {
            &[]
        }
    }

    /// Returns the castlings to which a side still has the right.
    pub(crate) fn castlings(
        &self,
        side: Side,
    ) -> impl Iterator<Item = &'static Castling<B::Set>> + use<B> {
        let unmoved = self.unmoved.and(self.by_side(side));
        B::tables().castlings[side.index()]
            .iter()
            .filter(move |castling| unmoved.contains(castling.partner.0))
    }

    /// Returns the castling that a move makes, if it is one.
    pub fn castling(&self, mv: Move) -> Option<&'static Castling<B::Set>> {
        let castling = self
            .castlings(self.turn)
            .find(|c| c.royal == (mv.from, mv.to))?;
        (self.royal(self.turn) == Some(mv.from)).then_some(castling)
    }

    /// Returns the cell of the captured piece: `to`, or a different cell en passant.
    #[inline]
    pub fn captured_cell(&self, mv: Move) -> Option<Cell> {
        if self.by_side(!self.turn).contains(mv.to) {
            return Some(mv.to);
        }
        if !B::HAS_EN_PASSANT {
            return None;
        }
        let en_passant = self.en_passant.filter(|en_passant| *en_passant == mv.to)?;
        let taker = self.piece_at(mv.from)?;
        let rules = rules_of::<B>(taker.role);
        let takes = rules.has_en_passant()
            && rules.leaps.is_some_and(|tables| {
                B::tables()
                    .leaps(tables[self.turn.index()], mv.from)
                    .contains(en_passant)
            });
        takes
            .then(|| B::tables().en_passant_pawn[(!self.turn).index()][en_passant])
            .flatten()
    }
}
