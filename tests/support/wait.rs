//! Polling with a timeout.

use std::thread;
use std::time::{Duration, Instant};

/// Polls `ask` until it has an answer, for at most `timeout`.
pub fn wait_for<T>(timeout: Duration, mut ask: impl FnMut() -> Option<T>) -> Option<T> {
    let end = Instant::now() + timeout;
    loop {
        if let Some(answer) = ask() {
            return Some(answer);
        }
        if Instant::now() >= end {
            return None;
        }
        thread::sleep(Duration::from_millis(50));
    }
}
