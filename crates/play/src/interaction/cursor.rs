//! The keyboard's cursor on the board: it goes over spots, and picks there.

use bevy::prelude::*;

use super::hovered::{CURSOR, HoverChanged, Hovered, Spot};
use super::picker::Picker;
use super::selection::Pick;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(on_cursor);
}

/// An action of the keyboard's cursor on the board.
#[derive(Event, Debug, Clone, Copy)]
pub enum CursorEvent {
    /// It goes over this spot.
    Over(Spot),
    /// It picks the spot that it is over, as a click does.
    Pick(Spot),
    /// It lets go of what is selected, or else leaves the board.
    LetGo,
    /// It leaves the board, which shows another position now.
    Leave,
}

fn on_cursor(
    event: On<CursorEvent>,
    mut hovered: ResMut<Hovered>,
    mut changed: MessageWriter<HoverChanged>,
    mut picker: Picker,
) {
    match *event {
        CursorEvent::Over(spot) if hovered.cursor() != Some(spot) => {
            hovered.set(CURSOR, Some(spot));
            hovered.acting = Some(CURSOR);
            let (Spot::Cell(cell) | Spot::Dock(cell)) = spot;
            changed.write(HoverChanged { by: CURSOR, cell });
        }
        CursorEvent::Over(_) => {}
        CursorEvent::Pick(Spot::Cell(cell)) => picker.pick(CURSOR, Pick::Select(cell)),
        CursorEvent::Pick(Spot::Dock(pin)) => picker.pick(CURSOR, Pick::Dock(pin)),
        CursorEvent::LetGo => {
            let before = picker.selection.0;
            picker.pick(CURSOR, Pick::Nowhere);
            if picker.selection.0 == before {
                hovered.set(CURSOR, None);
            }
        }
        CursorEvent::Leave => hovered.set(CURSOR, None),
    }
}
