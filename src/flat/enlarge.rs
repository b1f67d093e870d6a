//! Draws the board at a lower resolution and scales it up, for slow graphics cards. UI and text are
//! drawn afterwards at full resolution.

use bevy::asset::{load_internal_asset, uuid_handle};
use bevy::camera::MainPassResolutionOverride;
use bevy::core_pipeline::fullscreen_material::{
    FullscreenMaterial, FullscreenMaterialPipelineId, FullscreenMaterialPlugin,
};
use bevy::prelude::*;
use bevy::render::camera::ExtractedCamera;
use bevy::render::extract_component::ExtractComponent;
use bevy::render::render_resource::{PipelineCache, ShaderType};
use bevy::render::{Render, RenderApp, RenderSystems};
use bevy::shader::ShaderRef;

use super::camera::WindowCamera;
use icochess_base::schedule::AppSystems;
use icochess_store::settings::Settings;

const SHADER: Handle<Shader> = uuid_handle!("5b0c7a52-3e19-4c0e-9d55-8f0f2f6f1c3a");

/// Makes a camera draw to a part of its target, and scales that part up to the whole target.
#[derive(Component, ExtractComponent, ShaderType, Debug, Clone, Copy, PartialEq, Default)]
pub struct Enlarged {
    /// Drawn part of the target's width and height, between 0 and 1.
    #[shader(align(16))]
    pub part: f32,
}

impl FullscreenMaterial for Enlarged {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        apply_render_scale
            .run_if(resource_changed::<Settings>)
            .in_set(AppSystems::Scene),
    );
    // A headless app has no renderer.
    if app.get_sub_app(RenderApp).is_none() {
        return;
    }
    load_internal_asset!(app, SHADER, "enlarge.wgsl", Shader::from_wgsl);
    app.add_plugins(FullscreenMaterialPlugin::<Enlarged>::default());
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render.add_systems(
            Render,
            (
                limit_resolution.in_set(RenderSystems::PrepareViews),
                wait_for_pipeline.in_set(RenderSystems::PrepareBindGroups),
            ),
        );
    }
}

/// Applies the render scale. A window gains nothing from supersampling, so values of 1 or more
/// switch scaling off.
fn apply_render_scale(
    mut commands: Commands,
    settings: Res<Settings>,
    camera: Single<(Entity, Option<&Enlarged>), With<WindowCamera>>,
) {
    let (camera, now) = *camera;
    let wanted = (settings.render_scale < 1.0).then_some(Enlarged {
        part: settings.render_scale,
    });
    match wanted {
        Some(wanted) if now != Some(&wanted) => {
            commands.entity(camera).insert(wanted);
        }
        None if now.is_some() => {
            commands.entity(camera).remove::<Enlarged>();
        }
        _ => {}
    }
}

/// Returns the size of the drawn part, in pixels. The shader rounds in the same way.
fn drawn(whole: UVec2, part: f32) -> UVec2 {
    (whole.as_vec2() * part + 0.5).as_uvec2().max(UVec2::ONE)
}

fn limit_resolution(
    mut commands: Commands,
    cameras: Query<(
        Entity,
        &ExtractedCamera,
        Option<&Enlarged>,
        Has<MainPassResolutionOverride>,
    )>,
) {
    for (entity, camera, enlarged, is_shrunk) in &cameras {
        let mut entity = commands.entity(entity);
        if let (Some(enlarged), Some(whole)) = (enlarged, camera.physical_viewport_size) {
            entity.insert(MainPassResolutionOverride(drawn(whole, enlarged.part)));
        } else if is_shrunk {
            entity.remove::<MainPassResolutionOverride>();
        }
    }
}

/// Blocks until the shader is compiled. Without the shader, the board would appear small in a
/// corner.
fn wait_for_pipeline(
    mut pipelines: ResMut<PipelineCache>,
    new: Query<&FullscreenMaterialPipelineId, Added<FullscreenMaterialPipelineId>>,
) {
    for pipeline in &new {
        pipelines.block_on_render_pipeline(pipeline.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_part_is_never_empty_nor_larger_than_the_whole() {
        for whole in [UVec2::ONE, UVec2::new(641, 3), UVec2::new(3840, 2160)] {
            for part in [0.5, 0.55, 0.75, 0.95] {
                let drawn = drawn(whole, part);
                assert!(drawn.cmple(whole).all() && drawn.cmpge(UVec2::ONE).all());
            }
        }
        assert_eq!(drawn(UVec2::new(1280, 800), 0.75), UVec2::new(960, 600));
    }
}
