//! Positions: pieces on a board, whose turn it is, and nothing illegal.

use super::board::{Board, LineWords, RoleSets, rules_of};
use super::cell::{Cell, CellSet, set_of};
use super::moves::Move;
use super::outcome::{DrawReason, Outcome};
use super::piece::{Piece, Role, Side};
use super::setup::{Setup, SetupError};

/// A legal position.
///
/// The only doors in are [`Position::start`], [`Position::try_from_setup`] and
/// legal moves, so every position has its royal pieces, the side that has just
/// moved is not in check, and the incremental state (line occupancies, hash)
/// agrees with the pieces.
///
/// Two positions are equal when pieces, side to move, unmoved pieces and both
/// counters agree. For repetition compare [`Position::hash`] or
/// [`Position::repeats`], which leave the counters out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<B: Board> {
    pub(super) sides: [B::Set; 2],
    pub(super) roles: B::Roles,
    /// Pieces that may still make their initial two-step.
    pub(super) unmoved: B::Set,
    pub(super) lines: B::Lines,
    hash: u64,
    /// Plies since the last capture or pawn move.
    clock: u16,
    number: u16,
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
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
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
    /// # Errors
    ///
    /// [`SetupError`] with the first rule the set-up breaks.
    pub fn try_from_setup(setup: &Setup) -> Result<Self, SetupError> {
        let tables = B::tables();
        let mut position = Self {
            sides: [B::Set::EMPTY; 2],
            roles: B::Roles::EMPTY,
            unmoved: B::Set::EMPTY,
            lines: B::Lines::default(),
            hash: 0,
            clock: setup.clock,
            number: setup.number,
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
            let may_stride = position
                .piece_at(cell)
                .is_some_and(|piece| rules_of::<B>(piece.role).strides);
            if !may_stride || position.unmoved.contains(cell) {
                return Err(SetupError::NotUnmoved(tables.name(cell).into()));
            }
            position.toggle_unmoved(cell);
        }
        for side in Side::ALL {
            for (index, role) in B::ROLES.iter().enumerate().filter(|(_, r)| r.royal) {
                let count = position.pieces(side, Role::new(index as u8)).len();
                if count != 1 {
                    return Err(SetupError::RoyalCount {
                        side,
                        name: role.name,
                        count,
                    });
                }
            }
        }
        if setup.number == 0 {
            return Err(SetupError::MoveNumber);
        }
        let waiting = !setup.turn;
        if let Some(king) = position.royal(waiting)
            && !position.attackers(king, setup.turn, None).is_empty()
        {
            return Err(SetupError::WaitingSideInCheck(waiting));
        }
        Ok(position)
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
            clock: self.clock,
            number: self.number,
        }
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// Plies since the last capture or pawn move.
    #[must_use]
    pub const fn clock(&self) -> u16 {
        self.clock
    }

    /// Number of the move about to be made; it grows after Black's.
    #[must_use]
    pub const fn number(&self) -> u16 {
        self.number
    }

    /// Hash over everything that counts for repetition: pieces, side to move
    /// and unmoved pieces, but not the counters.
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
    }

    /// The cells with a piece on them.
    #[must_use]
    pub fn occupied(&self) -> B::Set {
        self.sides[0].or(self.sides[1])
    }

    /// The cells of one side's pieces.
    #[must_use]
    pub fn of(&self, side: Side) -> B::Set {
        self.sides[side.index()]
    }

    /// The cells of one side's pieces of one role.
    #[must_use]
    pub fn pieces(&self, side: Side, role: Role) -> B::Set {
        self.sides[side.index()].and(self.roles.sets()[role.index()])
    }

    /// The cells of pieces that may still make their initial two-step.
    #[must_use]
    pub fn unmoved(&self) -> B::Set {
        self.unmoved
    }

    /// The piece on a cell.
    #[must_use]
    pub fn piece_at(&self, cell: Cell) -> Option<Piece> {
        let side = *Side::ALL
            .iter()
            .find(|side| self.of(**side).contains(cell))?;
        let role = self
            .roles
            .sets()
            .iter()
            .position(|set| set.contains(cell))?;
        Some(Piece {
            side,
            role: Role::new(role as u8),
        })
    }

    /// The cell of the side's royal piece; `None` on boards without one.
    #[must_use]
    pub fn royal(&self, side: Side) -> Option<Cell> {
        B::ROLES
            .iter()
            .position(|role| role.royal)
            .and_then(|role| self.pieces(side, Role::new(role as u8)).first())
    }

    /// The cells of the pieces that give check to the side to move.
    #[must_use]
    pub fn checkers(&self) -> B::Set {
        self.royal(self.turn)
            .map_or(B::Set::EMPTY, |king| self.attackers(king, !self.turn, None))
    }

    /// Is the side to move in check?
    #[must_use]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// How the game has ended in this position, whatever came before it.
    ///
    /// Repetition needs the moves played: see
    /// [`History::outcome`](super::History::outcome).
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            return Some(if self.is_check() {
                Outcome::Checkmate { winner: !self.turn }
            } else {
                Outcome::Draw(DrawReason::Stalemate)
            });
        }
        if self.is_dead() {
            return Some(Outcome::Draw(DrawReason::DeadPosition));
        }
        // FIDE 9.6.2: 75 moves by each side.
        (self.clock >= 150).then_some(Outcome::Draw(DrawReason::SeventyFiveMoves))
    }

    /// Can no sequence of legal moves lead to mate? Known for certain here
    /// only when nothing but the royal pieces is left.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        B::ROLES
            .iter()
            .zip(self.roles.sets())
            .all(|(role, set)| role.royal || set.is_empty())
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] when the move is not legal; the position is unchanged.
    pub fn play(&self, mv: Move) -> Result<Self, IllegalMove> {
        match self.why_illegal(mv) {
            None => Ok(self.after(mv)),
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
            return None;
        }
        let reached = self
            .reached_from(mv.from, piece)
            .without(self.of(self.turn));
        Some(if !reached.contains(mv.to) {
            IllegalReason::NotReached
        } else if self.is_check() {
            IllegalReason::StaysInCheck
        } else {
            IllegalReason::IntoCheck
        })
    }

    /// The position after a move that is known to be legal.
    ///
    /// A move that is not legal gives a position without meaning, though never
    /// a panic as long as there is a piece to move.
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        let Some(piece) = self.piece_at(mv.from) else {
            return next;
        };
        let captured = self.piece_at(mv.to);
        if let Some(captured) = captured {
            next.toggle(mv.to, captured);
            if next.unmoved.contains(mv.to) {
                next.toggle_unmoved(mv.to);
            }
        }
        next.toggle(mv.from, piece);
        next.toggle(mv.to, piece);
        if next.unmoved.contains(mv.from) {
            next.toggle_unmoved(mv.from);
        }
        next.clock = if captured.is_some() || rules_of::<B>(piece.role).resets_clock {
            0
        } else {
            self.clock.saturating_add(1)
        };
        if self.turn == Side::Black {
            next.number = self.number.saturating_add(1);
        }
        next.turn = !self.turn;
        next.hash ^= B::tables().keys.black;
        next
    }

    /// Puts a piece on a cell or takes it off.
    #[inline]
    fn toggle(&mut self, cell: Cell, piece: Piece) {
        let tables = B::tables();
        let single = B::Set::single(cell);
        let side = &mut self.sides[piece.side.index()];
        *side = side.xor(single);
        let role = &mut self.roles.sets_mut()[piece.role.index()];
        *role = role.xor(single);
        flip::<B>(&mut self.lines, cell);
        self.hash ^= tables.keys.piece(piece, cell);
    }

    /// Flips whether the piece on `cell` is unmoved.
    #[inline]
    fn toggle_unmoved(&mut self, cell: Cell) {
        self.unmoved = self.unmoved.xor(B::Set::single(cell));
        self.hash ^= B::tables().keys.unmoved(cell);
    }

    /// The same position with its incremental state computed from scratch.
    #[must_use]
    pub fn rebuilt(&self) -> Self {
        let mut rebuilt = *self;
        rebuilt.sides = [B::Set::EMPTY; 2];
        rebuilt.roles = B::Roles::EMPTY;
        rebuilt.unmoved = B::Set::EMPTY;
        rebuilt.lines = B::Lines::default();
        rebuilt.hash = 0;
        let setup = self.setup();
        for (cell, piece) in setup.pieces {
            rebuilt.toggle(cell, piece);
        }
        for cell in setup.unmoved {
            rebuilt.toggle_unmoved(cell);
        }
        if self.turn == Side::Black {
            rebuilt.hash ^= B::tables().keys.black;
        }
        rebuilt
    }

    /// All roles that slide along lines of `kind`, for one side.
    #[inline]
    pub(super) fn sliders(&self, side: Side, kind: u8) -> B::Set {
        B::ROLES
            .iter()
            .zip(self.roles.sets())
            .filter(|(role, _)| role.slides & kind != 0)
            .fold(B::Set::EMPTY, |all, (_, set)| all.or(*set))
            .and(self.of(side))
    }

    /// The pieces of `by` that attack `target`. With `lifted`, as if that
    /// piece were not on the board (a king stepping out of a line does not
    /// shade the cell behind it).
    #[must_use]
    pub fn attackers(&self, target: Cell, by: Side, lifted: Option<Cell>) -> B::Set {
        let tables = B::tables();
        let own = self.of(by);
        let mut occupied = self.occupied();
        let mut lines = self.lines;
        if let Some(cell) = lifted {
            occupied = occupied.without(B::Set::single(cell));
            flip::<B>(&mut lines, cell);
        }
        let mut attackers = B::Set::EMPTY;
        for (rules, set) in B::ROLES.iter().zip(self.roles.sets()) {
            if let Some(table) = rules.leaps {
                attackers = attackers.or(tables.leaps[table][target.index()].and(set.and(own)));
            }
        }
        for pass in &tables.passes[target.index()] {
            let line = &tables.lines[usize::from(pass.line)];
            let sliders = self.sliders(by, line.kind).and(line.set);
            if sliders.is_empty() {
                continue;
            }
            let at = usize::from(pass.index);
            let reach = line.reach(&lines, at);
            let seen = line
                .ahead(at, reach.forward)
                .or(line.behind(at, reach.backward));
            attackers = attackers.or(seen.and(sliders));
        }
        let striders = self.unmoved.and(own);
        if !striders.is_empty() {
            attackers = attackers.or(set_of(
                tables.strides_to[target.index()]
                    .iter()
                    .filter(|s| striders.contains(s.end) && !occupied.contains(s.via))
                    .map(|s| s.end),
            ));
        }
        attackers.without(B::Set::single(target))
    }
}

/// Flips the occupancy of `cell` in every line through it.
#[inline]
fn flip<B: Board>(lines: &mut B::Lines, cell: Cell) {
    let toggles = &B::tables().toggles[cell.index()];
    for (word, toggle) in lines.words_mut().iter_mut().zip(toggles.words()) {
        *word ^= toggle;
    }
}
