//! Light effects for check and mate. Reduced motion disables them, because icons and text convey
//! the same.
//!
//! * `glow`: mesh and materials;
//! * `landed`: conditions for showing the effects;
//! * [`check`]: the king's tile lights up once;
//! * [`mate`]: everything but the king darkens for a second.

pub mod check;
mod glow;
mod landed;
pub mod mate;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((glow::plugin, landed::plugin, check::plugin, mate::plugin));
}
