//! Shared tools for the board tests, so that each board's tests contain only its specifics.
//!
//! * `support`: randomness, random games and plain counting, shared with other crates.
//! * `slow`: the trait of slow second implementations of a board's rules.
//! * `chance`: random games from the start, and their positions.
//! * `agreement`: moves and their consequences.
//! * `counts`: perft.
//! * `texts`: position text and move text.
//! * `games`: undo and redo, hashes, and game files.
//! * [`search`]: the engine's verdicts on positions.
//! * `solver`: proofs of mates.
//! * `seen`: how often rare cases have occurred.

mod agreement;
mod chance;
mod counts;
mod games;
pub mod search;
mod seen;
mod slow;
mod solver;
#[path = "../../../rules/tests/support/mod.rs"]
mod support;
mod texts;

pub(crate) use agreement::agreement_properties;
pub use agreement::{
    games_agree, goes_straight_on, lists_agree, moved_alike, moves_and_what_they_make_agree,
};
pub use chance::{after_game, game, games, set_ups};
pub use counts::{data_file_agrees, divide_agrees};
pub use games::{
    another_order_gives_the_same_hash, game_file_from_a_set_up_round_trips, game_file_round_trips,
    hashes_tell_apart, nothing_follows, record, undo_and_redo_restore, without_counters,
};
pub use seen::Seen;
pub use slow::SlowRules;
pub use solver::Solver;
pub use support::*;
pub(crate) use texts::text_properties;
pub use texts::{
    capitals_are_read, changed_starts_are_refused, garbage_is_refused_or_legal,
    move_text_is_refused_or_legal, position_text_is_refused, position_text_is_refused_or_read,
    position_text_round_trips, position_texts_are_refused, read_and_write, san_agrees,
};

use std::path::{Path, PathBuf};

use icochess_rules::{Board, Move, Position, Setup, SetupError, Side};

/// Returns the path of a test file in a board's folder.
pub fn data_file(folder: &str, name: &str) -> PathBuf {
    let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    boards.join(folder).join("tests").join(name)
}

/// Parses a valid position text.
pub fn position<B: Board>(text: &str) -> Position<B> {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Applies a change to the setup of the start position.
pub fn changed<B: Board>(change: impl FnOnce(&mut Setup)) -> Result<Position<B>, SetupError> {
    let mut setup = Position::<B>::start().setup();
    change(&mut setup);
    Position::try_from_setup(&setup)
}

/// Parses the UCI text of a move.
pub fn mv<B: Board>(position: &Position<B>, text: &str) -> Move {
    position.parse_uci(text).expect("the text of a move")
}

/// Returns moves as UCI text, sorted.
pub fn uci<B: Board>(position: &Position<B>, moves: impl IntoIterator<Item = Move>) -> Vec<String> {
    sorted(moves.into_iter().map(|mv| position.uci(mv)).collect())
}

pub fn sorted<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort();
    items
}

/// Returns the letter of the other side's piece.
pub fn exchanged(letter: char) -> char {
    if letter.is_ascii_uppercase() {
        letter.to_ascii_lowercase()
    } else {
        letter.to_ascii_uppercase()
    }
}

pub fn side(white: bool) -> Side {
    if white { Side::White } else { Side::Black }
}
