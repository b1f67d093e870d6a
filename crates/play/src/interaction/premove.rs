//! Premove: a move that a player chooses while the computer, or a friend in another place, thinks.
//! It is requested like any other move when the player's turn comes.

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::allowed::{PickRefused, Turns, Unmovable};
use super::hovered::CURSOR;
use super::selecting::{Selection, SelectionChanged};
use crate::game::facts::MatchFact;
use crate::game::messages::MoveRequested;
use crate::game::{Match, MatchSystems};
use icochess_base::display::Display;
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;
use icochess_rules::Move;

/// Move to request after the computer's move, if any. The match doesn't know it.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Premove(pub Option<Move>);

/// Sender of a player's moves.
#[derive(SystemParam)]
pub(super) struct MoveSender<'w> {
    pub(super) premove: ResMut<'w, Premove>,
    requests: MessageWriter<'w, MoveRequested>,
}

impl MoveSender<'_> {
    /// Requests a move, or keeps it as premove if the player is ahead of their turn.
    pub(super) fn send(&mut self, mv: Move, is_ahead: bool) {
        if is_ahead {
            self.premove.0 = Some(mv);
        } else {
            self.requests.write(MoveRequested(mv));
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Premove>().add_systems(
        Update,
        // Runs before other systems look up the premove's cells on another board.
        update_premove.after(MatchSystems).in_set(AppSystems::Rules),
    );
}

/// Requests the premove after the computer's move. Drops it if it is illegal then, and after any
/// other change. Deselects the piece of a new premove.
fn update_premove(
    mut facts: MessageReader<MatchFact>,
    (game, turns): (Res<Match>, Turns),
    mut sender: MoveSender,
    mut selection: ResMut<Selection>,
    mut changed: MessageWriter<SelectionChanged>,
    mut refused: MessageWriter<PickRefused>,
    mut next: ResMut<NextFrame>,
) {
    let (mut has_moved, mut is_void) = (false, false);
    for fact in facts.read() {
        let is_new = fact.moved().is_some_and(|made| !made.redone);
        has_moved |= is_new;
        is_void |= fact.changes_board_or_ends() && !is_new;
    }
    let waits = turns.may_premove(&game) && !is_void;
    let may_move = || turns.refuse_through(&game, Display::Flat).is_none();
    let is_due = has_moved && !is_void && !waits && may_move();
    let premove = sender.premove.0;
    let is_new = waits && premove.is_some() && sender.premove.is_changed();
    if !waits && premove.is_some() {
        sender.premove.0 = None;
    }
    if let Some(mv) = premove.filter(|_| is_due) {
        if game.position().why_illegal(mv).is_none() {
            sender.send(mv, false);
            next.within(Duration::ZERO);
        } else {
            let (by, cell) = (CURSOR, mv.to);
            let why = Unmovable::Premove;
            refused.write(PickRefused { by, cell, why });
        }
    }
    let is_over = is_new || !waits && !is_due;
    if selection.0.is_ahead() && is_over {
        selection.0.clear();
        changed.write(SelectionChanged {
            by: None,
            cell: None,
        });
    }
}
