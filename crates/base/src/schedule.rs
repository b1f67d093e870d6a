//! Order of the systems in a frame.

use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;

/// Steps of `Update`, in order. Plugins add their systems with `.in_set(..)` only.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AppSystems {
    /// Device input becomes requests.
    Input,
    /// The match serves requests and writes facts.
    Rules,
    /// The board reacts to facts.
    Scene,
    /// Sounds, haptics, text and files react to facts.
    Feedback,
}

/// Makes a schedule single-threaded. A frame has about a hundred small systems, so distributing
/// them takes longer than running them (`benches/app.rs`). Rendering has its own thread.
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
