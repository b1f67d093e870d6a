//! Pictures of user interface in the world: what nodes are drawn to, and the sheet that
//! shows it.

use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::RenderLayers;
use bevy::camera::{ClearColorConfig, ImageRenderTarget, RenderTarget};
use bevy::ecs::system::SystemParam;
use bevy::image::{ImageSampler, ImageSamplerDescriptor};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat, TextureUsages};

use super::picture::Picture;
use crate::style::theme;

/// Pixels of a picture for each logical one: 40 for a degree, about twice what
/// headsets show, which the smaller copies bring down evenly.
pub(crate) const SCALE: f32 = 2.0;
/// Format of the picture that is drawn, and of the one that is shown.
pub(crate) const FORMAT: TextureFormat = TextureFormat::Rgba8UnormSrgb;
/// A picture and its smaller copies, each half as large as the one before.
const LEVELS: u32 = 5;
/// The number of samples that a pixel seen from the side may take.
const ANISOTROPY: u16 = 8;
/// A layer that nothing of the world is on: the cameras see nodes alone.
const LAYER: usize = 1;
/// Frames in which a new picture is drawn, whatever happens.
const FIRST_FRAMES: u32 = 3;

/// The picture that a camera draws nodes to.
#[derive(Component, Debug, Clone, Default)]
pub struct Canvas {
    /// The image that the camera draws to.
    pub(crate) drawn: Handle<Image>,
    /// The image that is shown: the one that is drawn, and its smaller copies.
    pub(crate) shown: Handle<Image>,
    /// Whether it is anywhere to be seen.
    pub(crate) is_there: bool,
    /// Frames that are still to be drawn.
    pub(crate) due: u32,
    /// Frames in which it may still turn out that something was missing from what was drawn last.
    pub(crate) unsure: u32,
}

impl Canvas {
    /// The target of the camera while letters are so many times as large: a larger area is drawn
    /// with as many pixels, for a sheet that is larger by as much.
    pub(crate) fn target(&self, letters: f32) -> ImageRenderTarget {
        ImageRenderTarget {
            handle: self.drawn.clone(),
            scale_factor: SCALE / letters,
        }
    }
}

/// The assets that canvases are made with.
#[derive(SystemParam)]
pub(crate) struct CanvasAssets<'w> {
    images: ResMut<'w, Assets<Image>>,
    meshes: ResMut<'w, Assets<Mesh>>,
    pictures: ResMut<'w, Assets<Picture>>,
}

impl CanvasAssets<'_> {
    /// A camera of that name with its canvas, of a size in logical pixels.
    pub(crate) fn camera(&mut self, name: &'static str, pixels: Vec2) -> (Canvas, impl Bundle) {
        let size = (pixels * SCALE).as_uvec2();
        let canvas = Canvas {
            drawn: self.images.add(drawn(size)),
            shown: self.images.add(shown(size)),
            is_there: true,
            due: FIRST_FRAMES,
            unsure: 0,
        };
        let camera = (
            Name::new(name),
            canvas.clone(),
            Camera2d,
            Camera {
                clear_color: ClearColorConfig::Custom(theme::PAGE),
                // Before the eyes, in the same frame.
                order: -1,
                ..default()
            },
            RenderTarget::Image(canvas.target(1.0)),
            RenderLayers::layer(LAYER),
            // Its text is drawn with its own smoothing.
            Msaa::Off,
        );
        (canvas, camera)
    }

    /// A sheet that shows a canvas, of that size. Its face is +z.
    pub(crate) fn sheet(&mut self, canvas: &Canvas, size: Vec2) -> impl Bundle + use<> {
        let image = canvas.shown.clone();
        (
            Mesh3d(self.meshes.add(Rectangle::from_size(size))),
            MeshMaterial3d(self.pictures.add(Picture { image })),
            Transform::default(),
        )
    }
}

fn drawn(UVec2 { x, y }: UVec2) -> Image {
    let mut image = Image::new_target_texture(x, y, FORMAT, None);
    image.asset_usage = RenderAssetUsages::RENDER_WORLD;
    image
}

fn shown(UVec2 { x, y }: UVec2) -> Image {
    let size = Extent3d {
        width: x,
        height: y,
        depth_or_array_layers: 1,
    };
    let mut image = Image::new_uninit(
        size,
        TextureDimension::D2,
        FORMAT,
        RenderAssetUsages::RENDER_WORLD,
    );
    image.texture_descriptor.mip_level_count = LEVELS;
    image.texture_descriptor.usage |= TextureUsages::RENDER_ATTACHMENT;
    let mut sampler = ImageSamplerDescriptor::linear();
    sampler.set_anisotropic_filter(ANISOTROPY);
    image.sampler = ImageSampler::Descriptor(sampler);
    image
}
