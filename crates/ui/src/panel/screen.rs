//! The picture, the camera that draws it, and the panel that shows it.

use bevy::camera::{NormalizedRenderTarget, RenderTarget};
use bevy::picking::pointer::Location;
use bevy::prelude::*;
use bevy_rapier3d::prelude::Collider;

use super::canvas::{Canvas, CanvasAssets, SCALE};
use super::plane::{PIXEL, PIXELS};
use crate::state::screen::Surface;
use icochess_base::schedule::AppSystems;

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
#[type_path = "icochess::ui::panel::screen"]
#[reflect(Resource)]
pub struct PanelScreen {
    /// The camera for its `UiTargetCamera`.
    pub camera: Entity,
    /// Size of the picture, logical pixels.
    pub pixels: Vec2,
    /// Size of a logical pixel in the frame of the panel, metres.
    pub pixel: f32,
    /// Physical pixels, in which Bevy places nodes, for a logical one.
    pub scale: f32,
    /// Size of the panel in the world as a multiple of the usual one, at least 1, for larger
    /// letters. What is on it stays where it is.
    pub magnification: f32,
    /// The picture that the camera draws to.
    #[reflect(ignore)]
    canvas: Canvas,
}

impl PanelScreen {
    /// The place of a pointer at a logical pixel.
    pub fn location(&self, pixel: Vec2) -> Location {
        Location {
            target: NormalizedRenderTarget::Image(self.canvas.target(self.magnification)),
            position: pixel * self.magnification,
        }
    }

    /// The logical pixel at a physical one, in which Bevy places nodes.
    pub fn logical(&self, physical: Vec2) -> Vec2 {
        physical / self.scale
    }
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
        magnification: 1.0,
        canvas,
    });
}

/// Larger letters are on a larger panel: nothing on it has less room.
fn magnify(
    scale: Res<UiScale>,
    mut screen: ResMut<PanelScreen>,
    camera: Single<(&mut RenderTarget, &mut Projection), With<PanelCamera>>,
) {
    let magnification = scale.0.max(1.0);
    if screen.magnification == magnification {
        return;
    }
    screen.magnification = magnification;
    let (mut target, mut projection) = camera.into_inner();
    *target = RenderTarget::Image(screen.canvas.target(magnification));
    // Bevy looks at the target again when this changes, not when the target does.
    projection.set_changed();
}

/// Spawns the node in which pages are built.
fn spawn_interface(mut commands: Commands, screen: Res<PanelScreen>) {
    commands.spawn((
        Surface::Panel,
        Name::new("panel interface"),
        UiTargetCamera(screen.camera),
        Node {
            width: percent(100),
            height: percent(100),
            ..default()
        },
        Pickable::IGNORE,
    ));
}

pub(crate) fn plugin(app: &mut App) {
    // Before anyone spawns what is to be on it.
    app.add_systems(PreStartup, spawn)
        .add_systems(Startup, spawn_interface)
        .add_systems(
            Update,
            magnify
                .run_if(resource_changed::<UiScale>)
                .in_set(AppSystems::Feedback),
        );
}
