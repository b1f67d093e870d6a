//! The window's keys and camera, without a screen.

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input::{ButtonState, InputPlugin};
use bevy::picking::DefaultPickingPlugins;
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::window::{PrimaryWindow, WindowMode, WindowPlugin};

use super::camera::WindowCamera;
use super::mirror::MOST;
use crate::audio::Ears;
use crate::board::spin::AutoTurn;
use crate::game::Match;
use crate::game::messages::MoveRequested;
use crate::rules::{Equipment, Icochess};
use crate::save::settings::Settings;
use crate::schedule::Display;
use crate::ui::commands::Page;
use crate::ui::hud::HelpShown;
use crate::{board, computer, feedback, game, interaction, save, schedule, ui};

fn window(display: Display) -> App {
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        StatesPlugin,
        TransformPlugin,
        AssetPlugin::default(),
        InputPlugin,
        WindowPlugin::default(),
        DefaultPickingPlugins,
    ))
    .init_asset::<Mesh>()
    .init_asset::<StandardMaterial>()
    .init_asset::<Image>()
    .add_plugins((
        schedule::plugin,
        game::plugin,
        computer::plugin,
        interaction::plugin,
        board::plugin,
        feedback::plugin,
        save::plugin,
        ui::plugin,
        ui::hud::plugin,
        super::plugin,
    ))
    .insert_state(display);
    app.finish();
    app.cleanup();
    app.update();
    app
}

/// Presses keys one after the other, and lets all of them go.
fn press(app: &mut App, keys: &[KeyCode]) {
    let window = the_window(app);
    for state in [ButtonState::Pressed, ButtonState::Released] {
        for key_code in keys {
            app.world_mut().write_message(KeyboardInput {
                key_code: *key_code,
                logical_key: Key::Unidentified(bevy::input::keyboard::NativeKey::Unidentified),
                state,
                text: None,
                repeat: false,
                window,
            });
        }
        app.update();
    }
    app.update();
}

fn the_window(app: &mut App) -> Entity {
    let world = app.world_mut();
    let mut windows = world.query_filtered::<Entity, With<PrimaryWindow>>();
    windows.single(world).unwrap()
}

fn mode(app: &mut App) -> WindowMode {
    let window = the_window(app);
    app.world().get::<Window>(window).unwrap().mode
}

fn play(app: &mut App, uci: &str) {
    let mv = Icochess::tables().parse_uci(uci).unwrap();
    app.world_mut().write_message(MoveRequested(mv));
    app.update();
}

fn plies(app: &App) -> usize {
    app.world().resource::<Match>().record().ply()
}

fn is_told(app: &mut App, part: &str) -> bool {
    let world = app.world_mut();
    let mut texts = world.query::<&Text>();
    texts.iter(world).any(|text| text.0.contains(part))
}

#[test]
fn f11_fills_the_screen_and_leaves_it_with_a_headset_too() {
    for display in [Display::Flat, Display::Headset] {
        let mut app = window(display);
        assert_eq!(mode(&mut app), WindowMode::Windowed);
        press(&mut app, &[KeyCode::F11]);
        assert!(matches!(
            mode(&mut app),
            WindowMode::BorderlessFullscreen(_)
        ));
        press(&mut app, &[KeyCode::F11]);
        assert_eq!(mode(&mut app), WindowMode::Windowed);
    }
}

#[test]
fn t_turns_auto_turn_on_and_off_and_says_so() {
    let mut app = window(Display::Flat);
    for wanted in [true, false] {
        press(&mut app, &[KeyCode::KeyT]);
        assert_eq!(app.world().resource::<AutoTurn>().0, wanted);
        assert_eq!(app.world().resource::<Settings>().auto_turn_flat, wanted);
        let words = ["Auto-turn is off", "Auto-turn is on"][usize::from(wanted)];
        assert!(is_told(&mut app, words), "{words}");
    }
    // With Ctrl it is another key, and the headset's players have buttons.
    press(&mut app, &[KeyCode::ControlLeft, KeyCode::KeyT]);
    assert!(!app.world().resource::<AutoTurn>().0);
    let mut app = window(Display::Headset);
    press(&mut app, &[KeyCode::KeyT]);
    assert!(app.world().resource::<AutoTurn>().0);
}

#[test]
fn the_keys_of_the_help_give_its_commands() {
    let mut app = window(Display::Flat);
    play(&mut app, "a4g1");
    assert_eq!(plies(&app), 1);
    for control in [KeyCode::ControlLeft, KeyCode::SuperRight] {
        press(&mut app, &[control, KeyCode::KeyZ]);
        assert_eq!(plies(&app), 0);
        press(&mut app, &[control, KeyCode::KeyY]);
        assert_eq!(plies(&app), 1);
    }
    // The letter alone is nothing.
    press(&mut app, &[KeyCode::KeyZ]);
    press(&mut app, &[KeyCode::KeyN]);
    assert_eq!(plies(&app), 1);
    press(&mut app, &[KeyCode::Tab]);
    assert!(app.world().resource::<Settings>().tile_names);
}

#[test]
fn ctrl_n_and_a_digit_begin_a_new_game() {
    let mut app = window(Display::Flat);
    play(&mut app, "a4g1");
    press(&mut app, &[KeyCode::ControlLeft, KeyCode::KeyN]);
    assert_eq!(*app.world().resource::<Page>(), Page::Boards);
    press(&mut app, &[KeyCode::Escape]);
    assert_eq!(*app.world().resource::<Page>(), Page::Game);
    // While a game goes on it asks first.
    press(&mut app, &[KeyCode::ControlLeft, KeyCode::KeyN]);
    for _ in 0..2 {
        assert_eq!(plies(&app), 1);
        press(&mut app, &[KeyCode::Digit1]);
    }
    assert_eq!(plies(&app), 0);
    let line = app.world().resource::<Match>().record().line();
    assert!(line.is_empty(), "taken back only");
}

#[test]
fn help_is_shown_by_f1_and_h_and_hidden_by_esc() {
    let mut app = window(Display::Flat);
    let is_shown = |app: &App| app.world().resource::<HelpShown>().0;
    for key in [KeyCode::F1, KeyCode::KeyH] {
        press(&mut app, &[key]);
        assert!(is_shown(&app));
        press(&mut app, &[key]);
        assert!(!is_shown(&app));
        press(&mut app, &[key]);
        press(&mut app, &[KeyCode::Escape]);
        assert!(!is_shown(&app));
        // There is nothing left to hide.
        press(&mut app, &[KeyCode::Escape]);
        assert!(!is_shown(&app));
    }
}

#[test]
fn sounds_are_heard_from_the_camera_only_without_a_headset() {
    for (display, expected) in [(Display::Flat, 1), (Display::Headset, 0)] {
        let mut app = window(display);
        let world = app.world_mut();
        let mut ears = world.query_filtered::<(), (With<Ears>, With<WindowCamera>)>();
        assert_eq!(ears.iter(world).count(), expected, "{display:?}");
    }
}

/// How many of 30 frames have an active camera that draws the world, and one of
/// any kind.
fn drawn(app: &mut App) -> (usize, usize) {
    let (mut worlds, mut any) = (0, 0);
    for _ in 0..30 {
        app.update();
        let world = app.world_mut();
        let mut cameras = world.query::<(&Camera, Has<WindowCamera>)>();
        let active: Vec<bool> = cameras
            .iter(world)
            .filter_map(|(camera, is_world)| camera.is_active.then_some(is_world))
            .collect();
        worlds += usize::from(active.contains(&true));
        any += usize::from(!active.is_empty());
    }
    (worlds, any)
}

#[test]
fn beside_a_headset_the_window_is_drawn_at_a_third_of_the_rate() {
    let mut app = window(Display::Headset);
    assert_eq!(drawn(&mut app), (10, 10));
    // M switches the board off; the words stay.
    press(&mut app, &[KeyCode::KeyM]);
    assert!(!app.world().resource::<Settings>().mirror);
    assert_eq!(drawn(&mut app), (0, 10));
    press(&mut app, &[KeyCode::KeyM]);
    assert_eq!(drawn(&mut app), (10, 10));
    // Without a headset the window is the game.
    let mut app = window(Display::Flat);
    assert_eq!(drawn(&mut app), (30, 30));
}

#[test]
fn beside_a_headset_a_large_window_has_a_small_picture() {
    let mut app = window(Display::Headset);
    for (width, height) in [(640, 480), (3840, 2160), (1000, 3000)] {
        let entity = the_window(&mut app);
        let mut window = app.world_mut().get_mut::<Window>(entity).unwrap();
        window.resolution.set_physical_resolution(width, height);
        app.update();
        let world = app.world_mut();
        let mut targets = world.query_filtered::<&bevy::camera::RenderTarget, With<WindowCamera>>();
        let handle = match targets.single(world).unwrap() {
            bevy::camera::RenderTarget::Image(target) => target.handle.clone(),
            other => panic!("{other:?}"),
        };
        let size = world
            .resource::<Assets<Image>>()
            .get(&handle)
            .unwrap()
            .size();
        assert!(size.x <= MOST.x && size.y <= MOST.y, "{size}");
        let wanted = width as f32 / height as f32;
        let is = size.x as f32 / size.y as f32;
        assert!((is / wanted - 1.0).abs() < 0.01, "{size}");
        assert!(size.x == width || size.x == MOST.x || size.y == MOST.y);
    }
}
