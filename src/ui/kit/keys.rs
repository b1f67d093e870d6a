//! The keyboard in pages: from control to control.

use bevy::input_focus::tab_navigation::{NavAction, TabNavigation, TabNavigationPlugin};
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::{ScrollIntoView, Slider};

use super::field::is_typing;
use super::move_field::MoveField;
use crate::interaction::at_window::is_played_at_window;
use crate::schedule::AppSystems;
use crate::ui::state::screen::{Screen, Screens};

pub(in crate::ui) fn plugin(app: &mut App) {
    app.add_plugins(TabNavigationPlugin)
        .add_systems(PostStartup, focus_nothing)
        .add_systems(
            Update,
            (
                arrows
                    .run_if(resource_exists::<InputFocus>.and_then(is_played_at_window))
                    .in_set(AppSystems::Input),
                leave_field.run_if(is_typing).in_set(AppSystems::Feedback),
                show_focused
                    .run_if(resource_exists_and_changed::<InputFocus>)
                    .in_set(AppSystems::Feedback),
            ),
        );
}

/// Takes the focus from the window at the start: while it, which is no control, has the
/// focus, a screen reader is told nothing.
fn focus_nothing(focus: Option<ResMut<InputFocus>>) {
    if let Some(mut focus) = focus {
        focus.clear();
    }
}

/// Moves the focus with the arrow keys in pages, as Tab does. In the game they turn the board.
fn arrows(
    keyboard: Res<ButtonInput<KeyCode>>,
    screens: Res<Screens>,
    navigation: TabNavigation,
    (sliders, fields): (Query<(), With<Slider>>, Query<(), With<EditableText>>),
    mut focus: ResMut<InputFocus>,
    mut visible: ResMut<InputFocusVisible>,
) {
    if screens.shown() == Screen::Game {
        return;
    }
    // In a field the arrows move the cursor.
    if focus.get().is_some_and(|entity| fields.contains(entity)) {
        return;
    }
    let is_slider = focus.get().is_some_and(|entity| sliders.contains(entity));
    let pressed = |key| keyboard.just_pressed(key);
    // Left and right change a slider.
    let across = !is_slider;
    let action = if pressed(KeyCode::ArrowDown) || across && pressed(KeyCode::ArrowRight) {
        NavAction::Next
    } else if pressed(KeyCode::ArrowUp) || across && pressed(KeyCode::ArrowLeft) {
        NavAction::Previous
    } else {
        return;
    };
    if let Ok(entity) = navigation.navigate(&focus, action) {
        focus.set(entity, FocusCause::Navigated);
        visible.0 = true;
    }
}

/// Ends typing on Escape and Enter, except in the field for moves, which uses them itself.
fn leave_field(
    keyboard: Res<ButtonInput<KeyCode>>,
    fields: Query<(), With<MoveField>>,
    mut focus: ResMut<InputFocus>,
) {
    if focus.get().is_some_and(|entity| fields.contains(entity)) {
        return;
    }
    if keyboard.any_just_pressed([KeyCode::Escape, KeyCode::Enter]) {
        focus.clear();
    }
}

/// Scrolls the control that has the keyboard's focus into view.
fn show_focused(mut commands: Commands, focus: Res<InputFocus>, visible: Res<InputFocusVisible>) {
    if let Some(entity) = focus.get().filter(|_| visible.0) {
        commands.trigger(ScrollIntoView { entity });
    }
}
