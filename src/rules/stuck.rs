//! Why a piece cannot be moved, for players who ask it to.

use super::cell::{Cell, CellSet};
use super::equipment::{Equipment, rules_of};
use super::position::Position;

/// Why nothing can be moved from a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stuck {
    /// There is no piece to move.
    #[error("there is no piece there")]
    NoPiece,
    /// The piece belongs to the side that is not to move.
    #[error("it is the other side's turn")]
    NotYourTurn,
    /// Pieces of its own side, or the rim of the board, leave it nowhere to go.
    #[error("blocked: it has nowhere to go")]
    Blocked,
    /// Wherever it goes, it no longer stands before its king.
    #[error("pinned: it would expose your king")]
    Pinned,
    /// The side is in check, and nothing that the piece can do ends that.
    #[error("your king is in check")]
    InCheck,
    /// It is the king, and the other side attacks every place it could go to.
    #[error("the king is attacked wherever it goes")]
    NoSafePlace,
}

impl<B: Equipment> Position<B> {
    /// Why the piece on `from` has no legal move; `None` if it has one.
    ///
    /// ```
    /// use icochess::rules::{Equipment, Icochess, Position, Stuck};
    ///
    /// let start = Position::<Icochess>::start();
    /// let why = |name| start.why_stuck(Icochess::tables().cell(name).unwrap());
    /// assert_eq!(why("b3"), Some(Stuck::Pinned));
    /// assert_eq!(why("a4"), None);
    /// ```
    #[must_use]
    pub fn why_stuck(&self, from: Cell) -> Option<Stuck> {
        let Some(piece) = self.piece_at(from) else {
            return Some(Stuck::NoPiece);
        };
        if piece.side != self.turn {
            return Some(Stuck::NotYourTurn);
        }
        if !self.legal_targets(from).is_empty() {
            return None;
        }
        Some(if self.pseudo_legal(from, piece).is_empty() {
            Stuck::Blocked
        } else if rules_of::<B>(piece.role).royal {
            Stuck::NoSafePlace
        } else if self.is_check() {
            Stuck::InCheck
        } else {
            Stuck::Pinned
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Board, Chess, Icochess, IllegalReason, Move, Role};

    fn why<B: Board>(text: &str, cell: &str) -> Option<Stuck> {
        let position: Position<B> = text.parse().unwrap();
        position.why_stuck(B::tables().cell(cell).unwrap())
    }

    #[test]
    fn at_the_start_every_knight_is_pinned_and_the_rest_that_is_stuck_is_blocked() {
        let start = Position::<Icochess>::start();
        let own = start.by_side(start.turn());
        let stuck: Vec<(Role, Stuck)> = own
            .cells()
            .filter_map(|cell| Some((start.role_at(cell)?, start.why_stuck(cell)?)))
            .collect();
        let knights = stuck.iter().filter(|(role, _)| *role == Role::KNIGHT);
        let all = start.pieces(start.turn(), Role::KNIGHT).len() as usize;
        assert!(knights.clone().all(|(_, why)| *why == Stuck::Pinned));
        assert_eq!(knights.count(), all, "{stuck:?}");
        let others = stuck.iter().filter(|(role, _)| *role != Role::KNIGHT);
        assert!(others.clone().all(|(_, why)| *why == Stuck::Blocked));
    }

    #[test]
    fn each_reason_is_told_apart() {
        let pinned = "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1";
        assert_eq!(why::<Chess>(pinned, "e2"), Some(Stuck::Pinned));
        assert_eq!(why::<Chess>(pinned, "e1"), None);
        assert_eq!(why::<Chess>(pinned, "e4"), Some(Stuck::NotYourTurn));
        assert_eq!(why::<Chess>(pinned, "a1"), Some(Stuck::NoPiece));
        let check = "4k3/8/8/8/4r3/8/P7/4K3 w - - 0 1";
        assert_eq!(why::<Chess>(check, "a2"), Some(Stuck::InCheck));
        let blocked = "4k3/8/8/8/p7/P7/8/4K3 w - - 0 1";
        assert_eq!(why::<Chess>(blocked, "a3"), Some(Stuck::Blocked));
        let cornered = "4k3/8/8/8/8/1q6/7P/K7 w - - 0 1";
        assert_eq!(why::<Chess>(cornered, "a1"), Some(Stuck::NoSafePlace));
        assert_eq!(why::<Chess>(cornered, "h2"), None);
    }

    #[test]
    fn a_reason_is_given_exactly_where_nothing_is_legal_and_it_is_the_true_one() {
        let mut position = Position::<Icochess>::start();
        for _ in 0..60 {
            for cell in Icochess::tables().cells() {
                let stuck = position.why_stuck(cell);
                let legal = position.legal_targets(cell);
                assert_eq!(stuck.is_none(), !legal.is_empty());
                let Some(piece) = position.piece_at(cell) else {
                    assert_eq!(stuck, Some(Stuck::NoPiece));
                    continue;
                };
                let expected = match stuck {
                    Some(Stuck::Pinned | Stuck::NoSafePlace) if !position.is_check() => {
                        IllegalReason::IntoCheck
                    }
                    Some(Stuck::InCheck | Stuck::NoSafePlace) => IllegalReason::StaysInCheck,
                    _ => continue,
                };
                for to in position.pseudo_legal(cell, piece).cells() {
                    assert_eq!(position.why_illegal(Move::new(cell, to)), Some(expected));
                }
            }
            // Another way through the game than the first move each time.
            let moves = position.legal_moves();
            let Some(mv) = moves.get(position.hash() as usize % moves.len().max(1)) else {
                break;
            };
            position = position.play_unchecked(*mv);
        }
    }
}
