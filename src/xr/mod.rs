//! The headset.
//!
//! * `lookout`: a headset that comes while the game is in the window; `running`: is its runtime?
//!   `leaving`: the way there.
//! * [`config`]: actions and bindings, as data.
//! * [`probe`]: is there a headset at all? `loader` finds the library to ask, [`init`] draws for it.
//! * [`session`]: focus, the pace of the frames, and losing the runtime.
//! * `timing`: the one time of a frame.
//! * `refresh`: how many pictures a second.
//! * `passthrough`: the real room in place of ours.
//! * `sharpness`: how many points the eyes get.
//! * `visibility_mask`: what they see nothing of is not drawn.
//! * [`space`]: the reference space, the floor, and the head.
//! * [`seating`]: when and where the board is put before the player.
//! * [`actions`]: OpenXR actions become [`hands::HandInput`]; the only module
//!   here that knows them.
//! * [`buttons`] and `trackpad`: what counts of presses and fingers.
//! * [`hands`]: what the hands do and look like.
//! * [`interaction_profiles`]: which controllers they are; [`controllers`]: how they are seen.
//! * [`pointing`]: rays become pointers, on the board and on the panel; [`steady`]: they do
//!   not tremble.
//! * `meant`: the place that a press means; `arc`: the shortest rotation between directions.
//! * [`near`] and `touch`: hands at the board and the panel, with their [`tips`]; `carry`: pieces
//!   that they take up.
//! * [`menu`]: short and long presses of the menu button.
//! * [`grab`]: turning and moving the board with hands, thumbsticks and trackpads.
//! * `handover`: the headset is taken off, put on, and taken over.
//! * [`haptics`]: what the hands feel.

pub mod actions;
mod arc;
pub mod buttons;
mod carry;
pub mod config;
pub mod controllers;
pub mod grab;
mod handover;
pub mod hands;
pub mod haptics;
pub mod init;
pub mod interaction_profiles;
mod learning;
mod leaving;
mod loader;
mod lookout;
mod meant;
pub mod menu;
pub mod near;
mod passthrough;
pub mod pointing;
pub mod probe;
mod refresh;
mod running;
pub mod seating;
pub mod session;
mod sharpness;
pub mod space;
pub mod steady;
mod timing;
pub mod tips;
mod touch;
mod trackpad;
mod visibility_mask;
mod wearer;

use std::sync::Arc;

use bevy::app::{PluginGroupBuilder, TaskPoolOptions, TaskPoolPlugin};
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy_mod_openxr::add_xr_plugins;
use bevy_mod_openxr::features::handtracking::HandTrackingPlugin;
use bevy_mod_openxr::init::OxrInitPlugin;
use bevy_mod_openxr::reference_space::OxrReferenceSpacePlugin;

use crate::relaunch;
use config::XrConfig;

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

/// The hands without a runtime: everything that follows [`hands::HandInput`]
/// and the poses. Headless tests and benchmarks drive these.
pub fn hands_plugin(app: &mut App) {
    app.add_plugins((
        hands::plugin,
        tips::plugin,
        controllers::plugin,
        pointing::plugin,
        touch::plugin,
        carry::plugin,
        learning::plugin,
        menu::plugin,
        grab::plugin,
        handover::hold_plugin,
        haptics::plugin,
    ));
}

/// What looks for a headset while the game is played in the window.
pub(crate) struct LookoutPlugin {
    /// Whether the players may have the game go on in the headset by itself.
    pub goes_by_itself: bool,
    /// What [`runtime_started`] said in the process that has lost its headset, if one has.
    pub lost_runtime: Option<u64>,
}

impl Plugin for LookoutPlugin {
    fn build(&self, app: &mut App) {
        lookout::plugin(app, self.goes_by_itself, self.lost_runtime);
    }
}

/// When the process of the active runtime was started, in the system's ticks, where that can be
/// known: it tells a runtime from one that was started after it.
pub(crate) fn runtime_started() -> Option<u64> {
    running::started()
}

/// The plugins of the headset.
pub(crate) struct HeadsetPlugin(pub XrConfig);

impl Plugin for HeadsetPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(actions::Config(self.0.clone()))
            .add_plugins((
                hands_plugin,
                session::plugin,
                timing::plugin,
                sharpness::plugin,
                refresh::plugin,
                passthrough::plugin,
                visibility_mask::plugin,
                space::plugin,
                seating::plugin,
                handover::plugin,
                wearer::plugin,
                actions::plugin,
            ));
    }
}
