//! The words of the conversation, and its limits.

/// The words that begin a command.
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

/// The names of the options, as the engine spells them.
pub(super) const OPTIONS: [&str; 13] = [
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
    "Clear Hash",
];

/// The answer of a search without any move: the null move, as other engines have it.
pub(super) const NO_MOVE: &str = "bestmove 0000";

/// The most plies that are counted; no machine gets that far.
pub(super) const MAX_PERFT_DEPTH: u32 = 30;

/// Greatest number of commands `go` that wait for another one to end.
pub const MAX_QUEUED: usize = 100;

/// Longest line that is read, in bytes; of longer ones nothing is kept. A
/// `position` command with 40 000 moves fits, the longest games of chess have
/// fewer than 12 000.
pub const MAX_LINE_BYTES: usize = 256 * 1024;
