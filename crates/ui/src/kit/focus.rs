//! The keyboard's focus follows presses: a control that is pressed and can be used gets it, and a
//! press beside all of those takes it away, unless it is on what keeps it.

use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{AcquireFocus, FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use bevy::window::PrimaryWindow;

use super::build::Ui;
use crate::state::screen::Surface;

/// A press on the node, or on what is in it and no stop of the keyboard, leaves the focus where it is.
#[derive(Component, Debug, Clone, Copy)]
pub(crate) struct KeepsFocus;

/// The answer to a question that changes nothing: it has the focus when the question comes.
#[derive(Component, Debug, Clone, Copy)]
pub(crate) struct SafeAnswer;

/// The first entry of a list that may be there only after its page: where another control has had the
/// focus in its place, it gets that.
#[derive(Component, Debug, Clone, Copy)]
pub(crate) struct FirstEntry;

/// Marks the node of the buttons that lead out of a page: whoever comes there by keyboard begins
/// after them.
#[derive(Component, Debug, Clone, Copy)]
pub(crate) struct WaysOut;

impl Ui<'_, '_> {
    /// Gives a button the keyboard's focus when it comes: what it answers changes nothing. A ray
    /// has none.
    pub(crate) fn safe_answer(&mut self, button: Entity) {
        if self.on == Surface::Window {
            self.also(button, SafeAnswer);
        }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_observer(press).add_observer(acquire);
}

/// Seeks a control for the focus from what is pressed upwards.
fn press(
    press: On<Pointer<Press>>,
    mut commands: Commands,
    window: Query<Entity, With<PrimaryWindow>>,
    mut visible: ResMut<InputFocusVisible>,
) {
    // Once for all that the press bubbles through.
    if press.entity != press.original_event_target() {
        return;
    }
    // People who press see what they press.
    if visible.0 {
        visible.0 = false;
    }
    if let Ok(window) = window.single() {
        let focused_entity = press.entity;
        commands.trigger(AcquireFocus {
            focused_entity,
            window,
        });
    }
}

fn acquire(
    mut sought: On<AcquireFocus>,
    controls: Query<(), (With<TabIndex>, Without<InteractionDisabled>)>,
    (windows, kept): (Query<(), With<Window>>, Query<(), With<KeepsFocus>>),
    mut focus: ResMut<InputFocus>,
) {
    let at = sought.focused_entity;
    if kept.contains(at) {
        sought.propagate(false);
        return;
    }
    let found = controls.contains(at).then_some(at);
    if found.is_none() && !windows.contains(at) {
        return;
    }
    sought.propagate(false);
    match found {
        same if same == focus.get() => {}
        Some(control) => focus.set(control, FocusCause::Navigated),
        None => focus.clear(),
    }
}
