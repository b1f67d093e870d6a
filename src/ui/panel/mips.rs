//! Smaller copies of the pictures: from afar, text is read from one that fits and
//! does not glitter.
//!
//! Only in frames in which a picture is drawn, and where shaders write to textures: else what is drawn
//! is shown itself.

use bevy::camera::NormalizedRenderTarget;
use bevy::core_pipeline::mip_generation::{
    MipGenerationJobs, MipGenerationPhaseId, MipGenerationPipelines, generate_mips_for_phase,
};
use bevy::core_pipeline::schedule::Core2d;
use bevy::core_pipeline::upscaling::upscaling;
use bevy::prelude::*;
use bevy::render::camera::ExtractedCamera;
use bevy::render::render_asset::RenderAssets;
use bevy::render::render_resource::PipelineCache;
use bevy::render::renderer::{RenderContext, ViewQuery};
use bevy::render::texture::GpuImage;
use bevy::render::{Extract, RenderApp};

use super::canvas::Canvas;
use crate::platform::WRITES_TEXTURES;

/// Ours among what asks for smaller copies, one for each picture from here on: any
/// number will do.
const PHASE: u32 = 0x1c0c;

/// What is drawn in this frame, and where it is to be copied to.
#[derive(Resource, Default)]
struct Drawn(Vec<(Handle<Image>, Handle<Image>)>);

pub(super) fn plugin(app: &mut App) {
    if !WRITES_TEXTURES {
        return;
    }
    // A headless app draws nothing.
    let Some(render) = app.get_sub_app_mut(RenderApp) else {
        return;
    };
    render
        .init_resource::<Drawn>()
        .add_systems(ExtractSchedule, ask)
        // The picture is complete after the last step.
        .add_systems(Core2d, copy.after(upscaling));
}

fn ask(
    canvases: Extract<Query<(&Camera, &Canvas)>>,
    mut drawn: ResMut<Drawn>,
    mut jobs: ResMut<MipGenerationJobs>,
) {
    drawn.0.clear();
    for (_, canvas) in canvases.iter().filter(|(camera, _)| camera.is_active) {
        jobs.add(phase(drawn.0.len()), &canvas.shown);
        drawn.0.push((canvas.drawn.clone(), canvas.shown.clone()));
    }
}

/// What is asked for one picture, by its place among those of a frame: each is copied
/// when its own camera has drawn it.
const fn phase(place: usize) -> MipGenerationPhaseId {
    MipGenerationPhaseId(PHASE + place as u32)
}

fn copy(
    view: ViewQuery<&ExtractedCamera>,
    drawn: Res<Drawn>,
    images: Res<RenderAssets<GpuImage>>,
    jobs: Res<MipGenerationJobs>,
    pipelines: Res<MipGenerationPipelines>,
    cache: Res<PipelineCache>,
    mut context: RenderContext,
) {
    let Some(NormalizedRenderTarget::Image(target)) = &view.into_inner().target else {
        return;
    };
    let mut pictures = drawn.0.iter().enumerate();
    let Some((place, (drawn, shown))) = pictures.find(|(_, (drawn, _))| *drawn == target.handle)
    else {
        return;
    };
    let (Some(drawn), Some(shown)) = (images.get(drawn), images.get(shown)) else {
        return;
    };
    context.command_encoder().copy_texture_to_texture(
        drawn.texture.as_image_copy(),
        shown.texture.as_image_copy(),
        drawn.texture_descriptor.size,
    );
    generate_mips_for_phase(
        phase(place),
        &jobs,
        &cache,
        &pipelines,
        &images,
        &mut context,
    );
}
