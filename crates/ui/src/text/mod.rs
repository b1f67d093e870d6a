//! Texts about the game.

pub mod captions;
pub mod evaluation;
pub mod notices;
pub mod terms;
pub mod words;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((notices::plugin, captions::plugin));
}
