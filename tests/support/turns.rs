//! Limits the number of real games that run at once. There are half as many more test threads as
//! cores (`scripts/run-tests`). A game drawn without a graphics card keeps one core busy, and is
//! idle while it waits for its player. A game with small pictures takes half a core, because the
//! simulated headset shows 20 frames a second and a window draws only changes.

use std::num::NonZero;
use std::sync::{
    Condvar, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
};
use std::thread::available_parallelism;

static GAMES: RwLock<()> = RwLock::new(());

/// Half cores in use by the running games.
static TAKEN: Mutex<usize> = Mutex::new(0);
static GIVEN_BACK: Condvar = Condvar::new();

/// A number of half cores, released on drop.
#[derive(Debug)]
pub struct Halves(usize);

impl Halves {
    /// Waits until `count` half cores are free and takes them.
    fn take(count: usize) -> Self {
        let all = 2 * available_parallelism().map_or(1, NonZero::get);
        let taken = GIVEN_BACK.wait_while(taken(), |taken| *taken + count > all);
        *taken.unwrap_or_else(PoisonError::into_inner) += count;
        Self(count)
    }
}

impl Drop for Halves {
    fn drop(&mut self) {
        *taken() -= self.0;
        GIVEN_BACK.notify_all();
    }
}

fn taken() -> MutexGuard<'static, usize> {
    TAKEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The turn of a test, which ends on drop. A test takes only one turn.
#[derive(Debug)]
pub enum Turn {
    /// Shared with other games.
    Beside(RwLockReadGuard<'static, ()>, Halves),
    /// Exclusive, for tests that measure time.
    Alone(RwLockWriteGuard<'static, ()>),
}

impl Turn {
    /// Waits for a shared turn for a game that keeps a core busy. A poisoned lock is ignored.
    pub fn beside() -> Self {
        Self::taking(2)
    }

    /// Waits for a shared turn for a game that takes half a core.
    pub fn half() -> Self {
        Self::taking(1)
    }

    fn taking(halves: usize) -> Self {
        let halves = Halves::take(halves);
        Self::Beside(GAMES.read().unwrap_or_else(PoisonError::into_inner), halves)
    }

    /// Waits for an exclusive turn, for a test that measures time.
    pub fn alone() -> Self {
        Self::Alone(GAMES.write().unwrap_or_else(PoisonError::into_inner))
    }
}
