//! How many real games run at a time: as many as there are test threads, which are as many as
//! cores. A game that is drawn without a graphics card keeps one core busy, and waits for its
//! player for the rest of the time.

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

static GAMES: RwLock<()> = RwLock::new(());

/// The turn of a test beside others; a failed one before it does not matter.
pub fn turn() -> RwLockReadGuard<'static, ()> {
    GAMES.read().unwrap_or_else(PoisonError::into_inner)
}

/// The turn of a test that measures time: no other game runs meanwhile.
pub fn alone() -> RwLockWriteGuard<'static, ()> {
    GAMES.write().unwrap_or_else(PoisonError::into_inner)
}
