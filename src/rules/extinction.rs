//! Ends of games by what a side has lost, beside mate.

use super::cell::CellSet;
use super::equipment::Equipment;
use super::extinct::{Extinct, Extinction};
use super::outcome::Outcome;
use super::piece::{Piece, Role, Side};
use super::position::Position;

/// What the pieces of a position decide. The side to move is looked at first: the
/// other one has just moved, and who takes the last piece wins. Where both sides have
/// bare kings neither wins.
#[inline]
pub(super) fn outcome<B: Equipment>(
    position: &Position<B>,
    extinctions: &'static [Extinction],
    bare_king_loses: bool,
) -> Option<Outcome> {
    for loser in [position.turn(), !position.turn()] {
        let winner = !loser;
        let is_lost = |extinction: &Extinction| {
            let left = |&role: &Role| {
                let reserve = position.reserve(Piece { side: loser, role });
                position.pieces(loser, role).len() + u32::from(reserve)
            };
            extinction.roles.iter().map(left).sum::<u32>() <= extinction.count
        };
        if let Some(of) = Extinct::of(extinctions, is_lost) {
            return Some(Outcome::Extinction { winner, of });
        }
    }
    if bare_king_loses {
        let is_bare = Side::ALL.map(|side| {
            position.by_side(side).len() == 1 && position.in_reserve(side).next().is_none()
        });
        for loser in Side::ALL {
            let winner = !loser;
            if is_bare[loser.index()] && !is_bare[winner.index()] {
                return Some(Outcome::BareKing { winner });
            }
        }
    }
    None
}
