//! Keyboard navigation between the controls of a page.

use bevy::input::ButtonState;
use bevy::input::keyboard::KeyboardInput;
use bevy::input_focus::tab_navigation::NavAction;
use bevy::input_focus::{FocusedInput, InputFocus};
use bevy::math::CompassOctant;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::{RadioButton, Slider};
use bevy::window::PrimaryWindow;

use super::field::{OnTextChange, is_typing};
use super::focus_navigation::FocusNavigation;
use super::move_field::MoveField;
use super::presses::{ARROWS, Presses};
use crate::commands::command::Command;
use crate::commands::orders::Orders;
use crate::state::screen::{Screen, Screens, Surface};
use icochess_base::display::Display;
use icochess_base::platform::{self, ANNOUNCES};
use icochess_base::schedule::AppSystems;
use icochess_play::interaction::at_window::{AtWindow, is_played_at_window};

pub(crate) fn plugin(app: &mut App) {
    app.add_observer(on_key)
        .add_systems(PostStartup, clear_focus)
        .add_systems(
            Update,
            (
                move_focus_by_arrows
                    .run_if(resource_exists::<InputFocus>.and_then(is_played_at_window))
                    .in_set(AppSystems::Input),
                // After every system that checks for typing, and before the field of the next page
                // could receive the key.
                leave_field
                    .run_if(resource_exists::<InputFocus>.and_then(is_typing))
                    .in_set(AppSystems::Scene),
            ),
        );
    if ANNOUNCES {
        let [begins, ends] = [true, false].map(|is_used| condition_changed_to(is_used, uses_tab));
        app.add_systems(
            PostUpdate,
            (
                (|| platform::use_tab(true)).run_if(begins),
                (|| platform::use_tab(false)).run_if(ends),
            ),
        );
    }
}

/// Clears the focus at startup. While the window itself has the focus, screen readers stay silent.
fn clear_focus(focus: Option<ResMut<InputFocus>>) {
    if let Some(mut focus) = focus {
        focus.clear();
    }
}

/// Run condition: Tab moves between controls.
fn uses_tab(focus: Option<Res<InputFocus>>, screens: Res<Screens>) -> bool {
    let has_focus = focus.is_some_and(|focus| focus.get().is_some());
    has_focus || screens.shown() != Screen::Game
}

/// Moves the focus with Tab; F6 focuses the first control or clears the focus. In the game, Tab
/// shows the tile names while nothing is focused, as in the original game.
fn on_key(
    mut key: On<FocusedInput<KeyboardInput>>,
    windows: Query<(), With<PrimaryWindow>>,
    presses: Res<Presses>,
    screens: Res<Screens>,
    (display, at_window): (Res<State<Display>>, Res<AtWindow>),
    alternatives: Query<(), With<RadioButton>>,
    mut navigation: FocusNavigation,
    mut orders: Orders,
) {
    // Ctrl+arrow moves the cursor on the board. Bevy's radio groups, which get keys after their
    // alternatives, ignore modifiers.
    let is_arrow = ARROWS.contains(&key.input.key_code);
    if is_arrow && presses.control && alternatives.contains(key.focused_entity) {
        key.propagate(false);
        return;
    }
    // Handles only keys that no control has handled.
    let is_pressed = key.input.state == ButtonState::Pressed && !key.input.repeat;
    if !is_pressed || !windows.contains(key.focused_entity) {
        return;
    }
    let is_free = navigation.focus.get().is_none();
    let is_game = screens.shown() == Screen::Game && is_played_at_window(display, at_window);
    match key.input.key_code {
        KeyCode::F6 if is_free => navigation.navigate_to(NavAction::First),
        KeyCode::F6 => {
            navigation.focus.clear();
            platform::leave_game();
        }
        KeyCode::Tab if presses.shift => navigation.navigate_to(NavAction::Previous),
        code if is_free && is_game && Command::TileNames.shares(code) => {
            orders.give(Surface::Window, Command::TileNames, false);
        }
        KeyCode::Tab if is_free => navigation.focus_start(),
        KeyCode::Tab => navigation.navigate_to(NavAction::Next),
        _ => return,
    }
    key.propagate(false);
}

/// Moves the focus with the arrow keys, in screen direction, on pages where they don't turn the
/// board.
fn move_focus_by_arrows(
    presses: Res<Presses>,
    screens: Res<Screens>,
    sliders: Query<(), With<Slider>>,
    own: Query<(), Or<(With<EditableText>, With<RadioButton>)>>,
    mut navigation: FocusNavigation,
) {
    // Ctrl+arrow moves the cursor on the board.
    if screens.shown().turns_by_arrows() || presses.control {
        return;
    }
    for key in presses.fresh() {
        let focus = navigation.focus.get();
        // Fields and radio groups handle arrows themselves.
        if focus.is_some_and(|entity| own.contains(entity)) {
            return;
        }
        // Left and right change a slider.
        let across = !focus.is_some_and(|entity| sliders.contains(entity));
        match key {
            KeyCode::ArrowDown => navigation.navigate_towards(CompassOctant::South),
            KeyCode::ArrowRight if across => navigation.navigate_towards(CompassOctant::East),
            KeyCode::ArrowUp => navigation.navigate_towards(CompassOctant::North),
            KeyCode::ArrowLeft if across => navigation.navigate_towards(CompassOctant::West),
            _ => {}
        }
    }
}

/// Leaves the field on Escape, and on Enter once it has text. The field for moves handles these
/// keys itself.
fn leave_field(
    presses: Res<Presses>,
    fields: Query<&OnTextChange, Without<MoveField>>,
    mut navigation: FocusNavigation,
) {
    let Some(typed) = navigation.focus.get().and_then(|it| fields.get(it).ok()) else {
        return;
    };
    let is_end = |key| match key {
        KeyCode::Escape => true,
        KeyCode::Enter | KeyCode::NumpadEnter => !typed.text().is_empty(),
        _ => false,
    };
    if presses.fresh().any(is_end) {
        navigation.leave_control();
    }
}
