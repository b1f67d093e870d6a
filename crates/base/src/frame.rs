//! Requests for the next frame.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bevy::prelude::*;

/// Time until the next frame must be drawn; systems request it again in each frame. An idle window
/// draws no frame until then. Request one here to wait for a time, or for a thread without a
/// [`Waker`]. Input and animations cause frames by themselves.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct NextFrame(Option<Duration>);

impl NextFrame {
    /// Requests a frame within this time from now.
    pub fn within(&mut self, wait: Duration) {
        self.0 = Some(self.0.map_or(wait, |other| other.min(wait)));
    }

    /// Returns the shortest requested time; `None` without a request.
    pub const fn wait(&self) -> Option<Duration> {
        self.0
    }
}

/// Requests a frame from another thread. Clones wake the same app. Has no effect if the app draws
/// continuously.
#[derive(Resource, Clone, Default)]
pub struct Waker(Arc<OnceLock<Box<dyn Fn() + Send + Sync>>>);

impl Waker {
    /// Sets the function that wakes the app. Only the first call counts.
    pub fn connect(&self, wake: impl Fn() + Send + Sync + 'static) {
        let _ = self.0.set(Box::new(wake));
    }

    /// Requests a frame.
    pub fn wake(&self) {
        if let Some(wake) = self.0.get() {
            wake();
        }
    }
}

fn reset_request(mut next: ResMut<NextFrame>) {
    *next = NextFrame::default();
}

/// Adds the resources for frame requests, and resets them each frame.
pub fn plugin(app: &mut App) {
    app.init_resource::<NextFrame>()
        .init_resource::<Waker>()
        .add_systems(First, reset_request);
}
