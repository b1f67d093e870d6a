//! Hands at the board: they take pieces up, and put them down.

use bevy::picking::pointer::PointerId;
use bevy::prelude::*;

use super::picker::Picker;
use super::selection::Pick;
use icochess_rules::Cell;

/// The pointers of hands that are at the board: a press takes up what they touch.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct HandsAtBoard(pub [Option<PointerId>; 2]);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<HandsAtBoard>()
        .add_observer(on_put_down);
}

/// A hand has put down a piece that it took up.
#[derive(Event, Debug, Clone, Copy)]
pub enum PutDown {
    /// On another cell.
    On {
        /// The pointer of the hand.
        by: PointerId,
        /// The cell that it is put on.
        cell: Cell,
    },
    /// On the cell where it was selected already: it was only tapped once more.
    Again {
        /// The pointer of the hand.
        by: PointerId,
        /// The cell of the piece.
        cell: Cell,
    },
    /// On no cell: the piece goes back.
    Beside {
        /// The pointer of the hand.
        by: PointerId,
        /// The cell of the piece.
        cell: Cell,
    },
}

fn on_put_down(put: On<PutDown>, mut picker: Picker) {
    match *put {
        PutDown::On { by, cell } => picker.pick(by, Pick::Move(cell)),
        PutDown::Again { by, cell } => picker.pick(by, Pick::Either(cell)),
        PutDown::Beside { by, cell } => picker.put_back(by, cell),
    }
}
