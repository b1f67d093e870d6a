//! The appearance of the interface: sizes, colours, fonts.

mod fallback;
pub mod fonts;
pub mod system_fonts;
pub mod theme;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((fonts::plugin, fallback::plugin));
}
