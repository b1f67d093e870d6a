//! Limits of the reader.

/// Maximum length of a game's text: 8 MiB. A game of [`MAX_PLIES`] is shorter, even with a clock:
/// see [`Game::max_bytes`](crate::pgn::Game::max_bytes).
pub const MAX_BYTES: usize = 1 << 23;
/// Maximum number of plies in a game, including undone moves and variations.
pub const MAX_PLIES: usize = 50_000;
/// Maximum number of tags, not counting the roster and the tags derived by
/// [`write()`](crate::pgn::write()).
pub const MAX_TAGS: usize = 256;
/// Maximum nesting of variations.
pub const MAX_DEPTH: usize = 64;
