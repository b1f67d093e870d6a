//! User interface in the world: render targets for nodes, and the sheets that show them.

use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::RenderLayers;
use bevy::camera::{ClearColorConfig, ImageRenderTarget, RenderTarget};
use bevy::ecs::system::SystemParam;
use bevy::image::{ImageSampler, ImageSamplerDescriptor};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat, TextureUsages};

use super::picture::Picture;
use crate::style::theme;

/// Physical pixels per logical pixel. This gives 40 per degree, about twice the resolution of
/// headsets, for smooth minification by the mip levels.
pub(crate) const SCALE: f32 = 2.0;
/// Texture format of a picture, as drawn and as shown.
pub(crate) const FORMAT: TextureFormat = TextureFormat::Rgba8UnormSrgb;
/// Mip levels of a picture, including the full size.
const LEVELS: u32 = 5;
/// Anisotropic samples per pixel for oblique views.
const ANISOTROPY: u16 = 8;
/// A render layer without world objects, so that the cameras only see nodes.
const LAYER: usize = 1;
/// Number of frames in which a new picture is always drawn.
const FIRST_FRAMES: u32 = 3;

/// The render target of a camera for nodes.
#[derive(Component, Debug, Clone, Default)]
pub struct Canvas {
    /// The image that the camera renders to.
    pub(crate) drawn: Handle<Image>,
    /// The image shown: a copy of the rendered one, with mip levels.
    pub(crate) shown: Handle<Image>,
    /// Whether the canvas's sheet is shown.
    pub(crate) is_there: bool,
    /// Number of frames that remain to be drawn.
    pub(crate) due: u32,
}

impl Canvas {
    /// Returns the camera target for text scaled by `letters`. With that factor, the same pixels
    /// cover a larger logical area, and the sheet is larger.
    pub(crate) fn target(&self, letters: f32) -> ImageRenderTarget {
        ImageRenderTarget {
            handle: self.drawn.clone(),
            scale_factor: SCALE / letters,
        }
    }
}

/// The assets for canvases.
#[derive(SystemParam)]
pub(crate) struct CanvasAssets<'w> {
    images: ResMut<'w, Assets<Image>>,
    meshes: ResMut<'w, Assets<Mesh>>,
    pictures: ResMut<'w, Assets<Picture>>,
}

impl CanvasAssets<'_> {
    /// Returns a named camera with its canvas, of this size in logical pixels.
    pub(crate) fn camera(&mut self, name: &'static str, pixels: Vec2) -> (Canvas, impl Bundle) {
        let size = (pixels * SCALE).as_uvec2();
        let canvas = Canvas {
            drawn: self.images.add(drawn(size)),
            shown: self.images.add(shown(size)),
            is_there: true,
            due: FIRST_FRAMES,
        };
        let camera = (
            Name::new(name),
            canvas.clone(),
            Camera2d,
            Camera {
                clear_color: ClearColorConfig::Custom(theme::PAGE),
                // Renders before the eye cameras, in the same frame.
                order: -1,
                ..default()
            },
            RenderTarget::Image(canvas.target(1.0)),
            RenderLayers::layer(LAYER),
            // The shaders of UI and text do their own antialiasing.
            Msaa::Off,
        );
        (canvas, camera)
    }

    /// Returns a sheet of this size that shows a canvas. The sheet faces +z.
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
