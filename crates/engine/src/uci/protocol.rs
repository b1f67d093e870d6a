//! Protocol words and limits.

/// Command words.
pub(super) const COMMANDS: [&str; 11] = [
    "uci",
    "isready",
    "setoption",
    "ucinewgame",
    "position",
    "d",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "debug",
];

/// Option names, in the engine's spelling.
pub(super) const OPTIONS: [&str; 14] = [
    "UCI_Variant",
    "Algorithm",
    "Level",
    "Seed",
    "Hash",
    "Threads",
    "MultiPV",
    "Ponder",
    "Move Overhead",
    "UCI_LimitStrength",
    "UCI_Elo",
    "Values",
    "Endings",
    "Clear Hash",
];

/// Answer of a search without legal moves: the null move, as in other engines.
pub(super) const NO_MOVE: &str = "bestmove 0000";

/// Maximum perft depth in plies, which no machine reaches.
pub(super) const MAX_PERFT_DEPTH: u32 = 30;

/// Maximum number of queued `go` commands.
pub const MAX_QUEUED: usize = 100;

/// Maximum length of a line, in bytes; longer lines are dropped. A `position` command with 40,000
/// moves fits, and the longest chess games have fewer than 12,000.
pub const MAX_LINE_BYTES: usize = 256 * 1024;
