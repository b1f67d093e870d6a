//! What players read and press: the same pages in the window and on the panel in the
//! world, described once.
//!
//! * [`screen`]: which page is shown, and where; [`screens`]: each page.
//! * [`build`], [`controls`], `typing`: what pages are made of; [`bind`]: how what they
//!   show follows the game; [`act`], [`hold`]: what their controls do; [`look`]: how they look.
//! * [`surface`]: pages come and go; [`window`] and [`panel`]: where they are drawn.
//! * [`pointed`]: which controls are pointed at; `senses`: what is heard and felt of it;
//!   [`legend`]: how the kind of piece moves that is pointed at; [`compass`]: how a ball
//!   lies.
//! * [`handing`]: who gets the headset; `typed`: the keys of the field for moves.
//! * [`commands`], `carry_out`: what buttons and keys ask for; [`setup`], [`time_setup`]: the game
//!   that is set up; [`evening`]: who plays next of more than two; [`saved`], [`people`]:
//!   what is chosen on those pages; `pause`: the clock stands in menus.
//! * [`status`], `notices`, `words`, `terms`, [`evaluation`], [`rows`], [`captions`]: what is said
//!   of the game.

pub mod access;
pub mod act;
mod announce;
mod apply;
pub mod bind;
pub mod build;
pub mod captions;
mod carry_out;
pub mod commands;
pub mod compass;
pub mod controls;
pub mod evaluation;
pub mod evening;
pub mod field;
mod fonts;
mod frame_rate;
pub mod handing;
pub mod hold;
mod keys;
pub mod legend;
pub mod look;
mod notices;
pub mod orders;
pub mod panel;
mod pause;
pub mod people;
pub mod pointed;
pub mod rows;
pub mod saved;
pub mod screen;
pub mod screens;
mod senses;
pub mod setup;
pub mod status;
pub mod surface;
mod terms;
pub mod theme;
pub mod time_setup;
mod typed;
mod typing;
pub mod window;
mod words;

use bevy::prelude::*;

use crate::language::Words;

/// Without a place to show it: what commands do, and what would be said.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Words>().add_plugins((
        (commands::plugin, orders::plugin, carry_out::plugin),
        (announce::plugin, notices::plugin),
        (captions::plugin, status::plugin, evaluation::plugin),
        (handing::plugin, apply::plugin),
        fonts::plugin,
        bind::plugin,
        (act::plugin, hold::plugin),
        senses::plugin,
        look::plugin,
        surface::plugin,
        field::plugin,
        saved::plugin,
        (people::plugin, evening::plugin),
        (rows::plugin, pause::plugin),
        (pointed::plugin, legend::plugin, compass::plugin),
    ));
}

/// The interface in the window, with its keyboard and what screen readers are told.
#[derive(Debug, Default)]
pub(crate) struct WindowPlugin;

impl Plugin for WindowPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            window::plugin,
            frame_rate::plugin,
            keys::plugin,
            access::plugin,
            typed::plugin,
        ));
    }
}
