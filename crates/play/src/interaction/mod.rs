//! Pointers on the board and the requests that come of them, the same for mouse, controller ray and
//! test.
//!
//! Everything that carries [`OnCell`](crate::game::OnCell) is a place on the board, and
//! what carries [`OnDock`](crate::game::OnDock) a part of the board, or where one can be put. Bevy's picking
//! tells which one a pointer is over; observers here keep what is hovered and
//! what is selected, and ask the match for moves.
//!
//! * `hovered`, `selecting`: what is hovered and what is selected; [`selection`]: what a pick makes of it.
//! * `pointers`: pointers of all kinds, hands that take pieces up, and the keyboard, which all pick on the
//!   board.
//! * `picker`: from a pick to a selection, a request or a refusal; `allowed`: who may move now. Where
//!   several moves fit, [`choice`] asks which.
//! * [`move_entry`]: moves that are typed; [`move_text`]: what they mean.
//! * [`at_window`]: who plays through which display, where one wears a headset and another sits at the
//!   window.
//! * `published`: all that in words, for tools.

mod allowed;
pub mod at_window;
pub mod choice;
mod hovered;
pub mod move_entry;
pub mod move_text;
mod picker;
mod pointers;
mod published;
mod selecting;
pub mod selection;

use bevy::prelude::*;

pub use allowed::{PickRefused, REFUSAL_SECONDS, Unmovable, refusal};
pub use hovered::{CURSOR, HoverChanged, Hovered, Spot};
pub use picker::{PickMode, PracticePick};
pub use pointers::CursorEvent;
pub use pointers::{HandsAtBoard, PutDown};
pub use pointers::{MouseMoved, PressedNothing};
pub use published::InteractionState;
pub use selecting::{Selection, SelectionChanged};

/// Adds selection, choice and typed moves.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        (hovered::plugin, selecting::plugin, allowed::plugin),
        (picker::plugin, pointers::plugin),
        (at_window::plugin, choice::plugin, move_entry::plugin),
        published::plugin,
    ));
}
