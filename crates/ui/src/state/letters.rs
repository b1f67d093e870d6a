//! The greatest size of the letters of the window, where it has no room for those that are wanted.

use bevy::prelude::*;

/// The greatest size of text that the window has room for, a part of the usual one, as in the
/// settings; `None` where it has room for any.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub struct MostLetters(pub Option<f32>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MostLetters>();
}
