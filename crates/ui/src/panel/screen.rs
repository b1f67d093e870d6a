//! The picture of the panel, its camera, and the panel itself.

use bevy::camera::{NormalizedRenderTarget, RenderTarget};
use bevy::picking::pointer::Location;
use bevy::prelude::*;
use bevy_rapier3d::prelude::Collider;

use super::canvas::{Canvas, CanvasAssets, SCALE};
use super::plane::{PIXEL, PIXELS};
use crate::state::screen::Surface;
use crate::style::theme;
use icochess_base::schedule::AppSystems;

/// Thickness of the panel's collider, in metres.
const THICKNESS: f32 = 0.004;

/// The panel in the world. The panel faces +z.
#[derive(Component, Debug, Clone, Copy)]
pub struct Panel;

/// The camera that draws the picture.
#[derive(Component, Debug, Clone, Copy)]
pub struct PanelCamera;

/// The screen of the panel, for trees of nodes.
#[derive(Resource, Debug, Clone, Reflect)]
#[type_path = "icochess::ui::panel::screen"]
#[reflect(Resource)]
pub struct PanelScreen {
    /// The camera for the tree's `UiTargetCamera`.
    pub camera: Entity,
    /// Size of the picture, in logical pixels.
    pub pixels: Vec2,
    /// Size of a logical pixel in the panel's local space, in metres.
    pub pixel: f32,
    /// Number of physical pixels per logical pixel. Bevy positions nodes in physical pixels.
    pub scale: f32,
    /// Size of the panel in the world relative to the default, at least 1, for larger text. The
    /// layout stays the same.
    pub magnification: f32,
    /// The render target.
    #[reflect(ignore)]
    canvas: Canvas,
}

impl PanelScreen {
    /// Returns the pointer location for a logical pixel.
    pub fn location(&self, pixel: Vec2) -> Location {
        Location {
            target: NormalizedRenderTarget::Image(self.canvas.target(self.magnification)),
            position: pixel * self.magnification,
        }
    }

    /// Converts a physical pixel, Bevy's unit for node positions, to a logical pixel.
    pub fn logical(&self, physical: Vec2) -> Vec2 {
        physical / self.scale
    }
}

fn spawn_panel(mut commands: Commands, mut maker: CanvasAssets) {
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

/// Enlarges the panel for larger text, so that the layout keeps its space.
fn enlarge_panel(
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
    // Bevy reads the target again only if the projection changes.
    projection.set_changed();
}

/// Spawns the root node of pages.
fn spawn_page_root(mut commands: Commands, screen: Res<PanelScreen>) {
    commands.spawn((
        Surface::Panel,
        theme::hairline(px(Surface::Panel.scale())),
        Name::new("panel interface"),
        UiTargetCamera(screen.camera),
    ));
}

pub(crate) fn plugin(app: &mut App) {
    // Runs before the systems that spawn nodes for the panel.
    app.add_systems(PreStartup, spawn_panel)
        .add_systems(Startup, spawn_page_root)
        .add_systems(
            Update,
            enlarge_panel
                .run_if(resource_changed::<UiScale>)
                .in_set(AppSystems::Feedback),
        );
}
