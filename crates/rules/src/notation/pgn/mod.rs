//! Portable game notation (PGN).
//!
//! The format is the PGN standard of 1994, with the cells, pieces and move text of any
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
//! Two tags are specific to this crate. `CurrentPly` is the number of plies played; the rest of the
//! main line is undone and can be redone. `EndReason` is an
//! [`Outcome::keyword`](crate::Outcome::keyword), with the claimant of a claim:
//! `threefold-repetition by White`. Without it, `Termination` may give the reason; otherwise the
//! outcome is [`Unstated`](crate::Outcome::Unstated).
//!
//! The writer is strict and uses the standard's export format. Lines have fewer than 80 columns,
//! unless a single word is longer. Comments, annotation glyphs and variations are kept; see
//! [`Annotation`] for values in comments. In comments, line breaks and runs of spaces become one
//! space, and `}` becomes `)`.
//!
//! The reader is lenient. It accepts tags in any order or missing, and move numbers missing or
//! wrong. It accepts every move text of [`san::parse`](crate::san::parse), glyphs as `$1`, `!?` or
//! `+-`, and any line ends; it skips lines that begin with `%`. A variation is kept up to its first
//! illegal move, such as the null move `--`; the rest becomes a comment. [`parse`] reads one game
//! from a text, [`Reader`] all games of a file, which may be larger than memory.
//!
//! The reader refuses illegal moves, results that contradict mate or stalemate, impossible claims
//! in `EndReason`, and truncated files. A game without a result at its end needs moves, and must
//! not have a tag `PlyCount`. Moves or another result after an automatic draw aren't an error,
//! because players do continue.
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
//! [`MAX_BYTES`] and [`MAX_PLIES`] for a game, [`MAX_TAGS`], and [`MAX_DEPTH`] for variations. A
//! reader keeps only one game in memory.
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
