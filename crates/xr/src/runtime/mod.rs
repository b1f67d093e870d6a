//! The headset of a computer by OpenXR, which no other module uses.
//!
//! * [`probe`]: detection of a headset; `loader`: its library; [`init`]: renderer and session.
//! * `returning`: from the window to the headset.
//! * `actions`: input by OpenXR actions.
//! * `audio`: the headset's sound device.
//! * `bare_hands`: input by tracked joints.
//! * `session`: session states, frame pacing, and loss of the runtime.
//! * `timing`: time of a frame.
//! * [`load`]: picture quality while the graphics card is too slow.
//! * `presence`: detection of a headset that was put down.
//! * `refresh`: refresh rate.
//! * `passthrough`: the real room instead of the virtual one.
//! * `sharpness`: render resolution.
//! * `visibility_mask`: skips pixels that the lenses hide.
//! * `space`: reference space, floor and head.

mod actions;
mod audio;
mod bare_hands;
pub mod init;
pub mod load;
mod loader;
mod passthrough;
mod presence;
pub mod probe;
mod refresh;
mod returning;
mod session;
mod sharpness;
mod space;
mod timing;
mod visibility_mask;

use std::sync::Arc;

use bevy::app::{PluginGroupBuilder, TaskPoolOptions, TaskPoolPlugin};
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy_mod_openxr::add_xr_plugins;
use bevy_mod_openxr::features::handtracking::HandTrackingPlugin;
use bevy_mod_openxr::init::OxrInitPlugin;
use bevy_mod_openxr::reference_space::OxrReferenceSpacePlugin;
use bevy_mod_xr::camera::XrCamera;

use crate::one_pass::{OnePass, OnePassPlugin};
use crate::relaunch;

pub use returning::ReturnPlugin;

/// Adds Bevy's plugins and the headset rendering of `bevy_mod_openxr`.
pub fn add_openxr(app: &mut App, plugins: PluginGroupBuilder, ready: init::Ready) {
    let mut pools = TaskPoolOptions::default();
    // Systems run in this pool, including those that call the runtime.
    pools.compute.on_thread_spawn = Some(Arc::new(relaunch::mark_thread));
    let tracks_hands = ready.tracks_hands();
    let plugins = add_xr_plugins(plugins)
        .set(TaskPoolPlugin {
            task_pool_options: pools,
        })
        .disable::<OxrInitPlugin>()
        .enable::<RenderPlugin>()
        .set(RenderPlugin {
            render_creation: ready.render_creation(),
            ..default()
        })
        .set(OxrReferenceSpacePlugin {
            // The `space` module replaces this space by a better one.
            default_primary_ref_space: space::DEFAULT,
        });
    let plugins = if tracks_hands {
        plugins
    } else {
        plugins.disable::<HandTrackingPlugin>()
    };
    app.add_plugins(plugins);
    init::add_session(app, ready);
}

/// Returns whether the library of a runtime may be loaded in this process. Such a process exits
/// without running the library's destructors, just as the [`probe`] never destroys its instance.
pub fn may_be_loaded() -> bool {
    loader::is_open()
}

/// Adds the parts of the game that use OpenXR, after a headset was found.
pub(super) fn plugin(app: &mut App) {
    app.register_required_components::<XrCamera, OnePass>();
    app.add_plugins((
        OnePassPlugin,
        session::plugin,
        timing::plugin,
        sharpness::plugin,
        refresh::plugin,
        load::plugin,
        passthrough::plugin,
        visibility_mask::plugin,
        space::plugin,
        actions::plugin,
        bare_hands::plugin,
        presence::plugin,
    ));
}
