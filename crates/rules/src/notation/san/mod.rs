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

pub use error::{ParseSanError, SanError};
pub use reader::parse;
pub use writer::{write, write_long};
