//! The end of a selection, when the game moves on or the board changes.

use bevy::prelude::*;

use super::choice::Choice;
use super::hovered::Hovered;
use super::selecting::{DeselectSystems, Selection, SelectionChanged};
use super::selection::Picked;
use crate::computer::{self, Computer};
use crate::game::facts::{MatchFact, on_fact};
use crate::game::handover::HandoverChanged;
use crate::game::{Match, MatchSystems};
use icochess_base::schedule::AppSystems;
use icochess_rules::AnyBoard;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            leave_board
                .run_if(resource_changed::<Match>)
                .after(MatchSystems)
                .in_set(AppSystems::Rules),
            deselect
                .run_if(
                    on_fact(MatchFact::changes_board_or_ends)
                        .or_else(on_message::<HandoverChanged>)
                        .or_else(is_computers_now),
                )
                .in_set(DeselectSystems)
                .in_set(AppSystems::Scene),
        ),
    );
}

/// Run condition: whether the computer has taken over the side to move.
fn is_computers_now(computer: Res<Computer>, game: Res<Match>) -> bool {
    computer.is_changed() && computer::is_to_move(&computer, &game)
}

/// Clears selection and choice when the game has moved on.
fn deselect(
    mut selection: ResMut<Selection>,
    mut choice: ResMut<Choice>,
    mut changed: MessageWriter<SelectionChanged>,
) {
    choice.set_if_neq(Choice(None));
    let mut selected = selection.0;
    if selected.clear() == Picked::Changed {
        selection.0 = selected;
        changed.write(SelectionChanged {
            by: None,
            cell: None,
        });
    }
}

/// Clears hover, selection and choice when the board changes, before anyone looks up their cells
/// on the new one.
fn leave_board(
    game: Res<Match>,
    mut board: Local<Option<AnyBoard>>,
    mut hovered: ResMut<Hovered>,
    mut selection: ResMut<Selection>,
    mut choice: ResMut<Choice>,
) {
    let now = game.record().board();
    if board.replace(now).is_some_and(|before| before != now) {
        *hovered = Hovered::default();
        selection.0.clear();
        choice.set_if_neq(Choice(None));
    }
}
