//! Selection as a resource and a message. Clears the selection when the position or the board
//! changes.

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

/// Selected piece or attack board.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Selection(pub Selected);

/// Fact: the selection changed.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct SelectionChanged {
    /// Pointer that changed the selection; `None` if the game did.
    pub by: Option<PointerId>,
    /// Newly selected cell.
    pub cell: Option<Cell>,
}

/// Returns whether a pointer acts on press, like a controller's trigger. A mouse acts on release
/// unless it was dragged, and the keyboard cursor behaves like a mouse.
pub(super) fn acts_on_press(pointer: PointerId) -> bool {
    pointer.is_custom() && pointer != CURSOR
}

/// Systems that clear the selection after a change of the game.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct DeselectSystems;

/// Run condition: the computer has taken over the side to move.
fn is_computers_now(computer: Res<Computer>, game: Res<Match>) -> bool {
    computer.is_changed() && computer::is_to_move(&computer, &game)
}

/// Clears selection and choice. A piece selected for a premove stays selected once it may move.
fn deselect(
    game: Res<Match>,
    mut selection: ResMut<Selection>,
    mut choice: ResMut<Choice>,
    mut changed: MessageWriter<SelectionChanged>,
) {
    choice.set_if_neq(Choice(None));
    let mut selected = selection.0;
    if let Some(due) = selected.due(&game) {
        selection.0 = due;
    } else if selected.clear() == Picked::Changed {
        selection.0 = selected;
        changed.write(SelectionChanged {
            by: None,
            cell: None,
        });
    }
}

/// Clears hover, selection and choice before other systems look up their cells on a new board.
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
