//! The selection, as a resource and a message.

use bevy::picking::pointer::PointerId;
use bevy::prelude::*;

use super::hovered::CURSOR;
use super::selection::Selected;
use icochess_rules::Cell;

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

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Selection>()
        .add_message::<SelectionChanged>();
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
