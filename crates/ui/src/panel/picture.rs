//! The material of the panel, which shows a picture unchanged.

use bevy::asset::embedded_asset;
use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy::render::render_resource::AsBindGroup;
use bevy::shader::ShaderRef;

const SHADER: &str = "embedded://icochess_ui/panel/picture.wgsl";

/// A material without lighting, fog or tone mapping.
#[derive(Asset, TypePath, AsBindGroup, Debug, Clone)]
pub(crate) struct Picture {
    /// The picture.
    #[texture(0)]
    #[sampler(1)]
    pub(crate) image: Handle<Image>,
}

impl Material for Picture {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }
}

pub(crate) fn plugin(app: &mut App) {
    embedded_asset!(app, "picture.wgsl");
    // A headless app has no renderer.
    if app.get_sub_app(RenderApp).is_some() {
        app.add_plugins(MaterialPlugin::<Picture>::default());
    } else {
        app.init_asset::<Picture>();
    }
}
