//! Import of PGN files with several games.

use std::io::BufRead;

use icochess_rules::pgn::{ReadError, Texts};
use icochess_rules::{AnyBoard, Record, read_any_text};

/// Reads games on any of these boards from PGN texts, lazily. An invalid game yields an error with
/// its number and line. Games not read stay in `texts`.
///
/// ```
/// use icochess_core::library::imported;
/// use icochess_rules::AnyBoard;
/// use icochess_boards::{Chess, Icochess};
/// use icochess_rules::pgn::Texts;
///
/// let boards = [AnyBoard::of::<Chess>(), AnyBoard::of::<Icochess>()];
/// let text = "1. e4 e5 1-0\n\n1. e4 Ke7 *\n\n1. a4g1 *\n";
/// let mut texts = Texts::new(text.as_bytes());
/// let games: Vec<_> = imported(&mut texts, &boards).collect();
/// assert_eq!(games[0].as_ref().unwrap().board().id(), "chess");
/// assert!(games[1].as_ref().unwrap_err().to_string().starts_with("game 2, line 3"));
/// assert_eq!(games[2].as_ref().unwrap().board().id(), "icochess");
/// ```
///
/// # Panics
///
/// If there are no boards.
pub fn imported<R: BufRead>(
    texts: &mut Texts<R>,
    boards: &[AnyBoard],
) -> impl Iterator<Item = Result<Record, ReadError>> {
    texts.map(|text| Ok(read_any_text(boards, &text?)?))
}
