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

/// Runs a schedule of the frame on the thread that calls it. A frame is a hundred small systems: handing
/// them to other threads takes longer than running them (`benches/app.rs`). Drawing has its own thread.
pub fn on_one_thread(app: &mut App, label: impl ScheduleLabel) {
    app.edit_schedule(label, |schedule| {
        schedule.set_executor(SingleThreadedExecutor::new());
    });
}

/// Sets the order of `Update`.
pub fn plugin(app: &mut App) {
    for label in [
        First.intern(),
        PreUpdate.intern(),
        StateTransition.intern(),
        FixedPostUpdate.intern(),
        Update.intern(),
        SpawnScene.intern(),
        PostUpdate.intern(),
        Last.intern(),
    ] {
        on_one_thread(app, label);
    }
    app.configure_sets(
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
