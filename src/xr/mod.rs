//! The headset.
//!
//! * [`config`]: actions and bindings, as data.
//! * [`probe`]: is there a headset at all?
//! * [`session`]: reference space, head, focus, and losing the runtime.
//! * [`actions`]: OpenXR actions become [`hands::HandInput`]; the only module
//!   here that knows them.
//! * [`hands`]: what the hands look like, and their pointers.
//! * [`grab`]: turning the ball with a hand or a thumbstick.
//! * [`haptics`]: what the hands feel.

pub mod actions;
pub mod config;
pub mod grab;
pub mod hands;
pub mod haptics;
pub mod probe;
pub mod session;

use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;
use bevy_mod_openxr::add_xr_plugins;
use bevy_mod_openxr::init::OxrInitPlugin;
use bevy_mod_openxr::reference_space::OxrReferenceSpacePlugin;
use bevy_mod_openxr::types::AppInfo;

use config::XrConfig;

/// Bevy's plugins with those of `bevy_mod_openxr` among them.
#[must_use]
pub fn with_openxr(plugins: PluginGroupBuilder, found: &probe::Found) -> PluginGroupBuilder {
    add_xr_plugins(plugins)
        .set(OxrInitPlugin {
            app_info: AppInfo {
                name: "Icochess".into(),
                version: bevy_mod_openxr::types::Version(0, 1, 0),
            },
            exts: found.extensions.clone(),
            ..default()
        })
        .set(OxrReferenceSpacePlugin {
            // Every runtime has it; `session` puts LOCAL_FLOOR in its place
            // where there is one.
            default_primary_ref_space: openxr::ReferenceSpaceType::LOCAL,
        })
}

/// The hands without a runtime: everything that follows [`hands::HandInput`]
/// and the poses. Headless tests and benchmarks drive these.
pub fn hands_plugin(app: &mut App) {
    app.add_plugins((hands::plugin, grab::plugin, haptics::plugin));
}

/// The headset's part of the game.
pub(crate) struct HeadsetPlugin(pub XrConfig);

impl Plugin for HeadsetPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(actions::Config(self.0.clone()))
            .add_plugins((hands_plugin, session::plugin, actions::plugin));
    }
}
