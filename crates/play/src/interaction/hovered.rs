//! The spots that pointers are over.

use bevy::asset::uuid::Uuid;
use bevy::ecs::system::SystemParam;
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;

use crate::game::{OnCell, OnDock};
use icochess_rules::Cell;

/// The pointer of the keyboard: it goes from spot to spot and picks as a mouse does.
pub const CURSOR: PointerId = PointerId::Custom(Uuid::from_u128(0xb0a2_d000));

/// Fact: a pointer came over another cell, or over another dock.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct HoverChanged {
    /// The pointer that came over it.
    pub by: PointerId,
    /// The cell it is over now; of a dock its pin.
    pub cell: Cell,
}

/// A thing that a pointer can be over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spot {
    /// A cell.
    Cell(Cell),
    /// The part of the board at a dock, or the free dock: its pin.
    Dock(Cell),
}

/// The spots that pointers are over.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct Hovered {
    by_pointer: Vec<(PointerId, Spot)>,
    /// The pointer that was pressed last.
    pub(super) acting: Option<PointerId>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Hovered>().add_message::<HoverChanged>();
}

impl Hovered {
    /// The cell that the pointer is over.
    pub fn by(&self, pointer: PointerId) -> Option<Cell> {
        match self.spot_of(pointer) {
            Some(Spot::Cell(cell)) => Some(cell),
            _ => None,
        }
    }

    /// Whether any pointer is over the cell.
    pub fn contains(&self, cell: Cell) -> bool {
        self.has(Spot::Cell(cell))
    }

    /// Whether any pointer is over the dock with this pin, or the part of the board there.
    pub fn is_over_dock(&self, pin: Cell) -> bool {
        self.has(Spot::Dock(pin))
    }

    /// The spot that matters most: that of the pointer pressed last, or else the one entered last.
    /// So an idle hand under which the board turns does not take over.
    pub fn spot(&self) -> Option<Spot> {
        let entered = self.by_pointer.last().map(|(_, spot)| *spot);
        let acting = self.acting.and_then(|acting| self.spot_of(acting));
        acting.or(entered)
    }

    /// The spot that matters most, if it is a cell.
    pub fn first(&self) -> Option<Cell> {
        match self.spot() {
            Some(Spot::Cell(cell)) => Some(cell),
            _ => None,
        }
    }

    /// The spot that the keyboard's cursor is over, while it is on the board.
    pub fn cursor(&self) -> Option<Spot> {
        self.spot_of(CURSOR)
    }

    pub(super) fn spot_of(&self, pointer: PointerId) -> Option<Spot> {
        let mut all = self.by_pointer.iter();
        all.find(|(id, _)| *id == pointer).map(|(_, spot)| *spot)
    }

    fn has(&self, spot: Spot) -> bool {
        self.by_pointer.iter().any(|(_, over)| *over == spot)
    }

    pub(super) fn set(&mut self, pointer: PointerId, spot: Option<Spot>) {
        self.by_pointer.retain(|(id, _)| *id != pointer);
        self.by_pointer.extend(spot.map(|spot| (pointer, spot)));
    }
}

/// The entities that are spots.
#[derive(SystemParam)]
pub(super) struct Spots<'w, 's> {
    all: Query<'w, 's, (Option<&'static OnCell>, Option<&'static OnDock>)>,
}

impl Spots<'_, '_> {
    pub(super) fn of(&self, entity: Entity) -> Option<Spot> {
        match self.all.get(entity).ok()? {
            (Some(OnCell(cell)), _) => Some(Spot::Cell(*cell)),
            (None, Some(OnDock(pin))) => Some(Spot::Dock(*pin)),
            (None, None) => None,
        }
    }
}
