//! How many real games run at a time: as many as there are test threads, which are as many as
//! cores. A game that is drawn without a graphics card keeps one core busy, and waits for its
//! player for the rest of the time.

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

static GAMES: RwLock<()> = RwLock::new(());

/// The turn of a test, which ends when this is dropped. No test takes two.
#[derive(Debug)]
pub enum Turn {
    /// Beside others.
    Beside(RwLockReadGuard<'static, ()>),
    /// No other game runs meanwhile: the test measures time.
    Alone(RwLockWriteGuard<'static, ()>),
}

impl Turn {
    /// The turn of a test beside others; a failed one before it does not matter.
    pub fn beside() -> Self {
        Self::Beside(GAMES.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The turn of a test that measures time.
    pub fn alone() -> Self {
        Self::Alone(GAMES.write().unwrap_or_else(PoisonError::into_inner))
    }
}
