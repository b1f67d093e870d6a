//! The pipelines that the renderer still makes. What they draw is missing from a frame, without a
//! word: whoever draws only when something changes has to draw once more when they are there. A card
//! may take seconds for them when the game is started for the first time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bevy::prelude::*;
use bevy::render::render_resource::{PipelineCache, PipelineDescriptor};
use bevy::render::renderer::RenderDevice;
use bevy::render::{Render, RenderApp, RenderSystems};

/// The number of pipelines that were asked for and not there when the renderer ended its last frame; 0
/// without a renderer.
#[derive(Resource, Debug, Clone, Default)]
pub struct PendingPipelines(Arc<AtomicUsize>);

impl PendingPipelines {
    /// The number of those that are not there.
    pub fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Says how many are not there.
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
            .add_systems(Render, count.in_set(RenderSystems::Cleanup));
    }
}

fn count(pipelines: Res<PipelineCache>, device: Res<RenderDevice>, pending: Res<PendingPipelines>) {
    // Bevy waits for one that computes even where none can be made, as with WebGL.
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
