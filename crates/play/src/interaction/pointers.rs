//! Picks by pointers, by hands that take up pieces, and by the keyboard cursor.

use bevy::picking::pointer::PointerId;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::drawings::Drawings;
use super::hovered::{CURSOR, HoverChanged, Hovered, Spot, Spots};
use super::picker::Picker;
use super::selecting::acts_on_press;
use super::selection::Pick;
use icochess_rules::Cell;

/// Pointers of hands that reach into the board; their press takes up the touched piece.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct HandsAtBoard(pub [Option<PointerId>; 2]);

/// Event: a drag of the mouse takes up the piece on a cell.
#[derive(Event, Debug, Clone, Copy)]
pub struct TakenUp {
    /// The mouse's pointer.
    pub by: PointerId,
    /// Cell of the piece.
    pub cell: Cell,
}

fn on_taken_up(taken: On<TakenUp>, mut picker: Picker) {
    picker.take_up(taken.by, taken.cell);
}

/// Event: a hand or the mouse put down a piece.
#[derive(Event, Debug, Clone, Copy)]
pub enum PutDown {
    /// On another cell.
    On {
        /// Pointer of the hand.
        by: PointerId,
        /// Target cell.
        cell: Cell,
    },
    /// On its own cell while already selected: the piece was only tapped.
    Again {
        /// Pointer of the hand.
        by: PointerId,
        /// Cell of the piece.
        cell: Cell,
    },
    /// Off the cells, so the piece goes back.
    Beside {
        /// Pointer of the hand.
        by: PointerId,
        /// Cell of the piece.
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

/// Action of the keyboard cursor.
#[derive(Event, Debug, Clone, Copy)]
pub enum CursorEvent {
    /// Move to this spot.
    Over(Spot),
    /// Pick this spot, like a click.
    Pick(Spot),
    /// Clear the selection, else the premove, or else leave the board.
    LetGo,
    /// Leave the board, because its position changed.
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
            let held = |picker: &Picker| (picker.selection.0, picker.sender.premove.0);
            let before = held(&picker);
            picker.pick(CURSOR, Pick::Nowhere);
            if held(&picker) == before {
                hovered.set(CURSOR, None);
            }
        }
        CursorEvent::Leave => hovered.set(CURSOR, None),
    }
}

/// Maximum length of a drag that still counts as a click, in logical pixels (5 as in
/// `LibreChessVR`'s tap test).
pub const CLICK_SLACK: f32 = 5.0;

/// Fact: the user moved the mouse. Not written when the mouse enters the window, or when content
/// moves under it.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct MouseMoved;

/// Drag distance of each pressed button of each pointer, in logical pixels. Infinite for a button
/// that was pressed while the mouse's first button was held: it doesn't click.
#[derive(Resource, Debug, Default)]
struct Dragged(HashMap<(PointerId, PointerButton), f32>);

fn on_over(
    over: On<Pointer<Over>>,
    spots: Spots,
    mut hovered: ResMut<Hovered>,
    mut changed: MessageWriter<HoverChanged>,
) {
    let by = over.pointer_id;
    if let Some(spot) = spots.of(over.entity)
        && hovered.spot_of(by) != Some(spot)
    {
        hovered.set(by, Some(spot));
        let (Spot::Cell(cell) | Spot::Dock(cell)) = spot;
        changed.write(HoverChanged { by, cell });
    }
}

fn on_out(out: On<Pointer<Out>>, spots: Spots, mut hovered: ResMut<Hovered>) {
    // The next spot may be entered before this one is left.
    if let Some(spot) = spots.of(out.entity)
        && hovered.spot_of(out.pointer_id) == Some(spot)
    {
        hovered.set(out.pointer_id, None);
    }
}

fn on_press(
    press: On<Pointer<Press>>,
    spots: Spots,
    mut dragged: ResMut<Dragged>,
    mut hovered: ResMut<Hovered>,
    at_board: Res<HandsAtBoard>,
    buttons: Option<Res<ButtonInput<MouseButton>>>,
    mut picker: Picker,
) {
    let by = press.pointer_id;
    if press.entity != press.original_event_target() {
        return;
    }
    let is_second = press.button != PointerButton::Primary
        && buttons.is_some_and(|buttons| buttons.pressed(MouseButton::Left));
    let far = if is_second { f32::INFINITY } else { 0.0 };
    dragged.0.insert((by, press.button), far);
    if hovered.acting != Some(by) {
        hovered.acting = Some(by);
    }
    // Using the mouse hides the keyboard cursor.
    if !by.is_custom() && hovered.cursor().is_some() {
        hovered.set(CURSOR, None);
    }
    if acts_on_press(by)
        && press.button == PointerButton::Primary
        && let Some(spot) = spots.of(press.entity)
    {
        picker.pick(
            by,
            match spot {
                Spot::Cell(cell) if at_board.0.contains(&Some(by)) => Pick::Take(cell),
                Spot::Cell(cell) => Pick::Either(cell),
                Spot::Dock(pin) => Pick::Dock(pin),
            },
        );
    }
}

fn on_drag(drag: On<Pointer<Drag>>, mut dragged: ResMut<Dragged>) {
    if drag.entity == drag.original_event_target() {
        let by = (drag.pointer_id, drag.button);
        *dragged.0.entry(by).or_default() += drag.delta.length();
    }
}

fn on_click(
    click: On<Pointer<Click>>,
    spots: Spots,
    windows: Query<(), With<Window>>,
    dragged: Res<Dragged>,
    mut drawings: ResMut<Drawings>,
    mut picker: Picker,
) {
    let by = click.pointer_id;
    let far = dragged.0.get(&(by, click.button));
    let far = far.is_some_and(|far| *far > CLICK_SLACK);
    if acts_on_press(by) || far || click.entity != click.original_event_target() {
        return;
    }
    let pick = match (spots.of(click.entity), click.button) {
        (Some(Spot::Cell(cell)), PointerButton::Primary) => Pick::Select(cell),
        (Some(Spot::Cell(cell)), PointerButton::Secondary)
            if picker.is_idle() && picker.may_draw(by) =>
        {
            drawings.toggle_circle(cell);
            return;
        }
        (Some(Spot::Cell(cell)), PointerButton::Secondary) => Pick::Move(cell),
        (Some(Spot::Dock(pin)), PointerButton::Primary | PointerButton::Secondary) => {
            Pick::Dock(pin)
        }
        (None, PointerButton::Primary) if windows.contains(click.entity) => Pick::Nowhere,
        _ => return,
    };
    picker.pick(by, pick);
}

/// Draws an arrow from the cell where a drag of the second button started, or erases it.
fn on_drag_end(
    end: On<Pointer<DragEnd>>,
    spots: Spots,
    (dragged, hovered): (Res<Dragged>, Res<Hovered>),
    mut drawings: ResMut<Drawings>,
    picker: Picker,
) {
    let by = end.pointer_id;
    if end.button != PointerButton::Secondary || end.entity != end.original_event_target() {
        return;
    }
    let far = dragged.0.get(&(by, end.button));
    let is_drag = far.is_some_and(|far| far.is_finite() && *far > CLICK_SLACK);
    if let Some(Spot::Cell(from)) = spots.of(end.entity)
        && let Some(to) = hovered.by(by).filter(|to| *to != from)
        && is_drag
        && picker.may_draw(by)
    {
        drawings.toggle_arrow(from, to);
    }
}

/// Event: a pointer that acts on press hit nothing. Devices send it when their ray misses, because
/// no entity gets an event in that case.
#[derive(Event, Debug, Clone, Copy)]
pub struct PressedNothing(pub PointerId);

fn on_pressed_nothing(pressed: On<PressedNothing>, mut picker: Picker) {
    picker.pick(pressed.0, Pick::Nowhere);
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<HandsAtBoard>()
        .add_observer(on_taken_up)
        .add_observer(on_put_down);
    app.add_observer(on_cursor);
    app.init_resource::<Dragged>()
        .add_message::<MouseMoved>()
        .add_observer(on_over)
        .add_observer(on_out)
        .add_observer(on_press)
        .add_observer(on_drag)
        .add_observer(on_click)
        .add_observer(on_drag_end)
        .add_observer(on_pressed_nothing);
}
