//! Random numbers that are equal on every machine.

use oorandom::Rand64;

/// Returns a generator seeded by `seed` and a hash, such as a position's. A seed determines the
/// whole game, but different positions get different numbers.
pub(super) fn rng(seed: u64, hash: u64) -> Rand64 {
    Rand64::new(u128::from(seed) << 64 | u128::from(hash))
}
