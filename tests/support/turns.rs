//! The number of real games that run at a time. There are as many test threads as cores, or for the
//! headset half as many more (`scripts/run-tests`). A game that is drawn without a graphics card
//! keeps one core busy, and waits for its player for the rest of the time; one whose small pictures
//! nobody sees takes half of one, as the headset that is none shows 20 frames a second.

use std::num::NonZero;
use std::sync::{
    Condvar, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
};
use std::thread::available_parallelism;

static GAMES: RwLock<()> = RwLock::new(());

/// Halves of cores that are taken by the games beside each other.
static TAKEN: Mutex<usize> = Mutex::new(0);
static GIVEN_BACK: Condvar = Condvar::new();

/// So many halves of cores; given back when this is dropped.
#[derive(Debug)]
pub struct Halves(usize);

impl Halves {
    /// Waits until there are so many.
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

/// The turn of a test, which ends when this is dropped. No test takes two.
#[derive(Debug)]
pub enum Turn {
    /// Beside others.
    Beside(RwLockReadGuard<'static, ()>, Halves),
    /// No other game runs meanwhile: the test measures time.
    Alone(RwLockWriteGuard<'static, ()>),
}

impl Turn {
    /// The turn of a test beside others, whose game keeps a core busy; a failed one before it does not
    /// matter.
    pub fn beside() -> Self {
        Self::taking(2)
    }

    /// The same where the game takes half a core.
    pub fn half() -> Self {
        Self::taking(1)
    }

    fn taking(halves: usize) -> Self {
        let halves = Halves::take(halves);
        Self::Beside(GAMES.read().unwrap_or_else(PoisonError::into_inner), halves)
    }

    /// The turn of a test that measures time.
    pub fn alone() -> Self {
        Self::Alone(GAMES.write().unwrap_or_else(PoisonError::into_inner))
    }
}
