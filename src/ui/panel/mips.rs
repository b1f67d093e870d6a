//! Smaller copies of the picture: from afar, text is read from one that fits and
//! does not glitter.
//!
//! Only in frames in which the picture is drawn.

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

use super::screen::{PanelCamera, PanelScreen};

/// Ours among what asks for smaller copies: any number will do.
const PHASE: MipGenerationPhaseId = MipGenerationPhaseId(0x1c0c);

/// What is to be copied in this frame.
#[derive(Resource, Default)]
struct Picture(Option<PanelScreen>);

pub(super) fn plugin(app: &mut App) {
    // A headless app draws nothing.
    let Some(render) = app.get_sub_app_mut(RenderApp) else {
        return;
    };
    render
        .init_resource::<Picture>()
        .add_systems(ExtractSchedule, ask)
        // The picture is complete after the last step.
        .add_systems(Core2d, copy.after(upscaling));
}

fn ask(
    screen: Extract<Option<Res<PanelScreen>>>,
    camera: Extract<Query<&Camera, With<PanelCamera>>>,
    mut picture: ResMut<Picture>,
    mut jobs: ResMut<MipGenerationJobs>,
) {
    let screen = screen.as_ref();
    let drawn = screen.filter(|_| camera.iter().any(|camera| camera.is_active));
    picture.0 = drawn.map(|screen| PanelScreen::clone(screen));
    if let Some(screen) = drawn {
        jobs.add(PHASE, screen.shown());
    }
}

fn copy(
    view: ViewQuery<&ExtractedCamera>,
    picture: Res<Picture>,
    images: Res<RenderAssets<GpuImage>>,
    jobs: Res<MipGenerationJobs>,
    pipelines: Res<MipGenerationPipelines>,
    cache: Res<PipelineCache>,
    mut context: RenderContext,
) {
    let Some(screen) = &picture.0 else {
        return;
    };
    if view.into_inner().target != Some(screen.target()) {
        return;
    }
    let (Some(drawn), Some(shown)) = (images.get(screen.drawn()), images.get(screen.shown()))
    else {
        return;
    };
    context.command_encoder().copy_texture_to_texture(
        drawn.texture.as_image_copy(),
        shown.texture.as_image_copy(),
        drawn.texture_descriptor.size,
    );
    generate_mips_for_phase(PHASE, &jobs, &cache, &pipelines, &images, &mut context);
}
