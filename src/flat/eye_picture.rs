//! Copies one eye's picture of the headset for spectators, without drawing it again.

use bevy::camera::{ManualTextureViewHandle, NormalizedRenderTarget, RenderTarget};
use bevy::image::TRANSPARENT_IMAGE_HANDLE;
use bevy::prelude::*;
use bevy::render::camera::ExtractedCamera;
use bevy::render::extract_resource::{ExtractResource, ExtractResourcePlugin};
use bevy::render::render_asset::RenderAssets;
use bevy::render::render_resource::{
    CommandEncoderDescriptor, Extent3d, Origin3d, TexelCopyTextureInfo, TextureAspect,
    TextureFormat,
};
use bevy::render::renderer::{RenderDevice, RenderQueue};
use bevy::render::texture::GpuImage;
use bevy::render::view::ViewTarget;
use bevy::render::{Render, RenderApp, RenderSystems};
use bevy::window::PrimaryWindow;

use icochess_base::display::Display;
use icochess_base::schedule::AppSystems;
use icochess_xr::one_pass::{EyeCopySystems, OnePass};

/// The copied picture and its schedule.
#[derive(Resource, ExtractResource, Debug, Clone)]
pub(super) struct EyePicture {
    /// The picture. It is transparent until there is an eye.
    pub image: Handle<Image>,
    /// Whether this frame is copied.
    pub is_due: bool,
    /// The part of the eye's picture to copy, in pixels.
    part: URect,
}

impl Default for EyePicture {
    fn default() -> Self {
        Self {
            image: TRANSPARENT_IMAGE_HANDLE,
            is_due: false,
            part: URect::default(),
        }
    }
}

/// Systems that fit the picture to the window's shape.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct EyePictureSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<EyePicture>().add_systems(
        Update,
        fit_part
            .run_if(in_state(Display::Headset))
            .in_set(EyePictureSystems)
            .in_set(AppSystems::Input),
    );
    // A headless app has no renderer.
    if app.get_sub_app(RenderApp).is_none() {
        return;
    }
    app.add_plugins(ExtractResourcePlugin::<EyePicture>::default());
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render.add_systems(
            Render,
            (
                keep_main_texture.in_set(RenderSystems::PrepareResources),
                copy_eye.in_set(EyeCopySystems),
            ),
        );
    }
}

/// Returns the largest centred part of an eye's picture with the window's aspect ratio, in pixels.
fn part(eye: UVec2, window: UVec2) -> URect {
    let (eye, window) = (eye.max(UVec2::ONE), window.max(UVec2::ONE).as_vec2());
    let scale = (eye.as_vec2() / window).min_element();
    let size = (window * scale).round().as_uvec2().clamp(UVec2::ONE, eye);
    let from = (eye - size) / 2;
    URect::from_corners(from, from + size)
}

/// Returns the first eye. Cameras that draw to a manual texture view belong to the headset.
fn first_eye<T>(eyes: impl Iterator<Item = (Option<ManualTextureViewHandle>, T)>) -> Option<T> {
    let eyes = eyes.filter_map(|(target, eye)| Some((target?.0, eye)));
    eyes.min_by_key(|(number, _)| *number).map(|(_, eye)| eye)
}

/// Fits the copied part to the window.
fn fit_part(
    window: Single<&Window, With<PrimaryWindow>>,
    cameras: Query<(&Camera, &RenderTarget)>,
    mut images: ResMut<Assets<Image>>,
    mut picture: ResMut<EyePicture>,
) {
    let eye = first_eye(cameras.iter().map(|(camera, target)| match target {
        RenderTarget::TextureView(eye) => (Some(*eye), camera),
        _ => (None, camera),
    }));
    let Some(size) = eye.and_then(Camera::physical_viewport_size) else {
        return;
    };
    let part = part(size, window.physical_size());
    if picture.part != part {
        let size = part.size();
        let format = TextureFormat::Rgba8UnormSrgb;
        picture.image = images.add(Image::new_target_texture(size.x, size.y, format, None));
        picture.part = part;
    }
}

/// Makes the first eye keep its main texture for the copy.
fn keep_main_texture(
    picture: Option<Res<EyePicture>>,
    mut eyes: Query<(&ExtractedCamera, &mut OnePass)>,
) {
    if picture.is_none_or(|picture| !picture.is_due) {
        return;
    }
    let eyes = eyes.iter_mut().map(|(camera, eye)| match &camera.target {
        Some(NormalizedRenderTarget::TextureView(target)) => (Some(*target), eye),
        _ => (None, eye),
    });
    if let Some(mut eye) = first_eye(eyes) {
        eye.keeps_main_texture = true;
    }
}

fn copy_eye(
    picture: Option<Res<EyePicture>>,
    views: Query<(&ExtractedCamera, &ViewTarget)>,
    images: Res<RenderAssets<GpuImage>>,
    device: Res<RenderDevice>,
    queue: Res<RenderQueue>,
) {
    let Some(picture) = picture.filter(|picture| picture.is_due) else {
        return;
    };
    let eye = first_eye(views.iter().map(|(camera, view)| match &camera.target {
        Some(NormalizedRenderTarget::TextureView(eye)) => (Some(*eye), view),
        _ => (None, view),
    }));
    let Some((eye, image)) = eye.zip(images.get(&picture.image)) else {
        return;
    };
    let (from, size) = (picture.part.min, picture.part.size());
    let eye = eye.main_texture();
    let is_inside = picture.part.max.x <= eye.width() && picture.part.max.y <= eye.height();
    // After a resize, the picture is one frame behind, and other formats can't be copied.
    if !is_inside || eye.format() != image.texture.format() {
        return;
    }
    let at = |texture, origin| TexelCopyTextureInfo {
        texture,
        mip_level: 0,
        origin,
        aspect: TextureAspect::All,
    };
    let origin = Origin3d {
        x: from.x,
        y: from.y,
        z: 0,
    };
    let mut encoder = device.create_command_encoder(&CommandEncoderDescriptor {
        label: Some("picture of an eye"),
    });
    encoder.copy_texture_to_texture(
        at(eye, origin),
        at(&image.texture, Origin3d::ZERO),
        Extent3d {
            width: size.x,
            height: size.y,
            depth_or_array_layers: 1,
        },
    );
    queue.submit([encoder.finish()]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copied_part_is_centred_with_the_windows_aspect_ratio() {
        for (eye, window, expected) in [
            ((1344, 1512), (1280, 800), (0, 336, 1344, 1176)),
            ((320, 240), (300, 600), (100, 0, 220, 240)),
            ((100, 100), (100, 100), (0, 0, 100, 100)),
            ((100, 100), (0, 0), (0, 0, 100, 100)),
            ((2, 2), (100_000, 1), (0, 0, 2, 1)),
        ] {
            let (x, y, to_x, to_y) = expected;
            let found = part(UVec2::from(eye), UVec2::from(window));
            assert_eq!(found, URect::new(x, y, to_x, to_y), "{window:?}");
        }
    }
}
