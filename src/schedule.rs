//! The order of the frame, decided once.

use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;

/// The steps of `Update`, in order. Leaves only say `.in_set(..)`.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AppSystems {
    /// Devices are read and become requests.
    Input,
    /// The match serves requests and tells facts.
    Rules,
    /// The board follows the facts.
    Scene,
    /// Sounds, haptics, text and files follow the facts.
    Feedback,
}

/// The display that the players look through.
#[derive(States, Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Display {
    /// A window with a mouse.
    #[default]
    Flat,
    /// A headset; the window shows the board to onlookers.
    Headset,
}

pub(super) fn plugin(app: &mut App) {
    // A frame is a hundred small systems: handing them to other threads takes
    // longer than running them (`benches/app.rs`). Drawing has its own thread.
    for label in [
        First.intern(),
        PreUpdate.intern(),
        Update.intern(),
        PostUpdate.intern(),
        Last.intern(),
    ] {
        app.edit_schedule(label, |schedule| {
            schedule.set_executor(SingleThreadedExecutor::new());
        });
    }
    app.init_state::<Display>().configure_sets(
        Update,
        (
            AppSystems::Input,
            AppSystems::Rules,
            AppSystems::Scene,
            AppSystems::Feedback,
        )
            .chain(),
    );
}
