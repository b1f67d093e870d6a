//! The headset.
//!
//! * [`config`]: actions and bindings, as data.
//! * `runtime`: the headset, as OpenXR has it; `web`: the headset of a browser.
//! * [`page_frame`]: what a page tells of its headset, as numbers.
//! * [`session`]: what devices tell of it, and the focus; `eyes`: what its cameras have;
//!   [`one_pass`]: they draw in one pass, and not in Bevy's several.
//! * [`head`]: where the head is, and how well that is known.
//! * [`placement`]: when and where the board is put before the player.
//! * [`reading`]: what devices tell of hands becomes [`hands::HandInput`]; [`buttons`]:
//!   what counts of presses and swipes.
//! * [`hands`]: what the hands do and look like.
//! * [`interaction_profiles`]: which controllers they are; [`input_profiles`]: what browsers call
//!   them; [`controllers`]: how they are seen.
//! * [`pointing`]: rays become pointers, on the board and on the panel; [`steady`]: they do
//!   not tremble.
//! * `aim_history`: the target that a press means; `arc`: the shortest rotation between directions.
//! * [`near`] and `touch`: hands at the board and the panel, with their [`tips`]; `carry`: pieces
//!   that they take up.
//! * [`menu`]: short and long presses of the menu button.
//! * [`grab`]: turning and moving the board with hands, thumbsticks and trackpads.
//! * `wearing`: whether the headset is worn; `handover`: it is passed on, and taken over.
//! * [`haptics`]: what the hands feel.
//! * `relaunch`: how the game goes on when the runtime is gone.

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
pub mod steady;
pub mod tips;
mod touch;
mod wearer;
mod wearing;
#[cfg(target_arch = "wasm32")]
pub mod web;

use bevy::prelude::*;

use config::XrConfig;
#[cfg(target_arch = "wasm32")]
use web as runtime;

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

/// The plugins of the headset.
pub struct HeadsetPlugin(pub XrConfig);

impl Plugin for HeadsetPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(reading::Config(self.0.clone()))
            .add_plugins((
                hands_plugin,
                session::plugin,
                eyes::plugin,
                runtime::plugin,
                placement::plugin,
                handover::plugin,
                wearer::plugin,
                reading::plugin,
            ));
    }
}
