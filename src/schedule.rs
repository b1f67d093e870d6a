//! The order of the frame, decided once, and when the next one is needed.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

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

/// Whether there is a headset in which the game that is played in the window can go on.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct HeadsetAvailable(pub bool);

/// Whether the headset can show the real room around the board.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum PassthroughAvailable {
    /// It cannot show it.
    #[default]
    Never,
    /// It can show it when the players next come to it.
    NextTime,
    /// It can show it at any time.
    Now,
}

impl PassthroughAvailable {
    /// Whether players may ask for it.
    pub const fn is_offered(self) -> bool {
        !matches!(self, Self::Never)
    }
}

/// Request: the game in the window goes on in the headset.
#[derive(Message, Debug, Clone, Copy)]
pub struct HeadsetRequested;

/// When the next frame is needed, asked for anew in each frame. A window that nothing happens in
/// draws none until then; whoever waits for a time, or for another thread without a [`Waker`], says
/// so here. What players do, and what moves, is noticed without.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct NextFrame(Option<Duration>);

impl NextFrame {
    /// Asks for a frame at most this long after the present one.
    pub fn within(&mut self, wait: Duration) {
        self.0 = Some(self.0.map_or(wait, |other| other.min(wait)));
    }

    /// The longest wait that nobody objects to; `None` if nobody waits for anything.
    pub const fn wait(&self) -> Option<Duration> {
        self.0
    }
}

/// Asks for a frame from another thread. Clones wake the same app; nothing happens in one that
/// draws all the time.
#[derive(Resource, Clone, Default)]
pub struct Waker(Arc<OnceLock<Box<dyn Fn() + Send + Sync>>>);

impl Waker {
    /// Sets what wakes the app. Only the first call counts.
    pub fn connect(&self, wake: impl Fn() + Send + Sync + 'static) {
        let _ = self.0.set(Box::new(wake));
    }

    /// Asks for a frame.
    pub fn wake(&self) {
        if let Some(wake) = self.0.get() {
            wake();
        }
    }
}

/// Request: the window fills the screen, or no longer.
#[derive(Message, Debug, Clone, Copy)]
pub struct FullScreenRequested;

/// Runs a schedule of the frame on the thread that calls it. A frame is a hundred small systems: handing
/// them to other threads takes longer than running them (`benches/app.rs`). Drawing has its own thread.
pub fn on_one_thread(app: &mut App, label: impl ScheduleLabel) {
    app.edit_schedule(label, |schedule| {
        schedule.set_executor(SingleThreadedExecutor::new());
    });
}

fn ask_anew(mut next: ResMut<NextFrame>) {
    *next = NextFrame::default();
}

pub(super) fn plugin(app: &mut App) {
    // First: it fails where Bevy's plugin of states is missing, whose schedule is edited below.
    app.init_state::<Display>();
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
    app.add_message::<HeadsetRequested>()
        .add_message::<FullScreenRequested>()
        .init_resource::<HeadsetAvailable>()
        .init_resource::<PassthroughAvailable>()
        .init_resource::<NextFrame>()
        .init_resource::<Waker>()
        .add_systems(First, ask_anew)
        .configure_sets(
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
