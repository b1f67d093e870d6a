//! The game without window, device and sound, stepped frame by frame.

#![allow(
    dead_code,
    reason = "every test program includes this module and uses only a part of it"
)]

use std::time::Duration;

use accesskit::{Action, ActionRequest as Request, NodeId, TreeId};
use bevy::a11y::{AccessibilityPlugin, ActionRequest};
use bevy::camera::{CameraPlugin, CameraUpdateSystems};
use bevy::image::ImagePlugin;
use bevy::input::keyboard::{Key, KeyboardInput, NativeKey};
use bevy::input::{ButtonState, InputPlugin};
use bevy::input_focus::{InputDispatchPlugin, InputFocusPlugin};
use bevy::mesh::MeshPlugin;
use bevy::picking::DefaultPickingPlugins;
use bevy::prelude::*;
use bevy::render::camera::camera_system;
use bevy::render::texture::ManualTextureViews;
use bevy::state::app::StatesPlugin;
use bevy::text::TextPlugin;
use bevy::time::TimeUpdateStrategy;
use bevy::ui::UiPlugin;
use bevy::ui_widgets::UiWidgetsPlugins;
use bevy::window::{PrimaryWindow, WindowPlugin};
use icochess::app::{CorePlugin, FlatPlugin};
use icochess::audio::cues;
use icochess::display::Display;
use icochess::save::settings::Settings;
use icochess::ui::state::screen::Screen;
use icochess::ui::style::system_fonts::FontFolders;
use icochess::xr;
use icochess::xr::config::Hand;
use icochess::xr::hands::{AimPose, HandInput, RayCamera};

/// Returns all pages that can be open outside a handover.
pub fn all_pages() -> Vec<Screen> {
    let mut all = Screen::all();
    all.retain(|screen| *screen != Screen::Handover);
    all
}

/// Duration of a frame.
pub const FRAME: Duration = Duration::from_millis(20);

/// Returns the default settings after a change.
pub fn set(change: impl FnOnce(&mut Settings)) -> Settings {
    let mut settings = Settings::default();
    change(&mut settings);
    settings
}

/// Creates an app with mock window, input and assets, but without the game.
pub fn bare() -> App {
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        StatesPlugin,
        TransformPlugin,
        AssetPlugin::default(),
        InputPlugin,
        WindowPlugin::default(),
        DefaultPickingPlugins,
        (InputFocusPlugin, InputDispatchPlugin, UiWidgetsPlugins),
    ))
    .init_resource::<UiScale>()
    // Uses no system fonts, so that results are the same on every machine.
    .insert_resource(FontFolders(Vec::new()))
    .init_asset::<Mesh>()
    .init_asset::<StandardMaterial>()
    .init_asset::<Image>()
    .insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
    app
}

/// Adds UI layout and text shaping, which need no renderer.
pub fn lay_out(app: &mut App) {
    app.add_plugins((
        ImagePlugin::default(),
        MeshPlugin,
        CameraPlugin,
        TextPlugin,
        AccessibilityPlugin,
        UiPlugin,
    ))
    .init_asset::<TextureAtlasLayout>()
    // Normally, the renderer adds this. Cameras need it to know the size of their target.
    .init_resource::<ManualTextureViews>()
    .add_systems(PostStartup, camera_system)
    .add_systems(PostUpdate, camera_system.in_set(CameraUpdateSystems));
}

/// Creates the game with both hands of a headset, with additions by `prepare`. No frame has run
/// yet.
pub fn app(settings: Settings, prepare: impl FnOnce(&mut App)) -> App {
    let mut app = bare();
    app.insert_resource(settings)
        .add_plugins((CorePlugin, cues::plugin, xr::hands_plugin));
    prepare(&mut app);
    app.world_mut()
        .spawn((Camera::default(), RayCamera, Transform::default()));
    app.finish();
    app.cleanup();
    app
}

/// Creates the game in a window (with or without a headset, see `display`) and runs one frame.
pub fn window(display: Display, settings: Settings) -> App {
    window_with(display, settings, |_| {})
}

/// Like `window`, with additions by `prepare`.
pub fn window_with(display: Display, settings: Settings, prepare: impl FnOnce(&mut App)) -> App {
    let mut app = bare();
    app.insert_resource(settings)
        .add_plugins((CorePlugin, FlatPlugin))
        .insert_state(display);
    prepare(&mut app);
    app.finish();
    app.cleanup();
    app.update();
    app
}

/// Creates the game in a window with UI layout.
pub fn laid_out_window() -> App {
    window_with(Display::Flat, Settings::default(), lay_out)
}

/// Creates the game with UI layout in a window of `width` × `height` physical pixels.
pub fn sized_window(width: u32, height: u32, settings: Settings) -> App {
    window_with(Display::Flat, settings, |app| {
        lay_out(app);
        resize(app, width, height);
    })
}

/// Resizes the window to `width` × `height` physical pixels.
pub fn resize(app: &mut App, width: u32, height: u32) {
    let window = the_window(app);
    let mut window = app.world_mut().get_mut::<Window>(window).unwrap();
    window.resolution.set_physical_resolution(width, height);
}

/// Returns the primary window.
pub fn the_window(app: &mut App) -> Entity {
    let world = app.world_mut();
    let mut windows = world.query_filtered::<Entity, With<PrimaryWindow>>();
    windows.single(world).expect("a window")
}

/// A key: its position, its meaning and the text it types.
pub type TypedKey<'a> = (KeyCode, Key, Option<&'a str>);

/// Returns a key that types `text` but has no known meaning.
pub fn unnamed(key_code: KeyCode, text: Option<&str>) -> TypedKey<'_> {
    let meaning = Key::Unidentified(NativeKey::Unidentified);
    (key_code, meaning, text)
}

/// Sends a key press or release, which takes effect in the next frame.
pub fn send_key(app: &mut App, key: TypedKey<'_>, state: ButtonState) {
    let window = the_window(app);
    let (key_code, logical_key, text) = key;
    app.world_mut().write_message(KeyboardInput {
        key_code,
        logical_key,
        state,
        text: text.map(Into::into),
        repeat: false,
        window,
    });
}

/// Presses and releases a key that types `text`.
pub fn key(app: &mut App, key_code: KeyCode, text: Option<&str>) {
    for state in [ButtonState::Pressed, ButtonState::Released] {
        send_key(app, unnamed(key_code, text), state);
        app.update();
    }
    app.update();
    app.update();
}

/// Presses keys one after another, then releases all of them.
pub fn keys(app: &mut App, keys: &[KeyCode]) {
    for state in [ButtonState::Pressed, ButtonState::Released] {
        for key_code in keys {
            send_key(app, unnamed(*key_code, None), state);
        }
        app.update();
    }
    app.update();
}

/// Duration of a frame when a long time passes.
const LONG_FRAME: Duration = Duration::from_millis(100);

/// Runs the frames of `seconds`, and two more. For more than a second, the frames are longer.
pub fn pass(app: &mut App, seconds: f32) {
    let frame = if seconds > 1.0 { LONG_FRAME } else { FRAME };
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    for _ in 0..(seconds / frame.as_secs_f32()).ceil() as usize {
        app.update();
    }
    app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
    for _ in 0..2 {
        app.update();
    }
}

/// Returns the entity called `name`.
pub fn named(app: &mut App, name: &str) -> Entity {
    let world = app.world_mut();
    let mut names = world.query::<(Entity, &Name)>();
    let found = names.iter(world).find(|(_, known)| known.as_str() == name);
    found.unwrap_or_else(|| panic!("no {name}")).0
}

/// Sends an accessibility action to the control called `name`, as assistive software does.
pub fn ask(app: &mut App, name: &str, action: Action) {
    let entity = named(app, name);
    app.world_mut().write_message(ActionRequest(Request {
        action,
        target_tree: TreeId::ROOT,
        target_node: NodeId(entity.to_bits()),
        data: None,
    }));
    for _ in 0..3 {
        app.update();
    }
}

/// Returns the global transform of the entity called `name`.
pub fn place(app: &mut App, name: &str) -> Option<GlobalTransform> {
    let world = app.world_mut();
    let mut names = world.query::<(&Name, &GlobalTransform)>();
    let found = names
        .iter(world)
        .find(|(known, _)| known.as_str() == name)?;
    Some(*found.1)
}

/// Points the right hand at a named entity from above, then pulls and releases its trigger.
pub fn trigger(app: &mut App, name: &str) {
    let place = place(app, name).unwrap_or_else(|| panic!("{name} is nowhere"));
    let (at, up) = (place.translation(), place.up());
    let aim = Transform::from_translation(at + up * 0.5);
    pull(app, aim.looking_to(-up, up.any_orthonormal_vector()));
}

/// Moves the right hand to `aim`, then pulls and releases its trigger.
pub fn pull(app: &mut App, aim: Transform) {
    point(app, aim, true);
}

/// Moves the right hand to `aim`, and pulls and releases its trigger if `pulls`.
pub fn point(app: &mut App, aim: Transform, pulls: bool) {
    let world = app.world_mut();
    for (hand, mut pose) in world.query::<(&AimPose, &mut Transform)>().iter_mut(world) {
        if hand.0 == Hand::Right {
            *pose = aim;
        }
    }
    // The ray is cast one frame later, and the trigger arms only after a release.
    for pulled in [false, false, pulls, false] {
        let world = app.world_mut();
        for mut input in world.query::<&mut HandInput>().iter_mut(world) {
            if input.hand == Hand::Right {
                input.active = true;
                input.select = pulled;
            }
        }
        app.update();
    }
}
