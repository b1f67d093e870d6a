//! The picture of an eye in the headset, for onlookers: copied from what is drawn for it anyway.

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
use icochess_xr::one_pass::OnePass;

/// The picture, and the frames in which it is made.
#[derive(Resource, ExtractResource, Debug, Clone)]
pub(super) struct EyePicture {
    /// The picture; before there is an eye, nothing.
    pub image: Handle<Image>,
    /// Whether this frame is copied.
    pub is_due: bool,
    /// The part of what the eye sees, points.
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

/// The systems after which the picture has the shape of the window.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct EyePictureSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<EyePicture>().add_systems(
        Update,
        fit.run_if(in_state(Display::Headset))
            .in_set(EyePictureSystems)
            .in_set(AppSystems::Input),
    );
    // A headless app draws nothing.
    if app.get_sub_app(RenderApp).is_none() {
        return;
    }
    app.add_plugins(ExtractResourcePlugin::<EyePicture>::default());
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render.add_systems(
            Render,
            (
                keep.in_set(RenderSystems::PrepareResources),
                copy.after(RenderSystems::Render)
                    .before(RenderSystems::Cleanup),
            ),
        );
    }
}

/// The middle part of what an eye sees, as large as can be in the shape of a window; points.
fn part(eye: UVec2, window: UVec2) -> URect {
    let (eye, window) = (eye.max(UVec2::ONE), window.max(UVec2::ONE).as_vec2());
    let scale = (eye.as_vec2() / window).min_element();
    let size = (window * scale).round().as_uvec2().clamp(UVec2::ONE, eye);
    let from = (eye - size) / 2;
    URect::from_corners(from, from + size)
}

/// The first eye. What is drawn to a picture of somebody else's is for the headset.
fn first_eye<T>(eyes: impl Iterator<Item = (Option<ManualTextureViewHandle>, T)>) -> Option<T> {
    let eyes = eyes.filter_map(|(target, eye)| Some((target?.0, eye)));
    eyes.min_by_key(|(number, _)| *number).map(|(_, eye)| eye)
}

/// Fits the part to the window.
fn fit(
    window: Single<&Window, With<PrimaryWindow>>,
    cameras: Query<(&Camera, &RenderTarget)>,
    mut images: ResMut<Assets<Image>>,
    mut picture: ResMut<EyePicture>,
) {
    let eye = first_eye(cameras.iter().map(|(camera, target)| match target {
        RenderTarget::TextureView(eye) => (Some(*eye), camera),
        _ => (None, camera),
    }));
    let Some(size) = eye.and_then(Camera::physical_target_size) else {
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

/// Has the eye keep what is copied.
fn keep(picture: Option<Res<EyePicture>>, mut eyes: Query<(&ExtractedCamera, &mut OnePass)>) {
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

fn copy(
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
    // A picture that has just got another size is a frame behind; and other formats cannot be
    // copied.
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
    fn the_part_is_in_the_middle_and_has_the_shape_of_the_window() {
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
