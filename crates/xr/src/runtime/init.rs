//! Creates the renderer and the session for a headset that was found.
//!
//! Replaces `OxrInitPlugin` of `bevy_mod_openxr`. That plugin opens the loader by its development
//! name and creates a second instance in addition to the [`probe`](super::probe)'s.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use bevy::prelude::*;
use bevy::render::extract_resource::ExtractResourcePlugin;
use bevy::render::renderer::{
    RenderAdapter, RenderAdapterInfo, RenderInstance, RenderQueue, WgpuWrapper,
};
use bevy::render::settings::RenderCreation;
use bevy::render::{ExtractSchedule, Render, RenderApp};
use bevy_mod_openxr::environment_blend_mode::OxrEnvironmentBlendModes;
use bevy_mod_openxr::exts::OxrEnabledExtensions;
use bevy_mod_openxr::init::{
    begin_xr_session, create_xr_session, destroy_xr_session, end_xr_session, handle_events,
    request_exit_xr_session, transfer_xr_resources,
};
use bevy_mod_openxr::poll_events::OxrEventHandlerExt;
use bevy_mod_openxr::resources::{
    OxrInstance, OxrSessionConfig, OxrSessionStarted, OxrSystemId, SessionGraphicsCreateInfo,
};
use bevy_mod_openxr::session::OxrSessionCreateNextChain;
use bevy_mod_openxr::types::WgpuGraphics;
use bevy_mod_xr::session::{
    XrBeginSessionMessage, XrCreateSessionMessage, XrDestroySessionMessage, XrDestroySessionRender,
    XrEndSessionMessage, XrFirst, XrHandleEvents, XrRequestExitMessage, XrState, XrStateChanged,
    session_created, state_equals, state_matches,
};

use super::audio;
use super::probe::{FoundHeadset, NoHeadset};
use crate::session::HeadsetSound;

/// A headset with its graphics card open.
pub struct Ready {
    found: FoundHeadset,
    graphics: WgpuGraphics,
    /// Graphics binding for a session.
    binding: SessionGraphicsCreateInfo,
}

impl FoundHeadset {
    /// Opens the graphics card that the runtime requires.
    ///
    /// # Errors
    ///
    /// [`NoHeadset`] if it can't be used.
    pub fn open_graphics(self) -> Result<Ready, NoHeadset> {
        let opened = self.instance.init_graphics(*self.system, None);
        let (graphics, binding) = opened.map_err(NoHeadset::NoGraphics)?;
        Ok(Ready {
            found: self,
            graphics,
            binding,
        })
    }
}

impl Ready {
    /// Returns whether the headset tracks the fingers of bare hands.
    pub(super) fn tracks_hands(&self) -> bool {
        let FoundHeadset {
            instance,
            system,
            extensions,
        } = &self.found;
        extensions.raw().ext_hand_tracking
            && instance.supports_hand_tracking(**system).is_ok_and(|is| is)
    }

    /// Returns the graphics card for Bevy.
    pub(super) fn render_creation(&self) -> RenderCreation {
        let WgpuGraphics(device, queue, about, adapter, instance) = &self.graphics;
        RenderCreation::manual(
            device.clone().into(),
            RenderQueue(Arc::new(WgpuWrapper::new(queue.clone()))),
            RenderAdapterInfo(WgpuWrapper::new(about.clone())),
            RenderAdapter(Arc::new(WgpuWrapper::new(adapter.clone()))),
            RenderInstance(Arc::new(WgpuWrapper::new(instance.clone()))),
        )
    }
}

/// Adds the systems that create, begin, end and destroy the session at the runtime's request. Call
/// it after adding the plugins of Bevy and `bevy_mod_openxr`.
pub(super) fn add_session(app: &mut App, ready: Ready) {
    let FoundHeadset {
        instance,
        system,
        extensions,
    } = ready.found;
    if let Some(id) = audio::output(&instance) {
        app.insert_resource(HeadsetSound(id));
    }
    app.insert_resource(OxrEnabledExtensions(extensions))
        .init_resource::<OxrSessionConfig>()
        .add_plugins((
            ExtractResourcePlugin::<OxrSessionStarted>::default(),
            ExtractResourcePlugin::<OxrEnvironmentBlendModes>::default(),
        ))
        .add_oxr_event_handler(handle_events)
        .add_systems(
            XrFirst,
            (
                create_xr_session
                    .run_if(state_equals(XrState::Available))
                    .run_if(on_message::<XrCreateSessionMessage>),
                (destroy_xr_session, request_render_destroy)
                    .chain()
                    .run_if(state_matches!(XrState::Exiting { .. }))
                    .run_if(on_message::<XrDestroySessionMessage>),
                begin_xr_session
                    .run_if(state_equals(XrState::Ready))
                    .run_if(on_message::<XrBeginSessionMessage>),
                end_xr_session
                    .run_if(state_equals(XrState::Stopping))
                    .run_if(on_message::<XrEndSessionMessage>),
                request_exit_xr_session
                    .run_if(session_created)
                    .run_if(on_message::<XrRequestExitMessage>),
            )
                .in_set(XrHandleEvents::SessionStateUpdateEvents),
        )
        .add_systems(Startup, log_runtime)
        .insert_resource(instance.clone())
        .insert_resource(system)
        .insert_resource(XrState::Available)
        .insert_resource(OxrSessionStarted(false))
        .insert_non_send(ready.binding)
        .init_non_send::<OxrSessionCreateNextChain>();
    app.world_mut()
        .write_message(XrStateChanged(XrState::Available));
    app.sub_app_mut(RenderApp)
        .add_systems(ExtractSchedule, transfer_xr_resources)
        .add_systems(
            Render,
            (destroy_xr_session, clear_destroy_request)
                .chain()
                .run_if(is_destroy_requested),
        )
        .insert_resource(instance)
        .insert_resource(system)
        .insert_resource(XrState::Available)
        .insert_resource(OxrSessionStarted(false));
}

/// Logs the runtime and the headset, for bug reports.
fn log_runtime(
    (instance, system): (Res<OxrInstance>, Res<OxrSystemId>),
    extensions: Res<OxrEnabledExtensions>,
) {
    let runtime = instance.properties();
    let runtime = runtime.map(|it| format!("{} {}", it.runtime_name, it.runtime_version));
    let headset = instance.system_properties(**system);
    let headset = headset.map(|it| it.system_name);
    debug!(
        "OpenXR runtime: {}; headset: {}",
        runtime.unwrap_or_default(),
        headset.unwrap_or_default()
    );
    let names = extensions.raw().names();
    let names: Vec<_> = names
        .iter()
        .map(|name| String::from_utf8_lossy(name))
        .collect();
    let names = names.join(" ").replace('\0', "");
    debug!("OpenXR extensions: {names}");
}

/// Requests the render thread to destroy its part of the session.
fn request_render_destroy(flag: Res<XrDestroySessionRender>) {
    flag.0.store(true, Ordering::Relaxed);
}

fn is_destroy_requested(flag: Option<Res<XrDestroySessionRender>>) -> bool {
    flag.is_some_and(|flag| flag.0.load(Ordering::Relaxed))
}

fn clear_destroy_request(flag: Res<XrDestroySessionRender>) {
    flag.0.store(false, Ordering::Relaxed);
}
