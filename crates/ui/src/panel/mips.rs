//! Mip levels of the pictures, so that distant text is smooth and doesn't shimmer.
//!
//! Mip levels are drawn only in frames that draw the picture. Each level is drawn from the previous
//! one with Bevy's blit shader. A linear sampler averages four pixels into one, which works in
//! WebGL 2 too.

use bevy::core_pipeline::blit::{BlitPipeline, BlitPipelineKey, init_blit_pipeline};
use bevy::core_pipeline::schedule::Core2d;
use bevy::core_pipeline::upscaling::upscaling;
use bevy::prelude::*;
use bevy::render::render_asset::RenderAssets;
use bevy::render::render_resource::binding_types::{sampler, texture_2d};
use bevy::render::render_resource::{
    BindGroup, BindGroupLayoutDescriptor, BindGroupLayoutEntries, CachedRenderPipelineId,
    FilterMode, Operations, PipelineCache, RenderPassColorAttachment, RenderPassDescriptor,
    SamplerBindingType, SamplerDescriptor, ShaderStages, SpecializedRenderPipeline, TextureId,
    TextureSampleType, TextureView, TextureViewDescriptor, TextureViewId,
};
use bevy::render::renderer::{RenderContext, RenderDevice, ViewQuery};
use bevy::render::sync_world::RenderEntity;
use bevy::render::texture::GpuImage;
use bevy::render::{Extract, RenderApp, RenderStartup};

use super::canvas::{Canvas, FORMAT};

/// The blit pipeline for levels of full and half size.
#[derive(Resource)]
struct Copying {
    blit: BlitPipeline,
    pipeline: CachedRenderPipelineId,
}

/// The image that a camera has drawn, and the levels copied from it.
#[derive(Component)]
struct Copies {
    drawn: AssetId<Image>,
    shown: AssetId<Image>,
    /// The textures for which the steps were built.
    of: Option<(TextureViewId, TextureId)>,
    steps: Vec<Step>,
}

/// A level, and its source.
struct Step {
    from: BindGroup,
    to: TextureView,
}

pub(super) fn plugin(app: &mut App) {
    // A headless app has no renderer.
    let Some(render) = app.get_sub_app_mut(RenderApp) else {
        return;
    };
    render
        .add_systems(RenderStartup, create_pipeline.after(init_blit_pipeline))
        .add_systems(ExtractSchedule, extract_canvases)
        // After the last pass of the picture.
        .add_systems(Core2d, draw_copies.after(upscaling));
}

fn create_pipeline(
    mut commands: Commands,
    (device, cache): (Res<RenderDevice>, Res<PipelineCache>),
    blit: Res<BlitPipeline>,
) {
    let blit = BlitPipeline {
        layout: BindGroupLayoutDescriptor::new(
            "smaller copies",
            &BindGroupLayoutEntries::sequential(
                ShaderStages::FRAGMENT,
                (
                    texture_2d(TextureSampleType::Float { filterable: true }),
                    sampler(SamplerBindingType::Filtering),
                ),
            ),
        ),
        // Source levels have even sizes. A pixel centre of the copy is thus the corner of four
        // source pixels, with equal weights. The sRGB format converts to linear light and back.
        sampler: device.create_sampler(&SamplerDescriptor {
            mag_filter: FilterMode::Linear,
            min_filter: FilterMode::Linear,
            ..default()
        }),
        fullscreen_shader: blit.fullscreen_shader.clone(),
        fragment_shader: blit.fragment_shader.clone(),
    };
    let pipeline = cache.queue_render_pipeline(blit.specialize(BlitPipelineKey {
        target_format: FORMAT,
        blend_state: None,
        samples: 1,
        source_space: None,
    }));
    commands.insert_resource(Copying { blit, pipeline });
}

fn extract_canvases(
    mut commands: Commands,
    canvases: Extract<Query<(RenderEntity, &Canvas), Added<Canvas>>>,
) {
    for (camera, canvas) in canvases.iter() {
        commands.entity(camera).insert(Copies {
            drawn: canvas.drawn.id(),
            shown: canvas.shown.id(),
            of: None,
            steps: Vec::new(),
        });
    }
}

impl Copies {
    /// Builds the steps again if a texture was replaced.
    fn prepare(
        &mut self,
        drawn: &GpuImage,
        shown: &GpuImage,
        bind: impl Fn(&TextureView) -> BindGroup,
    ) {
        let of = Some((drawn.texture_view.id(), shown.texture.id()));
        if self.of == of {
            return;
        }
        self.of = of;
        self.steps.clear();
        let mut larger = drawn.texture_view.clone();
        for level in 0..shown.texture_descriptor.mip_level_count {
            let to = shown.texture.create_view(&TextureViewDescriptor {
                base_mip_level: level,
                mip_level_count: Some(1),
                ..default()
            });
            let from = bind(&larger);
            larger = to.clone();
            self.steps.push(Step { from, to });
        }
    }
}

fn draw_copies(
    view: ViewQuery<&mut Copies>,
    copying: Res<Copying>,
    images: Res<RenderAssets<GpuImage>>,
    cache: Res<PipelineCache>,
    mut context: RenderContext,
) {
    let mut copies = view.into_inner();
    let (Some(drawn), Some(shown)) = (images.get(copies.drawn), images.get(copies.shown)) else {
        return;
    };
    let Some(pipeline) = cache.get_render_pipeline(copying.pipeline) else {
        return;
    };
    let device = context.render_device();
    copies.prepare(drawn, shown, |larger| {
        copying.blit.create_bind_group(device, larger, &cache)
    });
    for step in &copies.steps {
        let mut pass = context
            .command_encoder()
            .begin_render_pass(&RenderPassDescriptor {
                label: Some("smaller copy"),
                color_attachments: &[Some(RenderPassColorAttachment {
                    view: &step.to,
                    depth_slice: None,
                    resolve_target: None,
                    ops: Operations::default(),
                })],
                depth_stencil_attachment: None,
                timestamp_writes: None,
                occlusion_query_set: None,
                multiview_mask: None,
            });
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &step.from, &[]);
        pass.draw(0..3, 0..1);
    }
}

#[cfg(test)]
mod tests {
    use bevy::render::render_resource::TextureUsages;

    use super::*;
    use crate::panel::picture::Picture;
    use crate::panel::{plate, screen};

    #[test]
    fn mip_levels_halve_exactly_and_work_in_webgl() {
        let mut app = App::new();
        app.init_resource::<Assets<Image>>()
            .init_resource::<Assets<Mesh>>()
            .init_resource::<Assets<Picture>>()
            .add_plugins((screen::plugin, plate::plugin));
        let world = app.world_mut();
        world.run_schedule(PreStartup);
        world.run_schedule(Startup);
        let mut canvases = world.query::<&Canvas>();
        let images = world.resource::<Assets<Image>>();
        assert_eq!(canvases.iter(world).count(), 2);
        for canvas in canvases.iter(world) {
            let [drawn, shown] = [&canvas.drawn, &canvas.shown].map(|it| images.get(it).unwrap());
            assert!(shown.texture_view_descriptor.is_none());
            let (drawn, shown) = (&drawn.texture_descriptor, &shown.texture_descriptor);
            assert_eq!(shown.size, drawn.size);
            let times = 1_u32 << (shown.mip_level_count - 1);
            assert!(times > 1);
            for length in [shown.size.width, shown.size.height] {
                assert!(length.is_multiple_of(times), "{length} by {times}");
            }
            assert_eq!((shown.format, drawn.format), (FORMAT, FORMAT));
            assert!(shown.view_formats.is_empty());
            assert!(shown.usage.contains(TextureUsages::RENDER_ATTACHMENT));
            assert!(!shown.usage.contains(TextureUsages::STORAGE_BINDING));
        }
    }
}
