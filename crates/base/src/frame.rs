//! The time at which the next frame is needed.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bevy::prelude::*;

/// The time until the next frame is needed, asked for anew in each frame. A window that nothing
/// happens in draws none until then; whoever waits for a time, or for another thread without a
/// [`Waker`], says so here. What players do, and what moves, is noticed without.
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

fn ask_anew(mut next: ResMut<NextFrame>) {
    *next = NextFrame::default();
}

/// Adds requests for the next frame, which each frame renews.
pub fn plugin(app: &mut App) {
    app.init_resource::<NextFrame>()
        .init_resource::<Waker>()
        .add_systems(First, ask_anew);
}
