//! The game without window, device and sound, frame by frame.

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

/// All pages of the interface that can be open while nothing is handed over.
pub fn all_pages() -> Vec<Screen> {
    let mut all = Screen::all();
    all.retain(|screen| *screen != Screen::Handover);
    all
}

/// Time of a frame.
pub const FRAME: Duration = Duration::from_millis(20);

/// An app with stand-ins for window, input and assets, without the game.
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
    // Tests see the same on every machine.
    .insert_resource(FontFolders(Vec::new()))
    .init_asset::<Mesh>()
    .init_asset::<StandardMaterial>()
    .init_asset::<Image>()
    .insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
    app
}

/// Lays the interface out and sets its texts, which needs no renderer.
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
    // The size of the pictures is told to cameras by the renderer.
    .init_resource::<ManualTextureViews>()
    .add_systems(PostStartup, camera_system)
    .add_systems(PostUpdate, camera_system.in_set(CameraUpdateSystems));
}

/// The game with both hands of a headset, and what `prepare` adds. No frame has
/// passed.
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

/// The game in a window, or in the window beside a headset. One frame has passed.
pub fn window(display: Display, settings: Settings) -> App {
    window_with(display, settings, |_| {})
}

/// The same, with what `prepare` adds.
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

/// The game in a window whose interface is laid out.
pub fn laid_out_window() -> App {
    window_with(Display::Flat, Settings::default(), lay_out)
}

/// The same in a window of a size in pixels.
pub fn sized_window(width: u32, height: u32, settings: Settings) -> App {
    window_with(Display::Flat, settings, |app| {
        lay_out(app);
        resize(app, width, height);
    })
}

/// Gives the window a size in pixels.
pub fn resize(app: &mut App, width: u32, height: u32) {
    let window = the_window(app);
    let mut window = app.world_mut().get_mut::<Window>(window).unwrap();
    window.resolution.set_physical_resolution(width, height);
}

/// The window.
pub fn the_window(app: &mut App) -> Entity {
    let world = app.world_mut();
    let mut windows = world.query_filtered::<Entity, With<PrimaryWindow>>();
    windows.single(world).expect("a window")
}

/// A key: where it lies, what it means, and what it types.
pub type TypedKey<'a> = (KeyCode, Key, Option<&'a str>);

/// A key that means nothing known, with what it types.
pub fn unnamed(key_code: KeyCode, text: Option<&str>) -> TypedKey<'_> {
    let meaning = Key::Unidentified(NativeKey::Unidentified);
    (key_code, meaning, text)
}

/// A key goes down or up, in the frame that comes next.
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

/// Presses a key and lets it go, with what it types.
pub fn key(app: &mut App, key_code: KeyCode, text: Option<&str>) {
    for state in [ButtonState::Pressed, ButtonState::Released] {
        send_key(app, unnamed(key_code, text), state);
        app.update();
    }
    app.update();
    app.update();
}

/// Presses keys one after the other, and lets all of them go.
pub fn keys(app: &mut App, keys: &[KeyCode]) {
    for state in [ButtonState::Pressed, ButtonState::Released] {
        for key_code in keys {
            send_key(app, unnamed(*key_code, None), state);
        }
        app.update();
    }
    app.update();
}

/// Time of a frame of a while in which much time passes and little happens.
const LONG_FRAME: Duration = Duration::from_millis(100);

/// As many frames as `seconds` have, and two more; more than a second has longer ones.
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

/// The thing of that name.
pub fn named(app: &mut App, name: &str) -> Entity {
    let world = app.world_mut();
    let mut names = world.query::<(Entity, &Name)>();
    let found = names.iter(world).find(|(_, known)| known.as_str() == name);
    found.unwrap_or_else(|| panic!("no {name}")).0
}

/// Does something to the control of that name, as an assistive program does.
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

/// The place of a named thing in the world.
pub fn place(app: &mut App, name: &str) -> Option<GlobalTransform> {
    let world = app.world_mut();
    let mut names = world.query::<(&Name, &GlobalTransform)>();
    let found = names
        .iter(world)
        .find(|(known, _)| known.as_str() == name)?;
    Some(*found.1)
}

/// Points the right hand at a named thing from above, pulls its trigger and lets
/// it go.
pub fn trigger(app: &mut App, name: &str) {
    let place = place(app, name).unwrap_or_else(|| panic!("{name} is nowhere"));
    let (at, up) = (place.translation(), place.up());
    let aim = Transform::from_translation(at + up * 0.5);
    pull(app, aim.looking_to(-up, up.any_orthonormal_vector()));
}

/// Holds the right hand so, pulls its trigger and lets it go.
pub fn pull(app: &mut App, aim: Transform) {
    point(app, aim, true);
}

/// Holds the right hand so, and pulls its trigger and lets it go if that is wanted.
pub fn point(app: &mut App, aim: Transform, pulls: bool) {
    let world = app.world_mut();
    for (hand, mut pose) in world.query::<(&AimPose, &mut Transform)>().iter_mut(world) {
        if hand.0 == Hand::Right {
            *pose = aim;
        }
    }
    // The ray is cast in the frame after, and arms after a release was seen.
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
