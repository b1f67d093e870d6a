//! A picture of the rules on the board: how the neighbours of a cell touch it.

use bevy::prelude::*;

use icochess_rules::{Cell, CellSet, WideSet};
use icochess_shape::{Neighbours, Shape};

/// Request: show the neighbours of this kind of a cell that is seen well; `None`: show them no
/// more.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShowNeighbours(pub Option<Neighbours>);

/// The cell whose neighbours are shown, and the kind of these.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Pictured(pub(crate) Option<(Cell, Neighbours)>);

impl Pictured {
    /// The cell whose neighbours are shown, if any are.
    pub fn middle(&self) -> Option<Cell> {
        self.0.map(|(cell, _)| cell)
    }

    /// The kind of neighbours as which a cell is shown.
    pub(crate) fn shows(&self, cell: Cell, shape: &Shape) -> Option<Neighbours> {
        let (middle, neighbours) = self.0?;
        let cells = shape.neighbours(middle, neighbours)?;
        cells.contains(cell).then_some(neighbours)
    }

    /// The cell with its neighbours, if any are shown.
    pub(crate) fn cells(&self, shape: &Shape) -> Option<WideSet> {
        let (middle, neighbours) = self.0?;
        let around = shape.neighbours(middle, neighbours)?;
        Some(around.or(WideSet::single(middle)))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pictured>()
        .add_message::<ShowNeighbours>();
}
