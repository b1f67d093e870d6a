//! The desktop window of a headset, for spectators or for the other player.
//!
//! The headset's frame rate has priority. Spectators see a copy of one eye's picture at a third of
//! the headset's rate. If somebody plays at the window, its own camera draws the world a third
//! time. It draws at half the rate, to a picture no larger than [`MAX_SIZE`]. The window scales
//! either picture to its size, and a setting switches the mirror off. No camera draws the board to
//! the window itself, so the mouse's ray into the picture is computed here.

use bevy::camera::{NormalizedRenderTarget, RenderTarget};
use bevy::picking::PickingSystems;
use bevy::picking::backend::ray::{RayId, RayMap};
use bevy::picking::pointer::{Location, PointerId, PointerLocation};
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use bevy::window::PrimaryWindow;

use super::camera::WindowCamera;
use super::eye_picture::{EyePicture, EyePictureSystems};
use icochess_base::display::Display;
use icochess_base::language::Words;
use icochess_base::platform::HAS_WINDOW_BESIDE;
use icochess_base::schedule::AppSystems;
use icochess_message::msg;
use icochess_play::interaction::at_window::{AtWindow, is_played_beside};
use icochess_store::settings::Settings;
use icochess_ui::kit::bind::{BoundText, DisplayedIf};
use icochess_ui::style::theme;

/// Largest size of the picture, in pixels.
pub const MAX_SIZE: UVec2 = UVec2::new(1280, 800);
/// Divisor of the frame rate: the window draws one in this number of frames.
const EVERY: u32 = 3;
/// Divisor of the frame rate while somebody plays at the window.
const EVERY_PLAYED: u32 = 2;

/// The camera that draws the picture and the UI to the window.
#[derive(Component)]
struct Screen;

/// The picture that fills the window.
#[derive(Component)]
struct Picture {
    /// Target of the window's own camera.
    drawn: Handle<Image>,
}

pub(super) fn plugin(app: &mut App) {
    if !HAS_WINDOW_BESIDE {
        return;
    }
    app.add_systems(
        Startup,
        spawn_mirror
            .after(super::camera::spawn_camera)
            .run_if(in_state(Display::Headset)),
    )
    .add_systems(
        Update,
        (resize_picture, choose_picture, limit_pace)
            .chain()
            .after(EyePictureSystems)
            .run_if(in_state(Display::Headset))
            .in_set(AppSystems::Input),
    )
    .add_systems(
        PreUpdate,
        add_rays
            .run_if(is_played_beside)
            .after(PickingSystems::ProcessInput)
            .before(PickingSystems::Backend),
    );
}

/// Returns the size of the picture for a window's size, in pixels.
fn picture_size(window: UVec2) -> UVec2 {
    let window = window.max(UVec2::ONE).as_vec2();
    let scale = (MAX_SIZE.as_vec2() / window).min_element().min(1.0);
    (window * scale).as_uvec2().clamp(UVec2::ONE, MAX_SIZE)
}

fn picture(window: UVec2) -> Image {
    let size = picture_size(window);
    Image::new_target_texture(size.x, size.y, TextureFormat::Rgba8UnormSrgb, None)
}

fn spawn_mirror(
    mut commands: Commands,
    mut images: ResMut<Assets<Image>>,
    words: Res<Words>,
    window: Single<&Window, With<PrimaryWindow>>,
    world: Single<(Entity, &mut Camera), With<WindowCamera>>,
) {
    let image = images.add(picture(window.physical_size()));
    let (world, mut camera) = world.into_inner();
    // Draws before the window's UI camera.
    camera.order = -1;
    commands
        .entity(world)
        .insert(RenderTarget::Image(image.clone().into()));
    commands.spawn((
        Screen,
        Name::new("window screen"),
        Camera2d,
        IsDefaultUiCamera,
    ));
    let whole = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        justify_content: JustifyContent::Center,
        align_items: AlignItems::Center,
        ..default()
    };
    commands.spawn((
        Picture {
            drawn: image.clone(),
        },
        Name::new("window picture"),
        whole.clone(),
        DisplayedIf::new(|state| state.settings.mirror),
        ImageNode::new(image).with_mode(NodeImageMode::Stretch),
        AccessibleLabel(words.say(&msg!("mirror-label"))),
        // Behind all text.
        GlobalZIndex(-1),
        Pickable::IGNORE,
    ));
    commands.spawn((
        Name::new("window picture off"),
        whole,
        DisplayedIf::new(|state| !state.settings.mirror),
        Pickable::IGNORE,
        children![(
            theme::text("", 20.0, theme::FAINT),
            BoundText::new(|_| msg!("mirror-off")),
            Pickable::IGNORE
        )],
    ));
}

/// Fits the picture to the window's size.
fn resize_picture(
    mut images: ResMut<Assets<Image>>,
    window: Single<&Window, (With<PrimaryWindow>, Changed<Window>)>,
    mut target: Single<&mut RenderTarget, With<WindowCamera>>,
    mut shown: Single<&mut Picture>,
) {
    let size = picture_size(window.physical_size());
    let is_as_large = |image: &Image| image.size() == size;
    if !images.get(&shown.drawn).is_some_and(is_as_large) {
        let image = images.add(picture(size));
        shown.drawn = image.clone();
        **target = RenderTarget::Image(image.into());
    }
}

/// Shows the window's own view while somebody plays at it, and the eye's picture otherwise.
fn choose_picture(
    (at_window, eye): (Res<AtWindow>, Res<EyePicture>),
    shown: Single<(&Picture, &mut ImageNode)>,
) {
    let (picture, mut shown) = shown.into_inner();
    let image = match at_window.0 {
        Some(_) => &picture.drawn,
        None => &eye.image,
    };
    if shown.image != *image {
        shown.image = image.clone();
    }
}

/// Activates the cameras in every n-th frame. In between, the window keeps its last frame.
fn limit_pace(
    mut frame: Local<u32>,
    (settings, at_window): (Res<Settings>, Res<AtWindow>),
    mut eye: ResMut<EyePicture>,
    mut cameras: Query<(&mut Camera, Has<WindowCamera>), Or<(With<WindowCamera>, With<Screen>)>>,
) {
    let every = at_window.0.map_or(EVERY, |_| EVERY_PLAYED);
    *frame = (*frame + 1) % every;
    let (is_now, is_played) = (*frame == 0, at_window.0.is_some());
    let is_eye_due = is_now && settings.mirror && !is_played;
    if eye.is_due != is_eye_due {
        eye.is_due = is_eye_due;
    }
    for (mut camera, is_world) in &mut cameras {
        let is_due = is_now && (!is_world || (settings.mirror && is_played));
        if camera.is_active != is_due {
            camera.is_active = is_due;
        }
    }
}

/// Adds picking rays for pointers in the window, through its picture.
fn add_rays(
    settings: Res<Settings>,
    window: Single<&Window, With<PrimaryWindow>>,
    pointers: Query<(&PointerId, &PointerLocation)>,
    camera: Single<(Entity, &Camera, &GlobalTransform), With<WindowCamera>>,
    mut rays: ResMut<RayMap>,
) {
    let (entity, camera, place) = *camera;
    let Some(picture) = camera.logical_viewport_size().filter(|_| settings.mirror) else {
        return;
    };
    for (&id, location) in &pointers {
        // Hands have separate rays, and a lifted finger is in no window.
        let is_here = |it: &&Location| matches!(it.target, NormalizedRenderTarget::Window(_));
        let location = location.location().filter(is_here);
        let Some(location) = location.filter(|_| !id.is_custom()) else {
            continue;
        };
        let pixel = location.position * picture / window.size();
        if let Ok(ray) = camera.viewport_to_world(place, pixel) {
            rays.map.insert(RayId::new(entity, id), ray);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picture_matches_the_window_up_to_its_largest_size() {
        for (window, expected) in [
            ((1280, 800), (1280, 800)),
            ((640, 480), (640, 480)),
            ((3840, 2160), (1280, 720)),
            ((1000, 4000), (200, 800)),
            ((0, 0), (1, 1)),
            ((100_000, 1), (1280, 1)),
        ] {
            let size = picture_size(UVec2::from(window));
            assert_eq!(size, UVec2::from(expected), "{window:?}");
        }
    }
}
