//! Render targets and passes of the world's views, which only the render app knows.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use bevy::core_pipeline::core_3d::Transparent3d;
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::prelude::*;
use bevy::render::camera::ExtractedCamera;
use bevy::render::render_phase::ViewSortedRenderPhases;
use bevy::render::render_resource::Texture;
use bevy::render::view::{ExtractedView, ViewDepthTexture, ViewTarget};
use bevy::render::{Render, RenderApp, RenderSystems};

use icochess_xr::one_pass::OnePass;

/// Load of a view when it was last drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct TargetLoad {
    /// Number of render passes.
    pub passes: usize,
    /// Size of all textures written by the passes, in bytes.
    pub bytes: u64,
}

/// Load of each view when it was last drawn, by camera; shared by the render app and the main app.
#[derive(Resource, Debug, Clone, Default)]
pub(super) struct TargetLoads(Arc<Mutex<HashMap<Entity, TargetLoad>>>);

impl TargetLoads {
    /// Returns the load of a camera's view; zero if it was never drawn.
    pub(super) fn of(&self, camera: Entity) -> TargetLoad {
        let loads = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        loads.get(&camera).copied().unwrap_or_default()
    }
}

pub(super) fn plugin(app: &mut App) {
    let loads = TargetLoads::default();
    app.insert_resource(loads.clone());
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render
            .insert_resource(loads)
            .add_systems(Render, record_targets.in_set(RenderSystems::Cleanup));
    }
}

/// Returns the size of a texture with all its samples, in bytes.
fn bytes(texture: &Texture) -> u64 {
    let one = texture
        .format()
        .theoretical_memory_footprint(texture.size());
    one * u64::from(texture.sample_count())
}

fn record_targets(
    views: Query<(
        &ExtractedView,
        &ExtractedCamera,
        &ViewTarget,
        &ViewDepthTexture,
        Option<&Tonemapping>,
        Option<&OnePass>,
    )>,
    transparent: Res<ViewSortedRenderPhases<Transparent3d>>,
    loads: Res<TargetLoads>,
) {
    let mut loads = loads.0.lock().unwrap_or_else(PoisonError::into_inner);
    for (view, camera, target, depth, tonemapping, one_pass) in &views {
        let phase = transparent.get(&view.retained_view_entity);
        let has_transparent = phase.is_some_and(|phase| !phase.items.is_empty());
        // Without HDR, tone mapping happens in the main pass.
        let is_mapped = camera.hdr && tonemapping.is_some_and(|it| *it != Tonemapping::None);
        let main = target.main_texture();
        let sampled = target.sampled_main_texture().map_or(0, bytes);
        let other = if is_mapped {
            bytes(target.main_texture_other())
        } else {
            0
        };
        let out = target.out_texture_view_format();
        let out = out.map_or(0, |out| out.theoretical_memory_footprint(main.size()));
        let is_direct = one_pass.is_some_and(|it| it.is_direct(camera, target));
        // Opaque pass, transparent pass, tone mapping, and the copy to the target.
        let passes = 1
            + usize::from(has_transparent && one_pass.is_none())
            + usize::from(is_mapped)
            + usize::from(!is_direct);
        let main = if is_direct { 0 } else { bytes(main) };
        loads.insert(
            view.retained_view_entity.main_entity.id(),
            TargetLoad {
                passes,
                bytes: sampled + bytes(&depth.texture) + main + other + out,
            },
        );
    }
}
