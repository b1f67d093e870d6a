//! The limits that a reader keeps to.

/// Longest text of a game that is read, in bytes: 8 MiB. A game of
/// [`MAX_PLIES`] takes less, even with a clock, see [`Game::most_bytes`](crate::pgn::Game::most_bytes).
pub const MAX_BYTES: usize = 1 << 23;
/// Most plies of a game that are read, undone ones and variations included.
pub const MAX_PLIES: usize = 50_000;
/// Most tags that are read, beside those of the roster and those that
/// [`write()`](crate::pgn::write()) makes.
pub const MAX_TAGS: usize = 256;
/// Most variations that may be open at once, each within the one before.
pub const MAX_DEPTH: usize = 64;
