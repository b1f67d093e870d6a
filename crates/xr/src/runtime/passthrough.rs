//! Passthrough: shows the real room, by the headset's cameras or see-through displays.
//!
//! Uses the environment blend mode `ALPHA_BLEND`, or else a layer of `XR_FB_passthrough` below the
//! game's layers. Both show the real room where the picture is transparent, so the game's room is
//! hidden and the eyes are cleared to transparent.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy::render::extract_resource::{ExtractResource, ExtractResourcePlugin};
use bevy_mod_openxr::environment_blend_mode::OxrEnvironmentBlendModes;
use bevy_mod_openxr::exts::OxrEnabledExtensions;
use bevy_mod_openxr::layer_builder::{
    CompositionLayer, CompositionLayerPassthroughFB, LayerProvider,
};
use bevy_mod_openxr::resources::{
    OxrPassthrough, OxrPassthroughLayerFB, OxrRenderLayers, OxrSessionConfig,
};
use bevy_mod_openxr::session::OxrSession;
use bevy_mod_openxr::types;
use bevy_mod_xr::session::{XrPreDestroySession, XrSessionCreated};
use openxr::{
    CompositionLayerFlags, EnvironmentBlendMode, PassthroughFlagsFB, PassthroughLayerPurposeFB,
};

use icochess_base::display::PassthroughAvailable;
use icochess_base::schedule::AppSystems;
use icochess_board::room::surroundings::Surroundings;
use icochess_store::settings::Settings;

/// How the runtime shows the real room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PassthroughMethod {
    /// By the blend mode.
    Blend,
    /// By a layer below the game's own.
    Layer,
}

/// Passthrough support of the session.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
struct PassthroughSupport {
    /// Blend mode of the virtual room.
    default_mode: EnvironmentBlendMode,
    /// How the real room is shown, if supported.
    method: Option<PassthroughMethod>,
}

impl PassthroughSupport {
    /// Returns the blend mode for the real or the virtual room.
    fn mode(self, is_real: bool) -> EnvironmentBlendMode {
        match self.method {
            Some(PassthroughMethod::Blend) if is_real => EnvironmentBlendMode::ALPHA_BLEND,
            _ => self.default_mode,
        }
    }
}

/// The passthrough layer, while it is enabled.
#[derive(Resource, Clone, Default, ExtractResource)]
struct RoomLayer(Option<Arc<Shown>>);

/// Handles of the passthrough layer, in the order of destruction.
struct Shown {
    layer: OxrPassthroughLayerFB,
    _passthrough: OxrPassthrough,
}

pub(super) fn plugin(app: &mut App) {
    // See-through displays may lack OPAQUE.
    let config = OxrSessionConfig {
        blend_mode_preference: vec![
            EnvironmentBlendMode::OPAQUE,
            EnvironmentBlendMode::ALPHA_BLEND,
            EnvironmentBlendMode::ADDITIVE,
        ],
        ..default()
    };
    app.insert_resource(config)
        .init_resource::<RoomLayer>()
        .init_resource::<Surroundings>()
        .add_plugins(ExtractResourcePlugin::<RoomLayer>::default())
        .add_systems(XrSessionCreated, detect_support)
        .add_systems(XrPreDestroySession, drop_layer)
        .add_systems(
            Update,
            apply_setting
                .run_if(
                    resource_exists::<PassthroughSupport>
                        .and_then(resource_exists::<OxrEnvironmentBlendModes>),
                )
                .in_set(AppSystems::Input),
        );
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render.add_systems(XrPreDestroySession, drop_layer);
        if let Some(mut layers) = render.world_mut().get_resource_mut::<OxrRenderLayers>() {
            // This layer is below all others.
            layers.insert(0, Box::new(BelowOurs));
        }
    }
}

/// Provides the passthrough layer, if there is one.
struct BelowOurs;

impl LayerProvider for BelowOurs {
    fn get<'a>(&'a self, world: &'a World) -> Option<Box<dyn CompositionLayer<'a> + 'a>> {
        let shown = world.get_resource::<RoomLayer>()?.0.as_ref()?;
        let layer = CompositionLayerPassthroughFB::new()
            .layer_handle(&shown.layer)
            .layer_flags(CompositionLayerFlags::BLEND_TEXTURE_SOURCE_ALPHA);
        Some(Box::new(layer))
    }
}

/// Detects the passthrough support of a new session.
fn detect_support(
    mut commands: Commands,
    session: Option<Res<OxrSession>>,
    modes: Option<Res<OxrEnvironmentBlendModes>>,
    extensions: Res<OxrEnabledExtensions>,
    mut available: ResMut<PassthroughAvailable>,
) {
    let (Some(session), Some(modes)) = (session, modes) else {
        return;
    };
    let blends = modes
        .available_blend_modes()
        .contains(&EnvironmentBlendMode::ALPHA_BLEND);
    // A runtime may have the extension while the headset has no cameras.
    let has_layer = || {
        extensions.raw().fb_passthrough
            && session
                .create_passthrough(PassthroughFlagsFB::EMPTY)
                .is_ok()
    };
    let method = if blends {
        Some(PassthroughMethod::Blend)
    } else {
        has_layer().then_some(PassthroughMethod::Layer)
    };
    debug!("Blend modes: {:?}", modes.available_blend_modes());
    let default_mode = modes.blend_mode();
    available.set_if_neq(match method {
        Some(_) => PassthroughAvailable::Now,
        None => PassthroughAvailable::Never,
    });
    commands.insert_resource(PassthroughSupport {
        default_mode,
        method,
    });
}

/// Drops the layer before the session is destroyed.
fn drop_layer(layer: Option<ResMut<RoomLayer>>) {
    if let Some(mut layer) = layer {
        layer.0 = None;
    }
}

fn begin_layer(session: &OxrSession) -> types::Result<Shown> {
    let passthrough = session.create_passthrough(PassthroughFlagsFB::IS_RUNNING_AT_CREATION)?;
    let purpose = PassthroughLayerPurposeFB::RECONSTRUCTION;
    let layer = session.create_passthrough_layer(&passthrough, purpose)?;
    Ok(Shown {
        layer,
        _passthrough: passthrough,
    })
}

/// Applies the passthrough setting, if it is supported.
fn apply_setting(
    (settings, session): (Res<Settings>, Option<Res<OxrSession>>),
    mut offer: ResMut<PassthroughSupport>,
    mut available: ResMut<PassthroughAvailable>,
    mut modes: ResMut<OxrEnvironmentBlendModes>,
    mut layer: ResMut<RoomLayer>,
    mut surroundings: ResMut<Surroundings>,
) {
    let wants_layer = settings.passthrough && offer.method == Some(PassthroughMethod::Layer);
    if !wants_layer && layer.0.is_some() {
        layer.0 = None;
    } else if let Some(session) = session.filter(|_| wants_layer && layer.0.is_none()) {
        match begin_layer(&session) {
            Ok(shown) => layer.0 = Some(Arc::new(shown)),
            Err(error) => {
                warn!("The headset does not show the room: {error}");
                offer.method = None;
                available.set_if_neq(PassthroughAvailable::Never);
            }
        }
    }
    let is_real = settings.passthrough && offer.method.is_some();
    let mode = offer.mode(is_real);
    if modes.blend_mode() != mode {
        modes.set_blend_mode(mode);
    }
    surroundings.set_if_neq(Surroundings::of(is_real));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_passthrough_by_blend_mode_changes_the_mode() {
        let (opaque, blend) = (
            EnvironmentBlendMode::OPAQUE,
            EnvironmentBlendMode::ALPHA_BLEND,
        );
        for (method, real) in [
            (Some(PassthroughMethod::Blend), blend),
            // The layer below shows through the alpha of the game's layer.
            (Some(PassthroughMethod::Layer), opaque),
            (None, opaque),
        ] {
            let offer = PassthroughSupport {
                default_mode: opaque,
                method,
            };
            assert_eq!([true, false].map(|is| offer.mode(is)), [real, opaque]);
        }
    }
}
