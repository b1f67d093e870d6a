//! Keyboard focus follows presses: an enabled control that is pressed gets the focus. A press
//! elsewhere clears it, except on a `KeepsFocus` node.

use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{AcquireFocus, FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use bevy::window::PrimaryWindow;

use super::build::Ui;
use crate::state::screen::Surface;

/// Leaves the focus unchanged when the node, or a child that isn't a tab stop, is pressed.
#[derive(Component, Debug, Clone, Copy)]
pub(crate) struct KeepsFocus;

/// The harmless answer to a question, focused when the question appears.
#[derive(Component, Debug, Clone, Copy)]
pub(crate) struct SafeAnswer;

/// The first entry of a list, which may appear later than its page. It takes over the focus from
/// the control that had it in the meantime.
#[derive(Component, Debug, Clone, Copy)]
pub(crate) struct FirstEntry;

/// Marks the navigation buttons of a page. Keyboard focus starts after them.
#[derive(Component, Debug, Clone, Copy)]
pub(crate) struct NavigationButtons;

impl Ui<'_, '_> {
    /// Focuses a harmless answer when it appears. Only in the window, because rays have no focus.
    pub(crate) fn safe_answer(&mut self, button: Entity) {
        if self.on == Surface::Window {
            self.also(button, SafeAnswer);
        }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_observer(request_focus).add_observer(acquire_focus);
}

/// Requests the focus for the pressed node or its closest focusable ancestor.
fn request_focus(
    press: On<Pointer<Press>>,
    mut commands: Commands,
    window: Query<Entity, With<PrimaryWindow>>,
    mut visible: ResMut<InputFocusVisible>,
) {
    // Requests the focus only once, not for every ancestor that the press bubbles to.
    if press.entity != press.original_event_target() {
        return;
    }
    // Pointer users need no focus ring.
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

fn acquire_focus(
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
