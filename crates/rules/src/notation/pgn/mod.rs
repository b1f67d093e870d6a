//! Game files: portable game notation (PGN).
//!
//! As in the PGN standard of 1994, with the cells, pieces and move text of any
//! [`Board`](crate::Board):
//!
//! ```text
//! [Event "?"]                the seven tags every file has, in this order
//! …
//! [Result "1-0"]
//! [PlyCount "3"]             then the others in ASCII order
//! [Termination "normal"]
//! [Variant "Icochess"]
//!
//! 1. a4g1 {[%clk 0:04:58]} (1. b1o3 $2 {Too soon.}) 1... n4s1 2. Rxo3 1-0
//! ```
//!
//! Two tags are our own. `CurrentPly`: the moves of the main line after that
//! many plies are undone and wait to be redone. `EndReason`: how the game
//! ended, an [`Outcome::keyword`](crate::Outcome::keyword), and for a claim by
//! whom: `threefold-repetition by White`. Where it is missing, `Termination` may
//! tell the reason; otherwise the outcome is
//! [`Unstated`](crate::Outcome::Unstated).
//!
//! Written strictly: the export format of the standard, in lines of fewer than
//! 80 columns (only a single longer word stands on a line of its own). Comments,
//! annotation glyphs and variations are kept; see [`Annotation`] for what can
//! be read from them. Only line breaks and runs of spaces in comments become
//! one space, and `}`, which ends a comment, becomes `)`.
//!
//! Read leniently: tags in any order or missing, move numbers missing or wrong,
//! every form of move that [`san::parse`](crate::san::parse) takes, glyphs as
//! `$1` or `!?` or `+-`, any line ends, lines that begin with `%` passed over. A
//! variation with a move that is not legal, such as the null move `--`, is kept
//! up to there, and the rest of it becomes a comment.
//! [`parse`] reads one game from a text, [`Reader`] all games of a file, which
//! may be longer than the memory.
//!
//! Whatever a reader must not overlook is an error: a move that is not legal, a result that mate or
//! stalemate refutes, a claim in `EndReason` that could not be made, and a file cut short, as far
//! as that can be seen: without a result at the end there must be moves, and no tag `PlyCount`.
//! Moves after a draw that the rules declare by themselves are no error, nor is another result
//! then: players go on, and records show it.
//!
//! ```
//! use icochess_boards::Chess;
//! use icochess_rules::pgn;
//!
//! let text = "[White \"Anna\"]\n\n1.f3? e5 (1...d5 {solid}) 2.g4?? Qh4# 0-1";
//! let game = pgn::parse::<Chess>(text)?;
//! assert_eq!(game.tree.ply(), 4);
//! assert_eq!(game.outcome().unwrap().to_string(), "Black wins by checkmate");
//! let written = pgn::write(&game);
//! assert!(written.ends_with("1. f3 $2 e5 (1... d5 {solid}) 2. g4 $4 Qh4# 0-1\n"));
//! # Ok::<(), pgn::PgnError>(())
//! ```
//!
//! # Limits
//!
//! [`MAX_BYTES`] and [`MAX_PLIES`] for a game, [`MAX_TAGS`], [`MAX_DEPTH`] of
//! variations. A reader holds one game and no more than that.
//!
//! [`Annotation`]: crate::Annotation

mod comment;
mod detect;
mod error;
mod game;
mod lexer;
mod limits;
mod reader;
mod scan;
mod stream;
mod tags;
mod writer;

pub use comment::clean_comment;
pub use detect::detect;
pub use error::{PgnError, PgnProblem};
pub use game::Game;
pub use lexer::is_blank;
pub use limits::{MAX_BYTES, MAX_DEPTH, MAX_PLIES, MAX_TAGS};
pub use reader::parse;
pub use stream::{GameText, ReadError, Reader, Texts};
pub use tags::{DECLARABLE, ROSTER};
pub use writer::write;
