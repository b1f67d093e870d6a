//! Feedback that players hear and feel: from facts to sounds and vibrations.
//!
//! * [`table`]: sound and vibration for each kind of event.
//! * `messages`: events and requests; `agenda`: the queue of pending events.
//! * `game`, `pointers`: events of the match, the tutorial and the pointers.
//!
//! This plugin decides on each event, its time and its place. The audio and haptics systems react
//! to its [`Feedback`] in the same frame, so sound and vibration stay in sync.

mod agenda;
mod game;
mod messages;
mod pointers;
pub mod table;

use bevy::prelude::*;

use icochess_base::schedule::AppSystems;
pub use messages::{Feedback, FeedbackEvent, FeedbackLocation, FeedbackRequested, FeedbackSystems};

/// Adds feedback for events of the game and its pointers.
pub fn plugin(app: &mut App) {
    app.add_plugins((messages::plugin, agenda::plugin, pointers::plugin))
        .add_systems(
            Update,
            (
                game::schedule_game_feedback,
                game::schedule_tutorial_feedback,
                pointers::schedule_pointer_feedback,
                agenda::send_due_feedback,
            )
                .chain()
                .in_set(FeedbackSystems)
                .in_set(AppSystems::Feedback),
        );
}
