//! The window: camera, mouse and keyboard.
//!
//! Dragging turns the board rather than carry the camera round it: to the
//! player it is the same, the room stays put and the side looked at is the lit
//! one.

pub mod camera;
mod focus;
mod keys;
pub mod mirror;
mod views;

use bevy::picking::input::PointerInputSettings;
use bevy::prelude::*;
use bevy::window::{MonitorSelection, PrimaryWindow, WindowFocused, WindowMode};

use crate::board::BoardRoot;
use crate::board::shape::Shape;
use crate::board::spin::TurnBoard;
use crate::game::{Match, OnCell};
use crate::interaction::choice::{Choice, ChoiceRequested};
use crate::rules::Move;
use crate::save::settings::Settings;
use crate::schedule::{AppSystems, Display};
use crate::ui::commands::{Command, CommandRequested, Page};
use crate::ui::hud::HelpShown;
use camera::WindowCamera;
use keys::{DIGITS, is_control, is_shift, key_of};

/// Radians the board turns for one logical pixel of drag.
const TURN_PER_PIXEL: f32 = 0.006;
pub(crate) fn plugin(app: &mut App) {
    app.add_observer(drag)
        .add_plugins((camera::plugin, mirror::plugin, views::plugin))
        .add_systems(
            Update,
            (
                (
                    focus::pause_clock.run_if(on_message::<WindowFocused>),
                    views::go_to_view,
                    (keys, choose),
                )
                    .chain()
                    .run_if(in_state(Display::Flat)),
                full_screen,
            )
                .chain()
                .in_set(AppSystems::Input),
        )
        .add_systems(OnEnter(Display::Headset), only_look);
}

/// While the headset plays, the mouse in the window points at nothing.
fn only_look(mut settings: ResMut<PointerInputSettings>) {
    settings.is_mouse_enabled = false;
    settings.is_touch_enabled = false;
}

fn drag(
    drag: On<Pointer<Drag>>,
    display: Res<State<Display>>,
    places: Query<(), Or<(With<OnCell>, With<Window>)>>,
    keyboard: Res<ButtonInput<KeyCode>>,
    camera: Single<&Transform, With<WindowCamera>>,
    board: Single<&Transform, (With<BoardRoot>, Without<WindowCamera>)>,
    shape: Res<Shape>,
    mut turn: MessageWriter<TurnBoard>,
) {
    let first = drag.entity == drag.original_event_target();
    if !first
        || *display.get() != Display::Flat
        || drag.button != PointerButton::Primary
        || !drag.pointer_id.is_mouse()
        || !places.contains(drag.entity)
    {
        return;
    }
    let delta = drag.delta * TURN_PER_PIXEL;
    let [across, down] = shape.hold.drag_axes(board.rotation, &camera);
    let rotation = if is_shift(&keyboard) {
        Quat::from_axis_angle(*camera.forward(), delta.x)
    } else {
        Quat::from_axis_angle(across, delta.x) * Quat::from_axis_angle(down, delta.y)
    };
    turn.write(TurnBoard(rotation));
}

/// While something is to be chosen, digits and letters of pieces choose; on the
/// page of the boards, digits press its buttons.
fn choose(
    keyboard: Res<ButtonInput<KeyCode>>,
    (game, choice, page): (Res<Match>, Res<Choice>, Res<Page>),
    mut requests: MessageWriter<ChoiceRequested>,
    mut commands: MessageWriter<CommandRequested>,
) {
    let digit = DIGITS.iter().position(|key| keyboard.just_pressed(*key));
    let Some(choosing) = &choice.0 else {
        let command = digit.and_then(|number| page.commands().nth(number));
        if let (Page::Boards, Some(command)) = (*page, command) {
            commands.write(CommandRequested(command));
        } else if *page == Page::Boards && keyboard.just_pressed(KeyCode::Escape) {
            commands.write(CommandRequested(Command::Back));
        }
        return;
    };
    let is_asked = |mv: &Move| {
        let role = mv.promotion()?;
        let key = key_of(game.position().rules_of(role).letter)?;
        keyboard.just_pressed(key).then_some(())
    };
    let number = digit.or_else(|| {
        let mut moves = choosing.moves.iter();
        moves.position(|mv| !is_control(&keyboard) && is_asked(mv).is_some())
    });
    if let Some(number) = number {
        requests.write(ChoiceRequested::Take(number));
    } else if keyboard.just_pressed(KeyCode::Escape) {
        requests.write(ChoiceRequested::Cancel);
    }
}

fn keys(
    keyboard: Res<ButtonInput<KeyCode>>,
    mut help: ResMut<HelpShown>,
    mut settings: ResMut<Settings>,
    mut commands: MessageWriter<CommandRequested>,
) {
    let control = is_control(&keyboard);
    if keyboard.any_just_pressed([KeyCode::F1, KeyCode::KeyH]) {
        help.0 = !help.0;
    }
    if keyboard.just_pressed(KeyCode::Escape) {
        help.set_if_neq(HelpShown(false));
    }
    if keyboard.just_pressed(KeyCode::F3) {
        settings.frame_rate ^= true;
    }
    let asked = [
        (KeyCode::Tab, false, Command::TileNames),
        (KeyCode::Home, false, Command::MySide),
        (KeyCode::KeyT, false, Command::AutoTurn),
        (KeyCode::KeyZ, true, Command::Undo),
        (KeyCode::KeyY, true, Command::Redo),
        (KeyCode::KeyN, true, Command::NewGame),
    ];
    for (key, with_control, command) in asked {
        if keyboard.just_pressed(key) && control == with_control {
            commands.write(CommandRequested(command));
        }
    }
}

fn full_screen(
    keyboard: Res<ButtonInput<KeyCode>>,
    mut window: Query<&mut Window, With<PrimaryWindow>>,
) {
    if keyboard.just_pressed(KeyCode::F11)
        && let Ok(mut window) = window.single_mut()
    {
        window.mode = match window.mode {
            WindowMode::Windowed => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
            _ => WindowMode::Windowed,
        };
    }
}
