//! Prepares the render pipelines of room and board before the headset's player is seated, who would
//! otherwise see pieces appear one by one while a graphics card compiles.
//!
//! Until then the eyes see only a card. A small hidden camera draws the rest of the scene with
//! the same settings, so that the renderer requests the same pipelines.

use bevy::camera::RenderTarget;
use bevy::camera::visibility::NoCpuCulling;
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use bevy::render::view::NoIndirectDrawing;
use bevy_mod_xr::camera::{XrCamera, XrProjection};

use super::one_pass::OnePass;
use icochess_base::schedule::AppSystems;
use icochess_ui::workarounds::pipelines::PendingPipelines;

/// Width and height of the small camera's picture, in pixels.
const PIXELS: u32 = 16;
/// Frames without a missing pipeline after which all are there. Meshes reach the graphics card over
/// several frames, and only then request theirs.
const QUIET_FRAMES: u32 = 10;
/// Maximum wait for the pipelines, in seconds.
const LONGEST_SECONDS: f32 = 10.0;

/// The small camera.
#[derive(Component)]
struct WarmUpCamera;

/// Whether the pipelines are there.
#[derive(Resource, Debug, Default)]
pub(super) struct WarmUp {
    /// Successive frames without a missing pipeline.
    quiet: u32,
    /// Time since the first frame, in seconds.
    waited: f32,
    is_done: bool,
}

impl WarmUp {
    /// Returns whether the player may see the board: all pipelines are there, or take too long.
    pub(super) const fn is_done(&self) -> bool {
        self.is_done
    }

    /// Advances by a frame of `seconds` with this number of missing pipelines.
    fn advance(&mut self, missing: usize, seconds: f32) {
        self.waited += seconds;
        self.quiet = if missing == 0 { self.quiet + 1 } else { 0 };
        self.is_done |= self.quiet >= QUIET_FRAMES || self.waited >= LONGEST_SECONDS;
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<WarmUp>()
        .add_observer(spawn_camera)
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
    if !is_first || warm_up.is_done {
        return;
    }
    let image = Image::new_target_texture(PIXELS, PIXELS, TextureFormat::Rgba8UnormSrgb, None);
    commands.spawn((
        Name::new("warm-up camera"),
        WarmUpCamera,
        Camera3d::default(),
        RenderTarget::Image(images.add(image).into()),
        Projection::custom(XrProjection::default()),
        NoIndirectDrawing,
        NoCpuCulling,
        OnePass::default(),
    ));
}

fn advance(
    time: Res<Time<Real>>,
    pipelines: Option<Res<PendingPipelines>>,
    cameras: Query<Entity, With<WarmUpCamera>>,
    mut warm_up: ResMut<WarmUp>,
    mut commands: Commands,
) {
    let missing = pipelines.map_or(0, |pipelines| pipelines.count());
    warm_up.advance(missing, time.delta_secs());
    if warm_up.is_done {
        for camera in &cameras {
            commands.entity(camera).despawn();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the seconds until the warm-up is done, at 100 frames a second, with pipelines missing
    /// for this long, in seconds.
    fn seconds(missing: f32) -> f32 {
        let mut warm_up = WarmUp::default();
        while !warm_up.is_done() {
            let is_missing = warm_up.waited < missing;
            warm_up.advance(usize::from(is_missing), 0.01);
        }
        warm_up.waited
    }

    #[test]
    fn wait_ends_shortly_after_the_last_pipeline_or_at_the_limit() {
        for (missing, expected) in [(0.0, 0.1), (0.3, 0.4), (60.0, LONGEST_SECONDS)] {
            let waited = seconds(missing);
            assert!((waited - expected).abs() < 0.02, "{missing}: {waited}");
        }
    }
}
