//! The selection, as a resource and a message, and its end when the game moves on or the board changes.

use bevy::picking::pointer::PointerId;
use bevy::prelude::*;

use super::choice::Choice;
use super::hovered::{CURSOR, Hovered};
use super::selection::{Picked, Selected};
use crate::computer;
use crate::computer::Computer;
use crate::game::facts::{MatchFact, on_fact};
use crate::game::handover::HandoverChanged;
use crate::game::{Match, MatchSystems};
use icochess_base::schedule::AppSystems;
use icochess_rules::{AnyBoard, Cell};

/// The selected piece or part of the board.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Selection(pub Selected);

/// Fact: another cell, or none, is selected.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct SelectionChanged {
    /// The pointer that did it; `None` when the game moved on.
    pub by: Option<PointerId>,
    /// The cell selected now.
    pub cell: Option<Cell>,
}

/// Whether a pointer acts when it is pressed, as a controller's trigger does; a mouse acts when it
/// is released without having been dragged, and the keyboard's cursor is at the window as a mouse
/// is.
pub(super) fn acts_on_press(pointer: PointerId) -> bool {
    pointer.is_custom() && pointer != CURSOR
}

/// The systems that clear the selection when the game moves on.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct DeselectSystems;

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

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Selection>()
        .add_message::<SelectionChanged>();
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
