//! Waiting for what is not there yet.

use std::thread;
use std::time::{Duration, Instant};

/// Asks again and again until there is an answer, for `timeout` at most.
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
