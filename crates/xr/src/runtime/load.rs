//! Lowers the quality of the eyes' pictures while the graphics card is too slow. Missed frames make
//! players ill.
//!
//! First the shadows go, and then the rendered part of each picture shrinks. Both take effect in the
//! next frame. Then the number of samples falls, after its pipelines are there.

use std::time::Duration;

use bevy::camera::Viewport;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy::render::extract_resource::{ExtractResource, ExtractResourcePlugin};
use bevy_mod_openxr::layer_builder::{
    CompositionLayer, CompositionLayerProjection, CompositionLayerProjectionView, LayerProvider,
    SwapchainSubImage,
};
use bevy_mod_openxr::resources::{
    OxrCurrentSessionConfig, OxrRenderLayers, OxrSwapchain, OxrViews,
};
use bevy_mod_xr::camera::XrCamera;
use bevy_mod_xr::spaces::XrPrimaryReferenceSpace;
use openxr::{CompositionLayerFlags, Extent2Di, Offset2Di, Rect2Di};

use crate::warm_up::WarmUpCamera;
use icochess_base::schedule::AppSystems;
use icochess_board::stage::quality::{GraphicsAdapter, SampleLimit, ShadowLimit};

/// Quality of the eyes' pictures.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quality {
    /// Width and height relative to the whole picture.
    pub scale: f32,
    /// Maximum number of samples per pixel.
    pub samples: u32,
    /// Whether board and pieces may cast shadows.
    pub shadows: bool,
}

/// Quality levels, from the highest to the lowest. The notes list [the time that each
/// takes](../../../../docs/notes/frames.md#graphics-card).
pub const LEVELS: [Quality; 6] = [
    Quality {
        shadows: true,
        ..without_shadows(1.0, 4)
    },
    without_shadows(1.0, 4),
    without_shadows(0.85, 4),
    without_shadows(0.7, 4),
    without_shadows(0.7, 2),
    without_shadows(0.7, 1),
];

const fn without_shadows(scale: f32, samples: u32) -> Quality {
    Quality {
        scale,
        samples,
        shadows: false,
    }
}

/// Time over which missed frames are counted.
const SPAN: Duration = Duration::from_secs(1);
/// Maximum number of missed frames in a row that count. More are a hitch, which no lower quality
/// would prevent.
const IN_A_ROW: u32 = 2;
/// Share of missed frames from which the quality falls.
const TOO_MANY: f32 = 0.1;
/// Time without missed frames after which the quality rises again.
const EASE: Duration = Duration::from_secs(10);
/// Maximum of that time. It doubles each time that a rise was too much.
const LONGEST_EASE: Duration = Duration::from_secs(160);

/// Missed frames, and the resulting quality.
#[derive(Resource, Reflect, Debug)]
#[reflect(Resource)]
#[type_path = "icochess::xr::runtime::load"]
pub struct Load {
    /// Whether the quality follows the load. Only tests render with the processor, so it doesn't
    /// then.
    is_followed: bool,
    /// Index in [`LEVELS`].
    level: usize,
    /// Frames shown and missed in the current span.
    shown: u32,
    missed: u32,
    span: Duration,
    /// Time without missed frames.
    eased: Duration,
    /// Time without missed frames after which the quality rises.
    ease: Duration,
    /// Time since the quality rose, until it falls again.
    since_rise: Option<Duration>,
    /// The camera that requests the pipelines of another number of samples.
    warm_up: Option<Entity>,
}

impl Default for Load {
    fn default() -> Self {
        Self {
            is_followed: true,
            level: 0,
            shown: 0,
            missed: 0,
            span: Duration::ZERO,
            eased: Duration::ZERO,
            ease: EASE,
            since_rise: None,
            warm_up: None,
        }
    }
}

impl Load {
    /// Counts a frame shown `step` after the previous one, with this number of missed frames in
    /// between.
    pub(super) fn add(&mut self, step: Duration, missed: u32) {
        if !self.is_followed {
            return;
        }
        self.shown += 1;
        self.missed += missed.min(IN_A_ROW);
        self.span += step;
        if self.span >= SPAN {
            self.choose_level();
            self.begin_span();
        }
    }

    /// Forgets the frames of the current span, because some don't show the load.
    pub(super) const fn begin_span(&mut self) {
        (self.shown, self.missed, self.span) = (0, 0, Duration::ZERO);
    }

    /// Chooses the level at the end of a span.
    fn choose_level(&mut self) {
        self.since_rise = self.since_rise.map(|since| since + self.span);
        let share = self.missed as f32 / (self.shown + self.missed) as f32;
        if share >= TOO_MANY {
            self.eased = Duration::ZERO;
            if self.level + 1 < LEVELS.len() {
                self.level += 1;
                if self.since_rise.take().is_some_and(|since| since < EASE) {
                    self.ease = (self.ease * 2).min(LONGEST_EASE);
                }
                debug!("Frames are missed: {:?}", self.quality());
            }
        } else if self.missed > 0 {
            self.eased = Duration::ZERO;
        } else if self.level > 0 {
            self.eased += self.span;
            if self.eased >= self.ease {
                self.eased = Duration::ZERO;
                self.since_rise = Some(Duration::ZERO);
                self.level -= 1;
                debug!("Frames are in time: {:?}", self.quality());
            }
        }
    }

    fn quality(&self) -> Quality {
        LEVELS[self.level.min(LEVELS.len() - 1)]
    }
}

/// Size of the rendered part of an eye's picture, from its corner, in pixels.
#[derive(Resource, ExtractResource, Debug, Clone, Copy, PartialEq, Eq, Default)]
struct RenderedSize(Option<UVec2>);

/// Must be added before passthrough, whose layer is below.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Load>()
        .init_resource::<RenderedSize>()
        .add_plugins(ExtractResourcePlugin::<RenderedSize>::default())
        .add_systems(Startup, ignore_load_of_processor)
        .add_systems(
            Update,
            (limit_shadows, set_rendered_size, limit_samples).in_set(AppSystems::Scene),
        );
    if let Some(render) = app.get_sub_app_mut(RenderApp)
        && let Some(mut layers) = render.world_mut().get_resource_mut::<OxrRenderLayers>()
    {
        layers.0 = vec![Box::new(EyesLayer)];
    }
}

fn ignore_load_of_processor(card: GraphicsAdapter, mut load: ResMut<Load>) {
    load.is_followed = !card.is_processor();
}

fn limit_shadows(load: Res<Load>, mut limit: ResMut<ShadowLimit>) {
    limit.set_if_neq(ShadowLimit(load.quality().shadows));
}

fn set_rendered_size(
    load: Res<Load>,
    mut rendered: ResMut<RenderedSize>,
    mut eyes: Query<&mut Camera, With<XrCamera>>,
) {
    let scale = load.quality().scale;
    for mut eye in &mut eyes {
        let size = eye.physical_target_size().filter(|_| scale < 1.0);
        let size = size.map(|whole| (whole.as_vec2() * scale).round().as_uvec2().max(UVec2::ONE));
        if eye.viewport.as_ref().map(|part| part.physical_size) != size {
            eye.viewport = size.map(|physical_size| Viewport {
                physical_size,
                ..default()
            });
        }
        rendered.set_if_neq(RenderedSize(size));
    }
}

/// A temporary camera that requests the pipelines of another number of samples.
#[derive(SystemParam)]
struct Preparation<'w, 's> {
    cameras: Query<'w, 's, (), With<WarmUpCamera>>,
    images: ResMut<'w, Assets<Image>>,
    commands: Commands<'w, 's>,
}

/// Changes the number of samples once its pipelines are there.
fn limit_samples(
    mut load: ResMut<Load>,
    mut limit: ResMut<SampleLimit>,
    card: GraphicsAdapter,
    mut preparation: Preparation,
) {
    let wanted = SampleLimit(load.quality().samples);
    if *limit == wanted {
        return;
    }
    let samples = card.samples(wanted);
    if samples != card.samples(*limit) {
        let Some(camera) = load.warm_up else {
            let bundle = WarmUpCamera::bundle(&mut preparation.images);
            let camera = preparation.commands.spawn(bundle).insert(samples).id();
            load.warm_up = Some(camera);
            return;
        };
        if preparation.cameras.contains(camera) {
            return;
        }
    }
    load.warm_up = None;
    *limit = wanted;
}

/// Projection layer of the eyes. Unlike that layer in `bevy_mod_openxr`, it may show only a part of
/// each picture.
struct EyesLayer;

impl LayerProvider for EyesLayer {
    fn get<'a>(&'a self, world: &'a World) -> Option<Box<dyn CompositionLayer<'a> + 'a>> {
        let space = world.get_resource::<XrPrimaryReferenceSpace>()?;
        let [left, right] = world.get_resource::<OxrViews>()?.0.as_slice() else {
            return None;
        };
        let swapchain = world.get_resource::<OxrSwapchain>()?;
        let whole = world.get_resource::<OxrCurrentSessionConfig>()?.resolution;
        let rendered = world.get_resource::<RenderedSize>()?.0.unwrap_or(whole);
        let size = rendered.min(whole).as_ivec2();
        let image = SwapchainSubImage::new()
            .swapchain(swapchain)
            .image_rect(Rect2Di {
                offset: Offset2Di { x: 0, y: 0 },
                extent: Extent2Di {
                    width: size.x,
                    height: size.y,
                },
            });
        let view = |eye: &openxr::View, index| {
            CompositionLayerProjectionView::new()
                .pose(eye.pose)
                .fov(eye.fov)
                .sub_image(image.image_array_index(index))
        };
        let layer = CompositionLayerProjection::new()
            .layer_flags(CompositionLayerFlags::BLEND_TEXTURE_SOURCE_ALPHA)
            .space(space)
            .views(&[view(left, 0), view(right, 1)]);
        Some(Box::new(layer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds `seconds` of frames at 90 Hz, with each `nth` frame missed.
    fn play(load: &mut Load, seconds: f32, nth: Option<u32>) {
        let period = Duration::from_secs_f32(1.0 / 90.0);
        let frames = (seconds * 90.0).round() as u32;
        for frame in 0..frames {
            let missed = u32::from(nth.is_some_and(|nth| frame % nth == 0));
            load.add(period * (1 + missed), missed);
        }
    }

    #[test]
    fn quality_falls_with_missed_frames_and_rises_after_ease() {
        let mut load = Load::default();
        // A hitch now and then is no load.
        play(&mut load, 5.0, Some(30));
        assert_eq!(load.level, 0);
        play(&mut load, 30.0, Some(4));
        assert_eq!(load.quality(), LEVELS[LEVELS.len() - 1]);
        play(&mut load, 9.0, None);
        assert_eq!(load.level, LEVELS.len() - 1);
        for level in (0..LEVELS.len() - 1).rev() {
            play(&mut load, 10.2, None);
            assert_eq!(load.level, level);
        }
    }

    #[test]
    fn rise_that_was_too_much_is_tried_again_later() {
        let mut load = Load::default();
        let rises = (0..4).map(|_| {
            play(&mut load, 1.0, Some(3));
            let mut waited = 0;
            while load.level > 0 {
                play(&mut load, 1.0, None);
                waited += 1;
            }
            waited
        });
        let rises: Vec<i32> = rises.collect();
        assert!(
            rises.is_sorted() && rises[0] < 13 && rises[3] >= 80,
            "{rises:?}"
        );
    }

    #[test]
    fn load_is_not_followed_if_the_processor_draws() {
        let mut load = Load {
            is_followed: false,
            ..default()
        };
        play(&mut load, 5.0, Some(2));
        assert_eq!(load.level, 0);
    }

    #[test]
    fn eyes_render_to_a_part_and_samples_wait_for_their_pipelines() {
        use bevy::camera::{ComputedCameraValues, RenderTargetInfo};
        use icochess_store::choices::Antialiasing;

        let mut app = App::new();
        app.add_plugins(AssetPlugin::default())
            .init_asset::<Image>()
            .init_resource::<SampleLimit>()
            .insert_resource(Antialiasing::Four)
            .insert_resource(Load::default())
            .init_resource::<RenderedSize>()
            .add_systems(Update, (set_rendered_size, limit_samples));
        let camera = Camera {
            computed: ComputedCameraValues {
                target_info: Some(RenderTargetInfo {
                    physical_size: UVec2::new(1000, 600),
                    scale_factor: 1.0,
                }),
                ..default()
            },
            ..default()
        };
        let eye = app.world_mut().spawn((camera, XrCamera(0))).id();
        let part = |app: &App| {
            let eye = app.world().get::<Camera>(eye)?;
            Some(eye.viewport.as_ref()?.physical_size)
        };
        app.update();
        assert_eq!(part(&app), None);
        app.world_mut().resource_mut::<Load>().level = LEVELS.len() - 1;
        app.update();
        assert_eq!(part(&app), Some(UVec2::new(700, 420)));
        assert_eq!(app.world().resource::<RenderedSize>().0, part(&app));
        // The samples wait for the camera, which has the lower number of them.
        app.update();
        assert_eq!(*app.world().resource::<SampleLimit>(), SampleLimit(4));
        let world = app.world_mut();
        let mut cameras = world.query_filtered::<(Entity, &Msaa), With<WarmUpCamera>>();
        let (camera, samples) = cameras.single(world).expect("a camera");
        assert_eq!(*samples, Msaa::Off);
        app.world_mut().despawn(camera);
        app.update();
        assert_eq!(*app.world().resource::<SampleLimit>(), SampleLimit(1));
        app.world_mut().resource_mut::<Load>().level = 0;
        app.update();
        assert_eq!(part(&app), None);
    }
}
