//! Feedback that players hear and feel: from facts to sounds and vibrations.
//!
//! * [`table`]: sound and vibration for each kind of event.
//! * `messages`: events and requests; `agenda`: those still to come, each at its time.
//! * `game`, `pointers`: the events of the match, of the first steps and of pointers.
//!
//! This plugin decides that something is heard and felt, when and where; what plays the sounds and
//! what shakes the hands follow its [`Feedback`] in the same frame, and so come together.

mod agenda;
mod game;
mod messages;
mod pointers;
pub mod table;

use bevy::prelude::*;

use icochess_base::schedule::AppSystems;
pub use messages::{Feedback, FeedbackEvent, FeedbackLocation, FeedbackRequested, FeedbackSystems};

/// Adds the sounds and vibrations that events ask for.
pub fn plugin(app: &mut App) {
    app.add_plugins((messages::plugin, agenda::plugin, pointers::plugin))
        .add_systems(
            Update,
            (
                game::follow,
                game::follow_tutorial,
                pointers::follow,
                agenda::tell,
            )
                .chain()
                .in_set(FeedbackSystems)
                .in_set(AppSystems::Feedback),
        );
}
