//! The picture, the camera that draws it, and the panel that shows it.

use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::RenderLayers;
use bevy::camera::{ClearColorConfig, ImageRenderTarget, NormalizedRenderTarget, RenderTarget};
use bevy::image::{ImageSampler, ImageSamplerDescriptor};
use bevy::prelude::*;
use bevy::render::render_resource::{
    Extent3d, TextureDimension, TextureFormat, TextureUsages, TextureViewDescriptor,
};
use bevy_rapier3d::prelude::Collider;

use super::picture::Picture;
use super::plane::{PIXEL, PIXELS};
use crate::ui::theme;

/// Pixels of the picture for each logical one: 40 for a degree, about twice what
/// headsets show, which the smaller copies bring down evenly.
const SCALE: f32 = 2.0;
/// The picture and its smaller copies, each half as large as the one before.
pub(super) const LEVELS: u32 = 5;
/// How many samples a pixel seen from the side may take.
const ANISOTROPY: u16 = 8;
/// Thickness of what rays meet, metres.
const THICKNESS: f32 = 0.004;
/// A layer that nothing of the world is on: the camera sees nodes alone.
const LAYER: usize = 1;

/// The panel in the world. Its face is +z.
#[derive(Component, Debug, Clone, Copy)]
pub struct Panel;

/// The camera that draws the picture.
#[derive(Component, Debug, Clone, Copy)]
pub struct PanelCamera;

/// What a tree of nodes needs to know to be on the panel.
#[derive(Resource, Debug, Clone, Reflect)]
#[reflect(Resource)]
pub struct PanelScreen {
    /// The camera for its `UiTargetCamera`.
    pub camera: Entity,
    /// Size of the picture, logical pixels.
    pub pixels: Vec2,
    /// Size of a logical pixel in the world, metres.
    pub pixel: f32,
    /// Physical pixels, in which Bevy places nodes, for a logical one.
    pub scale: f32,
    /// What the camera draws to.
    #[reflect(ignore)]
    drawn: Handle<Image>,
    /// What is drawn, and its smaller copies.
    #[reflect(ignore)]
    shown: Handle<Image>,
}

impl PanelScreen {
    /// Where pointers on the panel are.
    #[must_use]
    pub fn target(&self) -> NormalizedRenderTarget {
        NormalizedRenderTarget::Image(ImageRenderTarget {
            handle: self.drawn.clone(),
            scale_factor: self.scale,
        })
    }

    /// The logical pixel at a physical one, in which Bevy places nodes.
    #[must_use]
    pub fn logical(&self, physical: Vec2) -> Vec2 {
        physical / self.scale
    }

    /// What the camera draws to.
    pub(super) fn drawn(&self) -> &Handle<Image> {
        &self.drawn
    }

    /// What the panel shows: what is drawn, and its smaller copies.
    pub(super) fn shown(&self) -> &Handle<Image> {
        &self.shown
    }
}

pub(super) fn plugin(app: &mut App) {
    // Before anyone spawns what is to be on it.
    app.add_systems(PreStartup, spawn);
}

fn size() -> UVec2 {
    (PIXELS * SCALE).as_uvec2()
}

fn drawn() -> Image {
    let UVec2 { x, y } = size();
    let mut image = Image::new_target_texture(x, y, TextureFormat::Rgba8UnormSrgb, None);
    image.texture_descriptor.usage |= TextureUsages::COPY_SRC;
    image.asset_usage = RenderAssetUsages::RENDER_WORLD;
    image
}

/// What makes the smaller copies writes no sRGB: it is written as it is, and read
/// as sRGB.
fn shown() -> Image {
    let UVec2 { x, y } = size();
    let size = Extent3d {
        width: x,
        height: y,
        depth_or_array_layers: 1,
    };
    let mut image = Image::new_uninit(
        size,
        TextureDimension::D2,
        TextureFormat::Rgba8Unorm,
        RenderAssetUsages::RENDER_WORLD,
    );
    image.texture_descriptor.mip_level_count = LEVELS;
    image.texture_descriptor.usage |= TextureUsages::STORAGE_BINDING;
    image.texture_descriptor.view_formats = &[TextureFormat::Rgba8UnormSrgb];
    image.texture_view_descriptor = Some(TextureViewDescriptor {
        format: Some(TextureFormat::Rgba8UnormSrgb),
        usage: Some(TextureUsages::TEXTURE_BINDING),
        ..default()
    });
    let mut sampler = ImageSamplerDescriptor::linear();
    sampler.set_anisotropic_filter(ANISOTROPY);
    image.sampler = ImageSampler::Descriptor(sampler);
    image
}

fn spawn(
    mut commands: Commands,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut pictures: ResMut<Assets<Picture>>,
) {
    let drawn = images.add(drawn());
    let shown = images.add(shown());
    let camera = commands
        .spawn((
            Name::new("panel camera"),
            PanelCamera,
            Camera2d,
            Camera {
                clear_color: ClearColorConfig::Custom(theme::PAGE),
                // Before the eyes, in the same frame.
                order: -1,
                ..default()
            },
            RenderTarget::Image(ImageRenderTarget {
                handle: drawn.clone(),
                scale_factor: SCALE,
            }),
            RenderLayers::layer(LAYER),
            // Its text is drawn with its own smoothing.
            Msaa::Off,
        ))
        .id();
    let size = PIXELS * PIXEL;
    commands.spawn((
        Name::new("panel"),
        Panel,
        Mesh3d(meshes.add(Rectangle::from_size(size))),
        MeshMaterial3d(pictures.add(Picture {
            image: shown.clone(),
        })),
        Transform::default(),
        Collider::cuboid(size.x / 2.0, size.y / 2.0, THICKNESS / 2.0),
    ));
    commands.insert_resource(PanelScreen {
        camera,
        pixels: PIXELS,
        pixel: PIXEL,
        scale: SCALE,
        drawn,
        shown,
    });
}
