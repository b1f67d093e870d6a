//! Ends of games by loss of pieces, without mate.

use super::extinct::{Extinct, Extinction};
use super::outcome::Outcome;
use crate::cell::CellSet;
use crate::piece::{Piece, Side};
use crate::position::state::Position;
use crate::tables::equipment::Equipment;
use crate::tables::storage::{Reserve, RoleSets};

/// Returns the outcome by loss of pieces, if there is one. Checks the side to move first: if both
/// sides have lost a kind, the last capture wins. The game continues with two bare kings.
#[inline]
pub(crate) fn outcome<B: Equipment>(
    position: &Position<B>,
    extinctions: &'static [Extinction],
    bare_king_loses: bool,
) -> Option<Outcome> {
    for loser in [position.turn(), !position.turn()] {
        let winner = !loser;
        let is_lost = |kind: &Extinction| is_at_most(position, loser, kind, kind.count);
        if let Some(of) = Extinct::of(extinctions, is_lost) {
            return Some(Outcome::Extinction { winner, of });
        }
    }
    if bare_king_loses {
        let is_bare = Side::ALL.map(|side| {
            position.by_side(side).at_most_one() && position.in_reserve(side).next().is_none()
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

#[inline]
pub(crate) fn on_board<B: Equipment>(
    position: &Position<B>,
    side: Side,
    kind: &Extinction,
) -> B::Set {
    let sets = position.roles.sets();
    let roles = kind.roles.iter();
    let all = roles.fold(B::Set::EMPTY, |all, role| all.or(sets[role.index()]));
    all.and(position.by_side(side))
}

#[inline]
fn in_reserve<B: Equipment>(position: &Position<B>, side: Side, kind: &Extinction) -> u32 {
    if !B::Reserve::IS_USED {
        return 0;
    }
    let count = |&role| u32::from(position.reserve(Piece { side, role }));
    kind.roles.iter().map(count).sum()
}

/// Returns whether a side has at most `limit` pieces of a kind. The search calls this at every
/// node, mostly with 0 and 1, which need no counting.
#[inline]
fn is_at_most<B: Equipment>(
    position: &Position<B>,
    side: Side,
    kind: &Extinction,
    limit: u32,
) -> bool {
    let set = on_board(position, side, kind);
    match limit {
        0 if !set.is_empty() => false,
        1 if !set.at_most_one() => false,
        _ => set.len() + in_reserve(position, side, kind) <= limit,
    }
}

/// Counts a side's pieces of a kind, including its reserve.
pub(crate) fn count<B: Equipment>(position: &Position<B>, side: Side, kind: &Extinction) -> u32 {
    on_board(position, side, kind).len() + in_reserve(position, side, kind)
}

/// Returns a side's pieces whose single capture makes a kind extinct or bares the king.
#[inline]
pub(crate) fn last_pieces<B: Equipment>(
    position: &Position<B>,
    side: Side,
    extinctions: &[Extinction],
    bare_king_loses: bool,
) -> B::Set {
    let mut last = B::Set::EMPTY;
    for kind in extinctions {
        if is_at_most(position, side, kind, kind.count + 1) {
            last = last.or(on_board(position, side, kind));
        }
    }
    if bare_king_loses && position.in_reserve(side).next().is_none() {
        let royal = position.royal(side).map_or(B::Set::EMPTY, B::Set::single);
        let others = position.by_side(side).without(royal);
        if others.at_most_one() {
            last = last.or(others);
        }
    }
    last
}
