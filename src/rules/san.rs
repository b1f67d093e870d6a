//! Move text for people: standard algebraic notation (SAN) and its long form.
//!
//! As in the PGN standard of 1994, section 8.2.3. On a board without ranks and
//! files there are two differences: cell names are lower case everywhere (`B` to
//! `R` are both pieces and faces of Icochess), and quiet pawn moves are
//! disambiguated too.
//!
//! ```text
//! san      = ( role [ origin ] [ "x" ] cell | pawnmove | castling ) [ "+" | "#" ]
//! origin   = letter | number | cell
//! pawnmove = ( cell | letter cell | letter "x" cell | cell [ "x" ] cell ) [ "=" role ]
//! castling = "O-O" | "O-O-O"
//! gating   = san "/" role
//! carriage = "A" cell "-" cell
//! long     = [ role ] cell ( "-" | "x" ) cell [ "=" role ] [ "+" | "#" ]
//! ```
//!
//! Letter and number are the parts of a cell's name: the face or file, and the
//! tile or rank. Written strictly: the shortest origin of (none, letter,
//! number, cell) that singles out the move among the legal ones. The number stands for
//! an origin only where it is a single character: on boards in space the letter is a
//! level or a column, and the two digits behind it are no line of the board. Read
//! leniently: see [`parse`].
//!
//! `+` is check. `#` is a move that wins at once: by checkmate, by the last piece of a
//! kind that the other side must not lose, or by the last one beside its king.
//!
//! A capital in front that is the letter of a role is that piece: `Bb4` never is
//! a pawn's move. It may be part of a cell only where nothing is lost by that:
//! with the whole origin (`B2-b4`), or where all cells are upper case (`BB4`),
//! and then only if no such piece makes the move.

mod error;
mod reader;
mod writer;

pub use error::{NoMove, SanError};
pub use reader::parse;
pub use writer::{write, write_long};

#[cfg(test)]
mod tests {
    use super::super::{Icochess, Position};
    use super::*;

    fn start() -> Position<Icochess> {
        Position::start()
    }

    #[test]
    fn a_pawn_move_that_two_pawns_could_make_names_its_origin_in_full() {
        let mv = start().parse_uci("a4g1").unwrap();
        assert_eq!(write(&start(), mv), "a4g1");
    }

    #[test]
    fn every_first_move_reads_back_in_every_form() {
        let position = start();
        for mv in position.legal_moves() {
            let san = write(&position, mv);
            let uci = position.uci(mv);
            for text in [&san, &uci, &uci.to_uppercase(), &format!("{san}!?")] {
                assert_eq!(parse(&position, text), Ok(mv), "{text}");
            }
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let syntax = |t: &str| matches!(parse(&start(), t), Err(SanError::Syntax(_)));
        assert!(syntax("") && syntax("hello") && syntax("é4g1") && syntax(&"a".repeat(99)));
        assert!(matches!(parse(&start(), "Ng1"), Err(SanError::Illegal(_))));
        assert!(matches!(
            parse(&start(), "g1"),
            Err(SanError::Ambiguous { .. })
        ));
    }
}
