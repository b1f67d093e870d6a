//! The headset of a computer, spoken to by OpenXR; nothing else of the game knows that.
//!
//! * [`probe`]: is there a headset at all? `loader` finds the library to ask, [`init`] draws for it.
//! * `returning`: the way from the window to the headset.
//! * `actions`: OpenXR actions, and what the runtime tells of them.
//! * `session`: its states, the pace of the frames, and losing the runtime.
//! * `timing`: the one time of a frame.
//! * `refresh`: how many pictures a second.
//! * `passthrough`: the real room in place of ours.
//! * `sharpness`: how many points the eyes get.
//! * `visibility_mask`: what they see nothing of is not drawn.
//! * `space`: the reference space, the floor, and the head.

mod actions;
pub mod init;
mod loader;
mod passthrough;
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

/// Adds Bevy's plugins, and those of `bevy_mod_openxr`, which draw for a headset.
pub fn add_openxr(app: &mut App, plugins: PluginGroupBuilder, ready: init::Ready) {
    let mut pools = TaskPoolOptions::default();
    // Systems run there, also those that talk to the runtime.
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
            // `space` puts a better one in its place.
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

/// Whether the library of a runtime may be in this process, as one was looked for. Such a process waits
/// for no destructors of that at its end, as the [`probe`] waits for no end of an instance.
pub fn may_be_loaded() -> bool {
    loader::is_open()
}

/// Adds the parts of the game that need OpenXR, once a headset is there.
pub(super) fn plugin(app: &mut App) {
    app.register_required_components::<XrCamera, OnePass>();
    app.add_plugins((
        OnePassPlugin,
        session::plugin,
        timing::plugin,
        sharpness::plugin,
        refresh::plugin,
        passthrough::plugin,
        visibility_mask::plugin,
        space::plugin,
        actions::plugin,
    ));
}
