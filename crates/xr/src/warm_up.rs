//! Prepares the render pipelines of room and board before the headset's player is seated, who would
//! otherwise see pieces appear one by one while a graphics card compiles.
//!
//! Until then the eyes see only a card. A small hidden camera draws the rest of the scene with
//! the same settings, so that the renderer requests the same pipelines. It also draws specimens of
//! meshes that may appear later.

use bevy::camera::RenderTarget;
use bevy::camera::visibility::NoCpuCulling;
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use bevy::render::view::NoIndirectDrawing;
use bevy_mod_xr::camera::{XrCamera, XrProjection};

use super::one_pass::OnePass;
use icochess_base::schedule::AppSystems;
use icochess_board::stage::specimens::SPECIMENS;
use icochess_ui::workarounds::pipelines::PendingPipelines;

/// Width and height of the small camera's picture, in pixels.
const PIXELS: u32 = 16;
/// Frames without a missing pipeline after which all are there. Meshes reach the graphics card over
/// several frames, and only then request theirs.
const QUIET_FRAMES: u32 = 10;
/// Maximum wait for the pipelines, in seconds.
const LONGEST_SECONDS: f32 = 10.0;

/// A small camera that draws the scene until all its pipelines are there, and then disappears.
#[derive(Component, Debug, Default)]
pub(super) struct WarmUpCamera {
    /// Successive frames without a missing pipeline.
    quiet: u32,
    /// Time since the first frame, in seconds.
    waited: f32,
}

impl WarmUpCamera {
    /// Returns the camera with the picture that it draws to, and all that decides which pipelines
    /// it needs, other than the number of samples.
    pub(super) fn bundle(images: &mut Assets<Image>) -> impl Bundle {
        let image = Image::new_target_texture(PIXELS, PIXELS, TextureFormat::Rgba8UnormSrgb, None);
        (
            Name::new("warm-up camera"),
            Self::default(),
            Camera3d::default(),
            RenderTarget::Image(images.add(image).into()),
            Projection::custom(XrProjection::default()),
            NoIndirectDrawing,
            NoCpuCulling,
            OnePass::default(),
        )
    }

    /// Advances by a frame of `seconds` with this number of missing pipelines. Returns whether all
    /// pipelines are there, or take too long.
    fn advance(&mut self, missing: usize, seconds: f32) -> bool {
        self.waited += seconds;
        self.quiet = if missing == 0 { self.quiet + 1 } else { 0 };
        self.quiet >= QUIET_FRAMES || self.waited >= LONGEST_SECONDS
    }
}

/// Whether the player may see the board.
#[derive(Resource, Debug, Default)]
pub(super) struct WarmUp {
    is_done: bool,
}

impl WarmUp {
    pub(super) const fn is_done(&self) -> bool {
        self.is_done
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<WarmUp>()
        .add_observer(spawn_camera)
        .add_observer(spawn_specimens)
        .add_systems(
            Update,
            advance
                .run_if(any_with_component::<WarmUpCamera>)
                .in_set(AppSystems::Input),
        );
}

/// Spawns the small camera together with the first eye.
fn spawn_camera(
    added: On<Add, XrCamera>,
    eyes: Query<&XrCamera>,
    warm_up: Res<WarmUp>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
) {
    let is_first = eyes.get(added.entity).is_ok_and(|eye| eye.0 == 0);
    if is_first && !warm_up.is_done {
        commands.spawn(WarmUpCamera::bundle(&mut images));
    }
}

/// Spawns the specimens, which disappear with their camera.
fn spawn_specimens(
    added: On<Add, WarmUpCamera>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut commands: Commands,
) {
    for specimen in SPECIMENS {
        commands.spawn((
            Mesh3d(meshes.add(specimen.mesh())),
            MeshMaterial3d(materials.add(specimen.material())),
            ChildOf(added.entity),
        ));
    }
}

fn advance(
    time: Res<Time<Real>>,
    pipelines: Option<Res<PendingPipelines>>,
    mut cameras: Query<(Entity, &mut WarmUpCamera)>,
    mut warm_up: ResMut<WarmUp>,
    mut commands: Commands,
) {
    let missing = pipelines.map_or(0, |pipelines| pipelines.count());
    for (entity, mut camera) in &mut cameras {
        if camera.advance(missing, time.delta_secs()) {
            commands.entity(entity).despawn();
            warm_up.is_done = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the seconds until the warm-up is done, at 100 frames a second, with pipelines missing
    /// for this long, in seconds.
    fn seconds(missing: f32) -> f32 {
        let mut camera = WarmUpCamera::default();
        while !camera.advance(usize::from(camera.waited < missing), 0.01) {}
        camera.waited
    }

    #[test]
    fn wait_ends_shortly_after_the_last_pipeline_or_at_the_limit() {
        for (missing, expected) in [(0.0, 0.1), (0.3, 0.4), (60.0, LONGEST_SECONDS)] {
            let waited = seconds(missing);
            assert!((waited - expected).abs() < 0.02, "{missing}: {waited}");
        }
    }
}
