//! Moments that light tells of: check and mate. With reduced motion there are none: the signs on the
//! tiles and the words say it all.
//!
//! * `glow`: what they look like;
//! * `landed`: when they are shown;
//! * [`check`]: the king's tile lights up once;
//! * [`mate`]: all but the king is in the dark for a second.

pub mod check;
mod glow;
mod landed;
pub mod mate;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((glow::plugin, landed::plugin, check::plugin, mate::plugin));
}
