//! Tools that the tests of the boards share, so that those of a board say only what is particular
//! to it.
//!
//! * `support`: chance, random games and plain counting, which other crates share too.
//! * `slow`: what a slow second definition of a board's rules offers.
//! * `chance`: random games from the start, and positions of them.
//! * `agreement`: moves and what hangs on them.
//! * `counts`: perft.
//! * `texts`: position text and move text.
//! * `games`: undo and redo, hashes, and game files.
//! * [`search`]: what the engine says of positions.
//! * `solver`: mates, proved.
//! * `seen`: how often what is rare has come up.

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

/// The file of that name among the tests in the folder of a board.
pub fn data_file(folder: &str, name: &str) -> PathBuf {
    let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    boards.join(folder).join("tests").join(name)
}

/// The position of a text that can be read.
pub fn position<B: Board>(text: &str) -> Position<B> {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The start as a set-up, changed.
pub fn changed<B: Board>(change: impl FnOnce(&mut Setup)) -> Result<Position<B>, SetupError> {
    let mut setup = Position::<B>::start().setup();
    change(&mut setup);
    Position::try_from_setup(&setup)
}

/// The move of that UCI text.
pub fn mv<B: Board>(position: &Position<B>, text: &str) -> Move {
    position.parse_uci(text).expect("the text of a move")
}

/// Moves as UCI text, sorted.
pub fn uci<B: Board>(position: &Position<B>, moves: impl IntoIterator<Item = Move>) -> Vec<String> {
    sorted(moves.into_iter().map(|mv| position.uci(mv)).collect())
}

pub fn sorted<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort();
    items
}

/// The letter of the other side's piece.
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
