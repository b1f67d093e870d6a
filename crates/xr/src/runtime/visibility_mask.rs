//! Skips the corners of the picture that the lenses hide (`XR_KHR_visibility_mask`).
//!
//! The runtime provides the hidden area as triangles. They are drawn to each eye's depth buffer at
//! the near plane before anything else, so that hidden fragments fail the depth test before
//! shading. A separate pass is necessary, because Bevy's opaque phase is sorted by pipeline and
//! mesh instead of distance.

use std::sync::Arc;

use bevy::asset::{load_internal_asset, uuid_handle};
use bevy::core_pipeline::core_3d::{CORE_3D_DEPTH_FORMAT, main_opaque_pass_3d};
use bevy::core_pipeline::schedule::{Core3d, Core3dSystems};
use bevy::mesh::VertexBufferLayout;
use bevy::prelude::*;
use bevy::render::camera::ExtractedCamera;
use bevy::render::extract_resource::{ExtractResource, ExtractResourcePlugin};
use bevy::render::render_resource::{
    Buffer, BufferInitDescriptor, BufferUsages, CachedRenderPipelineId, CompareFunction,
    DepthBiasState, DepthStencilState, MultisampleState, PipelineCache, RenderPassDescriptor,
    RenderPipelineDescriptor, SpecializedRenderPipeline, SpecializedRenderPipelines, StencilState,
    StoreOp, VertexFormat, VertexState, VertexStepMode,
};
use bevy::render::renderer::{RenderContext, RenderDevice, ViewQuery};
use bevy::render::view::{ExtractedView, ViewDepthTexture};
use bevy::render::{Render, RenderApp, RenderSystems};
use bevy_mod_openxr::exts::OxrEnabledExtensions;
use bevy_mod_openxr::poll_events::{OxrEventHandlerExt, OxrEventIn};
use bevy_mod_openxr::session::OxrSession;
use bevy_mod_xr::camera::XrCamera;
use bevy_mod_xr::session::XrSessionCreated;
use openxr::{ViewConfigurationType, VisibilityMask, VisibilityMaskTypeKHR};

use crate::one_pass;

const SHADER: Handle<Shader> = uuid_handle!("0d6f7c7e-6d0f-4f0c-8f3e-2b9c0a51e7d4");

/// Corners of the hidden triangles per eye, in the plane at z = -1.
#[derive(Resource, ExtractResource, Clone, Default)]
struct Masks([Arc<[Vec2]>; 2]);

/// The mask drawn to an eye's depth.
struct EyeMask {
    /// The corners from which the mask was built.
    of: Arc<[Vec2]>,
    clip_from_view: Mat4,
    corners: Buffer,
    pipeline: CachedRenderPipelineId,
}

/// Masks of the left and the right eye; `None` until built.
#[derive(Resource, Default)]
struct EyeMasks([Option<EyeMask>; 2]);

pub(super) fn plugin(app: &mut App) {
    load_internal_asset!(app, SHADER, "visibility_mask.wgsl", Shader::from_wgsl);
    app.init_resource::<Masks>()
        .add_plugins(ExtractResourcePlugin::<Masks>::default())
        .add_oxr_event_handler(on_event)
        .add_systems(XrSessionCreated, query_masks);
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render
            .init_resource::<EyeMasks>()
            .init_resource::<SpecializedRenderPipelines<MaskPipeline>>()
            .add_systems(
                Render,
                prepare_masks.in_set(RenderSystems::PrepareResources),
            )
            .add_systems(
                Core3d,
                // Each of them may draw an eye.
                draw.in_set(Core3dSystems::MainPass)
                    .before(one_pass::draw)
                    .before(main_opaque_pass_3d),
            );
    }
}

/// Queries the masks of a new session. Some runtimes provide masks only later, and send an event.
fn query_masks(
    session: Option<Res<OxrSession>>,
    extensions: Res<OxrEnabledExtensions>,
    mut masks: ResMut<Masks>,
) {
    if !extensions.raw().khr_visibility_mask {
        return;
    }
    let Some(session) = session else {
        return;
    };
    masks.0 = [0, 1].map(|eye| {
        let mask = session.get_visibility_mask_khr(
            ViewConfigurationType::PRIMARY_STEREO,
            eye,
            VisibilityMaskTypeKHR::HIDDEN_TRIANGLE_MESH,
        );
        let mask = mask.inspect_err(|error| debug!("No mask for eye {eye}: {error}"));
        corners(&mask.unwrap_or_default()).into()
    });
}

fn on_event(
    event: OxrEventIn,
    session: Option<Res<OxrSession>>,
    extensions: Res<OxrEnabledExtensions>,
    masks: ResMut<Masks>,
) {
    if let openxr::Event::VisibilityMaskChangedKHR(_) = *event {
        query_masks(session, extensions, masks);
    }
}

/// Returns the corners of a mask's triangles; none if the mask is invalid.
fn corners(mask: &VisibilityMask) -> Vec<Vec2> {
    let corner = |index: &u32| {
        let at = mask.vertices.get(usize::try_from(*index).ok()?)?;
        Some(Vec2::new(at.x, at.y)).filter(|at| at.is_finite())
    };
    let corners: Option<Vec<Vec2>> = mask.indices.iter().map(corner).collect();
    let corners = corners.filter(|all| all.len().is_multiple_of(3));
    corners.unwrap_or_default()
}

/// Projects a point of the plane at z = -1 to the picture, from -1 to 1.
fn on_picture(at: Vec2, clip_from_view: &Mat4) -> Vec2 {
    clip_from_view.project_point3(at.extend(-1.0)).truncate()
}

/// A pipeline that writes only depth.
struct MaskPipeline;

impl SpecializedRenderPipeline for MaskPipeline {
    /// Samples per pixel.
    type Key = u32;

    fn specialize(&self, samples: u32) -> RenderPipelineDescriptor {
        let corner = [VertexFormat::Float32x2];
        RenderPipelineDescriptor {
            label: Some("visibility mask".into()),
            vertex: VertexState {
                shader: SHADER,
                buffers: vec![VertexBufferLayout::from_vertex_formats(
                    VertexStepMode::Vertex,
                    corner,
                )],
                ..default()
            },
            depth_stencil: Some(DepthStencilState {
                format: CORE_3D_DEPTH_FORMAT,
                depth_write_enabled: Some(true),
                depth_compare: Some(CompareFunction::Always),
                stencil: StencilState::default(),
                bias: DepthBiasState::default(),
            }),
            multisample: MultisampleState {
                count: samples,
                ..default()
            },
            ..default()
        }
    }
}

impl EyeMask {
    fn new(
        of: &Arc<[Vec2]>,
        clip_from_view: Mat4,
        pipeline: CachedRenderPipelineId,
        device: &RenderDevice,
    ) -> Self {
        let at = of.iter().map(|at| on_picture(*at, &clip_from_view));
        let numbers = at.flat_map(|at| at.to_array());
        let bytes: Vec<u8> = numbers.flat_map(f32::to_ne_bytes).collect();
        let corners = device.create_buffer_with_data(&BufferInitDescriptor {
            label: Some("visibility mask"),
            contents: &bytes,
            usage: BufferUsages::VERTEX,
        });
        Self {
            of: of.clone(),
            clip_from_view,
            corners,
            pipeline,
        }
    }

    fn is_of(
        &self,
        mask: &Arc<[Vec2]>,
        clip_from_view: Mat4,
        pipeline: CachedRenderPipelineId,
    ) -> bool {
        Arc::ptr_eq(&self.of, mask)
            && self.clip_from_view == clip_from_view
            && self.pipeline == pipeline
    }
}

/// Builds the masks once per shape and field of view.
fn prepare_masks(
    masks: Res<Masks>,
    (device, cache): (Res<RenderDevice>, Res<PipelineCache>),
    mut pipelines: ResMut<SpecializedRenderPipelines<MaskPipeline>>,
    views: Query<(&XrCamera, &ExtractedView, &Msaa)>,
    mut eyes: ResMut<EyeMasks>,
) {
    for (camera, view, samples) in &views {
        let eye = camera.0 as usize;
        let (Some(mask), Some(drawn)) = (masks.0.get(eye), eyes.0.get_mut(eye)) else {
            continue;
        };
        if mask.is_empty() {
            *drawn = None;
            continue;
        }
        let pipeline = pipelines.specialize(&cache, &MaskPipeline, samples.samples());
        let is_there = drawn
            .as_ref()
            .is_some_and(|drawn| drawn.is_of(mask, view.clip_from_view, pipeline));
        if !is_there {
            *drawn = Some(EyeMask::new(mask, view.clip_from_view, pipeline, &device));
        }
    }
}

fn draw(
    view: ViewQuery<(&XrCamera, &ExtractedCamera, &ViewDepthTexture)>,
    eyes: Res<EyeMasks>,
    cache: Res<PipelineCache>,
    mut context: RenderContext,
) {
    let (eye, camera, depth) = view.into_inner();
    let Some(Some(mask)) = eyes.0.get(eye.0 as usize) else {
        return;
    };
    let Some(pipeline) = cache.get_render_pipeline(mask.pipeline) else {
        return;
    };
    // The first pass on the texture clears the depth, and later ones load it.
    let mut pass = context.begin_tracked_render_pass(RenderPassDescriptor {
        label: Some("visibility mask"),
        color_attachments: &[],
        depth_stencil_attachment: Some(depth.get_attachment(StoreOp::Store)),
        timestamp_writes: None,
        occlusion_query_set: None,
        multiview_mask: None,
    });
    if let Some(viewport) = &camera.viewport {
        pass.set_camera_viewport(viewport);
    }
    pass.set_render_pipeline(pipeline);
    pass.set_vertex_buffer(0, mask.corners.slice(..));
    pass.draw(0..mask.of.len() as u32, 0..1);
}

#[cfg(test)]
mod tests {
    use bevy_mod_xr::camera::{Fov, calculate_projection};
    use openxr::Vector2f;

    use super::*;

    fn mask(vertices: &[[f32; 2]], indices: &[u32]) -> VisibilityMask {
        let vertices = vertices.iter().map(|&[x, y]| Vector2f { x, y });
        VisibilityMask {
            vertices: vertices.collect(),
            indices: indices.to_vec(),
        }
    }

    #[test]
    fn mask_has_its_triangles_and_an_invalid_one_has_none() {
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let all = corners(&mask(&square, &[0, 1, 2, 2, 3, 0]));
        assert_eq!(all.len(), 6);
        assert_eq!(all[4], Vec2::Y);
        for indices in [&[0, 1, 4][..], &[0, 1, u32::MAX], &[0, 1], &[]] {
            assert!(corners(&mask(&square, indices)).is_empty(), "{indices:?}");
        }
        let nowhere = [[0.0, 0.0], [1.0, f32::NAN], [1.0, 1.0]];
        assert!(corners(&mask(&nowhere, &[0, 1, 2])).is_empty());
    }

    #[test]
    fn field_of_view_edges_map_to_the_pictures_edges() {
        let (left, right, down, up) = (-0.9_f32, 0.7_f32, -0.8_f32, 0.6_f32);
        let fov = Fov {
            angle_left: left,
            angle_right: right,
            angle_down: down,
            angle_up: up,
        };
        let clip_from_view = calculate_projection(0.03, fov);
        for (x, across) in [(left, -1.0), (right, 1.0)] {
            for (y, high) in [(down, -1.0), (up, 1.0)] {
                let at = on_picture(Vec2::new(x.tan(), y.tan()), &clip_from_view);
                assert!(at.distance(Vec2::new(across, high)) < 1e-5, "{at}");
            }
        }
    }
}
