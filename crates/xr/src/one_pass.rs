//! Cameras that render in a single pass directly to their output, for the eyes of a headset.
//!
//! Bevy renders opaque and transparent objects in separate passes, resolves the samples after both,
//! and copies the result. Other plugins may read the picture between the passes. No plugin reads
//! the eyes' pictures, for which the extra passes take [much of a
//! frame](../../docs/notes/frames.md#graphics-card).

use bevy::camera::{CameraOutputMode, MainPassResolutionOverride, Viewport};
use bevy::core_pipeline::core_3d::{
    AlphaMask3d, Opaque3d, Transparent3d, main_opaque_pass_3d, main_transparent_pass_3d,
};
use bevy::core_pipeline::schedule::{Core3d, Core3dSystems};
use bevy::core_pipeline::upscaling::upscaling;
use bevy::ecs::schedule::ScheduleCleanupPolicy;
use bevy::prelude::*;
use bevy::render::camera::ExtractedCamera;
use bevy::render::extract_component::{ExtractComponent, ExtractComponentPlugin};
use bevy::render::render_phase::{ViewBinnedRenderPhases, ViewSortedRenderPhases};
use bevy::render::render_resource::{RenderPassDescriptor, StoreOp};
use bevy::render::renderer::{RenderContext, ViewQuery};
use bevy::render::view::{ExtractedView, ViewDepthTexture, ViewTarget};
use bevy::render::{Render, RenderApp, RenderSystems};
use bevy_mod_xr::session::XrRenderSystems;

/// Makes a camera render in one pass. The camera must have no skybox and no custom passes, and clears
/// its whole output.
#[derive(Component, ExtractComponent, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OnePass {
    /// Whether another system reads the camera's main texture this frame. If not, the camera
    /// renders directly to an output of the same format.
    pub keeps_main_texture: bool,
}

impl OnePass {
    /// Returns whether the camera renders directly to its output, without its main texture.
    pub fn is_direct(self, camera: &ExtractedCamera, target: &ViewTarget) -> bool {
        let replaces = matches!(
            camera.output_mode,
            CameraOutputMode::Write {
                blend_state: None,
                ..
            }
        );
        let is_first = camera.sorted_camera_index_for_target == 0;
        let shown = target.out_texture_view_format();
        !self.keeps_main_texture
            && replaces
            && is_first
            && shown == Some(target.main_texture_format())
    }
}

/// Systems that copy an eye's picture in the render world, before the runtime gets it.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct EyeCopySystems;

/// Renders cameras with [`OnePass`] in one pass, and all others like Bevy.
#[derive(Debug, Clone, Copy)]
pub struct OnePassPlugin;

impl Plugin for OnePassPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(ExtractComponentPlugin::<OnePass>::default());
        if let Some(render) = app.get_sub_app_mut(RenderApp) {
            render.configure_sets(
                Render,
                // The runtime may use the queue when it gets the picture back (OpenXR,
                // `XR_KHR_vulkan_enable2`, "Concurrency").
                EyeCopySystems
                    .after(RenderSystems::Render)
                    .before(XrRenderSystems::PostRender),
            );
        }
    }

    fn finish(&self, app: &mut App) {
        let Some(render) = app.get_sub_app_mut(RenderApp) else {
            return;
        };
        // Bevy's systems are removed and added again with a run condition, because a condition
        // can't be added in place.
        let policy = ScheduleCleanupPolicy::RemoveSystemsOnlyAllowBreakages;
        let removed = [
            render.remove_systems_in_set(Core3d, main_opaque_pass_3d, policy),
            render.remove_systems_in_set(Core3d, main_transparent_pass_3d, policy),
            render.remove_systems_in_set(Core3d, upscaling, policy),
        ];
        debug_assert!(removed.iter().all(|it| matches!(it, Ok(1))), "{removed:?}");
        render.add_systems(
            Core3d,
            (
                (
                    // Runs first, because the transmissive pass after the opaque one requests the
                    // attachment even if the pass is empty, and the first request clears the
                    // attachment.
                    draw,
                    main_opaque_pass_3d.run_if(not(is_in_one_pass)),
                    main_transparent_pass_3d.run_if(not(is_in_one_pass)),
                )
                    .chain()
                    .in_set(Core3dSystems::MainPass),
                upscaling
                    .run_if(not(is_direct))
                    .after(Core3dSystems::PostProcess),
            ),
        );
    }
}

fn is_in_one_pass(view: ViewQuery<Has<OnePass>>) -> bool {
    view.into_inner()
}

fn is_direct(view: ViewQuery<Option<(&OnePass, &ExtractedCamera, &ViewTarget)>>) -> bool {
    let view = view.into_inner();
    view.is_some_and(|(pass, camera, target)| pass.is_direct(camera, target))
}

pub(crate) fn draw(
    world: &World,
    view: ViewQuery<(
        &OnePass,
        &ExtractedCamera,
        &ExtractedView,
        &ViewTarget,
        &ViewDepthTexture,
        Option<&MainPassResolutionOverride>,
    )>,
    opaque: Res<ViewBinnedRenderPhases<Opaque3d>>,
    masked: Res<ViewBinnedRenderPhases<AlphaMask3d>>,
    blended: Res<ViewSortedRenderPhases<Transparent3d>>,
    mut context: RenderContext,
) {
    let entity = view.entity();
    let (one_pass, camera, extracted, target, depth, resolution) = view.into_inner();
    let key = &extracted.retained_view_entity;
    let (Some(opaque), Some(masked)) = (opaque.get(key), masked.get(key)) else {
        return;
    };
    let mut colours = target.get_color_attachment();
    let shown = target.out_texture();
    if let Some(shown) = shown.filter(|_| one_pass.is_direct(camera, target)) {
        if colours.resolve_target.is_some() {
            colours.resolve_target = Some(shown);
        } else {
            colours.view = shown;
        }
    }
    if colours.resolve_target.is_some() {
        // The samples are not needed after the resolve.
        colours.ops.store = StoreOp::Discard;
    }
    let mut pass = context.begin_tracked_render_pass(RenderPassDescriptor {
        label: Some("one pass"),
        color_attachments: &[Some(colours)],
        depth_stencil_attachment: Some(depth.get_attachment(StoreOp::Discard)),
        timestamp_writes: None,
        occlusion_query_set: None,
        multiview_mask: None,
    });
    let viewport = Viewport::from_viewport_and_override(camera.viewport.as_ref(), resolution);
    if let Some(viewport) = viewport {
        pass.set_camera_viewport(&viewport);
    }
    let mut drawn = Ok(());
    if !opaque.is_empty() {
        drawn = drawn.and(opaque.render(&mut pass, world, entity));
    }
    if !masked.is_empty() {
        drawn = drawn.and(masked.render(&mut pass, world, entity));
    }
    if let Some(blended) = blended.get(key).filter(|it| !it.items.is_empty()) {
        drawn = drawn.and(blended.render(&mut pass, world, entity));
    }
    if let Err(error) = drawn {
        error!("not all of a camera's picture could be drawn: {error:?}");
    }
}
