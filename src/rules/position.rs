//! Positions: pieces on a board, whose turn it is, and nothing illegal.

use super::board::{Board, Castling, LineWords, RoleSets, rules_of};
use super::cell::{Cell, CellSet};
use super::moves::Move;
use super::outcome::{DrawReason, Outcome};
use super::piece::{DoubleSteps, Piece, Role, Side};
use super::setup::{Setup, SetupError};

/// A legal position.
///
/// The only doors in are [`Position::start`], [`Position::try_from_setup`],
/// position text and legal moves, so every position has its royal pieces, the
/// side that has just moved is not in check, and the incremental state (line
/// occupancies, hash) agrees with the pieces.
///
/// Two positions are equal when pieces, side to move, unmoved pieces, en passant
/// cell and both counters agree. For repetition compare
/// [`Position::hash`] or [`Position::repeats`], which leave the counters out.
///
/// ```
/// use icochess::rules::{Chess, IllegalReason, Move, Outcome, Position, Side};
///
/// let mut position: Position<Chess> = "7k/8/6K1/8/8/8/8/R7 w - - 0 1".parse()?;
/// let into_check = Move::from_uci::<Chess>("g6g7")?;
/// assert_eq!(position.why_illegal(into_check), Some(IllegalReason::IntoCheck));
///
/// position = position.play(Move::from_uci::<Chess>("a1a8")?).expect("legal");
/// assert_eq!(position.to_string(), "R6k/8/6K1/8/8/8/8/8 b - - 1 1");
/// assert!(position.is_check() && !position.has_legal_move());
/// let winner = Side::White;
/// assert_eq!(position.outcome(), Some(Outcome::Checkmate { winner }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<B: Board> {
    pub(super) sides: [B::Set; 2],
    pub(super) roles: B::Roles,
    /// Pieces with a right for not having moved.
    pub(super) unmoved: B::Set,
    pub(super) lines: B::Lines,
    pub(super) hash: u64,
    /// Where a piece can be taken en passant, by a legal move.
    pub(super) en_passant: Option<Cell>,
    /// Plies since the last capture or pawn move.
    pub(super) halfmove_clock: u16,
    pub(super) fullmove_number: u16,
    pub(super) turn: Side,
}

/// A move that the rules do not allow, handed back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The move that was tried.
    pub mv: Move,
    /// Why it may not be made.
    pub reason: IllegalReason,
}

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalReason {
    /// There is no piece to move.
    #[error("there is no piece there")]
    NoPiece,
    /// The piece belongs to the side that is not to move.
    #[error("it is the other side's turn")]
    NotYourTurn,
    /// Pieces of that kind do not get there from here.
    #[error("the piece does not move that way")]
    NotReached,
    /// The side to move is in check and would remain so.
    #[error("it leaves the king in check")]
    StaysInCheck,
    /// The move would put the mover's own king in check.
    #[error("it puts the own king in check")]
    IntoCheck,
    /// A pawn that arrives must become something, and only such a piece may.
    #[error("the piece it becomes is missing, or is not one it may become there")]
    Promotion,
    /// The king has the right to castle, but not now.
    #[error("castling is not possible out of, through or into check, nor past a piece")]
    Castling,
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// The record has as many moves, with variations, as a game file may hold:
    /// [`MAX_PLIES`](super::pgn::MAX_PLIES).
    #[error(
        "the record has {} moves with all variations, the most that a file may hold",
        super::pgn::MAX_PLIES
    )]
    RecordFull,
}

impl<B: Board> Position<B> {
    /// The start position of the board.
    ///
    /// # Panics
    ///
    /// Only if the board's own [`Board::START`] is not a legal position, which
    /// a board's tests rule out.
    #[must_use]
    pub fn start() -> Self {
        B::START.parse().expect("the start position is legal")
    }

    /// Checks a set-up and makes it a position.
    ///
    /// ```
    /// use icochess::rules::{Board, Chess, Position, SetupError};
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
    /// An en passant cell is forgotten when no legal move takes there:
    /// then the position is the same without it (FIDE 9.2.3.1).
    ///
    /// # Errors
    ///
    /// [`SetupError`] with the first rule the set-up breaks.
    ///
    /// # Panics
    ///
    /// When a cell or a role is not one of the board.
    pub fn try_from_setup(setup: &Setup) -> Result<Self, SetupError> {
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
        };
        for &(cell, piece) in &setup.pieces {
            if position.occupied().contains(cell) {
                return Err(SetupError::TwoPieces(tables.name(cell).into()));
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
                let promoting = cells.and(tables.promotion[side.index()]);
                if let Some(cell) = promoting.first().filter(|_| !role.promotes.is_empty()) {
                    return Err(SetupError::Unreachable {
                        name: role.name,
                        cell: tables.name(cell).into(),
                    });
                }
            }
        }
        if setup.fullmove_number == 0 {
            return Err(SetupError::MoveNumber);
        }
        if position.is_opposite_check() {
            return Err(SetupError::WaitingSideInCheck(!setup.turn));
        }
        B::validate(&position)?;
        if let Some(en_passant) = setup.en_passant {
            if !position.may_be_en_passant(en_passant) {
                return Err(SetupError::InvalidEnPassant(tables.name(en_passant).into()));
            }
            position.set_en_passant(en_passant);
        }
        Ok(position)
    }

    /// Can the piece on the cell have a right for not having moved?
    fn may_be_unmoved(&self, cell: Cell) -> bool {
        let Some(piece) = self.piece_at(cell) else {
            return false;
        };
        rules_of::<B>(piece.role).double_step == Some(DoubleSteps::Unmoved)
            || B::tables().castlings[piece.side.index()]
                .iter()
                .any(|castling| {
                    castling.partner.0 == cell
                        && castling.partner_role == piece.role
                        && self.royal(piece.side) == Some(castling.royal.0)
                })
    }

    /// May the last move have been a double step past that cell? Its start and
    /// the cell are empty then, and before it the side to move was not in check.
    fn may_be_en_passant(&self, cell: Cell) -> bool {
        let (tables, waiting) = (B::tables(), !self.turn);
        let Some(end) = tables.en_passant_pawn[waiting.index()][cell] else {
            return false;
        };
        let Some(piece) = self.piece_at(end).filter(|piece| {
            piece.side == waiting
                && rules_of::<B>(piece.role).double_step == Some(DoubleSteps::FromHome)
        }) else {
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
                via == cell
                    && !occupied.contains(via)
                    && !occupied.contains(start)
                    && !before.is_check()
            })
    }

    /// The position as a set-up, pieces in cell order.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            pieces: self
                .occupied()
                .cells()
                .filter_map(|cell| Some((cell, self.piece_at(cell)?)))
                .collect(),
            turn: self.turn,
            unmoved: self.unmoved.cells().collect(),
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// Plies since the last capture or pawn move.
    #[must_use]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// Number of the move about to be made; it grows after Black's.
    #[must_use]
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Hash over everything that counts for repetition: pieces, side to move,
    /// unmoved pieces and the en passant cell, but not the counters.
    #[must_use]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// Is this the same position for repetition (FIDE 9.2.3: same side to
    /// move, same pieces on the same cells, same possible moves)?
    #[must_use]
    pub fn repeats(&self, other: &Self) -> bool {
        self.hash == other.hash
            && self.turn == other.turn
            && self.sides == other.sides
            && self.roles == other.roles
            && self.unmoved == other.unmoved
            && self.en_passant == other.en_passant
    }

    /// May play come back from `next`, the position after a legal move, to this
    /// one? Never after a capture, nor when a right of a piece that had not moved
    /// is lost. Other moves may or may not be taken back; on some boards pawns
    /// walk back too.
    #[inline]
    #[must_use]
    pub fn can_return_from(&self, next: &Self) -> bool {
        self.by_side(next.turn) == next.by_side(next.turn) && self.unmoved == next.unmoved
    }

    /// The cells with a piece on them.
    #[must_use]
    pub fn occupied(&self) -> B::Set {
        self.sides[0].or(self.sides[1])
    }

    /// The cells of one side's pieces.
    #[must_use]
    pub fn by_side(&self, side: Side) -> B::Set {
        self.sides[side.index()]
    }

    /// The cells of one side's pieces of one role.
    #[must_use]
    pub fn pieces(&self, side: Side, role: Role) -> B::Set {
        self.sides[side.index()].and(self.roles.sets()[role.index()])
    }

    /// The cells of pieces that have a right for not having moved: to their
    /// double step, or as partners in a castling.
    #[must_use]
    pub fn unmoved(&self) -> B::Set {
        self.unmoved
    }

    /// The cell on which the piece that the last move brought past it can be
    /// taken; `None` unless a legal move does so.
    #[must_use]
    pub const fn en_passant(&self) -> Option<Cell> {
        self.en_passant
    }

    /// The piece on a cell.
    #[must_use]
    pub fn piece_at(&self, cell: Cell) -> Option<Piece> {
        let side = *Side::ALL
            .iter()
            .find(|side| self.by_side(**side).contains(cell))?;
        let role = self.role_at(cell)?;
        Some(Piece { side, role })
    }

    /// The role of the piece on a cell, whichever side's it is.
    #[inline]
    #[must_use]
    pub fn role_at(&self, cell: Cell) -> Option<Role> {
        let single = B::Set::single(cell);
        self.roles
            .sets()
            .iter()
            .position(|set| !set.and(single).is_empty())
            .map(|role| Role::new(role as u8))
    }

    /// The cell of the side's royal piece; `None` on boards without one.
    #[inline]
    #[must_use]
    pub fn royal(&self, side: Side) -> Option<Cell> {
        self.pieces(side, B::ROYAL?).first()
    }

    /// The cells of the pieces that give check to the side to move.
    #[must_use]
    pub fn checkers(&self) -> B::Set {
        self.royal(self.turn)
            .map_or(B::Set::EMPTY, |king| self.attackers(king, !self.turn))
    }

    /// Is the side to move in check?
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.royal(self.turn)
            .is_some_and(|king| self.is_attacked(king, !self.turn))
    }

    /// Could the side to move take the other's royal piece?
    pub(super) fn is_opposite_check(&self) -> bool {
        self.royal(!self.turn)
            .is_some_and(|king| self.is_attacked(king, self.turn))
    }

    /// How the game has ended in this position, whatever came before it.
    ///
    /// Repetition needs the moves played: see
    /// [`GameTree::outcome`](super::GameTree::outcome).
    ///
    /// ```
    /// use icochess::rules::{Chess, DrawReason, Outcome, Position};
    ///
    /// let stalemate: Position<Chess> = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse()?;
    /// assert_eq!(stalemate.outcome(), Some(Outcome::Draw(DrawReason::Stalemate)));
    /// # Ok::<(), icochess::rules::PositionTextError>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(outcome) = B::variant_outcome(self) {
            return Some(outcome);
        }
        if !self.has_legal_move() {
            return Some(if self.is_check() {
                Outcome::Checkmate { winner: !self.turn }
            } else {
                Outcome::Draw(DrawReason::Stalemate)
            });
        }
        if B::is_dead(self) {
            return Some(Outcome::Draw(DrawReason::DeadPosition));
        }
        // FIDE 9.6.2: 75 moves by each side.
        (self.halfmove_clock >= 150).then_some(Outcome::Draw(DrawReason::SeventyFiveMoves))
    }

    /// Plays a move.
    ///
    /// ```
    /// use icochess::rules::{Icochess, IllegalReason, Move, Position};
    ///
    /// let start = Position::<Icochess>::start();
    /// let next = start.play(Move::from_uci::<Icochess>("a4g1")?);
    /// assert!(next.is_ok_and(|next| next.turn() != start.turn()));
    /// let refused = start.play(Move::from_uci::<Icochess>("n4s1")?).unwrap_err();
    /// assert_eq!(refused.reason, IllegalReason::NotYourTurn);
    /// # Ok::<(), icochess::rules::ParseUciError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] when the move is not legal; the position is unchanged.
    pub fn play(&self, mv: Move) -> Result<Self, IllegalMove> {
        match self.why_illegal(mv) {
            None => Ok(self.play_unchecked(mv)),
            Some(reason) => Err(IllegalMove { mv, reason }),
        }
    }

    /// Why a move is not legal here; `None` if it is.
    #[must_use]
    pub fn why_illegal(&self, mv: Move) -> Option<IllegalReason> {
        let Some(piece) = self.piece_at(mv.from) else {
            return Some(IllegalReason::NoPiece);
        };
        if piece.side != self.turn {
            return Some(IllegalReason::NotYourTurn);
        }
        if self.legal_targets(mv.from).contains(mv.to) {
            let allowed = match mv.promotion() {
                Some(role) => self.promotions(piece, mv.to).contains(&role),
                None => self.promotions(piece, mv.to).is_empty(),
            };
            return (!allowed).then_some(IllegalReason::Promotion);
        }
        if self.castling(mv).is_some() {
            return Some(IllegalReason::Castling);
        }
        let reached = self.pseudo_legal(mv.from, piece).contains(mv.to)
            || self.captured_cell(mv).is_some_and(|taken| taken != mv.to);
        Some(if !reached {
            IllegalReason::NotReached
        } else if self.is_check() {
            IllegalReason::StaysInCheck
        } else {
            IllegalReason::IntoCheck
        })
    }

    /// What a piece may become by a move to `to`; empty if it stays as it is.
    #[inline]
    #[must_use]
    pub fn promotions(&self, piece: Piece, to: Cell) -> &'static [Role] {
        let roles = rules_of::<B>(piece.role).promotes;
        if !roles.is_empty() && B::tables().promotion[piece.side.index()].contains(to) {
            roles
        } else {
            &[]
        }
    }

    /// The castlings that a side has kept the right to.
    pub(super) fn castlings(
        &self,
        side: Side,
    ) -> impl Iterator<Item = &'static Castling<B::Set>> + use<B> {
        let unmoved = self.unmoved.and(self.by_side(side));
        B::tables().castlings[side.index()]
            .iter()
            .filter(move |castling| unmoved.contains(castling.partner.0))
    }

    /// The castling that a move is, if it is one.
    #[must_use]
    pub fn castling(&self, mv: Move) -> Option<&'static Castling<B::Set>> {
        let castling = self
            .castlings(self.turn)
            .find(|c| c.royal == (mv.from, mv.to))?;
        (self.royal(self.turn) == Some(mv.from)).then_some(castling)
    }

    /// The cell of the piece that a move takes: `to`, or beside it en passant.
    #[inline]
    #[must_use]
    pub fn captured_cell(&self, mv: Move) -> Option<Cell> {
        if self.by_side(!self.turn).contains(mv.to) {
            return Some(mv.to);
        }
        let en_passant = self.en_passant.filter(|en_passant| *en_passant == mv.to)?;
        let taker = self.piece_at(mv.from)?;
        let rules = rules_of::<B>(taker.role);
        let takes = rules.double_step == Some(DoubleSteps::FromHome)
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

/// The castlings of both sides.
fn castlings<B: Board>() -> impl Iterator<Item = &'static Castling<B::Set>> {
    B::tables().castlings.iter().flatten()
}
