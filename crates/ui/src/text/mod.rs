//! Texts about the game.

pub mod captions;
pub mod evaluation;
pub(crate) mod hint;
pub mod notices;
pub mod terms;
pub mod words;

use bevy::prelude::*;

/// Systems that update notices and captions, before they are shown.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TextSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((notices::plugin, captions::plugin));
}
