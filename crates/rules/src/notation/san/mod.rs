//! Standard algebraic notation (SAN) and its long form.
//!
//! The format is section 8.2.3 of the PGN standard of 1994. There are two differences on boards
//! without ranks and files. Cell names are always lower case, since `B` to `R` are both pieces and
//! faces of Icochess. Quiet pawn moves are also disambiguated.
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
//! Letter and number are the parts of a cell's name: the face or file, and the tile or rank. The
//! writer uses the shortest origin of (none, letter, number, cell) that identifies the move among
//! the legal ones. Only a single character serves as the number. On boards in space, two digits
//! follow the letter of a level or column, and they don't name a line. The reader is lenient: see
//! [`parse`].
//!
//! `+` means check. `#` means an immediate win: by checkmate, by extinction of a required kind, or
//! by a bare king.
//!
//! A leading capital that is the letter of a role means that piece: `Bb4` is never a pawn move. It
//! can be part of a cell only if that hides no piece move. That requires a full origin (`B2-b4`) or
//! upper case throughout (`BB4`), and no such piece that can make the move.

mod error;
mod reader;
mod writer;

pub use error::{ParseSanError, SanError};
pub use reader::parse;
pub use writer::{write, write_long};
