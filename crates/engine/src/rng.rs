//! Random numbers that are the same on every machine.

use oorandom::Rand64;

/// Random numbers for a move, or for what else a hash tells. The same seed gives the
/// same game, not the same number for every move.
pub(super) fn rng(seed: u64, hash: u64) -> Rand64 {
    Rand64::new(u128::from(seed) << 64 | u128::from(hash))
}
