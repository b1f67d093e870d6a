//! The picture, the camera that draws it, and the panel that shows it.

use bevy::camera::{ImageRenderTarget, NormalizedRenderTarget};
use bevy::prelude::*;
use bevy_rapier3d::prelude::Collider;

use super::canvas::{CanvasAssets, SCALE};
use super::plane::{PIXEL, PIXELS};

/// Thickness of what rays meet, metres.
const THICKNESS: f32 = 0.004;

/// The panel in the world. Its face is +z.
#[derive(Component, Debug, Clone, Copy)]
pub struct Panel;

/// The camera that draws the picture.
#[derive(Component, Debug, Clone, Copy)]
pub struct PanelCamera;

/// The screen of the panel, as a tree of nodes needs to know it.
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
}

impl PanelScreen {
    /// The target in which pointers on the panel are.
    pub fn target(&self) -> NormalizedRenderTarget {
        NormalizedRenderTarget::Image(ImageRenderTarget {
            handle: self.drawn.clone(),
            scale_factor: self.scale,
        })
    }

    /// The logical pixel at a physical one, in which Bevy places nodes.
    pub fn logical(&self, physical: Vec2) -> Vec2 {
        physical / self.scale
    }
}

pub(super) fn plugin(app: &mut App) {
    // Before anyone spawns what is to be on it.
    app.add_systems(PreStartup, spawn);
}

fn spawn(mut commands: Commands, mut maker: CanvasAssets) {
    let (canvas, camera) = maker.camera("panel camera", PIXELS);
    let camera = commands.spawn((PanelCamera, camera)).id();
    let size = PIXELS * PIXEL;
    commands.spawn((
        Name::new("panel"),
        Panel,
        maker.sheet(&canvas, size),
        Collider::cuboid(size.x / 2.0, size.y / 2.0, THICKNESS / 2.0),
    ));
    commands.insert_resource(PanelScreen {
        camera,
        pixels: PIXELS,
        pixel: PIXEL,
        scale: SCALE,
        drawn: canvas.drawn,
    });
}
