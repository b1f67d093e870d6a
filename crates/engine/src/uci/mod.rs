//! The engine over the Universal Chess Interface, for programs that talk to an
//! engine: lines in, lines out.
//!
//! Source: R. Huber and S. Meyer-Kahlen, *Description of the universal chess
//! interface (UCI)*, April 2006; `d`, `go perft` and `UCI_Variant` as other
//! engines have them.
//!
//! * [`Session`] is the conversation without threads: a line goes in, an
//!   [`Answer`] or a [`CommandError`] comes out. A refused line changes nothing.
//! * [`run`] gives it an input and an output. Three parties work at once: the
//!   **reader** waits for lines, a **worker** does what takes long, and the
//!   caller's thread alone knows the session and writes. So it can answer
//!   `isready` and obey `stop` and `quit` whatever the worker does.
//!   Where there are no threads, as in a browser, the caller does the work of an answer itself
//!   ([`Session::without_stop`]).
//!
//! Points that the description leaves open, or that surprise:
//!
//! * Words before the first known command are passed over (`joho isready`), as
//!   it asks for. A line without any known command is refused. Words after a
//!   command that takes none are ignored; wrong words after one that takes some
//!   are refused.
//! * A position that is refused leaves none to search in: `go` says so and answers
//!   `bestmove 0000`, never a move for the position before. So it does where a word
//!   after `searchmoves` is no legal move. A line that cannot be read may have been
//!   a position, too.
//! * The clock of the other side is no limit.
//! * A `go` while another is under way waits for it, so that input may come
//!   from a file. Everything else is done at once; what is under way goes on
//!   with the position that it began with. `stop` drops what waits.
//! * The end of the input is as good as `quit`, but what is under way gets
//!   [`GRACE`] to come to its end.

mod command;
mod description;
mod error;
mod events;
mod game;
mod input;
mod options;
mod protocol;
mod report;
mod session;

pub use error::CommandError;
pub use events::{GRACE, run};
pub use game::{Variant, Work};
pub use input::line;
pub use protocol::{MAX_LINE_BYTES, MAX_QUEUED};
pub use session::{Answer, Session};
