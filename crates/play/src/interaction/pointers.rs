//! Pointers on the board: what they are over, and what they pick when they are pressed or click.

use bevy::picking::pointer::PointerId;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::hands::HandsAtBoard;
use super::hovered::{CURSOR, HoverChanged, Hovered, Spot, Spots};
use super::picker::Picker;
use super::selecting::acts_on_press;
use super::selection::Pick;

/// Longest drag of a pressed mouse whose release is still a click, logical pixels (5 as in
/// `LibreChessVR`'s tap test).
const CLICK_SLACK: f32 = 5.0;

/// Fact: the mouse was moved by hand. One that only comes into the window, or has something come
/// below it, was not.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct MouseMoved;

/// Distance that each pressed pointer has been dragged, logical pixels.
#[derive(Resource, Debug, Default)]
struct Dragged(HashMap<PointerId, f32>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Dragged>()
        .add_message::<MouseMoved>()
        .add_observer(on_over)
        .add_observer(on_out)
        .add_observer(on_press)
        .add_observer(on_drag)
        .add_observer(on_click)
        .add_observer(on_pressed_nothing);
}

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
    // The next one may have been entered before this one is left.
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
    mut picker: Picker,
) {
    let by = press.pointer_id;
    if press.entity != press.original_event_target() {
        return;
    }
    dragged.0.insert(by, 0.0);
    if hovered.acting != Some(by) {
        hovered.acting = Some(by);
    }
    // A player who takes the mouse has left the keyboard.
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
        *dragged.0.entry(drag.pointer_id).or_default() += drag.delta.length();
    }
}

fn on_click(
    click: On<Pointer<Click>>,
    spots: Spots,
    windows: Query<(), With<Window>>,
    dragged: Res<Dragged>,
    mut picker: Picker,
) {
    let by = click.pointer_id;
    let far = dragged.0.get(&by).is_some_and(|far| *far > CLICK_SLACK);
    if acts_on_press(by) || far || click.entity != click.original_event_target() {
        return;
    }
    let pick = match (spots.of(click.entity), click.button) {
        (Some(Spot::Cell(cell)), PointerButton::Primary) => Pick::Select(cell),
        (Some(Spot::Cell(cell)), PointerButton::Secondary) => Pick::Move(cell),
        (Some(Spot::Dock(pin)), PointerButton::Primary | PointerButton::Secondary) => {
            Pick::Dock(pin)
        }
        (None, PointerButton::Primary) if windows.contains(click.entity) => Pick::Nowhere,
        _ => return,
    };
    picker.pick(by, pick);
}

/// A pointer that acts on press pressed where nothing is. Devices whose rays
/// miss everything say so with this, as no entity gets an event.
#[derive(Event, Debug, Clone, Copy)]
pub struct PressedNothing(pub PointerId);

fn on_pressed_nothing(pressed: On<PressedNothing>, mut picker: Picker) {
    picker.pick(pressed.0, Pick::Nowhere);
}
