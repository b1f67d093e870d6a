//! The least size of what is pressed, where fingers press it.

use bevy::prelude::*;

/// The least width and height of what fingers press, logical pixels of the interface; `None` where
/// a mouse presses it.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub struct Fingertip(pub Option<f32>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Fingertip>();
}
