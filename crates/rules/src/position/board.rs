//! Playable boards: how games start and end.

use super::extinct::Extinction;
use super::extinction;
use super::legality::{IllegalMove, IllegalReason};
use super::moves::Move;
use super::outcome::{DrawReason, Outcome};
use super::setup::SetupError;
use crate::cell::CellSet;
use crate::piece::Side;
use crate::position::state::Position;
use crate::tables::equipment::Equipment;

/// A position in which games on a board can start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartPosition {
    /// Identifier in files: a lower-case word.
    pub name: &'static str,
    /// Name in menus.
    pub title: &'static str,
    /// Position text.
    pub text: &'static str,
}

/// A board with the rules of its game.
///
/// The provided methods add special rules to the ones that follow from the board and its pieces.
/// See [the crate](crate#adding-a-board) on how to add a board.
pub trait Board: Equipment {
    /// Identifier, as in the UCI option `UCI_Variant`.
    const ID: &'static str;
    /// Name, as in the PGN tag `Variant`.
    const NAME: &'static str;
    /// Name in menus.
    const TITLE: &'static str = Self::NAME;
    /// Other accepted values of the PGN tag for the same rules, ignoring case.
    const ALIASES: &'static [&'static str] = &[];
    /// Start position in position text.
    const START: &'static str;
    /// Positions in which players can start a game. The first is [`Board::START`].
    const STARTS: &'static [StartPosition] = &[StartPosition {
        name: "standard",
        title: "Standard",
        text: Self::START,
    }];

    /// Kinds of piece whose loss loses the game.
    const EXTINCTIONS: &'static [Extinction] = &[];
    /// Whether a side with only its royal piece loses to a side with more.
    const BARE_KING_LOSES: bool = false;

    /// Returns the outcome by a special rule of this board, such as extinction. Other code handles
    /// mate, stalemate, dead positions and move counts.
    ///
    /// The search calls this at every node, so it should be fast. With the defaults of the two
    /// constants above, it compiles to nothing.
    #[inline]
    fn variant_outcome(position: &Position<Self>) -> Option<Outcome> {
        extinction::outcome(position, Self::EXTINCTIONS, Self::BARE_KING_LOSES)
    }

    /// Returns whether it is certain that no sequence of legal moves leads to mate.
    fn is_dead(position: &Position<Self>) -> bool;

    /// Returns whether a side could still win with the other's help; true in case of doubt. If a
    /// side runs out of time and the other couldn't win, the game is drawn (FIDE 6.9).
    ///
    /// A lone king can't win, except by capture on boards where a loss of pieces loses the game.
    /// Boards with their own [`variant_outcome`](Board::variant_outcome) should override this.
    fn can_win(position: &Position<Self>, side: Side) -> bool {
        let is_royal = |cell| position.royal(side) == Some(cell);
        !Self::EXTINCTIONS.is_empty()
            || !position.by_side(side).cells().all(is_royal)
            || position.in_reserve(side).next().is_some()
    }

    /// Rejects positions that can't arise on this board, in addition to the checks of
    /// [`Position::try_from_setup`].
    ///
    /// # Errors
    ///
    /// [`SetupError`] with the first violated rule.
    fn validate(_: &Position<Self>) -> Result<(), SetupError> {
        Ok(())
    }
}

impl<B: Board> Position<B> {
    /// Returns the outcome by a special rule of the board, such as extinction or a bare king. Such
    /// an end takes precedence over mate and stalemate, and the position may have legal moves.
    ///
    /// The search handles mate and draws itself, and calls this to stop at decided nodes. On boards
    /// without such rules, the result is `None` at compile time.
    #[inline]
    pub fn variant_outcome(&self) -> Option<Outcome> {
        B::variant_outcome(self)
    }

    /// Plays a move unless a special rule of the board has ended the game. Allows moves after
    /// automatic draws, as in records of real games.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the move is illegal or such a rule has ended the game.
    pub fn play_on(&self, mv: Move) -> Result<Self, IllegalMove> {
        if self.variant_outcome().is_some() {
            let reason = IllegalReason::GameOver;
            return Err(IllegalMove { mv, reason });
        }
        self.play(mv)
    }

    /// Counts a side's pieces of a kind whose loss loses the game, including its reserve.
    pub fn count_of(&self, side: Side, kind: &Extinction) -> u32 {
        extinction::count(self, side, kind)
    }

    /// Returns a side's pieces, on the board, of a kind whose loss loses the game.
    pub fn pieces_of(&self, side: Side, kind: &Extinction) -> B::Set {
        extinction::on_board(self, side, kind)
    }

    /// Returns the kind that a side is closest to losing entirely; the first in the board's order
    /// if there are several. `None` on boards without such kinds.
    ///
    /// ```
    /// use icochess_boards::{Chess, OctHex146};
    /// use icochess_rules::{Position, Side};
    ///
    /// let rarest = Position::<OctHex146>::start().rarest_kind(Side::White);
    /// assert_eq!(rarest.map(|kind| kind.of), Some("rook"));
    /// assert!(Position::<Chess>::start().rarest_kind(Side::White).is_none());
    /// ```
    pub fn rarest_kind(&self, side: Side) -> Option<&'static Extinction> {
        let left = |kind: &&Extinction| self.count_of(side, kind).saturating_sub(kind.count);
        B::EXTINCTIONS.iter().min_by_key(left)
    }

    /// Returns the pieces whose single capture ends the game by [`Board::EXTINCTIONS`] or
    /// [`Board::BARE_KING_LOSES`]. The royal piece, which is never captured, isn't among
    /// them.
    #[inline]
    pub fn last_pieces(&self, side: Side) -> B::Set {
        extinction::last_pieces(self, side, B::EXTINCTIONS, B::BARE_KING_LOSES)
    }

    /// Returns whether a side could still win with the other's help: see [`Board::can_win`].
    ///
    /// ```
    /// use icochess_boards::Chess;
    /// use icochess_rules::{Position, Side};
    ///
    /// let ending: Position<Chess> = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse()?;
    /// assert!(ending.can_win(Side::White) && !ending.can_win(Side::Black));
    /// # Ok::<(), icochess_rules::PositionTextError>(())
    /// ```
    pub fn can_win(&self, side: Side) -> bool {
        B::can_win(self, side)
    }

    /// Returns the outcome in this position, ignoring its history; `None` if the game continues.
    ///
    /// Repetition depends on the history: see [`GameTree::outcome`](crate::GameTree::outcome).
    ///
    /// ```
    /// use icochess_boards::Chess;
    /// use icochess_rules::{DrawReason, Outcome, Position};
    ///
    /// let stalemate: Position<Chess> = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse()?;
    /// assert_eq!(stalemate.outcome(), Some(Outcome::Draw(DrawReason::Stalemate)));
    /// # Ok::<(), icochess_rules::PositionTextError>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(outcome) = self.variant_outcome() {
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
}
