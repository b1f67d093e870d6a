//! The headset.
//!
//! * [`config`]: actions and bindings, as data.
//! * [`probe`]: is there a headset at all?
//! * [`session`]: focus, the pace of the frames, and losing the runtime.
//! * `sharpness`: how many points the eyes get.
//! * [`space`]: the reference space, the floor, and the head.
//! * [`seating`]: when and where the board is put before the player.
//! * [`actions`]: OpenXR actions become [`hands::HandInput`]; the only module
//!   here that knows them.
//! * [`hands`]: what the hands do and look like.
//! * [`pointing`]: rays become pointers, on the board and on the panel; [`steady`]: they do
//!   not tremble.
//! * [`menu`]: short and long presses of the menu button.
//! * [`grab`]: turning the board with a hand or a thumbstick.
//! * `handover`: the headset is taken off, put on, and taken over.
//! * [`haptics`]: what the hands feel.

pub mod actions;
pub mod config;
pub mod grab;
mod handover;
pub mod hands;
pub mod haptics;
mod learning;
pub mod menu;
pub mod pointing;
pub mod probe;
pub mod seating;
pub mod session;
mod sharpness;
pub mod space;
pub mod steady;
mod wearer;

use std::sync::Arc;

use bevy::app::{PluginGroupBuilder, TaskPoolOptions, TaskPoolPlugin};
use bevy::prelude::*;
use bevy_mod_openxr::add_xr_plugins;
use bevy_mod_openxr::init::OxrInitPlugin;
use bevy_mod_openxr::reference_space::OxrReferenceSpacePlugin;
use bevy_mod_openxr::types::AppInfo;

use crate::relaunch;
use config::XrConfig;

/// Bevy's plugins with those of `bevy_mod_openxr` added.
pub fn with_openxr(plugins: PluginGroupBuilder, found: &probe::Found) -> PluginGroupBuilder {
    let mut pools = TaskPoolOptions::default();
    // Systems run there, also those that talk to the runtime.
    pools.compute.on_thread_spawn = Some(Arc::new(relaunch::mark_thread));
    add_xr_plugins(plugins)
        .set(TaskPoolPlugin {
            task_pool_options: pools,
        })
        .set(OxrInitPlugin {
            app_info: AppInfo {
                name: "Icochess".into(),
                version: bevy_mod_openxr::types::Version(0, 1, 0),
            },
            exts: found.extensions.clone(),
            ..default()
        })
        .set(OxrReferenceSpacePlugin {
            // `space` puts a better one in its place.
            default_primary_ref_space: space::DEFAULT,
        })
}

/// The hands without a runtime: everything that follows [`hands::HandInput`]
/// and the poses. Headless tests and benchmarks drive these.
pub fn hands_plugin(app: &mut App) {
    app.add_plugins((
        hands::plugin,
        pointing::plugin,
        learning::plugin,
        menu::plugin,
        grab::plugin,
        handover::hold_plugin,
        haptics::plugin,
    ));
}

/// The plugins of the headset.
pub(crate) struct HeadsetPlugin(pub XrConfig);

impl Plugin for HeadsetPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(actions::Config(self.0.clone()))
            .add_plugins((
                hands_plugin,
                session::plugin,
                sharpness::plugin,
                space::plugin,
                seating::plugin,
                handover::plugin,
                wearer::plugin,
                actions::plugin,
            ));
    }
}
