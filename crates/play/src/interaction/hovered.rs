//! Hovered cells and docks.

use bevy::asset::uuid::Uuid;
use bevy::ecs::system::SystemParam;
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;

use crate::game::{OnCell, OnDock};
use icochess_rules::Cell;

/// Keyboard pointer: moves from spot to spot and picks like a mouse.
pub const CURSOR: PointerId = PointerId::Custom(Uuid::from_u128(0xb0a2_d000));

/// Fact: a pointer started to hover another cell or dock.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct HoverChanged {
    /// Pointer that moved.
    pub by: PointerId,
    /// Cell that is now hovered; for a dock, its pin.
    pub cell: Cell,
}

/// Place on the board that a pointer can hover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spot {
    /// Cell.
    Cell(Cell),
    /// Attack board on a dock, or the free dock; the pin identifies it.
    Dock(Cell),
}

/// Hovered spots of all pointers.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct Hovered {
    by_pointer: Vec<(PointerId, Spot)>,
    /// Pointer that was pressed last.
    pub(super) acting: Option<PointerId>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Hovered>().add_message::<HoverChanged>();
}

impl Hovered {
    /// Returns the cell that the pointer hovers.
    pub fn by(&self, pointer: PointerId) -> Option<Cell> {
        match self.spot_of(pointer) {
            Some(Spot::Cell(cell)) => Some(cell),
            _ => None,
        }
    }

    /// Returns whether any pointer hovers the cell.
    pub fn contains(&self, cell: Cell) -> bool {
        self.has(Spot::Cell(cell))
    }

    /// Returns whether any pointer hovers the dock with this pin, or its attack board.
    pub fn is_over_dock(&self, pin: Cell) -> bool {
        self.has(Spot::Dock(pin))
    }

    /// Returns the spot of the pointer pressed last, or else the spot entered last. An idle hand
    /// therefore doesn't take over when the board turns under its ray.
    pub fn spot(&self) -> Option<Spot> {
        let entered = self.by_pointer.last().map(|(_, spot)| *spot);
        let acting = self.acting.and_then(|acting| self.spot_of(acting));
        acting.or(entered)
    }

    /// Returns the cell of the most relevant spot, unless that is a dock.
    pub fn first(&self) -> Option<Cell> {
        match self.spot() {
            Some(Spot::Cell(cell)) => Some(cell),
            _ => None,
        }
    }

    /// Returns the spot of the keyboard cursor, while it's on the board.
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

/// Query for entities that are spots.
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
