//! The refusal of a pick of which nothing comes.

use bevy::picking::pointer::PointerId;

use super::allowed::{PickRefused, Turns, Unmovable};
use super::hovered::CURSOR;
use super::selection::Pick;
use crate::game::Match;
use icochess_rules::{CellSet, StuckReason};

/// The refusal of a pick, with the reason why the piece there, or the part of the board, cannot be
/// moved; `None` if there is nothing to tell.
pub(super) fn why_refused(
    game: &Match,
    turns: &Turns,
    by: PointerId,
    pick: Pick,
) -> Option<PickRefused> {
    let position = game.position();
    let cell = pick.cell()?;
    let refusal = turns.refuse(game, by);
    if let Some(why) = refusal.filter(|why| why.is_blind()) {
        return Some(PickRefused { by, cell, why });
    }
    let is_something = matches!(pick, Pick::Dock(_)) || position.piece_at(cell).is_some();
    let why_stuck = match pick {
        Pick::Dock(_) if position.absent().contains(cell) => return None,
        Pick::Dock(_) => position.why_fixed(cell).map(Unmovable::Fixed),
        // Of an empty square only the part of the board is meant. A mouse sees that a click has
        // done nothing; who picks by keyboard is answered.
        _ if position.piece_at(cell).is_none() => {
            let fixed = position.why_fixed(cell).filter(|_| refusal.is_none());
            let empty = Unmovable::Stuck(StuckReason::NoPiece);
            let empty = (by == CURSOR).then_some(empty);
            fixed.map(Unmovable::Fixed).or(empty)
        }
        _ => position.why_stuck(cell).map(Unmovable::Stuck),
    };
    let why = refusal.filter(|_| is_something).or(why_stuck)?;
    Some(PickRefused { by, cell, why })
}
