//! The headset of a browser (WebXR), as `web/xr.js` tells of it: the counterpart of `runtime`
//! elsewhere.
//!
//! * `availability`: a headset that the browser has while the game is on the page, and the way there.
//! * `session`: the latest frame.
//! * `eyes`: what is drawn on the page, for each eye.
//! * `hands`: where the hands are, what they do, and what they feel.
//! * `passthrough`: the real room in place of ours.
//! * `keeping`: whether what was played is kept, before the page is left.
//!
//! The page lets the game draw when the headset wants a frame, and hands on what is on the canvas then.

pub mod availability;
mod eyes;
mod hands;
mod keeping;
mod passthrough;
mod session;

use bevy::prelude::*;

/// Adds the parts of the game that need the page's headset.
pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        session::plugin,
        eyes::plugin,
        hands::plugin,
        passthrough::plugin,
        keeping::plugin,
    ));
}
