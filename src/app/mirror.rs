//! Keeps the headset's frames coming while Windows holds the mirror window.
//!
//! On Windows, Bevy updates when its window is painted. While the window menu is open or a button
//! of the title bar is held, Windows runs a message loop of its own, which drops the paint messages
//! that winit requests (<https://github.com/rust-windowing/winit/issues/4608>). A message sent by
//! another thread gets through.

#[cfg(windows)]
use std::sync::Arc;
#[cfg(windows)]
use std::sync::atomic::{AtomicU64, Ordering};
#[cfg(windows)]
use std::thread;
use std::time::Duration;

#[cfg(windows)]
use bevy::prelude::*;
#[cfg(windows)]
use bevy::window::{PrimaryWindow, RawHandleWrapper};
#[cfg(windows)]
use icochess_base::platform;
#[cfg(windows)]
use raw_window_handle::RawWindowHandle;

/// Time without a frame after which the window counts as held. Even a headset at rest gets a frame
/// every 33 ms.
const PATIENCE: Duration = Duration::from_millis(50);
/// Pause between two frames of a held window, short enough for 90 frames a second. In a headset at
/// rest, nothing else limits their rate.
const BREAK: Duration = Duration::from_millis(4);

#[cfg(windows)]
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Last, count_frames);
}

/// Counts frames, and starts the thread that watches the count.
#[cfg(windows)]
fn count_frames(
    mut frames: Local<Option<Arc<AtomicU64>>>,
    window: Query<&RawHandleWrapper, With<PrimaryWindow>>,
) {
    if let Some(frames) = frames.as_ref() {
        frames.fetch_add(1, Ordering::Relaxed);
        return;
    }
    let Ok(handle) = window.single() else {
        return;
    };
    let RawWindowHandle::Win32(handle) = handle.get_window_handle() else {
        return;
    };
    let window = handle.hwnd.get();
    let counted = Arc::new(AtomicU64::new(0));
    let watched = Arc::downgrade(&counted);
    *frames = Some(counted);
    // The count ends with the app, and the thread with the count.
    let count = move || Some(watched.upgrade()?.load(Ordering::Relaxed));
    let watch = thread::Builder::new()
        .name("mirror watch".into())
        .spawn(move || watch(count, || platform::paint(window), thread::sleep));
    if let Err(error) = watch {
        warn!("Frames stop while the window's menu is open: {error}");
    }
}

/// Calls `paint` while the window is held, once for each frame. `frames` returns the number of
/// frames drawn; `None` ends the watch.
fn watch(frames: impl Fn() -> Option<u64>, paint: impl Fn(), sleep: impl Fn(Duration)) {
    let mut seen = None;
    while let Some(count) = frames() {
        let is_held = seen == Some(count) && {
            paint();
            // A window that isn't held has more frames in the meantime.
            frames() == Some(count + 1)
        };
        seen = frames();
        sleep(if is_held { BREAK } else { PATIENCE });
    }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};

    use super::*;

    /// Milliseconds of a frame.
    const FRAME: u64 = 11;

    #[test]
    fn only_a_held_window_is_painted() {
        let held = 1_000..3_000_u64;
        let now = Cell::new(0_u64);
        let painted = RefCell::new(Vec::new());
        let pass = |time: u64| now.set(now.get() + time);
        let frames = || {
            let free = now.get().min(held.start) + now.get().saturating_sub(held.end);
            (now.get() < 5_000).then(|| free / FRAME + painted.borrow().len() as u64)
        };
        let paint = || {
            let is_held = held.contains(&now.get());
            painted.borrow_mut().push(now.get());
            // A free window first ends the frame that it has begun.
            pass(if is_held { FRAME } else { 2 * FRAME });
        };
        watch(frames, paint, |time| pass(time.as_millis() as u64));
        let painted = painted.into_inner();
        let each = FRAME + BREAK.as_millis() as u64;
        assert!(painted.len() as u64 > 1_900 / each, "{painted:?}");
        assert!(painted[0] < 1_100, "{painted:?}");
        // The first frame after the hold may still be asked for.
        let others = painted.iter().filter(|time| !held.contains(*time));
        assert!(others.count() <= 1, "{painted:?}");
    }
}
