//! Counts the pipelines that the renderer is still compiling. Until they are ready, frames silently
//! lack their draws, so a program that renders on demand must render again afterwards. On the first
//! start of the game, compiling can take several seconds.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bevy::prelude::*;
use bevy::render::render_resource::{PipelineCache, PipelineDescriptor};
use bevy::render::renderer::RenderDevice;
use bevy::render::{Render, RenderApp, RenderSystems};

/// The number of pipelines still missing at the end of the last frame; 0 without a renderer.
#[derive(Resource, Debug, Clone, Default)]
pub struct PendingPipelines(Arc<AtomicUsize>);

impl PendingPipelines {
    /// Returns the number of missing pipelines.
    pub fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Sets the number of missing pipelines.
    pub fn set(&self, count: usize) {
        self.0.store(count, Ordering::Relaxed);
    }
}

pub(crate) fn plugin(app: &mut App) {
    let pending = PendingPipelines::default();
    app.insert_resource(pending.clone());
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render
            .insert_resource(pending)
            .add_systems(Render, count_pending.in_set(RenderSystems::Cleanup));
    }
}

fn count_pending(
    pipelines: Res<PipelineCache>,
    device: Res<RenderDevice>,
    pending: Res<PendingPipelines>,
) {
    // Bevy queues compute pipelines even where they are impossible, as in WebGL.
    let is_computed = device.limits().max_compute_workgroup_size_x > 0;
    let is_coming = |id| {
        let pipeline = pipelines.pipelines().nth(id);
        pipeline.is_some_and(|pipeline| match pipeline.descriptor {
            PipelineDescriptor::RenderPipelineDescriptor(_) => true,
            PipelineDescriptor::ComputePipelineDescriptor(_) => is_computed,
        })
    };
    let waiting = pipelines.waiting_pipelines();
    pending.set(waiting.filter(|&id| is_coming(id)).count());
}
