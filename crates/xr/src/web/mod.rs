//! The headset of a browser (WebXR), by `web/xr.js`. It is the counterpart of `runtime` on other
//! platforms.
//!
//! * `availability`: detection of a headset, and the switch to it.
//! * `session`: the latest frame.
//! * `eyes`: cameras for both eyes.
//! * `hands`: poses, input and vibration.
//! * `passthrough`: the real room instead of the virtual one.
//! * `keeping`: whether the game is saved.
//!
//! The page runs the game's update when the headset requests a frame, and then submits the canvas.

pub mod availability;
mod eyes;
mod hands;
mod keeping;
mod passthrough;
mod session;

use bevy::prelude::*;

/// Adds the parts of the game that use the page's headset.
pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        session::plugin,
        eyes::plugin,
        hands::plugin,
        passthrough::plugin,
        keeping::plugin,
    ));
}
