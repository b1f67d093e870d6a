//! Virtual reality: headset, hands and controllers.
//!
//! * [`config`]: actions and bindings, as data.
//! * `runtime`: the headset by OpenXR; `web`: the headset of a browser.
//! * [`page_frame`]: data of a web page's headset, as numbers.
//! * [`session`]: session events and focus; `eyes`: camera settings; [`one_pass`]: rendering in a
//!   single pass.
//! * [`head`]: position of the head and its tracking quality.
//! * [`placement`]: seating the player in front of the board.
//! * [`reading`]: raw hand readings to [`hands::HandInput`]; [`buttons`]: filtering of presses and
//!   swipes.
//! * [`hands`]: input, pointers and rays.
//! * [`interaction_profiles`]: current controllers; [`input_profiles`]: their names in browsers;
//!   [`controllers`]: their visuals.
//! * [`pointing`]: rays as pointers, on the board and on the panel; [`steady`]: smoothing of rays.
//! * `aim_history`: intended target of a press; `arc`: shortest rotation between directions.
//! * [`near`] and `touch`: hands at the board and the panel, with their [`tips`]; `carry`: carried
//!   pieces.
//! * [`menu`]: short and long presses of the menu button.
//! * [`grab`]: turning and moving the board by hands, thumbsticks and trackpads.
//! * `wearing`: whether the headset is worn; `handover`: handing it over to the other player.
//! * `shared`: head and hands for a friend elsewhere.
//! * `warm_up`: render pipelines before the player is seated.
//! * [`haptics`]: vibration of the controllers.
//! * `relaunch`: restarting the game after the runtime was lost.
//!
//! ```
//! use icochess_xr::config::XrConfig;
//!
//! let config = XrConfig::built_in()?;
//! assert!(config.profiles.iter().any(|profile| profile.name == "Valve Index"));
//! # Ok::<(), icochess_xr::config::XrConfigError>(())
//! ```

mod aim_history;
mod arc;
pub mod buttons;
mod carry;
pub mod config;
pub mod controllers;
mod eyes;
pub mod grab;
mod handover;
pub mod hands;
pub mod haptics;
pub mod head;
pub mod input_profiles;
pub mod interaction_profiles;
mod learning;
pub mod menu;
pub mod near;
pub mod one_pass;
pub mod page_frame;
pub mod placement;
pub mod pointing;
pub mod reading;
#[cfg(not(target_arch = "wasm32"))]
pub mod relaunch;
#[cfg(not(target_arch = "wasm32"))]
pub mod runtime;
pub mod session;
mod shared;
pub mod steady;
pub mod tips;
mod touch;
mod warm_up;
mod wearer;
mod wearing;
#[cfg(target_arch = "wasm32")]
pub mod web;

use bevy::prelude::*;

use config::XrConfig;
#[cfg(target_arch = "wasm32")]
use web as runtime;

/// Adds the hands without a runtime: all systems that use [`hands::HandInput`] and the poses.
/// Headless tests and benchmarks drive these.
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
        shared::plugin,
    ));
}

/// Adds seating without a runtime: the session, the eyes, and the placement of the board once the
/// render pipelines are ready. Headless tests drive these.
pub fn seating_plugin(app: &mut App) {
    app.add_plugins((
        session::plugin,
        eyes::plugin,
        warm_up::plugin,
        placement::plugin,
    ));
}

/// Adds the headset to an app.
pub struct HeadsetPlugin(pub XrConfig);

impl Plugin for HeadsetPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(reading::Config(self.0.clone()))
            .add_plugins((
                hands_plugin,
                seating_plugin,
                runtime::plugin,
                handover::plugin,
                wearer::plugin,
                reading::plugin,
            ));
    }
}
