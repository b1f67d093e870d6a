//! The window: camera, mouse, fingers and keyboard.
//!
//! Dragging turns the board instead of orbiting the camera. The effect looks the same to the
//! player, but the room doesn't move and the visible side stays lit. The camera orbits only next to
//! a headset, whose player holds the board ([`round`]).

pub mod camera;
mod carry;
mod clicks;
mod cursor;
mod drop;
pub mod enlarge;
mod extent;
mod eye_picture;
mod focus;
mod framing;
mod handover;
mod insets;
mod keys;
mod layout;
mod learning;
mod map;
pub mod mirror;
mod mouse;
pub(crate) mod pace;
mod photo;
pub mod round;
mod scale;
mod shared;
mod shortcuts;
pub mod slow_turn;
pub mod title;
mod touch;
mod typed;
mod views;
#[cfg(target_os = "linux")]
mod x11;
pub(crate) mod your_turn;

use bevy::input::keyboard::KeyboardInput;
use bevy::input_focus::InputFocus;
use bevy::picking::input::PointerInputSettings;
use bevy::prelude::*;
use bevy::window::{MonitorSelection, PrimaryWindow, WindowFocused, WindowMode};

use carry::MouseCarry;
use icochess_base::display::{Display, FullScreenRequested};
use icochess_base::platform;
use icochess_base::schedule::AppSystems;
use icochess_board::stage::taught::Taught;
use icochess_core::handover::Phase;
use icochess_play::game::handover::GameHandover;
use icochess_play::game::{Match, OnCell, OnDock};
use icochess_play::interaction::at_window::{AtWindow, is_played_at_window};
use icochess_play::interaction::choice::{Choice, ChoiceAnswer, ChoiceRequested, ChoiceSystems};
use icochess_rules::Move;
use icochess_ui::kit::field::is_typing;
use icochess_ui::kit::presses::Presses;
use icochess_ui::kit::presses::is_shift;
use keys::{DIGITS, key_of};
use round::Turner;

/// Rotation of the board per logical pixel of drag, in radians.
const TURN_PER_PIXEL: f32 = 0.006;
pub(crate) fn plugin(app: &mut App) {
    app.add_observer(turn_by_drag)
        .add_plugins((
            (camera::plugin, carry::plugin),
            drop::plugin,
            enlarge::plugin,
            eye_picture::plugin,
            (framing::plugin, insets::plugin),
            handover::plugin,
            layout::plugin,
            learning::plugin,
            map::plugin,
            (mirror::plugin, photo::plugin),
            (round::plugin, slow_turn::plugin),
            (scale::plugin, shared::plugin, title::plugin),
            (views::plugin, your_turn::plugin),
            (clicks::plugin, mouse::plugin, touch::plugin, typed::plugin),
        ))
        .add_systems(
            Update,
            (
                // Always runs, regardless of the keyboard focus.
                focus::pause_clock
                    .run_if(on_message::<WindowFocused>.and_then(in_state(Display::Flat))),
                // The cursor runs last, because the other systems check whether it takes a key.
                (
                    shortcuts::give.run_if(on_message::<KeyboardInput>),
                    (views::go_to_view, answer_choice, cursor::steer)
                        .chain()
                        .run_if(is_played_at_window.and_then(not(is_typing))),
                )
                    .chain()
                    .before(ChoiceSystems),
            )
                .chain()
                .in_set(AppSystems::Input),
        )
        .add_systems(
            Update,
            (
                cursor::leave.run_if(resource_changed::<Taught>),
                toggle_full_screen.run_if(on_message::<FullScreenRequested>),
            )
                .in_set(AppSystems::Scene),
        )
        .add_systems(
            Update,
            update_pointer_input
                .run_if(
                    resource_changed::<AtWindow>
                        .or_else(resource_changed::<GameHandover>)
                        .or_else(state_changed::<Display>)
                        .and_then(in_state(Display::Headset)),
                )
                .in_set(AppSystems::Scene),
        );
}

/// Disables the mouse and fingers in the window while only the headset plays. During a handover
/// both work, so that the player at the window can press buttons.
fn update_pointer_input(
    at_window: Res<AtWindow>,
    handover: Res<GameHandover>,
    mut settings: ResMut<PointerInputSettings>,
) {
    let is_passed = matches!(handover.phase(), Some(Phase::Pass { .. }));
    let is_used = at_window.0.is_some() || is_passed;
    settings.is_mouse_enabled = is_used;
}

fn turn_by_drag(
    drag: On<Pointer<Drag>>,
    (display, at_window): (Res<State<Display>>, Res<AtWindow>),
    places: Query<(), Or<(With<OnCell>, With<OnDock>, With<Window>)>>,
    keyboard: Res<ButtonInput<KeyCode>>,
    carry: Res<MouseCarry>,
    mut turner: Turner,
) {
    let first = drag.entity == drag.original_event_target();
    let is_turn = match drag.button {
        PointerButton::Primary => *carry == MouseCarry::Nothing,
        PointerButton::Middle => true,
        PointerButton::Secondary => false,
    };
    if !first
        || !is_played_at_window(display, at_window)
        || !is_turn
        || !drag.pointer_id.is_mouse()
        || !places.contains(drag.entity)
    {
        return;
    }
    let delta = drag.delta * TURN_PER_PIXEL;
    let [across, down, ahead] = turner.axes();
    let rotation = if is_shift(&keyboard) {
        Quat::from_axis_angle(ahead, delta.x)
    } else {
        Quat::from_axis_angle(across, delta.x) * Quat::from_axis_angle(down, delta.y)
    };
    turner.turn(rotation);
}

/// Answers an open choice with digits or piece letters, and a confirmation with Enter.
fn answer_choice(
    presses: Res<Presses>,
    (game, choice, at_window): (Res<Match>, Res<Choice>, Res<AtWindow>),
    focus: Option<Res<InputFocus>>,
    mut requests: MessageWriter<ChoiceRequested>,
) {
    let Some(choosing) = &choice.0 else {
        return;
    };
    if !at_window.may_play(Display::Flat, game.position().turn()) {
        return;
    }
    // Enter confirms a move unless it presses a focused button.
    let is_free = focus.is_none_or(|focus| focus.get().is_none());
    let is_yes = |key| is_free && [KeyCode::Enter, KeyCode::NumpadEnter].contains(&key);
    let letter_of = |mv: &Move| key_of(game.position().rules_of(mv.promotion()?).letter);
    let answer = |key| {
        if key == KeyCode::Escape {
            return Some(ChoiceAnswer::Cancel);
        }
        let number = if choosing.to_confirm().is_some() {
            is_yes(key).then_some(0)
        } else {
            let digit = DIGITS.iter().position(|it| *it == key);
            let plain_key = Some(key).filter(|_| !presses.control);
            let mut moves = choosing.moves.iter();
            digit.or_else(|| moves.position(|mv| plain_key.is_some() && letter_of(mv) == plain_key))
        };
        number.map(ChoiceAnswer::Take)
    };
    // The first answer closes the choice.
    if let Some(answer) = presses.fresh().find_map(answer) {
        let through = Display::Flat;
        requests.write(ChoiceRequested { through, answer });
    }
}

fn toggle_full_screen(
    mut requests: MessageReader<FullScreenRequested>,
    mut window: Query<&mut Window, With<PrimaryWindow>>,
) {
    for _ in requests.read() {
        if platform::turn_full_screen() {
            continue;
        }
        if let Ok(mut window) = window.single_mut() {
            window.mode = match window.mode {
                WindowMode::Windowed => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
                _ => WindowMode::Windowed,
            };
        }
    }
}
