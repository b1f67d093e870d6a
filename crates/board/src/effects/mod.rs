//! Effects of captures, check, mate, the end of a game and the end of the tutorial. Reduced motion
//! disables them, because icons and text convey the same.
//!
//! * `glow`: mesh and materials;
//! * `landed`: conditions for showing the effects;
//! * [`dust`]: a ring of dust spreads from a capture;
//! * [`check`]: a ring of light leaves the king's base once;
//! * [`mate`]: everything but the king darkens for a second;
//! * [`fallen`]: the loser's king lies down;
//! * [`bow`]: the pieces bow after the tutorial.

pub mod bow;
pub mod check;
pub mod dust;
pub mod fallen;
pub(crate) mod glow;
mod landed;
pub mod mate;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        glow::plugin,
        landed::plugin,
        dust::plugin,
        check::plugin,
        mate::plugin,
        fallen::plugin,
        bow::plugin,
    ));
}
