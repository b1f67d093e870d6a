//! Turns pointer input on the board into requests, in the same way for mouse, controller ray and
//! tests.
//!
//! Entities with [`OnCell`](crate::game::OnCell) are cells, and entities with
//! [`OnDock`](crate::game::OnDock) are attack boards or free docks. Bevy's picking finds the entity
//! under a pointer. Observers here update hover and selection, and request moves.
//!
//! * `hovered`, `selecting`: hover and selection state; [`selection`]: effect of a pick on the
//!   selection.
//! * `pointers`: picks by pointers of all kinds, by hands and drags that take up pieces, and by the
//!   keyboard.
//! * `picker`: turns a pick into a selection, a request or a refusal; `allowed`: permission to
//!   move. If several moves fit, [`choice`] asks which.
//! * `premove`: a move chosen while the computer thinks. `drawings`: arrows and circles.
//! * [`move_entry`]: typed moves; [`move_text`]: their notation.
//! * [`at_window`]: the side at each display, where one player wears a headset and another has the
//!   window.
//! * `published`: state as text, for tools.

mod allowed;
pub mod at_window;
pub mod choice;
mod drawings;
mod hovered;
pub mod move_entry;
pub mod move_text;
mod picker;
mod pointers;
mod premove;
mod published;
mod selecting;
pub mod selection;

use bevy::prelude::*;

pub use allowed::{PickRefused, REFUSAL_SECONDS, Turns, Unmovable, refusal};
pub use drawings::Drawings;
pub use hovered::{CURSOR, HoverChanged, Hovered, Spot};
pub use picker::{PickMode, PracticePick};
pub use pointers::CursorEvent;
pub use pointers::{CLICK_SLACK, HandsAtBoard, PutDown, TakenUp};
pub use pointers::{MouseMoved, PressedNothing};
pub use premove::Premove;
pub use published::InteractionState;
pub use selecting::{Selection, SelectionChanged};

/// Adds selection, choice and typed moves.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        (hovered::plugin, selecting::plugin, allowed::plugin),
        (picker::plugin, pointers::plugin, premove::plugin),
        (at_window::plugin, choice::plugin, move_entry::plugin),
        (drawings::plugin, published::plugin),
    ));
}
