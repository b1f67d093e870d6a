//! The trait of a playable board: how its games start and end.

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

/// A position in which games on a board may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartPosition {
    /// Its name in files: a word in lower case.
    pub name: &'static str,
    /// The name by which players choose it.
    pub title: &'static str,
    /// Position text.
    pub text: &'static str,
}

/// A board with the rules of its game.
///
/// The provided methods are what these may add to those that follow from board and
/// pieces. How to add a board: see [the crate](crate#adding-a-board).
pub trait Board: Equipment {
    /// Identifier, as in the UCI option `UCI_Variant`.
    const ID: &'static str;
    /// Name for people, as in the PGN tag `Variant`.
    const NAME: &'static str;
    /// The name by which players choose the board.
    const TITLE: &'static str = Self::NAME;
    /// Other names of the same rules that the tag may hold, in any case.
    const ALIASES: &'static [&'static str] = &[];
    /// Start position in position text.
    const START: &'static str;
    /// The positions that players may choose to begin in. The first is that of
    /// [`Board::START`].
    const STARTS: &'static [StartPosition] = &[StartPosition {
        name: "standard",
        title: "Standard",
        text: Self::START,
    }];

    /// The kinds of piece whose loss loses the game.
    const EXTINCTIONS: &'static [Extinction] = &[];
    /// Whether a side that has nothing but its royal piece has lost, if the other has more.
    const BARE_KING_LOSES: bool = false;

    /// The outcome of the game by a rule of this board alone, such as the extinction of a kind of
    /// piece. Mate, stalemate, dead positions and counted plies are seen to elsewhere.
    ///
    /// Asked at every node of a search, so it should be quick. Without the two
    /// constants above it is nothing at all.
    #[inline]
    fn variant_outcome(position: &Position<Self>) -> Option<Outcome> {
        extinction::outcome(position, Self::EXTINCTIONS, Self::BARE_KING_LOSES)
    }

    /// Whether it is certain that no sequence of legal moves leads to mate.
    fn is_dead(position: &Position<Self>) -> bool;

    /// Whether that side could still win if the other one helped. Where its time runs out, the
    /// game is drawn if the other could not (FIDE 6.9); what nobody knows counts as
    /// that it could.
    ///
    /// A king alone wins nothing, but where a loss of pieces loses the game it can still
    /// capture. A board with a [`variant_outcome`](Board::variant_outcome) of its own
    /// says here what can lead there.
    fn can_win(position: &Position<Self>, side: Side) -> bool {
        let is_royal = |cell| position.royal(side) == Some(cell);
        !Self::EXTINCTIONS.is_empty()
            || !position.by_side(side).cells().all(is_royal)
            || position.in_reserve(side).next().is_some()
    }

    /// Looks for what cannot come about in a game on this board, beyond what
    /// [`Position::try_from_setup`] looks for on every board.
    ///
    /// # Errors
    ///
    /// [`SetupError`] with the first rule broken.
    fn validate(_: &Position<Self>) -> Result<(), SetupError> {
        Ok(())
    }
}

impl<B: Board> Position<B> {
    /// The outcome of the game by a rule of the board alone: extinction, a bare king. Such an end
    /// comes before mate and stalemate, and the position may have legal moves.
    ///
    /// For a search, which sees to mate and draws by itself: where it is `Some`, the
    /// node is decided and nothing may be played. On boards without such rules the
    /// compiler knows that it is `None`.
    #[inline]
    pub fn variant_outcome(&self) -> Option<Outcome> {
        B::variant_outcome(self)
    }

    /// Plays a move, where a rule of the board alone has not ended the game. A draw that the
    /// rules declare by themselves stops nobody, for records of real games go on after one.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] when the move is not legal or such a rule has ended the game.
    pub fn play_on(&self, mv: Move) -> Result<Self, IllegalMove> {
        if self.variant_outcome().is_some() {
            let reason = IllegalReason::GameOver;
            return Err(IllegalMove { mv, reason });
        }
        self.play(mv)
    }

    /// Number of pieces that a side has of a kind whose loss loses the game, in reserve too.
    pub fn count_of(&self, side: Side, kind: &Extinction) -> u32 {
        extinction::count(self, side, kind)
    }

    /// A side's pieces on the board of a kind whose loss loses the game.
    pub fn pieces_of(&self, side: Side, kind: &Extinction) -> B::Set {
        extinction::on_board(self, side, kind)
    }

    /// The kind by whose loss a side is nearest to losing, of several the first of the
    /// board; `None` on boards without such kinds.
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

    /// The pieces of a side of which none may be lost: the capture of any ends the game
    /// by [`Board::EXTINCTIONS`] or [`Board::BARE_KING_LOSES`]. The royal piece, which
    /// nobody takes, is not among them.
    #[inline]
    pub fn last_pieces(&self, side: Side) -> B::Set {
        extinction::last_pieces(self, side, B::EXTINCTIONS, B::BARE_KING_LOSES)
    }

    /// Whether that side could still win if the other one helped: see [`Board::can_win`].
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

    /// The outcome of the game in this position, whatever came before it; `None` if it goes on.
    ///
    /// Repetition needs the moves played: see
    /// [`GameTree::outcome`](crate::GameTree::outcome).
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
